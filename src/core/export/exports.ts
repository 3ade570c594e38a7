import type { DeskQuestions } from '#contract/desk/desk.ts'
import type { ExportFormat, ExportPiece } from '#contract/desk/exports.ts'
import { fail } from '../failure-error.ts'
import type { Library } from '../ledger/library.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { readSeries } from '../fundamentals/series.ts'
import { nameOfSymbol } from '../securities/company-name.ts'
import { companyTable } from './company/company-table.ts'
import { companySheets } from './company/company-workbook.ts'
import type { OwnLine } from './company/line-sheets.ts'
import { provenanceRows } from './company/provenance.ts'
import { pulled } from './pieces.ts'
import { delimited } from './text-tables/delimited.ts'
import { markdown } from './text-tables/markdown.ts'
import type { Row } from './workbook/cells.ts'
import { WorkbookStream } from './workbook/workbook-stream.ts'
import type { ByteSink } from './workbook/zip-stream.ts'

export interface ExportsParts {
  readonly library: Library
  readonly metrics: Metrics
  readonly workspace: () => { readonly name: string; readonly baseUrl: string }
  readonly version: string
}

const kinds: Readonly<Record<ExportFormat, { readonly ending: string; readonly mediaType: string }>> = {
  xlsx: { ending: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  csv: { ending: 'csv', mediaType: 'text/csv;charset=utf-8' },
  tsv: { ending: 'tsv', mediaType: 'text/tab-separated-values;charset=utf-8' },
  markdown: { ending: 'md', mediaType: 'text/markdown;charset=utf-8' },
  json: { ending: 'json', mediaType: 'application/json' },
}

/** Files of what the library holds, written as they are taken. */
export class Exports {
  readonly #parts: ExportsParts

  constructor(parts: ExportsParts) {
    this.#parts = parts
  }

  /** Throws `not-in-library` before the first piece. */
  company({ symbol, edition, as, scale, asKnownOn }: DeskQuestions['exports']['company']): AsyncGenerator<ExportPiece> {
    const { library, workspace, version } = this.#parts
    const { reader, clock } = library
    const series = readSeries(reader, symbol, edition, asKnownOn)
    if (!series || series.periods.length === 0) fail({ kind: 'not-in-library' })
    const madeAt = clock.now()
    const own = this.#own()
    const { name: called, baseUrl } = workspace()
    const facts = { workspace: called, baseUrl, version, madeAt, asKnownOn }
    const { ending, mediaType } = kinds[as]
    const day = new Date(madeAt).toISOString().slice(0, 10)
    const fileName = `${symbol.replaceAll(/[^\w.-]/g, '') || 'company'} financials ${day}.${ending}`
    return pulled(async (sink) => {
      const counted = await (async () => {
        if (as === 'xlsx') {
          const name = nameOfSymbol(reader, symbol)
          const provenance = provenanceRows(reader, series, facts)
          const sheets = companySheets({ name, series, own, scale, provenance })
          const book = new WorkbookStream(sink)
          let [rows, cut] = [0, 0]
          for (const sheet of sheets) {
            const count = await book.add(sheet)
            rows += count.rows
            cut += count.cut
          }
          await book.end({ title: `${symbol} financials`, program: `Tearsheet ${version}`, madeAt })
          return { rows, cut }
        }
        return { rows: await writeTable(sink, companyTable(series, own), as), cut: 0 }
      })()
      return { fileName, mediaType, ...counted }
    })
  }

  #own(): OwnLine[] {
    return [...this.#parts.metrics.read()].flatMap(([field, { metric, formula }]) =>
      formula ? [{ field, label: metric.name, unit: metric.unit, formula }] : [],
    )
  }
}

async function writeTable(sink: ByteSink, rows: readonly Row[], as: Exclude<ExportFormat, 'xlsx'>): Promise<number> {
  for await (const piece of textOf(rows, as)) await sink(Buffer.from(piece))
  return rows.length
}

function textOf(rows: readonly Row[], as: Exclude<ExportFormat, 'xlsx'>): Iterable<string> | AsyncIterable<string> {
  switch (as) {
    case 'csv':
      return delimited([rows], ',')
    case 'tsv':
      return delimited([rows], '\t')
    case 'markdown':
      return markdown([rows])
    case 'json':
      return [`${JSON.stringify(tableOf(rows), null, 1)}\n`]
    default:
      return as satisfies never
  }
}

/** Heads and rows; of a date its text, of a formula its value. */
function tableOf(rows: readonly Row[]): { heads: unknown[]; rows: unknown[][] } {
  const [heads = [], ...rest] = rows.map(({ cells }) =>
    cells.map((cell) => (typeof cell === 'object' && cell?.kind === 'date' ? cell.text : cell)),
  )
  return { heads, rows: rest }
}
