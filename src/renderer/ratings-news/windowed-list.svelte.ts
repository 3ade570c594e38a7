import type { ListGap } from '#contract/api/list-gap.ts'
import type { Announcement } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import type { Changes } from '../core-client/changes.ts'
import { Reading } from '../core-client/reading.svelte.ts'

/** What the core answers of a list: a window of it, and where the service stands. */
export interface ListResult<Entry> {
  readonly entries: readonly Entry[]
  readonly total: number
  readonly places: readonly (number | null)[]
  readonly requestedAt: number | null
  readonly more: boolean
  readonly gap: ListGap | null
  readonly stale: boolean
}

/** What came of asking the service. */
export interface FetchedMore {
  readonly added: number
  readonly more: boolean
}

export interface ListQuery<Filter> {
  readonly filter: Filter
  readonly offset: number
  readonly limit: number
  readonly places: number[]
}

export interface WindowedListDependencies<Filter, Answer> {
  readonly list: (question: ListQuery<Filter>, signal: AbortSignal) => Promise<Answer>
  readonly changes: Pick<Changes, 'listen'>
  readonly touchedBy: Announcement['kind']
}

/** Rows asked for at once, and how many of them before the first one in sight. */
const windowRows = 300
const windowBefore = 100
/** Rows that a copy asks for at once, and takes at most. */
const copiedAtOnce = 500
export const mostCopied = 20_000

interface Window<Filter, Answer> {
  readonly filter: Filter
  readonly first: number
  readonly answer: Answer
}

/**
 * A list of the library as a table of thousands of rows shows it: of all rows a window around those in sight is known, and the current
 * one is held by its record, so that it stays when others come in.
 */
export class WindowedList<Filter, Entry extends { readonly recordId: number }, Answer extends ListResult<Entry>> {
  readonly #list: WindowedListDependencies<Filter, Answer>['list']
  readonly #reading: Reading<Answer>
  #filter: Filter
  #window = $state.raw<Window<Filter, Answer> | null>(null)
  #sight = { first: 0, last: 0 }
  #chosen: number | null = null
  /** Chosen from elsewhere, until a row is gone to: it outlasts another filter, which may come with it. */
  #wanted: number | null = null
  #current = $state(0)
  /** Rows that came in above the current one with the newest answer. */
  #shift = $state.raw<{ readonly by: number }>({ by: 0 })

  constructor({ list, changes, touchedBy }: WindowedListDependencies<Filter, Answer>, filter: Filter) {
    this.#list = list
    this.#filter = filter
    this.#reading = new Reading<Answer>(changes, { touchedBy: ({ kind }) => kind === touchedBy })
    void this.again()
  }

  /** Null before the first answer. */
  get answer(): Answer | null {
    return this.#window?.answer ?? null
  }

  get resultFilter(): Filter | null {
    return this.#window?.filter ?? null
  }

  get failure(): Failure | null {
    return this.#reading.failure
  }

  get slow(): boolean {
    return this.#reading.slow
  }

  get total(): number {
    return this.answer?.total ?? 0
  }

  /** −1 when there is no row. */
  get current(): number {
    return Math.min(this.#current, this.total - 1)
  }

  get currentEntry(): Entry | null {
    return this.at(this.current)
  }

  get shift(): { readonly by: number } {
    return this.#shift
  }

  /** Null: there is no such row, or it is not known yet. */
  at(row: number): Entry | null {
    return this.#window?.answer.entries[row - this.#window.first] ?? null
  }

  moveTo(row: number): void {
    this.#current = Math.max(0, Math.min(this.total - 1, row))
    this.#chosen = this.currentEntry?.recordId ?? null
    this.#wanted = null
  }

  /** Makes a record's row the current one, when it is in the list. */
  choose(recordId: number): void {
    this.#chosen = this.#wanted = recordId
    void this.again()
  }

  /** Told by the table: rows in sight that are not known are asked for. */
  see(first: number, last: number): void {
    this.#sight = { first, last }
    this.#cover()
  }

  narrow(filter: Filter): void {
    if (JSON.stringify(filter) === JSON.stringify(this.#filter)) return
    this.#filter = filter
    this.#current = 0
    this.#chosen = this.#wanted
    void this.again()
  }

  /** Never rejects. */
  again(): Promise<void> {
    return this.#reading.ask((signal) => this.#read(signal))
  }

  /** Every row, in order. Rejects with `RequestFailed`. */
  async everyRow(signal = new AbortController().signal): Promise<readonly Entry[]> {
    const [filter, most] = [this.#filter, Math.min(this.total, mostCopied)]
    const entries: Entry[] = []
    for (let offset = 0; offset < most; offset += copiedAtOnce) {
      const page = await this.#list({ filter, offset, limit: copiedAtOnce, places: [] }, signal)
      entries.push(...page.entries)
    }
    return entries
  }

  close(): void {
    this.#reading.close()
  }

  #cover(): void {
    if (this.#window === null || this.#reading.asking || this.#reading.failure !== null) return
    const { first, answer } = this.#window
    const last = Math.min(this.#sight.last, answer.total - 1)
    if (this.#sight.first <= last && (this.#sight.first < first || last >= first + answer.entries.length)) {
      void this.again()
    }
  }

  async #read(signal: AbortSignal): Promise<Answer> {
    const filter = this.#filter
    const first = Math.max(0, this.#sight.first - windowBefore)
    const places = this.#chosen === null ? [] : [this.#chosen]
    const answer = await this.#list({ filter, offset: first, limit: windowRows, places }, signal)
    if (signal.aborted) return answer
    const place = answer.places[0] ?? null
    const by = place === null ? 0 : place - this.#current
    this.#window = { filter, first, answer }
    if (place !== null) this.#current = place
    if (by !== 0) this.#shift = { by }
    queueMicrotask(() => this.#cover())
    return answer
  }
}
