/**
 * Cells of a tie-out in a workbook, as formulas: difference, tolerance, status and counts of
 * breaks.
 */

import type { Tie } from '#contract/api/financials.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import type { Check } from '../fundamentals/series-tie-outs.ts'
import type { TieRule } from '../fundamentals/tie-outs.ts'
import { numberFormat } from './number-formats.ts'
import type { Cell } from './workbook/cells.ts'
import type { CellStyle } from './workbook/styles.ts'

const look: CellStyle = { format: numberFormat('count', 'units'), ink: 'formula', align: 'right' }
const link: CellStyle = { ...look, ink: 'other-sheet' }
const quiet: CellStyle = { format: numberFormat('score', 'units'), ink: 'quiet', align: 'right' }
const plain: CellStyle = { ...look, bold: true }
const failing: CellStyle = { ...plain, fill: 'flag' }
const off: CellStyle = { ...look, fill: 'flag' }

/** In place of a cell that the workbook does not have: an absent figure, and not zero. */
const notInWorkbook = '""'

/**
 * The total less its parts, as a formula over their cells: 0 where it ties; n/a where an absent part may explain the difference.
 */
export function tieCell(
  rule: TieRule,
  tie: Tie | undefined,
  isKnown: boolean,
  cell: (field: string) => string | undefined,
): Cell {
  const count = rule.sum.length
  const total = cell(rule.field) ?? notInWorkbook
  const parts = rule.sum.map(([part]) => cell(part) ?? notInWorkbook)
  const difference = rule.sum.reduce(
    (text, [, weight], at) => `${text}${weight === 1 ? '-' : '+'}N(${parts[at] ?? notInWorkbook})`,
    total,
  )
  const known = `COUNT(${parts.join(',')})`
  const tolerance = toleranceOf(rule, total)
  const isKnownDifference = `OR(${known}=${count},AND(${known}>0,ABS(${difference})<=${tolerance}))`
  return {
    kind: 'styled',
    value: {
      kind: 'formula',
      formula: `IF(ISNUMBER(${total}),IF(${isKnownDifference},${difference},"n/a"),"n/a")`,
      value: tie?.difference ?? 'n/a',
    },
    style: tie?.result === 'fails' && !isKnown ? off : look,
    isTelling: true,
  }
}

/** The total that a tie checks. */
export function totalCell(rule: TieRule, tie: Tie | undefined, cell: (field: string) => string | undefined): Cell {
  const total = cell(rule.field) ?? notInWorkbook
  return linked(`IF(ISNUMBER(${total}),${total},"n/a")`, tie?.stated ?? 'n/a')
}

/** The sum of its parts; absent ones count as zero. */
export function partsCell(rule: TieRule, tie: Tie | undefined, cell: (field: string) => string | undefined): Cell {
  const parts = rule.sum.map(([part, weight]) => [cell(part) ?? notInWorkbook, weight === 1 ? '+' : '-'] as const)
  const sum = parts.map(([part, sign]) => `${sign}N(${part})`).join('')
  return linked(`IF(COUNT(${parts.map(([part]) => part).join(',')})=0,"n/a",${sum})`, tie?.calculated ?? 'n/a')
}

function linked(formula: string, value: number | string): Cell {
  return { kind: 'styled', value: { kind: 'formula', formula, value }, style: link }
}

/** The allowed rounding, on the total's cell. */
export function toleranceCell(rule: TieRule, tie: Tie | undefined, cell: (field: string) => string | undefined): Cell {
  const total = cell(rule.field) ?? notInWorkbook
  const formula = `IF(ISNUMBER(${total}),${toleranceOf(rule, total)},"n/a")`
  const value = tie?.stated === null || tie === undefined ? 'n/a' : Math.max(least(rule), Math.abs(tie.stated) / 1e6)
  return { kind: 'styled', value: { kind: 'formula', formula, value }, style: quiet }
}

/** The status of a check, as the workbook shows and counts it. */
type CheckStatus = 'ties' | 'break' | 'known' | 'n/a'

export function statusOf(result: Tie['result'] | undefined, isKnown: boolean): CheckStatus {
  if (result === undefined || result === 'unknown') return 'n/a'
  return result === 'ties' ? 'ties' : isKnown ? 'known' : 'break'
}

/** Whether a check ties, as a formula over its difference and tolerance. */
export function statusCell(status: CheckStatus, isKnown: boolean, difference: string, tolerance: string): Cell {
  const formula = `IF(ISNUMBER(${difference}),IF(ABS(${difference})>N(${tolerance}),"${isKnown ? 'known' : 'break'}","ties"),"n/a")`
  const style: CellStyle = status === 'break' ? { ...failing, bold: false } : quiet
  return { kind: 'styled', value: { kind: 'formula', formula, value: status }, style, isTelling: true }
}

/** How many figures have a break; `figures`: the status cells, a list per figure. */
export function failingCell(figures: readonly (readonly string[])[], count: number): Cell {
  const formula = figures.map((cells) => `SIGN(${countWhere(cells, 'break')})`).join('+')
  return countCell(formula, count, count > 0 ? failing : plain)
}

/** How many figures have known breaks only. */
export function knownCell(figures: readonly (readonly string[])[], count: number): Cell {
  const formula = figures
    .map((cells) => `SIGN(${countWhere(cells, 'known')})*(1-SIGN(${countWhere(cells, 'break')}))`)
    .join('+')
  return countCell(formula === '' ? '0' : formula, count, quiet)
}

/** How many checks tie; `cells`: those that say so. */
export function tyingCell(cells: readonly string[], count: number): Cell {
  return countCell(cells.length === 0 ? '0' : countWhere(cells, 'ties'), count, { ...plain, rule: 'strong' })
}

function countWhere(cells: readonly string[], status: CheckStatus): string {
  return cells.map((cell) => `(${cell}="${status}")`).join('+')
}

function countCell(formula: string, value: number, style: CellStyle): Cell {
  return { kind: 'styled', value: { kind: 'formula', formula, value }, style, isTelling: true }
}

/** An operand of a cross check: a cell of the workbook, or a figure without one. */
export type CrossOperand = { readonly cell: string } | { readonly value: number }

const operandText = (operand: CrossOperand) => ('cell' in operand ? operand.cell : `${operand.value}`)

/** A figure less the one it is compared with, as a formula; n/a where it cannot be checked. */
export function crossCell(
  { tie }: Check,
  isKnown: boolean,
  stated: CrossOperand,
  terms: readonly CrossOperand[],
  unit: UnitKind,
): Cell {
  const style: CellStyle = { ...(tie.result === 'fails' && !isKnown ? off : look), format: numberFormat(unit, 'units') }
  if (tie.result === 'unknown') return { kind: 'styled', value: 'n/a', style }
  const formula = whereKnown([stated, ...terms], `${operandText(stated)}-(${termsText(tie, terms)})`)
  return {
    kind: 'styled',
    value: { kind: 'formula', formula, value: tie.difference ?? 'n/a' },
    style,
    isTelling: true,
  }
}

/** The figure that a cross check is made of. */
export function crossStatedCell({ tie }: Check, stated: CrossOperand, unit: UnitKind): Cell {
  return inUnit(tie.stated, whereKnown([stated], operandText(stated)), unit)
}

/** The value calculated from the other figures of a cross check. */
export function crossTermsCell({ tie }: Check, terms: readonly CrossOperand[], unit: UnitKind): Cell {
  return inUnit(tie.calculated, whereKnown(terms, termsText(tie, terms)), unit)
}

function inUnit(value: number | null, formula: string, unit: UnitKind): Cell {
  const style: CellStyle = { ...link, format: numberFormat(unit, 'units') }
  if (value === null) return { kind: 'styled', value: 'n/a', style }
  return { kind: 'styled', value: { kind: 'formula', formula, value }, style }
}

function termsText({ terms: tieTerms }: Tie, terms: readonly CrossOperand[]): string {
  return tieTerms
    .map(({ sign }, at) => {
      const operand = operandText(terms[at] ?? { value: 0 })
      return sign === '/' ? `/${operand}` : `${sign === '-' ? '-' : at === 0 ? '' : '+'}${operand}`
    })
    .join('')
}

/** n/a where a cell that it is made of has no figure. */
function whereKnown(operands: readonly CrossOperand[], formula: string): string {
  const cells = operands.flatMap((operand) => ('cell' in operand ? operand.cell : []))
  const known = cells.length === 0 ? 'TRUE' : `COUNT(${cells.join(',')})=${cells.length}`
  return `IF(${known},IFERROR(${formula},"n/a"),"n/a")`
}

export function crossToleranceCell({ tie }: Check): Cell {
  return { kind: 'styled', value: tie.result === 'unknown' ? 'n/a' : tie.tolerance, style: quiet }
}

function toleranceOf(rule: TieRule, total: string): string {
  return `MAX(${least(rule)},ABS(${total})/1000000)`
}

function least({ sum }: TieRule): number {
  return 0.5 * (sum.length + 1)
}
