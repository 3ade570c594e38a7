/** Who wrote highlights and notes, in words. The user's own say no author. */

import type { Authorship, Highlight } from '#contract/api/notes.ts'
import type { OverviewPassage } from '#contract/api/overview.ts'
import { authorText } from '#contract/api/pack-words.ts'
import { formatLongInstantDay } from './dates.ts'

/** `Ada, 27 Sep 2025`; empty: the user's own. */
export function noteAuthor(by: Authorship): string {
  return authorText(by, formatLongInstantDay)
}

/** The same with the day of the user's own: `27 Sep 2025`. */
export function noteDay(by: Authorship): string {
  return noteAuthor(by) || formatLongInstantDay(by.editedAt)
}

/** The same of a highlight: `Ada, 27 Sep 2025`, `27 Sep 2025`. */
export function highlightDay({ author, editedAt }: Pick<Highlight, 'author' | 'editedAt'>): string {
  return noteDay({ author: author ?? null, editedAt })
}

/** `most negative`, `your highlight`, `highlight by Ada, 27 Sep 2025`: why a passage of a call is quoted. */
export function passageReason({ why, highlight }: OverviewPassage): string {
  const author = highlight === null ? '' : noteAuthor(highlight)
  return author === '' ? reasons[why] : `highlight by ${author}`
}

const reasons: Readonly<Record<OverviewPassage['why'], string>> = {
  positive: 'most positive',
  negative: 'most negative',
  highlight: 'your highlight',
  answer: 'first CFO answer',
}
