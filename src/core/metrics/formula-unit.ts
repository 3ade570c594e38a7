/** Determines the unit of a formula's result from the units of its lines. */

import type { UnitKind } from '#contract/service/statement-lines.ts'
import type { Formula } from './formula.ts'

/** The dimension of a part of a formula: powers of money and of shares, and the proportion where it has neither. */
interface Dimension {
  readonly money: number
  readonly shares: number
  readonly plain: Exclude<UnitKind, 'money' | 'per-share' | 'per-employee' | 'shares'>
  /** A literal number takes the unit of what it is added to. */
  readonly isNumber: boolean
}

const plainOf = (plain: Dimension['plain'], isNumber = false): Dimension => ({ money: 0, shares: 0, plain, isNumber })

/**
 * The unit of a formula's values, from the units of its lines: `[Revenue] - [Cost of revenue]` is money, `[Inventories] /
 * [Revenue]` a ratio. Other powers of money, such as money times money, count as money: they depend on the currency as well.
 */
export function unitOfFormula(formula: Formula, unitOfLine: (field: string) => UnitKind): UnitKind {
  const { money, shares, plain } = dimensionOf(formula, unitOfLine)
  if (money === 0) return shares === 0 ? plain : 'shares'
  return money === 1 && shares === -1 ? 'per-share' : 'money'
}

function dimensionOf(formula: Formula, unitOfLine: (field: string) => UnitKind): Dimension {
  const of = (part: Formula) => dimensionOf(part, unitOfLine)
  switch (formula.kind) {
    case 'number':
      return plainOf('ratio', true)
    case 'line':
      return dimensionOfUnit(unitOfLine(formula.field))
    case 'negative':
      return of(formula.of)
    case 'operation':
      switch (formula.sign) {
        case '+':
        case '-':
          return sumOf([of(formula.left), of(formula.right)])
        case '*':
          return productOf(of(formula.left), of(formula.right), 1)
        case '/':
          return productOf(of(formula.left), of(formula.right), -1)
        case '^':
          return powerOf(of(formula.left), formula.right)
        default:
          return formula.sign satisfies never
      }
    case 'call':
      switch (formula.name) {
        case 'growth':
        case 'share':
          return plainOf('percent')
        case 'abs':
        case 'min':
        case 'max':
        case 'sum':
        case 'average':
        case 'prior':
        case 'yearago':
          return sumOf(formula.of.map(of))
        default:
          return formula.name satisfies never
      }
    default:
      return formula satisfies never
  }
}

function dimensionOfUnit(unit: UnitKind): Dimension {
  switch (unit) {
    case 'money':
    case 'per-employee':
      return { ...plainOf('ratio'), money: 1 }
    case 'per-share':
      return { ...plainOf('ratio'), money: 1, shares: -1 }
    case 'shares':
      return { ...plainOf('ratio'), shares: 1 }
    case 'ratio':
    case 'percent':
    case 'days':
    case 'count':
    case 'score':
      return plainOf(unit)
    default:
      return unit satisfies never
  }
}

/** Summands have one unit; with several, the sum depends on the currency as soon as one of them does. */
function sumOf(parts: readonly Dimension[]): Dimension {
  const lines = parts.filter(({ isNumber }) => !isNumber)
  const [first] = lines
  if (!first) return parts[0] ?? plainOf('ratio')
  const most = lines.find(({ money }) => money !== 0) ?? lines.find(({ shares }) => shares !== 0)
  if (most) return most
  return lines.every(({ plain }) => plain === first.plain) ? first : plainOf('ratio')
}

/** Times a number, or divided by one, it stays what it is: 365 × a ratio is a ratio still. */
function productOf(left: Dimension, right: Dimension, sign: 1 | -1): Dimension {
  const isScaled = right.isNumber || (left.isNumber && sign === 1)
  const scaled = right.isNumber ? left : right
  return {
    money: left.money + sign * right.money,
    shares: left.shares + sign * right.shares,
    plain: isScaled ? scaled.plain : 'ratio',
    isNumber: left.isNumber && right.isNumber,
  }
}

function powerOf(base: Dimension, exponent: Formula): Dimension {
  const power = exponent.kind === 'number' ? exponent.value : 1
  return {
    money: base.money * power,
    shares: base.shares * power,
    plain: power === 1 ? base.plain : 'ratio',
    isNumber: base.isNumber,
  }
}
