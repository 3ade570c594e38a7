import type { UpdatePiece } from '#contract/desk/exports.ts'
import type { Comparisons } from '../../comparisons/comparisons.ts'
import type { Reader } from '../../database/handles.ts'
import { fail } from '../../failure-error.ts'
import type { KnownBreaks } from '../../fundamentals/known-breaks.ts'
import { readSeries } from '../../fundamentals/series.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { companyLivingBook, ownLines } from '../company/company-living.ts'
import { comparisonBook } from '../comparison/comparison-file.ts'
import { stillShown } from '../comparison/sides.ts'
import type { ExportFacts } from '../facts.ts'
import type { LivingBook } from './living-book.ts'
import { headsOf, questionIn, updateOf } from './living-workbook.ts'
import { openBook, type OpenedBook } from './opened-book.ts'
import type { Question } from './question.ts'

/** What an update reads from. */
export interface UpdateParts {
  readonly reader: Reader
  readonly metrics: Pick<Metrics, 'read'>
  readonly comparisons: Pick<Comparisons, 'parts'>
  readonly knownBreaks: Pick<KnownBreaks, 'of'>
  readonly facts: ExportFacts
}

/** Fails with `workbook-refused`, and with `not-in-library`, before the first piece. */
export async function* updateWorkbook(workbook: Buffer, parts: UpdateParts): AsyncGenerator<UpdatePiece, void> {
  const book = await openBook(workbook)
  const question = await questionIn(book)
  const made = await livingOf(question, book, parts)
  yield* updateOf(book, { ...made, question, facts: parts.facts, db: parts.reader })
}

async function livingOf(
  question: Question,
  book: OpenedBook,
  { reader, metrics, comparisons, knownBreaks, facts }: UpdateParts,
): Promise<{ living: LivingBook; of: string }> {
  const { scale } = question
  if (question.kind === 'company') {
    const { symbol, edition, asKnownOn, adjustSplits } = question
    const series = readSeries(reader, symbol, edition, asKnownOn)
    if (!series || series.periods.length === 0) fail({ kind: 'not-in-library' })
    const [own, known] = [ownLines(metrics), knownBreaks.of(symbol)]
    const living = companyLivingBook(reader, series, { scale, asKnownOn, adjustSplits, own, known, facts })
    return { living, of: `${symbol} financials` }
  }
  const { spec, title } = question
  const compared = stillShown(spec, comparisons.parts(spec), await headsOf(book, ['spread', 'time']))
  if (compared.sides.every(({ periods }) => periods.length === 0)) fail({ kind: 'not-in-library' })
  return { living: comparisonBook({ book: compared, title, scale, facts, db: reader }), of: title }
}
