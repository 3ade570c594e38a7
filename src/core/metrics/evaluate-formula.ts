/** Evaluates a formula for every column of figures: a user's metric, or a line that Tearsheet calculates. */

import { figureOf, noMeaning, notAvailable, numberOf, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { growthOf, shareOf } from '../fundamentals/growth.ts'
import { isSameBase, shareLines } from '../fundamentals/share-split.ts'
import { fieldsOf, type Formula, type FunctionName, type Sign } from './formula.ts'

/** The index of each column's earlier one; −1: none. */
export type Earlier = Int32Array

export interface FormulaContext {
  readonly columns: number
  /** One figure a column. */
  readonly line: (field: string) => FigureNumbers
  /** The column of the period before, and of the same period a year before. */
  readonly prior: Earlier
  readonly yearAgo: Earlier
  /** Absent: no column counts in other shares than another. */
  readonly shares?: SharesAround | undefined
}

/** The shares that each column counts in: a figure from a column with others is n.m. */
export interface SharesAround {
  readonly bases: FigureNumbers
  /** A line moves with a share split. */
  readonly isOf: (field: string) => boolean
}

/** The lines per share, and the metrics whose formulas use one of them, directly or not. */
export function sharesIn(formulas: ReadonlyMap<string, Formula>): SharesAround['isOf'] {
  const known = new Map<string, boolean>()
  const isOf = (field: string): boolean => {
    const formula = formulas.get(field)
    if (!formula) return shareLines.has(field)
    const found = known.get(field)
    if (found !== undefined) return found
    // Asked again on the way, a metric names itself, which adds nothing.
    known.set(field, false)
    const is = isOfShares(formula, { isOf })
    known.set(field, is)
    return is
  }
  return isOf
}

/** Whether anything in a formula changes with a share split. */
export function isOfShares(formula: Formula, { isOf }: Pick<SharesAround, 'isOf'>): boolean {
  return [...fieldsOf(formula)].some(isOf)
}

/** A formula of one period, or of one sum of quarters, from its inputs. */
export function evaluateOnce(formula: Formula, figures: Readonly<Record<string, Figure | undefined>>): Figure {
  const nowhere = Int32Array.of(-1)
  const value = evaluate(formula, {
    columns: 1,
    line: (field) => Float64Array.of(numberOf(figures[field])),
    prior: nowhere,
    yearAgo: nowhere,
  })
  return figureOf(value[0] ?? notAvailable)
}

/**
 * A formula, column by column. n/a when anything it needs is n/a; `n.m.` when anything is that, or when it has no value (a division
 * by zero, a root of what is below zero).
 */
export function evaluate(formula: Formula, around: FormulaContext): FigureNumbers {
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
        formula.of.some((part) => around.shares && isOfShares(part, around.shares)) ? around.shares?.bases : undefined,
      )
    default:
      return formula satisfies never
  }
}

/** The value of a part that names no line, −∞ where it has none; undefined for every other part. */
function constantOf(formula: Formula): number | undefined {
  if (fieldsOf(formula).size > 0) return undefined
  const itself = Int32Array.of(0)
  return evaluate(formula, { columns: 1, line: () => nothing(1), prior: itself, yearAgo: itself })[0]
}

/** Why a part never has a value, whatever the figures; undefined: it may have one. */
export function neverValued(part: Formula): 'division by zero' | 'no value' | undefined {
  const [, base] = part.kind === 'call' && part.name === 'share' ? part.of : []
  const divisor = part.kind === 'operation' && part.sign === '/' ? part.right : base
  const constant = divisor && constantOf(divisor)
  if (constant === 0) return 'division by zero'
  if (base !== undefined && constant !== undefined && constant < 0) return 'no value'
  const value = constantOf(part)
  return value === undefined || Number.isFinite(value) ? undefined : 'no value'
}

/** @param bases of the columns, where what is called upon moves with a share split */
function call(
  name: FunctionName,
  of: readonly FigureNumbers[],
  around: FormulaContext,
  bases: FigureNumbers | undefined,
): FigureNumbers {
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
      return fromEarlier(one, around.prior, bases)
    case 'yearago':
      return fromEarlier(one, around.yearAgo, bases)
    case 'growth':
      return ofTwo(one, fromEarlier(one, around.yearAgo, bases), growthOf)
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
  // As in spreadsheets.
  '^': (left, right) => (left === 0 && right === 0 ? Number.NaN : left ** right),
}

function nothing(columns: number): FigureNumbers {
  return new Float64Array(columns).fill(notAvailable)
}

/** A figure of another column; n.m. when that counts in other shares. */
function fromEarlier(figures: FigureNumbers, earlier: Earlier, bases: FigureNumbers | undefined): FigureNumbers {
  return figures.map((_, column) => {
    const at = earlier[column] ?? -1
    const figure = figures[at] ?? notAvailable
    if (!bases || Number.isNaN(figure)) return figure
    return isSameBase(bases[column] ?? notAvailable, bases[at] ?? notAvailable) ? figure : noMeaning
  })
}

function ofTwo(
  left: FigureNumbers,
  right: FigureNumbers,
  calculate: (left: number, right: number) => number,
): FigureNumbers {
  const results = new Float64Array(left.length)
  for (let column = 0; column < results.length; column += 1) {
    const one = left[column] ?? notAvailable
    const other = right[column] ?? notAvailable
    if (Number.isNaN(one) || Number.isNaN(other)) results[column] = notAvailable
    else results[column] = one === noMeaning || other === noMeaning ? noMeaning : valued(calculate(one, other))
  }
  return results
}

function ofAll(lines: readonly FigureNumbers[], calculate: (numbers: readonly number[]) => number): FigureNumbers {
  const [first] = lines
  return new Float64Array(first?.length ?? 0).map((_, column) => {
    const numbers = lines.map((line) => line[column] ?? notAvailable)
    if (numbers.some(Number.isNaN)) return notAvailable
    return numbers.includes(noMeaning) ? noMeaning : valued(calculate(numbers))
  })
}

function valued(number: number): number {
  return Number.isFinite(number) ? number : noMeaning
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
