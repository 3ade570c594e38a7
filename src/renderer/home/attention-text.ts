/**
 * The sentence on Home about failed refreshes: what failed, when, and what is shown meanwhile.
 */

import type { AttentionItem } from '#contract/api/home.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import { sentenceOf } from '../format/failure-text.ts'
import { formatWhen } from '../format/dates.ts'

const names: Readonly<Record<SyncKind, string>> = {
  statements: 'statements',
  enhanced: 'statements',
  lite: 'lite statements',
  calls: 'calls',
  transcript: 'a transcript',
  recording: 'a recording',
  ratings: 'ratings',
  news: 'news',
  securities: 'securities',
}

/** What happened, what is shown instead: `ratings and news could not be refreshed at 07:31. … Still showing data from Mon 09:00.` */
export function attentionText({ kinds, failure, at, storedAt }: AttentionItem, now: number): string {
  const what = [...new Set(kinds.map((kind) => names[kind]))]
  const listed = what.length < 2 ? what.join('') : `${what.slice(0, -1).join(', ')} and ${what.at(-1) ?? ''}`
  const shown = storedAt === null ? '' : `Still showing data from ${formatWhen(storedAt, now)}.`
  return `${listed} could not be refreshed at ${formatWhen(at, now)}. ${sentenceOf(failure, shown)}`
}
