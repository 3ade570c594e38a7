/** Texts of checks: what a turn was found to say, and why it is worth checking. */

import type { CheckReason, TurnCheck } from '#contract/api/turn-checks.ts'
import { formatLongInstantDay } from '../../format/dates.ts'

const reasonNames: { readonly [Reason in CheckReason]: string } = {
  figure: 'figure',
  name: 'name',
  negation: 'negation',
}

/** `figure, negation`. */
export function reasonsText(reasons: readonly CheckReason[]): string {
  return reasons.map((reason) => reasonNames[reason]).join(', ')
}

/** `Corrected by jdoe, 28 Nov 2026`. */
export function checkedText({ correction, author, at }: TurnCheck): string {
  const what = correction === null ? 'Confirmed' : 'Corrected'
  return `${what}${author === '' ? '' : ` by ${author}`}, ${formatLongInstantDay(at)}`
}

/** As a word, for a table. */
export function checkState(check: TurnCheck | null): string {
  if (check === null) return 'Open'
  return check.correction === null ? 'Confirmed' : 'Corrected'
}
