import type { Period } from '#contract/desk/financials.ts'
import { periodKey } from './periods.ts'

export type FlagKind = 'restated' | 'fails' | 'marked'

/** A flagged figure by its place in the answer. */
export interface Flagged {
  readonly field: string
  readonly period: string
}

/** Every flagged figure, period by period; those of LTM are its quarters' and are not counted again. */
export function flaggedFigures(periods: readonly Period[], kind: FlagKind): readonly Flagged[] {
  return periods
    .filter((period) => period.kind !== 'ltm')
    .flatMap((period) => period[kind].map((field) => ({ field, period: periodKey(period) })))
}

/** The one after the figure that is looked at, round the end; the first when it is none of them. */
export function nextFlagged(all: readonly Flagged[], field: string, period: string): Flagged | undefined {
  const here = all.findIndex((one) => one.field === field && one.period === period)
  return all[(here + 1) % all.length]
}

/** How many periods tie in every total that can be checked. */
export function tyingPeriods(periods: readonly Period[]): { readonly tie: number; readonly of: number } {
  const reported = periods.filter(({ kind }) => kind !== 'ltm')
  return { tie: reported.filter(({ fails }) => fails.length === 0).length, of: reported.length }
}
