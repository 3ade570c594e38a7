/**
 * Finds the flagged figures of the statements, restated, damaged or with a tie-out break, and the
 * next one after the active cell.
 */

import type { Period } from '#contract/api/financials.ts'
import { periodKey } from './periods.ts'

export type FlagKind = 'restated' | 'breaks' | 'knownBreaks' | 'unreadable'

/** A flagged figure by its position in the result. */
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

/** The flagged figure after the active one, continuing at the first after the last; the first when the active figure is not flagged. */
export function nextFlagged(all: readonly Flagged[], field: string, period: string): Flagged | undefined {
  const here = all.findIndex((one) => one.field === field && one.period === period)
  return all[(here + 1) % all.length]
}
