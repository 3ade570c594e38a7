/** Finds the lines of figures that a misspelled field may mean. */

import { comparedLines } from '#contract/api/figure-lines.ts'
import { didYouMean, nearestNames } from '../nearest-names.ts'

/** Fields of the lines, and of the user's metrics, whose field or label is nearly the word. */
export function nearestLines(
  word: string,
  metrics: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  const fields = new Map([
    ...[...comparedLines.values()].flatMap(({ field, label }) => [[label, field] as const, [field, field] as const]),
    ...metrics.map(({ id, name }) => [name, `own.${id}`] as const),
  ])
  return [...new Set(nearestNames(word, fields.keys()).flatMap((name) => fields.get(name) ?? []))]
}

/** “There is no line Revnue. Did you mean Revenue?” */
export function noLine(field: string): string {
  return `There is no line ${field}.${didYouMean(nearestLines(field, []))}`
}
