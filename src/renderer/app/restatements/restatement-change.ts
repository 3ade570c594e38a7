import type { ChangedFigure } from '#contract/api/comparisons.ts'
import type { Figure } from '#contract/api/financials.ts'

/** By how much a figure changed; n/a where it appeared or went. */
export function changeOf({ previous, current }: Pick<ChangedFigure, 'previous' | 'current'>): Figure {
  return typeof previous === 'number' && typeof current === 'number' ? current - previous : null
}
