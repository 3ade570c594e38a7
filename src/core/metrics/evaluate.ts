import { noMeaning, notAvailable, type FigureNumbers } from '#contract/desk/figure-numbers.ts'
import { growthOf, shareOf } from '../fundamentals/growth.ts'
import type { Formula, FunctionName, Sign } from './formula.ts'

/** Where a column's earlier one stands; −1: there is none. */
export type Earlier = Int32Array

export interface Surroundings {
  readonly columns: number
  /** One figure a column. */
  readonly line: (field: string) => FigureNumbers
  /** The column of the period before, and of the same period a year before. */
  readonly prior: Earlier
  readonly yearAgo: Earlier
}

/**
 * A formula, column by column. n/a when anything it needs is n/a; `n.m.` when anything is that, or when it has no value (a division
 * by zero, a root of what is below zero).
 */
export function evaluate(formula: Formula, around: Surroundings): FigureNumbers {
  switch (formula.kind) {
    case 'number':
      return new Float64Array(around.columns).fill(formula.value)
    case 'line':
      return around.line(formula.field)
    case 'negative':
      return ofAll([evaluate(formula.of, around)], ([value = 0]) => -value)
    case 'operation':
      return ofTwo(evaluate(formula.left, around), evaluate(formula.right, around), operations[formula.sign])
    case 'call':
      return call(
        formula.name,
        formula.of.map((part) => evaluate(part, around)),
        around,
      )
    default:
      return formula satisfies never
  }
}

function call(name: FunctionName, of: readonly FigureNumbers[], around: Surroundings): FigureNumbers {
  const { columns } = around
  const [one = nothing(columns), other = nothing(columns)] = of
  switch (name) {
    case 'abs':
      return ofAll(of, ([value = 0]) => Math.abs(value))
    case 'min':
      return ofAll(of, (values) => Math.min(...values))
    case 'max':
      return ofAll(of, (values) => Math.max(...values))
    case 'sum':
      return ofAll(of, total)
    case 'average':
      return ofAll(of, (values) => total(values) / values.length)
    case 'prior':
      return moved(one, around.prior)
    case 'yearago':
      return moved(one, around.yearAgo)
    case 'growth':
      return ofTwo(one, moved(one, around.yearAgo), growthOf)
    case 'share':
      return ofTwo(one, other, shareOf)
    default:
      return name satisfies never
  }
}

const operations: Readonly<Record<Sign, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  // As in a spreadsheet.
  '^': (left, right) => (left === 0 && right === 0 ? Number.NaN : left ** right),
}

function nothing(columns: number): FigureNumbers {
  return new Float64Array(columns).fill(notAvailable)
}

/** What stood in another column. */
function moved(figures: FigureNumbers, earlier: Earlier): FigureNumbers {
  return figures.map((_, column) => figures[earlier[column] ?? -1] ?? notAvailable)
}

function ofTwo(
  left: FigureNumbers,
  right: FigureNumbers,
  reckon: (left: number, right: number) => number,
): FigureNumbers {
  const told = new Float64Array(left.length)
  for (let column = 0; column < told.length; column += 1) {
    const one = left[column] ?? notAvailable
    const other = right[column] ?? notAvailable
    if (Number.isNaN(one) || Number.isNaN(other)) told[column] = notAvailable
    else told[column] = one === noMeaning || other === noMeaning ? noMeaning : valued(reckon(one, other))
  }
  return told
}

function ofAll(lines: readonly FigureNumbers[], reckon: (numbers: readonly number[]) => number): FigureNumbers {
  const [first] = lines
  return new Float64Array(first?.length ?? 0).map((_, column) => {
    const numbers = lines.map((line) => line[column] ?? notAvailable)
    if (numbers.some(Number.isNaN)) return notAvailable
    return numbers.includes(noMeaning) ? noMeaning : valued(reckon(numbers))
  })
}

function valued(number: number): number {
  return Number.isFinite(number) ? number : noMeaning
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
