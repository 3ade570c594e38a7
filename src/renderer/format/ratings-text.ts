/** Summaries of ratings in words: opinions by grade, and recent changes. */

import type { OverviewRatings } from '#contract/api/overview.ts'
import type { RatingEntry } from '#contract/api/ratings.ts'

/** `4 Buy, 3 Hold`; empty: no opinion of the last twelve months is stored. */
export function opinionsText({ opinions }: Pick<OverviewRatings, 'opinions'>): string {
  return opinions
    .slice(0, 4)
    .map(({ rating, firms }) => `${firms} ${rating}`)
    .join(', ')
}

/** `last 90 days: 1 upgrade, 6 targets raised`. */
export function changesText({ changes }: Pick<OverviewRatings, 'changes'>): string {
  const lately = [
    counted(changes.upgrades, 'upgrade'),
    counted(changes.downgrades, 'downgrade'),
    counted(changes.targetsRaised, 'target raised', 'targets raised'),
    counted(changes.targetsCut, 'target cut', 'targets cut'),
  ].filter((text) => text !== '')
  return `last 90 days: ${lately.length === 0 ? 'no changes' : lately.join(', ')}`
}

function counted(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`
}

/** `Hold to Buy` where the firm changed its mind, else `Buy`. */
export function opinionText({ kind, rating, previous }: Pick<RatingEntry, 'kind' | 'rating' | 'previous'>): string {
  const before = previous?.rating?.trim() ?? ''
  const now = rating?.trim() ?? ''
  const isChanged = (kind === 'up' || kind === 'down') && before !== '' && before !== now
  return isChanged ? `${before} to ${now}` : now
}
