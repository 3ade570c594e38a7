import type { Figure } from '#contract/desk/financials.ts'
import { growth, share } from '../fundamentals/growth.ts'
import type { Formula, FunctionName, Sign } from './formula.ts'

export interface Surroundings {
  /** One figure a column. */
  readonly line: (field: string) => readonly Figure[]
  /** The column of the period before, and of the same period a year before; undefined when there is none. */
  readonly prior: (column: number) => number | undefined
  readonly yearAgo: (column: number) => number | undefined
}

/**
 * A formula in one column. n/a when anything it needs is n/a; `n.m.` when anything is that, or when it has no value (a division by
 * zero, a root of what is below zero).
 */
export function evaluate(formula: Formula, column: number, around: Surroundings): Figure {
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'line':
      return around.line(formula.field)[column] ?? null
    case 'negative':
      return together([evaluate(formula.of, column, around)], ([value = 0]) => -value)
    case 'operation': {
      const sides = [evaluate(formula.left, column, around), evaluate(formula.right, column, around)]
      return together(sides, ([left = 0, right = 0]) => operate(formula.sign, left, right))
    }
    case 'call':
      return call(formula.name, formula.of, column, around)
    default:
      return formula satisfies never
  }
}

function call(name: FunctionName, of: readonly Formula[], column: number, around: Surroundings): Figure {
  const at = (place: number | undefined): Figure[] =>
    of.map((part) => (place === undefined ? null : evaluate(part, place, around)))
  switch (name) {
    case 'abs':
      return together(at(column), ([value = 0]) => Math.abs(value))
    case 'min':
      return together(at(column), (values) => Math.min(...values))
    case 'max':
      return together(at(column), (values) => Math.max(...values))
    case 'sum':
      return together(at(column), total)
    case 'average':
      return together(at(column), (values) => total(values) / values.length)
    case 'prior':
      return at(around.prior(column))[0] ?? null
    case 'yearago':
      return at(around.yearAgo(column))[0] ?? null
    case 'growth':
      return ofTwo(at(column)[0], at(around.yearAgo(column))[0], growth)
    case 'share':
      return ofTwo(at(column)[0], at(column)[1], share)
    default:
      return name satisfies never
  }
}

function operate(sign: Sign, left: number, right: number): number {
  switch (sign) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '^':
      // As in a spreadsheet.
      return left === 0 && right === 0 ? Number.NaN : left ** right
    default:
      return sign satisfies never
  }
}

function ofTwo(one: Figure = null, other: Figure = null, tell: (one: Figure, other: Figure) => Figure): Figure {
  const hasNoMeaning = one !== null && other !== null && (one === 'n.m.' || other === 'n.m.')
  return hasNoMeaning ? 'n.m.' : tell(one, other)
}

function together(values: readonly Figure[], reckon: (numbers: readonly number[]) => number): Figure {
  if (values.includes(null)) return null
  if (values.includes('n.m.')) return 'n.m.'
  const result = reckon(values as readonly number[])
  return Number.isFinite(result) ? result : 'n.m.'
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
