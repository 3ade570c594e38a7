/**
 * The content of an export (sheets, a table, title and facts), and how it is written in the chosen
 * format: Excel, CSV, TSV, Markdown or JSON.
 */

import type { ExportFormat, ExportChunk } from '#contract/api/exports.ts'
import { listSeparatorOf, separatorsOf, usualNumberFormat, type NumberFormat } from '#contract/api/number-format.ts'
import type { PaperSize } from '#contract/api/paper-size.ts'
import { pullChunks, type Finished } from './export-chunks.ts'
import { writeCsv } from './text-tables/csv.ts'
import { jsonTable } from './text-tables/json-table.ts'
import { markdown } from './text-tables/markdown.ts'
import { sampleSentence } from './provenance-rows.ts'
import type { Row, Rows } from './workbook/cells.ts'
import type { Sheet } from './workbook/sheet-xml.ts'
import { WorkbookStream } from './workbook/workbook-stream.ts'

/** The content of a file, in any format. */
export interface ExportSource {
  readonly title: string
  /** File name without extension. */
  readonly fileName: string
  readonly program: string
  /** Milliseconds since 1970. */
  readonly madeAt: number
  /** Sheets of a workbook, in order. */
  readonly sheets: readonly Sheet[]
  /** For a file with one table; the first row is its head. */
  readonly table: Rows
  /** The right-aligned columns, for formats with alignment. */
  readonly isFigure: (column: number) => boolean
  /** Its figures are the sample's: invented. */
  readonly isSample: boolean
  /** Provenance, for formats with room for it. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** How many rows were written, with the analyst's word for a row; called at the end. */
  readonly rows: () => number
}

export const workbookMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const kinds: Readonly<Record<ExportFormat, { readonly ending: string; readonly mediaType: string }>> = {
  xlsx: { ending: 'xlsx', mediaType: workbookMediaType },
  csv: { ending: 'csv', mediaType: 'text/csv;charset=utf-8' },
  tsv: { ending: 'tsv', mediaType: 'text/tab-separated-values;charset=utf-8' },
  markdown: { ending: 'md', mediaType: 'text/markdown;charset=utf-8' },
  json: { ending: 'json', mediaType: 'application/json' },
}

/** The format of a file, and what the user's region decides in it. */
export interface WrittenAs {
  readonly as: ExportFormat
  readonly numbers?: NumberFormat | undefined
  readonly paper?: PaperSize | undefined
}

/** The file, written piece by piece as it is read. */
export function chunksOf(
  source: ExportSource,
  { as, numbers = usualNumberFormat, paper }: WrittenAs,
): AsyncGenerator<ExportChunk, void> {
  const { ending, mediaType } = kinds[as]
  return pullChunks(async (sink): Promise<Finished> => {
    let cut = 0
    if (as === 'xlsx') {
      const book = new WorkbookStream(sink, paper)
      for (const sheet of source.sheets) cut += (await book.add(sheet)).cut
      await book.end(source)
    } else {
      for await (const piece of textOf(source, as, numbers))
        await sink(typeof piece === 'string' ? Buffer.from(piece) : piece)
    }
    return { kind: 'done', fileName: `${source.fileName}.${ending}`, mediaType, rows: source.rows(), cut }
  })
}

function textOf(
  { table, isFigure, facts, isSample }: ExportSource,
  as: Exclude<ExportFormat, 'xlsx'>,
  numbers: NumberFormat,
): AsyncIterable<string | Uint8Array> {
  const decimalSign = separatorsOf(numbers).decimal
  const marked = isSample ? markedAsSample(table) : table
  switch (as) {
    case 'csv':
      return writeCsv(marked, { separator: listSeparatorOf(numbers), decimalSign })
    case 'tsv':
      return writeCsv(marked, { separator: '\t', decimalSign })
    case 'markdown':
      return markdown(marked, isFigure)
    case 'json':
      return jsonTable(table, facts)
    default:
      return as satisfies never
  }
}

/** A last column whose head says that the figures are invented: a row would be taken for a company by a list that imports the file. */
async function* markedAsSample(rows: Rows): AsyncGenerator<readonly Row[]> {
  let isHead = true
  for await (const batch of rows) {
    yield batch.map((row): Row => {
      const cells = [...row.cells, isHead ? sampleSentence : null]
      isHead = false
      return { ...row, cells }
    })
  }
}
