/**
 * Renders the parts of a booklet in order: each company, the comparison, then the contents with
 * page numbers. `BookletRenderer` provides how a part is rendered.
 */

import type { BookletContents, BookletEntry } from '#contract/api/booklet.ts'
import type { Failure, FailureKind } from '#contract/failure.ts'
import type { PaperSize } from '#contract/api/paper-size.ts'
import { failureToShow, RequestFailed } from '../../core-client/request-failed.ts'
import { anchorOf, contentsPages, contentsRows, type ContentsRow } from './booklet-plan.ts'

/** Renders the parts of a booklet. A page is an element; only its id is used here. */
export interface BookletRendering<Page> {
  readonly contents: () => Promise<BookletContents>
  /** With the content of its pages, which may exceed what the contents listed when the booklet began. */
  readonly sheet: (symbol: string) => Promise<DrawnCompany<Page>>
  /** Companies whose statements changed since the last call. */
  readonly takeChanged: () => ReadonlySet<string>
  /** Replaces an empty sheet. */
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
  /** The moment that the booklet describes. */
  readonly asOf: number
}

/** No further company can be drawn either. */
const fatal: ReadonlySet<FailureKind> = new Set(['core-stopped', 'program-ended', 'other-workspace'])

/** How often sheets are rendered again for statements that changed meanwhile: a download may last as long as the rendering. */
const mostRounds = 3

/**
 * Renders company after company, then the spread, then the contents with the page numbers, which describe a company as its pages
 * do. A company that fails is named in the contents and does not stop the others. Rejects when all failed. A sheet whose
 * statements change before the spread is rendered again, so that both have the same figures.
 */
export async function renderBooklet<Page extends { id: string }>(
  { size, asOf, hasSpread }: BookletOptions,
  drawing: BookletRendering<Page>,
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
  drawing: BookletRendering<Page>,
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
