import { enhanced } from '../records.ts'

/** A quarter or a year: label, end, net income, diluted EPS, diluted shares; money and shares in millions, equity as of the end. */
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
 * NVIDIA, Forms 10-Q and 10-K of fiscal 2024 and 2025; ten shares for one on 7 June 2024. Q1 FY2024 stands as it was filed, the later
 * periods as they were given again after the split, which is how services deliver them.
 */
export const nvidia: readonly Filed[] = [
  ['Q1 2024', '2023-04-30', 7192, 2043, 0.82, 2490, 24_520],
  ['Q2 2024', '2023-07-30', 13_507, 6188, 0.25, 24_994, 27_501],
  ['Q3 2024', '2023-10-29', 18_120, 9243, 0.37, 24_940, 33_265],
  ['Q4 2024', '2024-01-28', 22_103, 12_285, 0.49, 24_900, 42_978],
  ['FY 2024', '2024-01-28', 60_922, 29_760, 1.19, 24_940, 42_978],
  ['Q1 2025', '2024-04-28', 26_044, 14_881, 0.6, 24_890, 49_142],
  ['Q2 2025', '2024-07-28', 30_040, 16_599, 0.67, 24_848, 58_157],
]

/** Apple, Forms 10-Q and 10-K of fiscal 2020, as filed; four shares for one on 28 August 2020. */
export const apple2020: readonly Filed[] = [
  ['Q1 2020', '2019-12-28', 91_819, 22_236, 4.99, 4454.6, 89_531],
  ['Q2 2020', '2020-03-28', 58_313, 11_249, 2.55, 4404.7, 78_425],
  ['Q3 2020', '2020-06-27', 59_685, 11_253, 2.58, 4354.8, 72_282],
  ['Q4 2020', '2020-09-26', 64_698, 12_673, 0.73, 17_256.5, 65_339],
  ['FY 2020', '2020-09-26', 274_515, 57_411, 3.28, 17_528.2, 65_339],
  ['Q1 2021', '2020-12-26', 111_439, 28_755, 1.68, 17_113.7, 66_224],
]

const million = 1e6

/** As the service gives them. */
export function filedRecords(symbol: string, all: readonly Filed[]): Record<string, unknown>[] {
  return all.map(([label, end, revenue, income, perShare, shares, equity]) => {
    const [quarter = '', year = ''] = label.split(' ')
    return enhanced(
      { symbol, quarter, year: Number(year), end },
      {
        Revenue: revenue * million,
        NetIncomeLossAttributableCommonShareholders: income * million,
        DilutedEarningsPerShare: perShare,
        DilutedSharesOutstanding: shares * million,
        TotalEquity: equity * million,
      },
    )
  })
}
