import { insightLines, metricLines, statementLines } from '#contract/service/statement-lines.ts'

/** Every figure of a period, in the order of the wide table's columns. */
export const figureFields: readonly string[] = [
  ...statementLines.map(({ field }) => field),
  ...metricLines.map(({ field }) => field),
  ...insightLines.map(({ field }) => field),
]

/** Where a figure stands in such a list. */
export const figurePlaces: ReadonlyMap<string, number> = new Map(figureFields.map((field, at) => [field, at]))

/** Figures in the order of `figureFields`, by their fields. */
export function figuresByField(figures: readonly (number | null)[]): Readonly<Record<string, number | null>> {
  return Object.fromEntries(figureFields.map((field, at) => [field, figures[at] ?? null]))
}
