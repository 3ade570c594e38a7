import type { Tie } from '#contract/desk/financials.ts'
import type { TieRule } from '../fundamentals/tie-outs.ts'
import { numberFormat } from './number-formats.ts'
import type { Cell } from './workbook/cells.ts'
import type { CellStyle } from './workbook/styles.ts'

const look: CellStyle = { format: numberFormat('count', 'units'), ink: 'other-sheet', align: 'right' }
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
  const tolerance = `MAX(${0.5 * (count + 1)},ABS(${total})/1000000)`
  const canTell = `OR(${known}=${count},AND(${known}>0,ABS(${difference})<=${tolerance}))`
  return {
    kind: 'styled',
    value: {
      kind: 'formula',
      formula: `IF(ISNUMBER(${total}),IF(${canTell},${difference},"n/a"),"n/a")`,
      value: tie?.difference ?? 'n/a',
    },
    style: tie?.result === 'fails' ? off : look,
  }
}
