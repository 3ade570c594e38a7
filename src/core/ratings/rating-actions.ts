/** Classifies the service's rating actions, and writes names of firms. */

import type { RatingRecord } from '#contract/service/ratings.ts'
import type { RatingKind } from '#contract/api/ratings.ts'

const stems: readonly (readonly [RegExp, RatingKind])[] = [
  [/^upgrad(e|es|ed|ing)?\b/i, 'up'],
  [/^downgrad(e|es|ed|ing)?\b/i, 'down'],
  [/^initiat(e|es|ed|ion|ing)\b/i, 'initiated'],
  [/^(reiterat|reaffirm|maintain)(e|es|ed|s|ing)?\b/i, 'reiterated'],
]

/** The interface documents only Upgrades and Downgrades: other values than the usual words are unknown. */
export function kindOf({
  action,
  rating,
  is_rating,
}: Pick<RatingRecord, 'action' | 'rating' | 'is_rating'>): RatingKind {
  const word = (action ?? '').trim()
  if (word === '' && (is_rating === false || (rating ?? '').trim() === '')) return 'note'
  return stems.find(([stem]) => stem.test(word))?.[1] ?? 'unknown'
}

const smallWords: ReadonlySet<string> = new Set(['and', 'of', 'the', 'for'])

/** `castell-rowe` as `Castell Rowe`, `b. riley securities` as `B. Riley Securities`: the service sends only the identifier. */
export function firmName(firm: string): string {
  const words = firm.trim().split(/[\s_-]+/)
  return words
    .map((word, at) => (at > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ')
}
