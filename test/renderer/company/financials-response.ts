import type { ApiOutputs } from '#contract/api/api.ts'
import type { Figure, Period } from '#contract/api/financials.ts'

export type FinancialsResponse = ApiOutputs['financials']['open']

/** A stored period as the core gives it; what matters is in `more`. */
export function period(quarter: string, year: number, endPeriod: string, more: Partial<Period> = {}): Period {
  return {
    recordIds: [year * 10 + Number(quarter.slice(1) || 0)],
    kind: quarter === 'FY' ? 'annual' : quarter === 'LTM' ? 'ltm' : 'quarter',
    quarter,
    year,
    endPeriod,
    fetchedAt: Date.UTC(2025, 10, 14, 12, 42, 10),
    recordUpdatedAt: '2025-11-13T22:04:51Z',
    stale: false,
    restated: [],
    breaks: [],
    knownBreaks: [],
    checked: true,
    unreadable: [],
    converted: [],
    imprecise: [],
    kept: [],
    withdrawn: [],
    remarks: [],
    ...more,
  }
}

/** Halden's last quarters as they stand in look/company.html, and their last twelve months. */
export const haldenPeriods: readonly Period[] = [
  period('Q4', 2024, '2024-12-28'),
  period('Q1', 2025, '2025-03-29'),
  period('Q2', 2025, '2025-06-28', { restated: ['Revenue'] }),
  period('Q3', 2025, '2025-09-27'),
  period('LTM', 2025, '2025-09-27', { recordIds: [1, 2, 3, 4], restated: ['Revenue'] }),
]

export const haldenValues: Readonly<Record<string, Figure[]>> = {
  Revenue: [1_262_300_000, 1_241_600_000, 1_296_800_000, 1_318_400_000, 5_119_100_000],
  CostOfRevenue: [693_900_000, 686_900_000, 710_500_000, 718_000_000, 2_809_300_000],
  OtherExpenseIncome: [800_000, -2_100_000, 0, 600_000, -700_000],
  DilutedEarningsPerShare: [0.71, 0.5, 0.72, 0.78, 2.71],
  DilutedSharesOutstanding: [211_900_000, 211_500_000, 210_800_000, 210_100_000, null],
  'calculated.operating_margin': [0.159, 0.12, 0.156, 0.165, 0.151],
}

export function responseOf(more: Partial<FinancialsResponse> = {}): FinancialsResponse {
  return {
    symbol: 'HLDN',
    edition: 'enhanced',
    liteReason: null,
    heldBack: null,
    stored: ['enhanced'],
    periods: [...haldenPeriods],
    values: { ...haldenValues },
    compared: { Revenue: [0.08, 0.09, 0.092, 0.094, 0.089] },
    fetchedAt: Date.UTC(2025, 10, 14, 12, 42, 10),
    knownFrom: Date.UTC(2025, 4, 12, 9, 30),
    gap: null,
    stale: false,
    refreshing: false,
    failure: null,
    ...more,
  }
}
