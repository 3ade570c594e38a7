/** The search for companies to compare: what a text finds in the library, and the typed symbols themselves. */

import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'

interface CompanySearchDependencies {
  readonly core: Pick<Core, 'securities'>
  readonly changes: Pick<Changes, 'listen'>
  /** Those that are compared already. */
  readonly companies: () => readonly string[]
}

interface CompanyOption {
  readonly symbols: readonly string[]
  /** Unique among the options. */
  readonly title: string
  readonly note: string
}

interface Found {
  readonly text: string
  readonly companies: readonly { readonly symbol: string; readonly name: string }[]
}

export class CompanySearch {
  #text = $state('')
  /** Title of the option that the user went to; null: none. */
  #chosen = $state<string | null>(null)
  #reading: Promise<void> = Promise.resolve()
  readonly #dependencies: CompanySearchDependencies
  readonly #query: Query<Found>
  readonly #typed = $derived.by(() =>
    this.#text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((symbol) => /^[A-Z0-9][A-Z0-9.:^=/*-]{0,31}$/.test(symbol)),
  )
  /** Those of the previous text while the library is searched. The typed symbols are last, unless the search found the same symbol. */
  readonly options: readonly CompanyOption[] = $derived.by(() => {
    const compared = this.#dependencies.companies()
    const found = this.#found
      .filter(({ symbol }) => !compared.includes(symbol))
      .map(({ symbol, name }) => ({ symbols: [symbol], title: symbol, note: name }))
    const title = this.#typed.join(' ')
    if (title === '' || found.some((option) => option.title === title)) return found
    return [...found, { symbols: this.#typed, title, note: 'as typed, fetched from the service' }]
  })

  constructor(dependencies: CompanySearchDependencies) {
    this.#dependencies = dependencies
    this.#query = new Query<Found>(dependencies.changes, { reloadOn: ['securities'] })
  }

  close(): void {
    this.#query.close()
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    const reset = this.#text.trim() === ''
    this.#text = text
    this.#chosen = null
    const query = text.trim()
    if (query === '') this.#query.abort()
    else this.#reading = this.#query.run((signal) => this.#find(query, signal), { reset })
  }

  /** The index of the option that Enter adds. Several typed symbols are meant as typed. */
  get active(): number {
    const at = this.options.findIndex(({ title }) => title === this.#chosen)
    return at >= 0 ? at : this.#typed.length > 1 ? this.options.length - 1 : 0
  }

  goTo(index: number): void {
    this.#chosen = this.options[Math.max(0, Math.min(this.options.length - 1, index))]?.title ?? null
  }

  /** The symbols that Enter adds, once the options are those of the text. Empty: none, or the text was changed meanwhile. */
  async entered(): Promise<readonly string[]> {
    const text = this.#text
    if (this.#typed.length > 1 && this.#chosen === null) return this.#typed
    await this.#reading
    return this.#text === text ? (this.options[this.active]?.symbols ?? []) : []
  }

  get #found(): Found['companies'] {
    const text = this.#text.trim()
    const { result, loading } = this.#query
    return text !== '' && result !== null && (loading || result.text === text) ? result.companies : []
  }

  async #find(text: string, signal: AbortSignal): Promise<Found> {
    const { hits } = await this.#dependencies.core.securities.find(
      { query: text, limit: 24, freshness: 'library' },
      { signal },
    )
    // A company that is listed on several exchanges is one: statements go by the symbol.
    const companies = Map.groupBy(hits, ({ symbol }) => symbol)
    companies.delete('')
    return {
      text,
      companies: [...companies].slice(0, 8).map(([symbol, [listing]]) => ({ symbol, name: listing?.name ?? '' })),
    }
  }
}
