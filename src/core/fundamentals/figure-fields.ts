/** The list of all figure fields of a period, in the order in which they are stored. */

import { insightLines, metricLines, statementLines } from '#contract/service/statement-lines.ts'

/**
 * Every figure of a period, in the order of the wide table's columns and of the figures packed beside them: with another order, raise
 * `projectionVersion` in ledger/rebuild-projections.ts.
 */
export const figureFields: readonly string[] = [
  ...statementLines.map(({ field }) => field),
  ...metricLines.map(({ field }) => field),
  ...insightLines.map(({ field }) => field),
]

/** The index of a figure in such a list. */
export const figureIndexes: ReadonlyMap<string, number> = new Map(figureFields.map((field, at) => [field, at]))
