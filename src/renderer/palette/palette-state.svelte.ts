/** The state of the palette: its text, matching securities, and active entry. */

import type { SavedItems } from '#contract/api/home.ts'
import type { SecurityHit } from '#contract/api/securities.ts'
import { afterTimeout, type After } from '../core-client/timeout.ts'
import { readDocumentQuery, readQuery } from './company-codes.ts'
import { findNamedPage, readNamedPage, type NamedPageQuery } from './named-page.ts'
import {
  nothingSaved,
  paletteGroups,
  type LatestCall,
  type PaletteContext,
  type PaletteEntry,
} from './palette-entries.ts'

type Found = Pick<PaletteContext, 'hits' | 'saved' | 'page'>

/** The palette's queries to the library. Each rejects when the core does not respond. */
interface PaletteLookups {
  /** Securities that fit a symbol, name or identifier. */
  securities(subject: string, signal: AbortSignal): Promise<readonly SecurityHit[]>
  /** What the user saved. */
  saved(text: string, signal: AbortSignal): Promise<SavedItems>
  latestCall(symbol: string, signal: AbortSignal): Promise<LatestCall | null>
}

/** Entries wait so long for the library, so that a letter changes them once. Commands do not wait longer. Milliseconds. */
const patience = 100

const nothingFound: Found = { hits: [], saved: nothingSaved, page: null }

export class PaletteState {
  #text = $state('')
  /** The text that the entries are for: the text itself, as soon as the library has answered. */
  #listedText = $state('')
  #found = $state.raw<Found>(nothingFound)
  #latestCall = $state.raw<LatestCall | null>(null)
  /** Null: the first one. */
  #activeId = $state<string | null>(null)
  #subject: string | null = null
  #reading: Promise<void> = Promise.resolve()
  #current = new AbortController()
  #closed = false
  readonly #lookups: PaletteLookups
  readonly #after: After
  readonly groups
  readonly entries

  constructor(
    lookups: PaletteLookups,
    sight: () => Omit<PaletteContext, 'text' | 'hits' | 'saved' | 'page' | 'latestCall'>,
    text: string,
    after = afterTimeout,
  ) {
    this.#lookups = lookups
    this.#after = after
    this.groups = $derived(
      paletteGroups({ ...sight(), ...this.#found, text: this.#listedText, latestCall: this.#latestCall }),
    )
    this.entries = $derived(this.groups.flatMap((group) => group.entries))
    this.#text = text
    this.#listedText = text
    this.#load()
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
    this.#activeId = null
    this.#load()
  }

  get active(): PaletteEntry | null {
    return this.entries.find(({ id }) => id === this.#activeId) ?? this.entries[0] ?? null
  }

  activate(id: string): void {
    this.#activeId = id
  }

  /** Round the ends. */
  step(by: number): void {
    const count = this.entries.length
    const here = this.#index
    if (count > 0) this.#activeId = this.entries[(here + by + count) % count]?.id ?? null
  }

  /** A page up or down, and no further than the ends. */
  leap(by: number): void {
    const to = Math.max(0, Math.min(this.entries.length - 1, this.#index + by))
    this.#activeId = this.entries[to]?.id ?? null
  }

  /** The entries are still those of an earlier text. */
  get isBehind(): boolean {
    return this.#listedText !== this.#text
  }

  /**
   * Resolves when the entries match the text: Enter waits for the library, so that it opens what the last character found. False: the
   * palette was closed meanwhile, and nothing may run.
   */
  async settled(): Promise<boolean> {
    let waited: Promise<void> | null = null
    while (waited !== this.#reading) {
      waited = this.#reading
      await waited
    }
    return !this.#closed
  }

  close(): void {
    this.#closed = true
    this.#current.abort()
  }

  get #index(): number {
    return this.entries.findIndex(({ id }) => id === this.active?.id)
  }

  #load(): void {
    const printed = readDocumentQuery(this.#text)
    const { view, subject } = printed ? { view: null, subject: printed.subject } : readQuery(this.#text)
    if (subject !== this.#subject) {
      this.#subject = subject
      this.#latestCall = null
      this.#reading = this.#read(subject, printed || view !== null ? null : readNamedPage(subject))
    } else this.#listedText = this.#text
    if (view === 'calls' && subject !== '') this.#reading = this.#readLatestCall(this.#reading, subject)
  }

  async #read(subject: string, page: NamedPageQuery | null): Promise<void> {
    this.#current.abort()
    const { signal } = (this.#current = new AbortController())
    const stop = this.#after(patience, () => (this.#listedText = this.#text))
    let found = nothingFound
    try {
      const [hits, saved, named] = await Promise.all([
        this.#lookups.securities(subject, signal),
        subject === '' ? nothingSaved : this.#lookups.saved(subject, signal),
        page && findNamedPage(page, (company) => this.#lookups.securities(company, signal)),
      ])
      found = { hits, saved, page: named }
    } catch {
      // Commands need no library; its failure is in the status bar.
    } finally {
      stop()
    }
    if (signal.aborted) return
    this.#found = found
    this.#listedText = this.#text
  }

  /** Of the company that is on top by then. */
  async #readLatestCall(reading: Promise<void>, subject: string): Promise<void> {
    const { signal } = this.#current
    await reading
    const symbol = this.#named
    if (signal.aborted || symbol === null || this.#latestCall?.symbol === symbol) return
    try {
      const call = await this.#lookups.latestCall(symbol, signal)
      if (!signal.aborted && this.#subject === subject) this.#latestCall = call
    } catch {
      // Its list of calls is offered without it.
    }
  }

  /** The symbol whose views are on top. */
  get #named(): string | null {
    const [first] = this.groups
    const [entry] = first?.id === 'views' ? first.entries : []
    const opens = entry && 'opens' in entry.does ? entry.does.opens : null
    return opens?.screen === 'company' ? opens.symbol : null
  }
}
