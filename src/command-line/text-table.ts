/** Writes a lookup's table for a terminal: aligned columns, figures as on screen. */

import { figureText } from '#contract/api/figure-text.ts'
import type { ColumnKind, Scale, TableCell } from '#contract/api/exports.ts'
import type { Figure } from '#contract/api/financials.ts'
import type { NumberFormat } from '#contract/api/number-format.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import type { LookupTable } from './lookup.ts'
import { printable } from './printable.ts'

export interface TextStyle {
  readonly numbers: NumberFormat
  /** Divides money and shares. */
  readonly scale: Scale
  /** Characters in a line; null: unlimited, as in a file. */
  readonly width: number | null
}

const gap = '  '
const texts: ReadonlySet<ColumnKind> = new Set(['text', 'day', 'instant'])
/** A text is cut to at least this. */
const narrowest = 12

/** Lines without a line break at the end. Control characters of a text, which a terminal would obey, are left out. */
export function textTable(table: LookupTable, style: TextStyle): readonly string[] {
  const { columns, notes } = table
  const cells = table.rows.map((row, at) =>
    columns.map(({ kind }, column) => cellText(row[column] ?? null, kind, table.units?.[at] ?? null, style)),
  )
  const heads = columns.map(({ title }) => printable(title))
  const widths = fitted(
    columns.map((_, column) => Math.max(...[heads, ...cells].map((row) => widthOf(row[column] ?? '')))),
    columns.map(({ kind }) => texts.has(kind)),
    style.width,
  )
  const lineOf = (row: readonly string[]) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0
        return texts.has(columns[column]?.kind ?? 'text') ? cut(text, width).padEnd(width) : text.padStart(width)
      })
      .join(gap)
      .trimEnd()
  const hasUnits = (kind: ColumnKind, units: readonly UnitKind[]) =>
    columns.some((column) => column.kind === kind) &&
    (table.units?.some((unit) => unit !== null && units.includes(unit)) ?? false)
  const unitNotes = [
    ...(hasUnits('number', ['money', 'shares']) && style.scale !== 'units'
      ? [`Money and shares in ${style.scale}.`]
      : []),
    ...(hasUnits('growth', ['percent']) ? ['Differences of percentages in basis points.'] : []),
  ]
  return [
    ...(cells.length === 0 ? ['Nothing found in the library.'] : [lineOf(heads), ...cells.map(lineOf)]),
    ...[...unitNotes, ...notes.map(printable)].map((note, at) => (at === 0 ? `\n${note}` : note)),
  ]
}

function cellText(cell: TableCell, kind: ColumnKind, unit: UnitKind | null, { numbers, scale }: TextStyle): string {
  const { formatFigure, formatChange, formatCount } = figureText(numbers)
  if (unit !== null && kind === 'number' && isFigure(cell)) return formatFigure(cell, unit, scale)
  if (unit !== null && kind === 'growth' && isFigure(cell)) return formatChange(cell, unit)
  if (kind === 'count' && typeof cell === 'number') return formatCount(cell)
  return cell === null ? '' : printable(String(cell))
}

function isFigure(cell: TableCell): cell is Figure {
  return cell === null || typeof cell === 'number' || cell === 'n.m.'
}

function widthOf(text: string): number {
  return [...text].length
}

function cut(text: string, width: number): string {
  const letters = [...text]
  return letters.length <= width ? text : `${letters.slice(0, Math.max(1, width - 1)).join('')}…`
}

/** Texts give way until the line fits; figures never do. */
function fitted(widths: readonly number[], isText: readonly boolean[], width: number | null): readonly number[] {
  if (width === null) return widths
  const fit = [...widths]
  const total = () => fit.reduce((sum, each) => sum + each, gap.length * (fit.length - 1))
  while (total() > width) {
    const widest = fit.reduce(
      (best, each, at) => (isText[at] && each > (fit[best] ?? 0) ? at : best),
      isText.indexOf(true),
    )
    const over = total() - width
    const now = fit[widest]
    if (now === undefined || now <= narrowest) break
    fit[widest] = Math.max(narrowest, now - over)
  }
  return fit
}
