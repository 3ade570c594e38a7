/**
 * Updates a workbook: reads its query, makes the same workbook from the library, and writes the
 * difference into the user's file.
 */

import type { UpdateChunk } from '#contract/api/exports.ts'
import type { Comparisons } from '../../comparisons/comparisons.ts'
import type { Reader } from '../../database/reader-writer.ts'
import { fail } from '../../failure-error.ts'
import type { KnownBreaks } from '../../fundamentals/known-breaks.ts'
import { readSeries } from '../../fundamentals/company-series.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { updatableCompanyWorkbook, ownLines } from '../company/company-workbook-inputs.ts'
import { comparisonBook } from '../comparison/comparison-file.ts'
import { stillShown } from '../comparison/compared-companies.ts'
import type { ExportFacts } from '../provenance-rows.ts'
import type { UpdatableWorkbook } from './updatable-workbook.ts'
import { headsOf, queryIn, writeUpdatedWorkbook } from './workbook-sources.ts'
import { openWorkbook, type OpenedWorkbook } from './opened-workbook.ts'
import type { WorkbookQuery } from './workbook-query.ts'

/** The sources of an update. */
interface UpdateDependencies {
  readonly reader: Reader
  readonly metrics: Pick<Metrics, 'read'>
  readonly comparisons: Pick<Comparisons, 'compareOptions'>
  readonly knownBreaks: Pick<KnownBreaks, 'of'>
  readonly facts: ExportFacts
}

/** Fails with `workbook-refused`, and with `not-in-library`, before the first piece. */
export async function* updateFromLibrary(
  workbook: Buffer,
  dependencies: UpdateDependencies,
): AsyncGenerator<UpdateChunk, void> {
  const book = await openWorkbook(workbook)
  const query = await queryIn(book)
  const updated = await updatableOf(query, book, dependencies)
  yield* writeUpdatedWorkbook(book, { ...updated, query, facts: dependencies.facts, db: dependencies.reader })
}

async function updatableOf(
  query: WorkbookQuery,
  book: OpenedWorkbook,
  { reader, metrics, comparisons, knownBreaks, facts }: UpdateDependencies,
): Promise<{ updatable: UpdatableWorkbook; subject: string }> {
  const { scale } = query
  if (query.kind === 'company') {
    const { symbol, edition, asOf, adjustSplits } = query
    const series = readSeries(reader, symbol, edition, asOf)
    if (!series || series.periods.length === 0) fail({ kind: 'not-in-library' })
    const [own, known] = [ownLines(metrics), knownBreaks.of(symbol)]
    const updatable = updatableCompanyWorkbook(reader, series, { scale, asOf, adjustSplits, own, known, facts })
    return { updatable, subject: `${symbol} financials` }
  }
  const { spec, title, heading } = query
  const compared = stillShown(spec, comparisons.compareOptions(spec), await headsOf(book, ['spread', 'time']))
  if (compared.sides.every(({ periods }) => periods.length === 0)) fail({ kind: 'not-in-library' })
  return {
    updatable: comparisonBook({
      book: compared,
      title,
      ...(heading !== undefined && { heading }),
      scale,
      facts,
      db: reader,
      isDrawn: true,
    }),
    subject: title,
  }
}
