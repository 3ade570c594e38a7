import type { ChangedFigure } from '#contract/api/comparisons.ts'
import type { Figure } from '#contract/api/financials.ts'

/** The change of a restated figure; n/a when the figure appeared or disappeared. */
export function changeOf({ previous, current }: Pick<ChangedFigure, 'previous' | 'current'>): Figure {
  return typeof previous === 'number' && typeof current === 'number' ? current - previous : null
}
