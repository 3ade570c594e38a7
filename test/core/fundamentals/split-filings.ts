import { enhanced } from '../records.ts'

/** A quarter or a year: label, end, revenue, net income, diluted EPS, diluted shares, equity; money and shares in millions. */
export type Filed = readonly [
  label: string,
  end: string,
  revenue: number,
  income: number,
  perShare: number,
  shares: number,
  equity: number,
]

/**
 * Constructed: ten shares for one in the second quarter of fiscal 2025. Q1 FY2024 stands as it was filed, the later periods as they were
 * given again after the split, which is how services deliver them.
 */
export const tenfold: readonly Filed[] = [
  ['Q1 2024', '2023-04-30', 7000, 2000, 0.8, 2500, 24_500],
  ['Q2 2024', '2023-07-30', 13_500, 6250, 0.25, 25_000, 27_500],
  ['Q3 2024', '2023-10-29', 18_000, 9250, 0.37, 25_000, 33_000],
  ['Q4 2024', '2024-01-28', 22_000, 12_250, 0.49, 25_000, 43_000],
  ['FY 2024', '2024-01-28', 60_500, 29_750, 1.19, 25_000, 43_000],
  ['Q1 2025', '2024-04-28', 26_000, 15_000, 0.6, 25_000, 49_000],
  ['Q2 2025', '2024-07-28', 30_000, 16_750, 0.67, 25_000, 58_000],
]

/** Constructed: four shares for one in the last quarter of fiscal 2020, every period as filed. */
export const fourfold: readonly Filed[] = [
  ['Q1 2020', '2019-12-28', 92_000, 22_500, 5, 4500, 90_000],
  ['Q2 2020', '2020-03-28', 58_000, 11_000, 2.5, 4400, 78_000],
  ['Q3 2020', '2020-06-27', 60_000, 11_440, 2.6, 4400, 72_000],
  ['Q4 2020', '2020-09-26', 65_000, 12_750, 0.75, 17_000, 65_000],
  ['FY 2020', '2020-09-26', 275_000, 57_690, 3.3, 17_500, 65_000],
  ['Q1 2021', '2020-12-26', 111_000, 28_900, 1.7, 17_000, 66_000],
]

const million = 1e6

/** What shows a split, by field of a statement. */
export function figuresOf([, , revenue, income, perShare, shares, equity]: Filed): Readonly<Record<string, number>> {
  return {
    Revenue: revenue * million,
    NetIncomeLossAttributableCommonShareholders: income * million,
    DilutedEarningsPerShare: perShare,
    DilutedSharesOutstanding: shares * million,
    TotalEquity: equity * million,
  }
}

export function periodOf([label, endPeriod]: Filed): {
  readonly quarter: string
  readonly year: number
  readonly endPeriod: string
} {
  const [quarter = '', year = ''] = label.split(' ')
  return { quarter, year: Number(year), endPeriod }
}

/** As the service gives them. */
export function filedRecords(symbol: string, all: readonly Filed[]): Record<string, unknown>[] {
  return all.map((filed) => {
    const { quarter, year, endPeriod } = periodOf(filed)
    return enhanced({ symbol, quarter, year, end: endPeriod }, figuresOf(filed))
  })
}
