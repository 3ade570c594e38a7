import type { DeskQuestions } from '#contract/desk/desk.ts'
import type { ExportPiece, TablePiece, UpdatePiece, WorkbookPiece } from '#contract/desk/exports.ts'
import type { Comparisons } from '../comparisons/comparisons.ts'
import { fail } from '../failure-error.ts'
import { localDay } from '../instant.ts'
import type { Library } from '../ledger/library.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { readSeries, type CompanySeries } from '../fundamentals/series.ts'
import { nameOfSymbol } from '../securities/company-name.ts'
import { comparisonBook, comparisonFile } from './comparison/comparison-file.ts'
import { comparedBook, stillShown } from './comparison/sides.ts'
import { companyTable } from './company/company-table.ts'
import { companyBook } from './company/company-workbook.ts'
import type { OwnLine } from './company/line-sheets.ts'
import { provenanceRows } from './company/provenance.ts'
import type { ExportFacts } from './facts.ts'
import { asMade } from './living/keyed.ts'
import type { LivingBook } from './living/living-book.ts'
import { bytesOf, headsOf, questionIn, updateOf } from './living/living-workbook.ts'
import { openBook, type OpenedBook } from './living/opened-book.ts'
import type { Question } from './living/question.ts'
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
    const table = companyTable(series, this.#own())
    const living = this.#companyBook(series, { scale, asKnownOn }, facts)
    const day = localDay(facts.madeAt)
    return written(
      {
        title: `${symbol} financials`,
        fileName: fileNameOf(`${symbol} financials ${day}`),
        program: facts.program,
        madeAt: facts.madeAt,
        sheets: living.sheets(asMade(living.tables)),
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

  /** Fails with `workbook-refused`, and with `not-in-library`, before the first piece. */
  async *update(pieces: AsyncIterator<WorkbookPiece>): AsyncGenerator<UpdatePiece, void> {
    const book = await openBook(await bytesOf(pieces))
    const question = await questionIn(book)
    const facts = this.#facts()
    const living = await this.#living(question, book, facts)
    yield* updateOf(book, { ...living, question, facts, db: this.#parts.library.reader })
  }

  async #living(question: Question, book: OpenedBook, facts: ExportFacts): Promise<{ living: LivingBook; of: string }> {
    const { scale } = question
    if (question.kind === 'company') {
      const { symbol, edition, asKnownOn } = question
      const series = readSeries(this.#parts.library.reader, symbol, edition, asKnownOn)
      if (!series || series.periods.length === 0) fail({ kind: 'not-in-library' })
      return { living: this.#companyBook(series, { scale, asKnownOn }, facts), of: `${symbol} financials` }
    }
    const { spec, title } = question
    const { comparisons, library } = this.#parts
    const compared = stillShown(spec, comparisons.parts(spec), await headsOf(book, ['spread', 'time']))
    if (compared.sides.every(({ periods }) => periods.length === 0)) fail({ kind: 'not-in-library' })
    return { living: comparisonBook({ book: compared, title, scale, facts, db: library.reader }), of: title }
  }

  #companyBook(
    series: CompanySeries,
    { scale, asKnownOn }: Pick<DeskQuestions['exports']['company'], 'scale' | 'asKnownOn'>,
    facts: ExportFacts,
  ): LivingBook {
    const { reader } = this.#parts.library
    const { symbol, edition } = series
    const question = { layout: 1, kind: 'company', madeAt: facts.madeAt, symbol, edition, scale, asKnownOn } as const
    return companyBook({
      name: nameOfSymbol(reader, symbol),
      ...{ series, own: this.#own(), scale },
      provenance: provenanceRows(reader, series, { ...facts, asKnownOn, question }),
    })
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
