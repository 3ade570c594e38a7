/** A screen's results as a table for a spreadsheet: a copied range, or an exported file. */

import { asOfName, exportOf } from '../app/exporter.ts'
import type { Core } from '../core-client/client.ts'
import { copiedSheet, type SpreadsheetTable } from '../format/copied-table.ts'
import type { Range } from '../ui/grid/grid-types.ts'
import { unitOf } from './condition-format.ts'
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

export function copyRange(page: ScreenPage, data: DataTransfer): void {
  const copied = copiedSheet(sheetOf(page, page.grid.range, page.grid.selectsHeads))
  data.setData('text/plain', copied.text)
  data.setData('text/html', copied.html)
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
        const subject = page.conditionAt(at)
        if (!subject || subject.kind === 'security') return []
        const { unit, isChange } = unitOf(subject, page.own)
        const isGrowth = isChange && !['percent', 'ratio', 'days', 'score'].includes(unit)
        return [[page.titleAt(at), isGrowth ? 'percent' : unit] as const]
      }),
    ),
    facts: [
      ['Screen', sentence],
      ['Judged', page.result ? `${page.result.judged} of ${page.result.companies} companies` : ''],
    ],
  })
}
