import type { Tie } from '#contract/desk/financials.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import type { CrossTie } from '../fundamentals/series-ties.ts'
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

/**
 * What a total says beyond its parts, as a formula over their cells: 0 where it ties; n/a where a part that is not there may be what
 * is missing.
 */
export function tieCell(rule: TieRule, tie: Tie | undefined, cell: (field: string) => string | undefined): Cell {
  const count = rule.sum.length
  const total = cell(rule.field) ?? '0'
  const parts = rule.sum.map(([part]) => cell(part) ?? '0')
  const difference = rule.sum.reduce(
    (text, [, weight], at) => `${text}${weight === 1 ? '-' : '+'}N(${parts[at] ?? '0'})`,
    total,
  )
  const known = `COUNT(${parts.join(',')})`
  const tolerance = toleranceOf(rule, total)
  const canTell = `OR(${known}=${count},AND(${known}>0,ABS(${difference})<=${tolerance}))`
  return {
    kind: 'styled',
    value: {
      kind: 'formula',
      formula: `IF(ISNUMBER(${total}),IF(${canTell},${difference},"n/a"),"n/a")`,
      value: tie?.difference ?? 'n/a',
    },
    style: tie?.result === 'fails' ? off : look,
    isTelling: true,
  }
}

/** The total that a tie asks about. */
export function totalCell(rule: TieRule, tie: Tie | undefined, cell: (field: string) => string | undefined): Cell {
  const total = cell(rule.field) ?? '""'
  return linked(`IF(ISNUMBER(${total}),${total},"n/a")`, tie?.stated ?? 'n/a')
}

/** What its parts come to; those that are not given count as nothing. */
export function partsCell(rule: TieRule, tie: Tie | undefined, cell: (field: string) => string | undefined): Cell {
  const parts = rule.sum.map(([part, weight]) => [cell(part) ?? '0', weight === 1 ? '+' : '-'] as const)
  const sum = parts.map(([part, sign]) => `${sign}N(${part})`).join('')
  return linked(`IF(COUNT(${parts.map(([part]) => part).join(',')})=0,"n/a",${sum})`, tie?.reckoned ?? 'n/a')
}

function linked(formula: string, value: number | string): Cell {
  return { kind: 'styled', value: { kind: 'formula', formula, value }, style: link }
}

/** What rounding may cost, over the total's cell. */
export function toleranceCell(rule: TieRule, tie: Tie | undefined, cell: (field: string) => string | undefined): Cell {
  const total = cell(rule.field) ?? '0'
  const formula = `IF(ISNUMBER(${total}),${toleranceOf(rule, total)},"n/a")`
  const value = tie?.stated === null || tie === undefined ? 'n/a' : Math.max(least(rule), Math.abs(tie.stated) / 1e6)
  return { kind: 'styled', value: { kind: 'formula', formula, value }, style: quiet }
}

/** How many figures differ by more than their tolerance in one check at least; `fails`: as the screen counts them. */
export function failingCell(
  figures: readonly (readonly { readonly difference: string; readonly tolerance: string }[])[],
  fails: number,
): Cell {
  const isOff = ({ difference, tolerance }: { difference: string; tolerance: string }) =>
    `(ABS(N(${difference}))>N(${tolerance}))`
  const formula = figures.map((checks) => `SIGN(${checks.map(isOff).join('+')})`).join('+')
  return {
    kind: 'styled',
    value: { kind: 'formula', formula, value: fails },
    style: fails > 0 ? failing : plain,
    isTelling: true,
  }
}

/** What the cells of a cross check are: of its own workbook, or a figure that this has no cell for. */
export type CrossOperand = { readonly cell: string } | { readonly value: number }

const written = (operand: CrossOperand) => ('cell' in operand ? operand.cell : `${operand.value}`)

/** What a figure says beyond what it is held against, as a formula; n/a where that cannot be checked. */
export function crossCell(
  { tie }: CrossTie,
  stated: CrossOperand,
  terms: readonly CrossOperand[],
  unit: UnitKind,
): Cell {
  const style: CellStyle = { ...(tie.result === 'fails' ? off : look), format: numberFormat(unit, 'units') }
  if (tie.result === 'unknown') return { kind: 'styled', value: 'n/a', style }
  const cells = [stated, ...terms].flatMap((operand) => ('cell' in operand ? operand.cell : []))
  const follows = tie.terms
    .map(({ sign }, at) => {
      const operand = written(terms[at] ?? { value: 0 })
      return sign === '/' ? `/${operand}` : `${sign === '-' ? '-' : at === 0 ? '' : '+'}${operand}`
    })
    .join('')
  const known = `COUNT(${cells.join(',')})=${cells.length}`
  return {
    kind: 'styled',
    value: {
      kind: 'formula',
      formula: `IF(${known},IFERROR(${written(stated)}-(${follows}),"n/a"),"n/a")`,
      value: tie.difference ?? 'n/a',
    },
    style,
    isTelling: true,
  }
}

export function crossToleranceCell({ tie }: CrossTie): Cell {
  return { kind: 'styled', value: tie.result === 'unknown' ? 'n/a' : tie.tolerance, style: quiet }
}

function toleranceOf(rule: TieRule, total: string): string {
  return `MAX(${least(rule)},ABS(${total})/1000000)`
}

function least({ sum }: TieRule): number {
  return 0.5 * (sum.length + 1)
}
