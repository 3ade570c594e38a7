import type { SecurityHit } from '#contract/api/securities.ts'
import { readQuery } from './company-codes.ts'
import { paletteGroups, type PaletteEntry, type PaletteContext } from './palette-entries.ts'

/** Securities of the library that fit a symbol, name or identifier. Rejects when the core does not respond. */
export type FindStored = (subject: string, signal: AbortSignal) => Promise<readonly SecurityHit[]>

/** What the palette shows and which entry is next: the text, the securities that match it, the active entry. */
export class PaletteState {
  #text = $state('')
  #hits = $state.raw<readonly SecurityHit[]>([])
  /** Null: the first one. */
  #activeId = $state<string | null>(null)
  #subject: string | null = null
  #reading: Promise<void> = Promise.resolve()
  #current = new AbortController()
  readonly #find: FindStored
  readonly groups
  readonly entries

  constructor(find: FindStored, sight: () => Omit<PaletteContext, 'text' | 'hits'>, text: string) {
    this.#find = find
    this.groups = $derived(paletteGroups({ ...sight(), text: this.#text, hits: this.#hits }))
    this.entries = $derived(this.groups.flatMap((group) => group.entries))
    this.#text = text
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

  /** Resolves when the entries are those of the text: Enter waits for the library, so that it opens what the last letter found. */
  async settled(): Promise<void> {
    let waited: Promise<void> | null = null
    while (waited !== this.#reading) {
      waited = this.#reading
      await waited
    }
  }

  close(): void {
    this.#current.abort()
  }

  get #index(): number {
    return this.entries.findIndex(({ id }) => id === this.active?.id)
  }

  #load(): void {
    const { subject } = readQuery(this.#text)
    if (subject === this.#subject) return
    this.#subject = subject
    this.#reading = this.#read(subject)
  }

  async #read(subject: string): Promise<void> {
    this.#current.abort()
    const { signal } = (this.#current = new AbortController())
    try {
      const hits = await this.#find(subject, signal)
      if (!signal.aborted) this.#hits = hits
    } catch {
      // The commands are there without the library; what is wrong with it stands in the status bar.
      if (!signal.aborted) this.#hits = []
    }
  }
}
