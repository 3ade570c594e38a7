import type { DeskQuestions } from '#contract/desk/desk.ts'
import type { ExportPiece, TablePiece } from '#contract/desk/exports.ts'
import type { Comparisons } from '../comparisons/comparisons.ts'
import { fail } from '../failure-error.ts'
import type { Library } from '../ledger/library.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { readSeries } from '../fundamentals/series.ts'
import { nameOfSymbol } from '../securities/company-name.ts'
import { comparisonFile } from './comparison/comparison-file.ts'
import { comparedBook } from './comparison/sides.ts'
import { companyTable } from './company/company-table.ts'
import { companySheets } from './company/company-workbook.ts'
import type { OwnLine } from './company/line-sheets.ts'
import { provenanceRows } from './company/provenance.ts'
import type { ExportFacts } from './facts.ts'
import { fileNameOf, written } from './made.ts'
import { tableFile } from './table/table-file.ts'

export interface ExportsParts {
  readonly library: Library
  readonly metrics: Metrics
  readonly comparisons: Pick<Comparisons, 'parts'>
  readonly workspace: () => { readonly name: string; readonly baseUrl: string }
  readonly version: string
}

/** Files of what the library holds, written as they are taken. */
export class Exports {
  readonly #parts: ExportsParts

  constructor(parts: ExportsParts) {
    this.#parts = parts
  }

  /** Throws `not-in-library` before the first piece. */
  company({ symbol, edition, as, scale, asKnownOn }: DeskQuestions['exports']['company']): AsyncGenerator<ExportPiece> {
    const { reader } = this.#parts.library
    const series = readSeries(reader, symbol, edition, asKnownOn)
    if (!series || series.periods.length === 0) fail({ kind: 'not-in-library' })
    const facts = this.#facts()
    const own = this.#own()
    const table = companyTable(series, own)
    const sheets = companySheets({
      name: nameOfSymbol(reader, symbol),
      ...{ series, own, scale },
      provenance: provenanceRows(reader, series, { ...facts, asKnownOn }),
    })
    const day = new Date(facts.madeAt).toISOString().slice(0, 10)
    return written(
      {
        title: `${symbol} financials`,
        fileName: fileNameOf(`${symbol} financials ${day}`),
        program: facts.program,
        madeAt: facts.madeAt,
        sheets,
        table: [table],
        isFigure: (column) => column > 3,
        facts: [
          ['Company', symbol],
          ['Edition', series.edition],
        ],
        rows: () => table.length,
      },
      as,
    )
  }

  /** Throws `not-in-library` before the first piece when there are statements of none of its companies. */
  comparison({ spec, title, as, scale }: DeskQuestions['exports']['comparison']): AsyncGenerator<ExportPiece> {
    const { comparisons, library } = this.#parts
    const book = comparedBook(spec, comparisons.parts(spec))
    if (book.sides.every(({ periods }) => periods.length === 0)) fail({ kind: 'not-in-library' })
    return written(comparisonFile({ book, title, scale, facts: this.#facts(), db: library.reader }), as)
  }

  /** Fails when the table breaks off. */
  async *table(pieces: AsyncIterator<TablePiece>): AsyncGenerator<ExportPiece, void> {
    const { made, as } = await tableFile(pieces, this.#facts())
    yield* written(made, as)
  }

  #facts(): ExportFacts {
    const { library, workspace, version } = this.#parts
    const { name, baseUrl } = workspace()
    return { workspace: name, baseUrl, program: `Tearsheet ${version}`, madeAt: library.clock.now() }
  }

  #own(): OwnLine[] {
    return [...this.#parts.metrics.read()].flatMap(([field, { metric, formula }]) =>
      formula ? [{ field, label: metric.name, unit: metric.unit, formula }] : [],
    )
  }
}
