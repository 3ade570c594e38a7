/**
 * The exports feature: company workbooks, comparisons, tables, and updates of workbooks. Word
 * documents are exported by document/export-document.ts.
 */

import type { ApiInputs } from '#contract/api/api.ts'
import type { ExportChunk, TableChunk, UpdateChunk, WorkbookChunk } from '#contract/api/exports.ts'
import type { Comparisons } from '../comparisons/comparisons.ts'
import { fail } from '../failure-error.ts'
import { localDay } from '../instant.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { KnownBreaks } from '../fundamentals/known-breaks.ts'
import { adjustedForSplits, adjustmentFact } from '../fundamentals/adjust-splits.ts'
import { readSeries } from '../fundamentals/company-series.ts'
import { comparisonFile } from './comparison/comparison-file.ts'
import { comparedWorkbook } from './comparison/compared-companies.ts'
import { updatableCompanyWorkbook, ownLines } from './company/company-workbook-inputs.ts'
import { companyTable } from './company/company-table.ts'
import { asOfDay, sampleFacts, splitsLabel, titleAdjusted, titleAsOf, type ExportFacts } from './provenance-rows.ts'
import { asMade } from './workbook-update/anchored-sheet.ts'
import { bytesOf } from './workbook-update/workbook-sources.ts'
import { updateInThread } from './workbook-update/update-in-thread.ts'
import type { UpdateWorkbookRequest } from './workbook-update/update-worker.ts'
import { fileNameOf } from '#contract/file-name.ts'
import { chunksOf } from './export-source.ts'
import { tableFile } from './table/table-file.ts'

interface ExportsDependencies {
  readonly library: LibraryContext
  readonly metrics: Metrics
  readonly comparisons: Pick<Comparisons, 'compareOptions'>
  readonly knownBreaks: Pick<KnownBreaks, 'of'>
  readonly workspace: () => { readonly name: string; readonly baseUrl: string; readonly kind: 'sample' | 'live' }
  readonly files: () => UpdateWorkbookRequest['files']
  readonly version: string
}

/** Exports of what the library has, written as they are read. */
export class Exports {
  readonly #dependencies: ExportsDependencies

  constructor(dependencies: ExportsDependencies) {
    this.#dependencies = dependencies
  }

  /** Throws `not-in-library` before the first piece. */
  company({
    symbol,
    edition,
    as,
    numbers,
    paper,
    scale,
    asOf,
    adjustSplits = false,
  }: ApiInputs['exports']['company']): AsyncGenerator<ExportChunk> {
    const { reader } = this.#dependencies.library
    const series = readSeries(reader, symbol, edition, asOf)
    if (!series || series.periods.length === 0) fail({ kind: 'not-in-library' })
    const facts = this.#facts()
    const own = ownLines(this.#dependencies.metrics)
    const known = this.#dependencies.knownBreaks.of(symbol)
    const shown = adjustSplits ? adjustedForSplits(series) : series
    const table = companyTable(shown, own, asOfDay(asOf))
    const title = titleAsOf(titleAdjusted(`${symbol} financials`, adjustSplits), asOf)
    const updatable = updatableCompanyWorkbook(reader, series, { scale, asOf, adjustSplits, own, known, facts })
    const day = localDay(facts.madeAt)
    return chunksOf(
      {
        title,
        fileName: fileNameOf(`${title} ${day}`),
        program: facts.program,
        madeAt: facts.madeAt,
        sheets: updatable.sheets(asMade(updatable.tables)),
        table: [table],
        isFigure: (column) => column > 3,
        isSample: facts.isSample,
        facts: [
          ['Company', symbol],
          ['Edition', series.edition],
          ['As of', asOfDay(asOf) ?? 'now'],
          ...sampleFacts(facts),
          ...(adjustSplits ? [[splitsLabel, `EPS and shares adjusted: ${adjustmentFact([shown])}`] as const] : []),
        ],
        rows: () => table.length,
      },
      { as, numbers, paper },
    )
  }

  /** Throws `not-in-library` before the first piece when there are statements of none of its companies. */
  comparison({
    spec,
    title,
    heading,
    as,
    numbers,
    paper,
    scale,
  }: ApiInputs['exports']['comparison']): AsyncGenerator<ExportChunk> {
    const { comparisons, library } = this.#dependencies
    const book = comparedWorkbook(spec, comparisons.compareOptions(spec))
    if (book.sides.every(({ periods }) => periods.length === 0)) fail({ kind: 'not-in-library' })
    return chunksOf(
      comparisonFile({
        book,
        title,
        ...(heading !== undefined && { heading }),
        scale,
        facts: this.#facts(),
        db: library.reader,
      }),
      { as, numbers, paper },
    )
  }

  /** Fails when the table breaks off. */
  async *table(pieces: AsyncIterator<TableChunk>): AsyncGenerator<ExportChunk, void> {
    const { made: source, ...written } = await tableFile(pieces, this.#facts())
    yield* chunksOf(source, written)
  }

  /** Fails with `workbook-refused`, and with `not-in-library`, before the first piece. */
  async *update(pieces: AsyncIterator<WorkbookChunk>, signal: AbortSignal): AsyncGenerator<UpdateChunk, void> {
    const workbook = await bytesOf(pieces)
    yield* updateInThread({ workbook, files: this.#dependencies.files(), facts: this.#facts() }, signal)
  }

  #facts(): ExportFacts {
    const { library, workspace, version } = this.#dependencies
    const { name, baseUrl, kind } = workspace()
    return {
      workspace: name,
      baseUrl,
      isSample: kind === 'sample',
      program: `Tearsheet ${version}`,
      madeAt: library.clock.now(),
    }
  }
}
