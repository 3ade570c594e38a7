/** The lines of a period in the order of its figures, with the statement that each belongs to. */

import { insightLines, metricLines, statementLines } from '#contract/service/statement-lines.ts'

interface FigureLine {
  readonly field: string
  readonly label: string
  readonly statement: string
  readonly unit: string
}

/** In the order of `figureFields`. */
export const figureLines: readonly FigureLine[] = [
  ...statementLines.map(({ field, label, statement, unit }) => ({ field, label, statement, unit })),
  ...metricLines.map(({ field, label, unit }) => ({ field, label, statement: 'metrics', unit })),
  ...insightLines.map(({ field, label, unit }) => ({ field, label, statement: 'insights', unit })),
]
