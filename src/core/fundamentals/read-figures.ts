/** Reads every figure of a received record, in the order of `figureFields`. */

import { figureFields } from './figure-fields.ts'

/** `working_capital_days.dso` is two steps down; a plain name is one. */
const figurePaths = figureFields.map((field): [first: string, second: string | undefined] => {
  const [first = field, second] = field.split('.')
  return [first, second]
})

/** Every figure of a record in the order of `figureFields`; null where it has none. */
export function readFigures(record: Readonly<Record<string, unknown>>): (number | null)[] {
  const figures: (number | null)[] = []
  for (const [first, second] of figurePaths) figures.push(numberOf(atPath(record, first, second)))
  return figures
}

function atPath(record: Readonly<Record<string, unknown>>, first: string, second: string | undefined): unknown {
  const value = record[first]
  if (second === undefined) return value
  return typeof value === 'object' && value !== null ? Reflect.get(value, second) : undefined
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
