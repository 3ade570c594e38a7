import type { BookletContents, BookletEntry } from '#contract/api/booklet.ts'
import type { Failure, FailureKind } from '#contract/failure.ts'
import { failureToShow, RequestFailed } from '../../core-client/request-failed.ts'
import { anchorOf, contentsPages, contentsRows, type ContentsRow } from './booklet-plan.ts'
import type { PaperSize } from '../paper-size.ts'

/** What draws the parts of a booklet. A page is an element, of which only its id is touched here. */
export interface BookletDrawing<Page> {
  readonly contents: () => Promise<BookletContents>
  readonly sheet: (symbol: string) => Promise<readonly Page[]>
  /** In place of a sheet that would be empty. */
  readonly missing: (entry: BookletEntry, asOf: number) => Promise<readonly Page[]>
  readonly spread: (symbols: readonly string[], asOf: number) => Promise<readonly Page[]>
  readonly contentsPages: (contents: DrawnContents) => Promise<readonly Page[]>
  readonly advance: (done: number) => void
  /** Lets the user's own work go first. Rejects when the booklet was cancelled. */
  readonly pause: () => Promise<void>
}

interface DrawnContents {
  readonly rows: readonly ContentsRow[]
  readonly spreadPage: number | null
  readonly asOf: number
}

interface BookletOptions {
  readonly size: PaperSize
  /** Null: now. */
  readonly asOf: number | null
  readonly hasSpread: boolean
}

interface DrawnPages<Page> {
  readonly pages: readonly Page[]
  readonly failed: readonly { readonly symbol: string; readonly failure: Failure }[]
  /** The moment that the booklet tells of. */
  readonly asOf: number
}

/** No further company can be drawn either. */
const fatal: ReadonlySet<FailureKind> = new Set(['core-stopped', 'program-ended', 'other-workspace'])

/**
 * Company after company, then the spread, then the contents, which say on which page each begins. A company that fails is named in the
 * contents and does not stop the others. Rejects when none could be drawn.
 */
export async function drawBooklet<Page extends { id: string }>(
  { size, asOf, hasSpread }: BookletOptions,
  drawing: BookletDrawing<Page>,
): Promise<DrawnPages<Page>> {
  const { entries, composedAt } = await drawing.contents()
  const day = asOf ?? composedAt
  const drawn: { entry: BookletEntry; pages: readonly Page[] }[] = []
  for (const entry of entries) {
    drawn.push(await drawCompany(entry, day, drawing))
    const [first] = drawn.at(-1)?.pages ?? []
    if (first) first.id = anchorOf(drawn.length - 1)
    drawing.advance(drawn.length)
    await drawing.pause()
  }
  const failed = drawn.flatMap(({ entry: { symbol, failure } }) => (failure ? [{ symbol, failure }] : []))
  if (failed[0] && failed.length === drawn.length) throw new RequestFailed(failed[0].failure)
  const compared = drawn.flatMap(({ entry: { symbol, failure } }) => (failure ? [] : [symbol]))
  const spread = hasSpread && compared.length > 1 ? await drawing.spread(compared, day) : []
  const lines = drawn.length + (spread.length > 0 ? 1 : 0)
  const before = contentsPages(Array.from({ length: lines }), size).length
  const sheets = drawn.flatMap(({ pages }) => pages)
  const contents = await drawing.contentsPages({
    rows: contentsRows(
      drawn.map(({ entry }) => entry),
      drawn.map(({ pages }) => pages.length),
      before,
    ),
    spreadPage: spread.length > 0 ? before + sheets.length + 1 : null,
    asOf: day,
  })
  return { pages: [...contents, ...sheets, ...spread], failed, asOf: day }
}

async function drawCompany<Page>(
  entry: BookletEntry,
  day: number,
  drawing: BookletDrawing<Page>,
): Promise<{ entry: BookletEntry; pages: readonly Page[] }> {
  if (entry.failure) return { entry, pages: [] }
  try {
    return { entry, pages: entry.isEmpty ? await drawing.missing(entry, day) : await drawing.sheet(entry.symbol) }
  } catch (error) {
    const failure = failureToShow(error)
    if (failure === null || fatal.has(failure.kind)) throw error
    console.error(error)
    return { entry: { ...entry, failure: { ...failure } }, pages: [] }
  }
}
