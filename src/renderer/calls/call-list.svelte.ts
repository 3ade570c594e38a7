import type { CallEntry, CallFilter, CallOrder } from '#contract/api/calls.ts'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import type { Changes } from '../core-client/changes.ts'
import { Reading } from '../core-client/reading.svelte.ts'

type ListAnswer = ApiOutputs['calls']['list']
type ListQuestion = ApiInputs['calls']['list']

export interface CallListDependencies {
  readonly list: (question: ListQuestion, signal: AbortSignal) => Promise<ListAnswer>
  readonly changes: Pick<Changes, 'listen'>
}

/** Rows asked for at once, and how many of them before the first one in sight. */
const windowRows = 300
const windowBefore = 100
/** The core gives no more at once. */
const mostRows = 500
/** Rows that are wanted beyond those in sight before anybody scrolls there. */
const margin = 30

/** First and last row in sight, both included. */
export interface VisibleRows {
  readonly first: number
  readonly last: number
}

/** What the table does to what is in sight: a row into sight, or so many rows on, because they came in above. */
export type Move = { readonly to: number } | { readonly by: number }

interface Window {
  readonly filter: CallFilter
  readonly first: number
  readonly answer: ListAnswer
}

/**
 * The library's list of calls as a table of thousands of rows shows it: of all rows a window around those in sight is known. When
 * calls come in, what is looked at stays where it is.
 */
export class CallList {
  readonly #list: CallListDependencies['list']
  readonly #reading: Reading<ListAnswer>
  #filter = $state.raw<CallFilter>({})
  #order = $state.raw<CallOrder>({ by: 'started', descending: true })
  #window = $state.raw<Window | null>(null)
  #sight = $state.raw<VisibleRows>({ first: 0, last: 0 })
  /** Chosen by a key or a click; held by id, so that it stays when rows come and go. */
  #current = $state.raw<{ readonly callId: string | null; readonly index: number } | null>(null)
  /** The other end of a range that reaches to the current row; null: the current row alone. */
  #anchor = $state<number | null>(null)
  #move = $state.raw<Move | null>(null)
  #above = $state(0)
  /** The next answer is to another question: nothing of the old place is kept. */
  #isOther = true

  constructor({ list, changes }: CallListDependencies, filter: CallFilter) {
    this.#list = list
    this.#filter = filter
    this.#reading = new Reading<ListAnswer>(changes, {
      touchedBy: (change) =>
        change.kind === 'calls' || change.kind === 'recordings' || (change.kind === 'call' && this.#holds(change.id)),
    })
    void this.again()
  }

  /** Null before the first answer. */
  get answer(): ListAnswer | null {
    return this.#window?.answer ?? null
  }

  get failure(): Failure | null {
    return this.#reading.failure
  }

  /** Draw the skeleton. */
  get slow(): boolean {
    return this.#reading.slow
  }

  get order(): CallOrder {
    return this.#order
  }

  /** The filter that the rows on screen fit; null before the first answer. */
  get resultFilter(): CallFilter | null {
    return this.#window?.filter ?? null
  }

  get total(): number {
    return this.answer?.total ?? 0
  }

  /** The newest move, for the table to make; the same object is one move. */
  get move(): Move | null {
    return this.#move
  }

  /** Rows that came in above what is looked at, and were not gone to since. */
  get above(): number {
    return this.#above
  }

  /** The first row until one is chosen; −1 when there is none. */
  get current(): number {
    return Math.min(this.#current?.index ?? 0, this.total - 1)
  }

  get currentEntry(): CallEntry | null {
    return this.at(this.current)
  }

  /** Null: there is no such row, or it is not known yet. */
  at(index: number): CallEntry | null {
    return this.#window?.answer.entries[index - this.#window.first] ?? null
  }

  /** Rows that a copy takes, both included; null when there is none. */
  get selected(): VisibleRows | null {
    const { current } = this
    if (current < 0) return null
    const other = Math.min(this.#anchor ?? current, this.total - 1)
    return { first: Math.min(current, other), last: Math.max(current, other) }
  }

  /** `extend`: from the row that was current before. */
  moveTo(index: number, extend = false): void {
    const to = Math.max(0, Math.min(this.total - 1, index))
    this.#anchor = extend ? (this.#anchor ?? this.current) : null
    this.#current = { callId: this.at(to)?.callId ?? null, index: to }
    this.#move = { to }
  }

  moveBy(rows: number, extend = false): void {
    this.moveTo(this.current + rows, extend)
  }

  /** Nothing moves. */
  selectAll(): void {
    this.#anchor = 0
    this.#current = { callId: this.at(this.total - 1)?.callId ?? null, index: this.total - 1 }
  }

  /** Back to the current row alone; false when it is. */
  collapse(): boolean {
    const wasRange = this.#anchor !== null
    this.#anchor = null
    return wasRange
  }

  /** The selected calls that are known here; null when some of them are not. */
  get selectedEntries(): readonly CallEntry[] | null {
    const { selected } = this
    if (selected === null) return []
    const entries: CallEntry[] = []
    for (let index = selected.first; index <= selected.last; index += 1) {
      const entry = this.at(index)
      if (entry === null) return null
      entries.push(entry)
    }
    return entries
  }

  /** Rows, asked for page by page. Rejects with `RequestFailed`. */
  async fetch({ first, last }: VisibleRows, signal: AbortSignal): Promise<readonly CallEntry[]> {
    const [filter, order] = [this.#filter, this.#order]
    const entries: CallEntry[] = []
    for (let offset = first; offset <= last; offset += mostRows) {
      const limit = Math.min(mostRows, last - offset + 1)
      entries.push(...(await this.#list({ filter, order, offset, limit }, signal)).entries)
    }
    return entries
  }

  goToTop(): void {
    this.#current = null
    this.#anchor = null
    this.#above = 0
    this.#move = { to: 0 }
  }

  /** Told by the table whenever it was scrolled or has another height. */
  see(sight: VisibleRows): void {
    if (sight.first === this.#sight.first && sight.last === this.#sight.last) return
    this.#sight = sight
    if (sight.first === 0) this.#above = 0
  }

  /** Asks for the rows in sight when they are not known, nor asked for. */
  cover(): void {
    if (this.#reading.asking || this.#reading.failure !== null || this.#window === null) return
    const { first, answer } = this.#window
    const from = Math.max(0, this.#sight.first - margin)
    const to = Math.min(answer.total - 1, this.#sight.last + margin)
    if (from <= to && (from < first || to >= first + answer.entries.length)) void this.again()
  }

  narrow(filter: CallFilter): void {
    if (JSON.stringify(filter) === JSON.stringify(this.#filter)) return
    this.#filter = filter
    this.#begin()
  }

  /** Another head begins as it is read most; the same one turns round. */
  sortBy(by: CallOrder['by'], descending: boolean): void {
    this.#order = this.#order.by === by ? { by, descending: !this.#order.descending } : { by, descending }
    this.#begin()
  }

  /** Never rejects. */
  again(): Promise<void> {
    return this.#reading.ask((signal) => this.#read(signal))
  }

  close(): void {
    this.#reading.close()
  }

  #begin(): void {
    this.#isOther = true
    void this.again()
  }

  #holds(callId: string): boolean {
    return this.#window?.answer.entries.some((entry) => entry.callId === callId) ?? false
  }

  async #read(signal: AbortSignal): Promise<ListAnswer> {
    const held = this.#isOther ? null : this.#held()
    const chosen = this.#isOther ? null : (this.#current?.callId ?? null)
    const filter = this.#filter
    const question = {
      filter,
      order: this.#order,
      offset: this.#isOther ? 0 : Math.max(0, this.#sight.first - windowBefore),
      limit: windowRows,
      places: [held?.callId, chosen].filter((callId) => typeof callId === 'string'),
    }
    const answer = await this.#list(question, signal)
    if (signal.aborted) return answer
    const placeOf = (callId: string | null) => (callId === null ? null : answer.places[question.places.indexOf(callId)])
    this.#window = { filter, first: question.offset, answer }
    if (this.#isOther) {
      this.#isOther = false
      this.goToTop()
    } else {
      this.#keep(held === null ? 0 : (placeOf(held.callId) ?? held.index) - held.index)
      this.#choose(placeOf(chosen) ?? null)
    }
    return answer
  }

  /** The row that stays where it is: the chosen one, else the first in sight; null at the top, where new ones are welcome. */
  #held(): { readonly callId: string; readonly index: number } | null {
    const { first, last } = this.#sight
    const chosen = this.#current
    if (chosen !== null && chosen.callId !== null && chosen.index >= first && chosen.index <= last) {
      return { callId: chosen.callId, index: chosen.index }
    }
    const callId = first > 0 ? this.at(first)?.callId : undefined
    return callId === undefined ? null : { callId, index: first }
  }

  #keep(by: number): void {
    if (by === 0) return
    this.#move = { by }
    this.#sight = { first: Math.max(0, this.#sight.first + by), last: this.#sight.last + by }
    this.#above = Math.max(0, this.#above + by)
  }

  /** A row that is gone leaves its place to the one that moved up. */
  #choose(place: number | null): void {
    if (this.#current === null) return
    const index = Math.max(0, Math.min(place ?? this.#current.index, this.total - 1))
    if (this.#anchor !== null) this.#anchor = Math.max(0, this.#anchor + index - this.#current.index)
    this.#current = { callId: this.at(index)?.callId ?? (place === null ? null : this.#current.callId), index }
  }
}
