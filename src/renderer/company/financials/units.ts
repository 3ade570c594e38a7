/**
 * The unit line in the table's head ("Reported currency, millions, except per share"), and the
 * width that figures need.
 */

import type { Figure } from '#contract/api/financials.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { formatFigure } from '../../format/figures.ts'
import type { Scale } from '../../format/scale.ts'
import { figureWidth } from '../../ui/grid/figure-width.ts'
import { usualColumnWidth } from '../../ui/grid/grid-state.svelte.ts'
import type { FigureRow } from './statement-rows.ts'

/** The table's head, once: "Reported currency, millions, except per share". */
export function unitsOf(rows: readonly FigureRow[], scale: Scale, isAdjusted = false): string {
  const units = plainUnitsOf(rows, scale)
  const isOfShares = rows.some(({ unit }) => unit === 'per-share' || unit === 'shares')
  return isAdjusted && isOfShares ? `${units}; split-adjusted` : units
}

function plainUnitsOf(rows: readonly FigureRow[], scale: Scale): string {
  const figures = rows.filter(({ rank }) => rank !== 'head' && rank !== 'beneath')
  const shown = figures.filter(({ showing }) => showing === 'figure')
  if (shown.length === 0 && figures.length > 0) {
    return figures[0]?.showing === 'share' ? 'Share of revenue, or of total assets' : 'Change; percents in basis points'
  }
  const has = (...units: readonly UnitKind[]) => shown.some(({ unit }) => units.includes(unit))
  const money = scale === 'units' ? 'Reported currency, units' : `Reported currency, ${scale}`
  if (!has('money', 'shares')) {
    if (has('per-share')) return 'Reported currency per share'
    return has('per-employee') ? 'Ratios; per employee in reported currency' : 'Ratios'
  }
  const except = [
    has('per-share') ? 'per share' : '',
    has('per-employee') ? 'per employee' : '',
    has('percent', 'ratio') ? 'ratios' : '',
    has('days') ? 'days' : '',
  ].filter((part) => part !== '')
  return except.length === 0 ? money : `${money}, except ${except.join(', ')}`
}

/** Wide enough for the longest figure of the rows in this scale; 88 pixels unless they are written out in full. */
export function columnWidth(
  rows: readonly FigureRow[],
  values: Readonly<Record<string, readonly Figure[]>>,
  scale: Scale,
): number {
  const longest = rows.reduce((most, { field, unit, showing }) => {
    if (showing !== 'figure' || (unit !== 'money' && unit !== 'shares')) return most
    const figures = values[field] ?? []
    const largest = figures.reduce<number>(
      (size, figure) => (typeof figure === 'number' ? Math.max(size, Math.abs(figure)) : size),
      0,
    )
    return Math.max(most, figureWidth(formatFigure(-largest, unit, scale)))
  }, 0)
  return Math.max(usualColumnWidth, longest)
}
