import type { CallFilter } from '#contract/desk/calls.ts'
import type { DeskAnswers } from '#contract/desk/desk.ts'
import type { CallsParameters } from '#contract/service/calls.ts'
import { canonicalJson } from '../canonical-json.ts'
import { fail } from '../failure-error.ts'
import { askAndKeep } from '../ledger/answer-question.ts'
import { getAnswerRecords, getNewestAnswer, type LedgerAnswer } from '../ledger/ledger-store.ts'
import { lostOf, type Held } from '../ledger/held.ts'
import type { Library } from '../ledger/library.ts'
import type { Urgency } from '../service/gate.ts'
import type { Reader } from '../database/handles.ts'
import { getOldestListed } from './held-store.ts'
import { callsShelf } from './shelves.ts'

export type Reached = DeskAnswers['calls']['reach']

/** Asked for in one request; the service may give fewer (its largest page is not shown). */
const callsPerPage = 100
/** Requests that one step towards newer or older calls may take. */
const mostPages = 10
/** Companies that are asked for one by one; more of them are found in the list of all. */
const mostSymbols = 12
const day = 86_400_000

/** `hits`: how many matched, null when it did not say; `more`: there may be older ones still. */
export type LastReached = Pick<DeskAnswers['calls']['list'], 'askedAt' | 'hits' | 'more'>

type Asked = Omit<CallsParameters, 'page' | 'page_size'>

/**
 * What the service is asked for a filter: one question a company, or one for all. `text` and `stored` are the library's own. The zone
 * of `from` and `to` is not shown, so a day more is asked for on either side; whole days, so that "the last quarter" is the same
 * question all day.
 */
export function questionsFor({ symbols, from, to, status }: CallFilter): Asked[] {
  const range: Asked = {
    ...(from === undefined ? {} : { from: wireTime(Math.floor(from / day) * day - day) }),
    ...(to === undefined ? {} : { to: wireTime(Math.ceil(to / day) * day + day) }),
    ...(status === undefined ? {} : { status }),
  }
  if (symbols === undefined || symbols.length === 0 || symbols.length > mostSymbols) return [range]
  return [...new Set(symbols)].map((symbol) => ({ symbol, ...range }))
}

function wireTime(instant: number): string {
  return new Date(Math.min(Math.max(instant, 0), Date.UTC(9999, 0))).toISOString().slice(0, 19)
}

/** What the service said when it was last asked for the newest calls of a filter, all of its questions. */
export function lastReached({ reader }: Library, filter: CallFilter): LastReached {
  const parts = questionsFor(filter).map((asked): LastReached => {
    const newest = newestAnswer(reader, asked, 1)
    if (!newest) return { askedAt: null, hits: null, more: true }
    return { askedAt: newest.fetchedAt, hits: newest.hits, more: !isEnded(reader, asked, depthOf(reader, asked)) }
  })
  return {
    askedAt: leastOf(parts.map(({ askedAt }) => askedAt)),
    hits: parts.some(({ hits }) => hits === null) ? null : parts.reduce((sum, { hits }) => sum + (hits ?? 0), 0),
    more: parts.some(({ more }) => more),
  }
}

function leastOf(times: readonly (number | null)[]): number | null {
  return times.reduce((least, at) => (least === null || at === null ? null : Math.min(least, at)))
}

/** Throws what the service failed with; pages that came before stay in the library. */
export async function reach(
  library: Library,
  filter: CallFilter,
  towards: 'newest' | 'older',
  signal: AbortSignal,
): Promise<Reached> {
  if (!library.writer) fail({ kind: 'read-only' })
  const total = { added: 0, changed: 0, hits: 0 as number | null, more: false }
  try {
    for (const asked of questionsFor(filter)) {
      const steps = new Steps(library, asked, signal)
      const { hits, more } = towards === 'newest' ? await steps.newest() : await steps.older()
      total.added += steps.added
      total.changed += steps.changed
      total.hits = hits === null || total.hits === null ? null : total.hits + hits
      total.more ||= more
    }
  } finally {
    if (total.added + total.changed > 0) library.announce({ kind: 'calls' })
  }
  return total
}

/**
 * In the background: the newest calls of a company, then older ones until the last page holds one from before `from` (ms UTC; null: the
 * newest alone), or none are left. Announces nothing.
 */
export async function reachBack(
  library: Library,
  symbol: string,
  from: number | null,
  signal: AbortSignal,
): Promise<{ moved: number }> {
  if (!library.writer) fail({ kind: 'read-only' })
  const asked: Asked = { symbol }
  const steps = new Steps(library, asked, signal, 'background')
  let { more } = await steps.newest()
  while (from !== null && more && !reaches(library.reader, asked, from)) {
    const before = depthOf(library.reader, asked)
    const next = new Steps(library, asked, signal, 'background')
    more = (await next.older()).more
    steps.added += next.added
    steps.changed += next.changed
    if (depthOf(library.reader, asked) === before) break
  }
  return { moved: steps.added + steps.changed }
}

/** What the service listed of a company's calls back to a moment. */
export function heldList(reader: Reader, symbol: string, from: number): Held {
  const asked: Asked = { symbol }
  const first = newestAnswer(reader, asked, 1)
  if (!first) return { askedAt: null, things: 0, lacks: 'never fetched' }
  const listed = [...knownOf(reader, asked)]
  const lost = lostOf(reader, listed)
  const lacks =
    lost > 0
      ? `${lost} of ${listed.length} calls are no longer in the library`
      : isEnded(reader, asked, depthOf(reader, asked)) || reaches(reader, asked, from)
        ? null
        : 'does not reach back far enough'
  return { askedAt: first.fetchedAt, things: listed.length, lacks }
}

/** Whether the deepest page that was asked for holds a call from before a moment, or none at all. */
function reaches(reader: Reader, asked: Asked, from: number): boolean {
  const last = newestAnswer(reader, asked, depthOf(reader, asked))
  const records = last ? getAnswerRecords(reader, last.id) : []
  if (records.length === 0) return last !== undefined
  const oldest = getOldestListed(reader, asked.symbol ?? '', records)
  return oldest !== null && oldest < from
}

interface Page {
  readonly hits: number | null
  /** Records on it that none of this question's answers held before. */
  readonly fresh: number
  readonly held: number
  readonly isLast: boolean
}

/** Goes through the pages of one question, which shift while calls come in. */
class Steps {
  readonly #library: Library
  readonly #asked: Asked
  readonly #signal: AbortSignal
  readonly #urgency: Urgency
  /** Records that any page of this question had brought before. */
  readonly #known: ReadonlySet<number>
  added = 0
  changed = 0

  constructor(library: Library, asked: Asked, signal: AbortSignal, urgency: Urgency = 'user') {
    this.#urgency = urgency
    this.#library = library
    this.#asked = asked
    this.#signal = signal
    this.#known = knownOf(library.reader, asked)
  }

  /** From the first page on until one holds a call that this question had brought before: between them is no gap. */
  async newest(): Promise<{ hits: number | null; more: boolean }> {
    const depth = depthOf(this.#library.reader, this.#asked)
    let page = await this.#ask(1)
    for (let number = 2; depth > 0 && page.fresh === page.held && !page.isLast && number <= mostPages; number += 1) {
      page = await this.#ask(number)
    }
    return { hits: page.hits, more: !page.isLast || (depth > 1 && !isEnded(this.#library.reader, this.#asked, depth)) }
  }

  /**
   * The page behind the last one that was asked for. Calls that came in at the front have moved known ones onto it: then the next.
   * Calls that left have moved unknown ones off it, onto pages that were asked for: then back until a page joins.
   */
  async older(): Promise<{ hits: number | null; more: boolean }> {
    const depth = depthOf(this.#library.reader, this.#asked)
    const before = depth > 0 ? newestAnswer(this.#library.reader, this.#asked, depth)?.hits : undefined
    let page = await this.#ask(depth + 1)
    const joins = page.fresh < page.held || depth === 0 || (page.hits !== null && page.hits === before)
    for (let number = depth, asked = 1; !joins && page.held > 0 && number >= 1 && asked < mostPages; number -= 1) {
      const back = await this.#ask(number)
      asked += 1
      if (back.fresh < back.held) break
    }
    for (let number = depth + 2, asked = 1; page.fresh === 0 && !page.isLast && asked < mostPages; number += 1) {
      page = await this.#ask(number)
      asked += 1
    }
    return { hits: page.hits, more: !page.isLast }
  }

  async #ask(page: number): Promise<Page> {
    const { answer, recorded, unkept } = await askAndKeep(this.#library, callsShelf, {
      parameters: parametersOf(this.#asked, page),
      urgency: this.#urgency,
      signal: this.#signal,
    })
    if (!recorded) fail(unkept ?? { kind: 'read-only' })
    this.added += recorded.added
    this.changed += recorded.changed
    const { hits, pageCount, pageSize } = answer.extent
    const held = recorded.recordIds.length
    const isShort = held < (pageSize ?? callsPerPage)
    return {
      hits,
      held,
      fresh: recorded.recordIds.filter((id) => !this.#known.has(id)).length,
      isLast: held === 0 || (pageCount === null ? isShort && pageSize !== null : page >= pageCount),
    }
  }
}

function knownOf(reader: Reader, asked: Asked): Set<number> {
  const known = new Set<number>()
  for (let page = 1; ; page += 1) {
    const answer = newestAnswer(reader, asked, page)
    if (!answer) return known
    for (const id of getAnswerRecords(reader, answer.id)) known.add(id)
  }
}

/** Pages from the first on that were ever asked for without one missing. */
function depthOf(reader: Reader, asked: Asked): number {
  let depth = 0
  while (newestAnswer(reader, asked, depth + 1)) depth += 1
  // What was asked for beyond the end is asked for again: it may hold something by now.
  while (depth > 1 && isEmpty(reader, asked, depth)) depth -= 1
  return depth
}

function isEmpty(reader: Reader, asked: Asked, page: number): boolean {
  const answer = newestAnswer(reader, asked, page)
  return answer !== undefined && getAnswerRecords(reader, answer.id).length === 0
}

/** Whether the deepest page that was asked for was the last by the service's own count. */
function isEnded(reader: Reader, asked: Asked, depth: number): boolean {
  const pageCount = newestAnswer(reader, asked, depth)?.pageCount
  return pageCount !== null && pageCount !== undefined && depth >= pageCount
}

function parametersOf(asked: Asked, page: number): CallsParameters {
  return { ...asked, page, page_size: callsPerPage }
}

function newestAnswer(reader: Reader, asked: Asked, page: number): LedgerAnswer | undefined {
  return getNewestAnswer(reader, callsShelf.operation, canonicalJson(parametersOf(asked, page)))
}
