/** The figures that guidance is compared with: as first stored, because the guidance did not anticipate a later restatement. */

import type { Restated } from '#contract/api/guidance.ts'
import type { ReportedFigure } from '#contract/api/spoken-figures.ts'
import type { Formula } from '../metrics/formula.ts'
import type { StoredStatements, Wanted } from '../spoken-figures/stored-statements.ts'
import { figureByOwnMetric, reportedFigure } from '../spoken-figures/verdicts.ts'

export interface FirstReported {
  readonly reported: ReportedFigure
  /** What the figure is now, where it was restated since; null: the same. */
  readonly restated: Restated | null
}

/** @param own formulas of the user's own metrics. Null: not stored. */
export function firstReported(
  statements: StoredStatements,
  wanted: Wanted,
  own: ReadonlyMap<string, Formula>,
): FirstReported | null {
  const { field, period } = wanted
  const isOwn = own.has(field)
  const now = isOwn ? statements.ownMetric(field, own, period) : statements.value(wanted)
  if (now === null) return null
  const earlier = isOwn ? statements.earlierOwnMetric(field, own, period) : statements.earlier(wanted)
  const value = earlier.at(-1)?.value ?? now
  // The latest change that made it what it is now: others were of other figures.
  const replaced = earlier.find((each) => each.value !== now)
  return {
    reported: isOwn
      ? figureByOwnMetric(field, period, value, statements)
      : reportedFigure({ wanted, value }, statements),
    restated: replaced && value !== now ? { value: now, at: replaced.replacedAt } : null,
  }
}
