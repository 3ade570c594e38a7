import type { ChangedFigure } from '#contract/api/comparisons.ts'
import type { Figure } from '#contract/api/financials.ts'

/** By how much a figure changed; n/a where it appeared or went. */
export function changeOf({ before, now }: Pick<ChangedFigure, 'before' | 'now'>): Figure {
  return typeof before === 'number' && typeof now === 'number' ? now - before : null
}
