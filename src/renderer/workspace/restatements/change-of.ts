import type { Moved } from '#contract/desk/comparisons.ts'
import type { Figure } from '#contract/desk/financials.ts'

/** By how much a figure changed; n/a where it appeared or went. */
export function changeOf({ before, now }: Pick<Moved, 'before' | 'now'>): Figure {
  return typeof before === 'number' && typeof now === 'number' ? now - before : null
}
