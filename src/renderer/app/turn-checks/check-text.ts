/** Texts of checks: what a turn was found to say, and why it is worth checking. */

import { fromPack } from '#contract/api/pack-words.ts'
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

/** `Corrected by jdoe, 28 Nov 2026`; of a received one also `from a pack made by Ada on 1 Dec 2026`. */
export function checkedText({ correction, author, at, pack }: TurnCheck): string {
  const what = correction === null ? 'Confirmed' : 'Corrected'
  const origin = pack ? `, ${fromPack(pack, formatLongInstantDay)}` : ''
  return `${what}${author === '' ? '' : ` by ${author}`}, ${formatLongInstantDay(at)}${origin}`
}

/** Whose check it is, for a table: `jdoe`, and of a received one `jdoe, from a pack made by Ada on 1 Dec 2026`. */
export function checkAuthor(check: TurnCheck | null): string {
  if (check === null) return ''
  return [check.author, ...(check.pack ? [fromPack(check.pack, formatLongInstantDay)] : [])]
    .filter((part) => part !== '')
    .join(', ')
}

/** As a word, for a table. */
export function checkState(check: TurnCheck | null): string {
  if (check === null) return 'Open'
  return check.correction === null ? 'Confirmed' : 'Corrected'
}
