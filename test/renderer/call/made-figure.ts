import type { SpokenFigure, SpokenValue, SpokenVerdict } from '#contract/api/spoken-figures.ts'

export const q3 = { quarter: 'Q3', year: 2025 } as const
export const q2 = { quarter: 'Q2', year: 2025 } as const

export const spokenValue = (value: Partial<SpokenValue>): SpokenValue => ({
  unit: 'amount',
  currency: null,
  low: value.high ?? 0,
  high: value.low ?? 0,
  step: 1,
  bound: 'exact',
  ...value,
})

const reported = (value: number, period: typeof q3 | typeof q2 = q3) => ({
  field: 'Revenue',
  period,
  edition: 'enhanced' as const,
  value,
  origin: 'stored' as const,
})

export const agrees = (value: number): SpokenVerdict => ({ is: 'agrees', reported: reported(value), difference: 0 })
export const differs = (value: number, difference: number, period: typeof q3 | typeof q2 = q3): SpokenVerdict => ({
  is: 'differs',
  reported: reported(value, period),
  difference,
})
/** It agreed with 1,301.2 million until 22 Nov 2026. */
export const restated: SpokenVerdict = {
  is: 'restated',
  reported: reported(1_296_800_000),
  difference: -4_200_000,
  earlier: { value: 1_301_200_000, replacedAt: Date.UTC(2026, 10, 22, 12) },
}
export const notJudged = (reason: 'adjusted' | 'segment' = 'adjusted'): SpokenVerdict => ({ is: 'not-judged', reason })
export const guidance: SpokenVerdict = { is: 'guidance' }

/** A figure of the letters `from` to `to` of a turn. */
export function madeFigure(turn: number, from: number, to: number, rest: Partial<SpokenFigure> = {}): SpokenFigure {
  return {
    turn,
    from,
    to,
    value: spokenValue({ low: 1_318_000_000, high: 1_318_000_000, step: 1e6 }),
    field: 'Revenue',
    label: 'Revenue',
    change: null,
    period: q3,
    role: 'reported',
    verdict: agrees(1_318_400_000),
    dismissed: false,
    ...rest,
  }
}
