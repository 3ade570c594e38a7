/** The tie-outs within one period: the rules which lines add up to which total, and their check. */

import type { Tie, TieTerm } from '#contract/api/financials.ts'
import { labelOf } from '#contract/api/figure-lines.ts'
import { notAvailable, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import { statementLines, type StatementLine, type Sum } from '#contract/service/statement-lines.ts'
import { figureIndexes } from './figure-fields.ts'

/** One period's figure of a field. */
type FigureOf = (field: string) => number | null | undefined

/** An equation that must hold within one period. */
export interface TieRule {
  readonly field: string
  readonly sum: Sum
  /** In words, with labels. */
  readonly rule: string
  /** Not checked when the period has no figure of the field. */
  readonly isOptional: boolean
}

export const tieRules: readonly TieRule[] = [
  ...statementLines.flatMap((line) => sumRule(line) ?? []),
  // The identity of every balance sheet.
  equality('TotalAssets', 'TotalLiabilitiesEquity', `${labelOf('TotalAssets')} = ${labelOf('TotalLiabilitiesEquity')}`),
  // The cash flow starts from consolidated net income.
  {
    ...equality(
      'NetIncomeCashFlow',
      'ConsolidatedNetIncomeLoss',
      `${labelOf('ConsolidatedNetIncomeLoss')} = ${labelOf('NetIncomeCashFlow')} (cash flow)`,
    ),
    isOptional: true,
  },
]

function sumRule({ field, label, sum }: StatementLine): TieRule | undefined {
  if (!sum) return undefined
  const words = sum.map(([part, weight], index) => {
    const sign = weight === -1 ? ' − ' : index === 0 ? '' : ' + '
    return `${sign}${labelOf(part)}`
  })
  return { field, sum, rule: `${words.join('')} = ${label}`, isOptional: false }
}

function equality(field: string, other: string, rule: string): TieRule {
  return { field, sum: [[other, 1]], rule, isOptional: false }
}

/** Names a rule within a period: two of them state the same total. */
export function ruleName({ field, sum }: TieRule): string {
  return sum.length === 1 ? `check.${field}.${sum[0]?.[0] ?? ''}` : `check.${field}`
}

/** Whether a line is the total or a part of a tie. */
export function takesPart({ field, terms }: Tie, of: string): boolean {
  return field === of || terms.some((term) => term.field === of)
}

/** By indexes into a period's figures. */
const indexedRules = tieRules.map(({ field, sum }) => ({
  field,
  index: indexOfField(field),
  parts: Int32Array.from(sum, ([part]) => indexOfField(part)),
  weights: Int32Array.from(sum, ([, weight]) => weight),
}))

function indexOfField(field: string): number {
  return figureIndexes.get(field) ?? -1
}

/** The totals of a period that do not tie, each once. */
export function failingTotals(figures: FigureNumbers): string[] {
  const failing: string[] = []
  for (const { field, index, parts, weights } of indexedRules) {
    const stated = figures[index] ?? notAvailable
    // A part that is n/a makes the sum n/a, and what is compared with it.
    let calculated = 0
    for (let at = 0; at < parts.length; at += 1) {
      calculated += (weights[at] ?? 0) * (figures[parts[at] ?? -1] ?? notAvailable)
    }
    const doesFail = Math.abs(stated - calculated) > toleranceOf(stated, parts.length)
    if (doesFail && !failing.includes(field)) failing.push(field)
  }
  return failing
}

/** Whether any total of a period can be checked: a period without figures fails nothing, but does not tie either. */
export function hasCheckedTotal(figures: FigureNumbers): boolean {
  const figureOf = figuresIn(figures)
  return tieRules.some((rule) => (tieOut(rule, figureOf)?.result ?? 'unknown') !== 'unknown')
}

/** Whether a total equals its parts by any of its rules. False when none can be checked. */
export function doesTotalTie(field: string, figures: FigureNumbers): boolean {
  const figureOf = figuresIn(figures)
  return tieRules.some((rule) => rule.field === field && tieOut(rule, figureOf)?.result === 'ties')
}

/** The figures of a period by field; null where one is n/a. */
export function figuresIn(figures: FigureNumbers): FigureOf {
  return (field) => {
    const figure = figures[indexOfField(field)] ?? notAvailable
    return Number.isNaN(figure) ? null : figure
  }
}

/** Tolerance for rounding: half a unit of each figure, or a millionth of the total where a service rounds to other units. */
function toleranceOf(stated: number, parts: number): number {
  return Math.max(0.5 * (parts + 1), Math.abs(stated) * 1e-6)
}

/**
 * One rule on one period's figures; undefined where it does not apply. A part that is n/a counts as nothing, as a filer means it who has
 * none; but where the sum then differs, that part may be what is missing: it cannot be checked. Never repairs anything.
 */
export function tieOut({ field, sum, rule, isOptional }: TieRule, figureOf: FigureOf): Tie | undefined {
  const stated = figureOf(field)
  if (isOptional && typeof stated !== 'number') return undefined
  let [known, calculated] = [0, 0]
  for (const [part, weight] of sum) {
    const figure = figureOf(part)
    if (typeof figure !== 'number') continue
    known += 1
    calculated += weight * figure
  }
  const terms = sum.map(([part, weight]): TieTerm => ({
    sign: weight === 1 ? '+' : '-',
    field: part,
    value: figureOf(part) ?? null,
    from: null,
  }))
  const sides = { field, terms, rule, note: '' }
  const whole = known === 0 ? null : calculated
  const tolerance = typeof stated === 'number' ? toleranceOf(stated, sum.length) : 0
  const difference = typeof stated === 'number' && whole !== null ? stated - whole : null
  const doesTie = difference !== null && Math.abs(difference) <= tolerance
  if (difference === null || (!doesTie && known < sum.length)) {
    return { ...sides, result: 'unknown', stated: stated ?? null, calculated: whole, difference: null, tolerance: 0 }
  }
  return {
    ...sides,
    result: doesTie ? 'ties' : 'fails',
    stated: stated ?? null,
    calculated: whole,
    difference,
    tolerance,
  }
}
