import type { BookletContents, BookletEntry } from '#contract/api/booklet.ts'
import type { Failure, FailureKind } from '#contract/failure.ts'
import { failureToShow, RequestFailed } from '../../core-client/request-failed.ts'
import { anchorOf, contentsPages, contentsRows, type ContentsRow } from './booklet-plan.ts'
import type { PaperSize } from '../paper-size.ts'

/** What draws the parts of a booklet. A page is an element, of which only its id is touched here. */
export interface BookletDrawing<Page> {
  readonly contents: () => Promise<BookletContents>
  /** With what its pages say, which may be more than the contents said when the booklet began. */
  readonly sheet: (symbol: string) => Promise<DrawnCompany<Page>>
  /** Companies whose statements changed since this was last called. */
  readonly takeChanged: () => ReadonlySet<string>
  /** In place of a sheet that would be empty. */
  readonly missing: (entry: BookletEntry, asOf: number) => Promise<readonly Page[]>
  readonly spread: (symbols: readonly string[], asOf: number) => Promise<readonly Page[]>
  readonly contentsPages: (contents: DrawnContents) => Promise<readonly Page[]>
  readonly advance: (done: number) => void
  /** Lets the user's own work go first. Rejects when the booklet was cancelled. */
  readonly pause: () => Promise<void>
}

interface DrawnCompany<Page> {
  readonly entry: BookletEntry
  readonly pages: readonly Page[]
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

/** How often sheets are drawn again for statements that changed meanwhile: a download may go on as long as the drawing. */
const mostRounds = 3

/**
 * Company after company, then the spread, then the contents, which say on which page each begins. A company that fails is named in the
 * contents and does not stop the others. Rejects when none could be drawn. The contents say of a company what its pages say. A sheet whose
 * statements change before the spread is drawn is drawn again, so that the spread has no other figures than the sheets.
 */
export async function drawBooklet<Page extends { id: string }>(
  { size, asOf, hasSpread }: BookletOptions,
  drawing: BookletDrawing<Page>,
): Promise<DrawnPages<Page>> {
  const { entries, composedAt } = await drawing.contents()
  const day = asOf ?? composedAt
  const drawn: DrawnCompany<Page>[] = []
  const draw = async (entry: BookletEntry, at: number): Promise<void> => {
    const company = await drawCompany(entry, day, drawing)
    drawn[at] = company
    const [first] = company.pages
    if (first) first.id = anchorOf(at)
  }
  drawing.takeChanged()
  for (const [at, entry] of entries.entries()) {
    await draw(entry, at)
    drawing.advance(at + 1)
    await drawing.pause()
  }
  const failed = drawn.flatMap(({ entry: { symbol, failure } }) => (failure ? [{ symbol, failure }] : []))
  if (failed[0] && failed.length === drawn.length) throw new RequestFailed(failed[0].failure)
  const compared = drawn.flatMap(({ entry: { symbol, failure } }) => (failure ? [] : [symbol]))
  let spread: readonly Page[] = []
  for (let round = 0; hasSpread && compared.length > 1 && round < mostRounds; round += 1) {
    spread = await drawing.spread(compared, day)
    const changed = drawing.takeChanged()
    // As of a day nothing changes any more.
    if (asOf !== null || !compared.some((symbol) => changed.has(symbol))) break
    for (const [at, { entry }] of drawn.entries()) {
      if (!entry.failure && changed.has(entry.symbol)) await draw({ ...entry, isEmpty: false }, at)
    }
    await drawing.pause()
  }
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
): Promise<DrawnCompany<Page>> {
  if (entry.failure) return { entry, pages: [] }
  try {
    return entry.isEmpty ? { entry, pages: await drawing.missing(entry, day) } : await drawing.sheet(entry.symbol)
  } catch (error) {
    const failure = failureToShow(error)
    if (failure === null || fatal.has(failure.kind)) throw error
    console.error(error)
    return { entry: { ...entry, failure: { ...failure } }, pages: [] }
  }
}
