/**
 * Explains a rank, a median or a derived value of a comparison by the figures that it is calculated
 * from.
 */

import { isMoneyUnit, isProportion } from '#contract/service/statement-lines.ts'
import type { ComparedLine, ComparedTable } from '#contract/api/comparisons.ts'
import type { Figure } from '#contract/api/financials.ts'
import type { Scale } from '../format/scale.ts'
import type { SourceInput } from '../app/source/source-view.svelte.ts'
import { adjustedIn, derivedFigureAt, type ColumnPosition } from './compare-cells.ts'
import { periodColumnName, writeFigure, writeMedian } from './compare-text.ts'
import { sourceOf } from './company-figure-source.ts'
import type { ShownSettings } from './comparison-settings.ts'

/** The source of a cell that is calculated from other cells of the table. */
interface DerivedFigure {
  readonly text: string
  readonly rule: string
  readonly inputs: readonly SourceInput[]
}

interface FigureContext {
  readonly table: ComparedTable
  readonly settings: Pick<ShownSettings, 'mode' | 'years' | 'peer' | 'alignment' | 'oneCurrency'>
  readonly scale: Scale
}

/** A rank, a median or a derived value, with every figure that it is calculated from. */
export function derivedFigureOf(
  { table, settings, scale }: FigureContext,
  line: ComparedLine,
  position: ColumnPosition,
): DerivedFigure {
  const { mode } = settings
  const width = table.columns.length
  const figureAt = (company: number, columnAt: number): Figure => line.values[company * width + columnAt] ?? null
  const input = (company: number, columnAt: number, isDerived = false): SourceInput => {
    const [column, of] = [table.columns[columnAt], table.companies[company]]
    const derived = derivedFigureAt(table, line, { is: 'figure', company, columnAt })
    const records = of?.periods[columnAt]
    return {
      label: `${of?.symbol ?? ''} ${line.label}`,
      field: line.field,
      value: figureAt(company, columnAt),
      period: column ? periodColumnName(column, settings) : '',
      adjusted: (line.isOfShares && records && adjustedIn(records, isDerived ? mode : 'values')) || null,
      ...(isDerived && { text: writeFigure(derived, line, mode, scale) }),
      target: sourceOf(table, line.field, line.label, { company, columnAt }),
    }
  }
  const { columnAt } = position
  const isAgainst = mode === 'median' || mode === 'peer'
  // Companies are ranked before a figure is set against others.
  const all = table.companies.map((_, company) => input(company, columnAt, !isAgainst && mode !== 'values'))
  const compared = (company: number) =>
    isAgainst ? figureAt(company, columnAt) : derivedFigureAt(table, line, { is: 'figure', company, columnAt })
  const isOutdated = ({ periods }: ComparedTable['companies'][number]) => periods[columnAt]?.outdated === true
  const counted = table.companies.filter(
    (of, company) => typeof compared(company) === 'number' && !isOutdated(of),
  ).length
  const old = table.companies.filter(isOutdated).map(({ symbol }) => symbol)
  const isMoney = isMoneyUnit(line.unit) && (mode === 'values' || isAgainst)
  const asOne = isMoney && settings.oneCurrency ? '; treated as one currency, not converted' : ''
  const isOld = old.length === 0 ? '' : `; ${old.join(', ')} excluded (latest period too old)`
  const count = `${counted === all.length ? '' : `${counted} of `}${all.length} ${all.length === 1 ? 'company' : 'companies'}`
  if (position.is === 'median') {
    const text = writeMedian(line.median[columnAt] ?? null, line, mode, scale)
    return {
      text,
      rule: `Median of ${count}${counted === all.length ? '' : '; n/a and n.m. excluded'}${isOld}${asOne}`,
      inputs: all,
    }
  }
  const { company } = position
  if (position.is === 'rank') {
    const rank = line.ranks[company * width + columnAt] ?? null
    const rule = `Ranked among ${count}, ${line.first} first; n/a and n.m. not ranked${isOld}${asOne}`
    return { text: rank === null ? 'no rank' : String(rank), rule, inputs: all }
  }
  const own = input(company, columnAt)
  const value = derivedFigureAt(table, line, position)
  const derived = { text: writeFigure(value, line, mode, scale), inputs: [own] }
  const beside = (at: number, rule: string): DerivedFigure =>
    at >= 0
      ? { ...derived, rule, inputs: [own, input(company, at)] }
      : { ...derived, rule: `${rule}. The earlier period is not shown` }
  const besideYear = (years: number, rule: string): DerivedFigure => {
    const at = yearsBefore(table, columnAt, years)
    const hasBoth = [columnAt, at].every((each) => typeof figureAt(company, each) === 'number')
    const isRefused = value === null && hasBoth && (mode === 'yoy' || !isProportion(line.unit))
    return beside(at, isRefused ? `${rule}. The end dates of the two periods contradict their labels` : rule)
  }
  switch (mode) {
    case 'median':
      return { ...derived, rule: `${line.label} − median of ${count}${isOld}${asOne}`, inputs: all }
    case 'peer': {
      const peer = table.companies.findIndex(({ symbol }) => symbol === settings.peer)
      const inputs = peer < 0 || peer === company ? [own] : [own, input(peer, columnAt)]
      return { ...derived, rule: `${line.label} − ${line.label} of ${settings.peer ?? 'the peer'}${asOne}`, inputs }
    }
    case 'index': {
      const first = table.columns.findIndex((_, at) => Number(figureAt(company, at) ?? 0) > 0)
      return beside(first, `${line.label} ÷ first positive figure shown × 100`)
    }
    case 'cagr': {
      const years = settings.years
      const rule = `(${line.label} ÷ ${line.label} ${years} ${years === 1 ? 'year' : 'years'} earlier)^(1/${years}) − 1`
      return besideYear(years, rule)
    }
    case 'yoy':
      return besideYear(1, `${line.label}, change from the prior-year period`)
    case 'qoq':
      return beside(columnAt - 1, `${line.label}, change from the previous period`)
    case 'common-size':
      return { ...derived, rule: `${line.label} ÷ revenue (balance sheet: ÷ total assets)` }
    case 'values':
      return { ...derived, rule: line.label }
    default:
      return mode satisfies never
  }
}

/** −1: it is not shown. */
function yearsBefore({ columns }: ComparedTable, columnAt: number, years: number): number {
  const here = columns[columnAt]
  if (!here || here.year === null) return -1
  const { kind, quarter } = here
  const year = here.year - years
  return columns.findIndex((each) => each.kind === kind && each.quarter === quarter && each.year === year)
}
