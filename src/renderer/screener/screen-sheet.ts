/** A screen's results as a table for a spreadsheet: a copied range, or an exported file. */

import { asOfName, exportOf } from '../app/exporter.ts'
import type { Core } from '../core-client/client.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { copiedSheet, type SpreadsheetCell, type SpreadsheetTable } from '../format/copied-table.ts'
import type { CopiedTable } from '../ui/clipboard.ts'
import type { Range } from '../ui/grid/grid-types.ts'
import type { ScreenPage } from './screen-page.svelte.ts'

/** A range of the results as it is copied and saved: figures in full. */
function sheetOf(page: ScreenPage, range: Range, heads: boolean): SpreadsheetTable {
  const columns = page.columns.map((_, at) => at).filter((at) => at >= range.left && at <= range.right)
  const labels = heads || range.left < 0
  const rows = page.ordered
    .map(({ symbol, name }, row) => ({ symbol, name, row }))
    .slice(Math.max(0, range.top), range.bottom + 1)
    .map(({ symbol, name, row }) => [
      ...(labels ? [symbol, name] : []),
      ...columns.map((column) => page.sheetCell(row, column)),
    ])
  return { heads: heads ? ['Symbol', 'Company', ...columns.map((column) => page.titleAt(column))] : [], rows }
}

export interface CopyOptions {
  /** With symbols, names and column heads. */
  readonly heads: boolean
  /** Adds the stored records behind the figures below them. */
  readonly sources?: boolean
}

interface CopiedRange extends CopiedTable {
  /** Companies in it. */
  readonly count: number
}

/** The selected cells. */
export function copyRange(page: ScreenPage, { heads, sources = false }: CopyOptions): CopiedRange {
  const { range } = page.grid
  const sheet = sheetOf(page, range, heads)
  const rows = sources ? [...sheet.rows, ...sourceRows(page, range)] : sheet.rows
  return { ...copiedSheet({ ...sheet, rows }), count: sheet.rows.length }
}

const periodTitles = { quarter: 'Latest quarter', ltm: 'LTM', year: 'Latest year' } as const

/** A line for each company and kind of period among the figures. */
function sourceRows(page: ScreenPage, { top, bottom, left, right }: Range): SpreadsheetTable['rows'] {
  const subjects = page.columns.flatMap((_, at) => (at >= left && at <= right ? (page.conditionAt(at) ?? []) : []))
  const periods = new Set(subjects.flatMap((subject) => (subject.kind === 'figure' ? [subject.period] : [])))
  const lines = page.ordered.slice(Math.max(0, top), bottom + 1).flatMap(({ symbol, period, records }) =>
    [...periods].map((kind): readonly SpreadsheetCell[] => {
      const ids = records[kind]
      const isQuarter = kind !== 'year' && period !== null
      return [
        symbol,
        periodTitles[kind],
        isQuarter ? fiscalPeriodName(period) : '',
        isQuarter ? period.endPeriod : '',
        ids.length === 0 ? 'no record' : ids.join(' '),
      ]
    }),
  )
  return lines.length === 0
    ? []
    : [[''], ['Source', 'Period', 'Fiscal quarter', 'Period end', 'Stored record'], ...lines]
}

interface FileOptions {
  /** Name of the screen; empty: none. */
  readonly name: string
  readonly asOf: number | null
  /** The screen in words. */
  readonly sentence: string
}

/** The matching companies, or the selected ones, as a file; null: none. */
export function resultsFile(core: Core, page: ScreenPage, { name, asOf, sentence }: FileOptions) {
  if (page.ordered.length === 0) return null
  return exportOf(core, {
    name: `${name === '' ? 'Screen' : name} ${asOfName(asOf)}`,
    sheet: () => {
      const whole = sheetOf(page, page.whole, true)
      const chosen = new Set(page.chosen)
      return { ...whole, rows: whole.rows.filter(([symbol]) => chosen.has(String(symbol))) }
    },
    kinds: Object.fromEntries(
      page.columns.flatMap((_, at) => {
        const kind = page.kindAt(at)
        return kind === null ? [] : [[page.titleAt(at), kind] as const]
      }),
    ),
    facts: [
      ['Screen', sentence],
      ['Judged', page.result ? `${page.result.judged} of ${page.result.companies} companies` : ''],
    ],
  })
}
