import type { CallFilter } from '#contract/api/calls.ts'
import { symbolsOf } from '../format/symbols.ts'
import { ListFilter } from '../app/list-filter.svelte.ts'
import { rangeOf } from '../app/time-range.ts'

/** What a list of calls is narrowed to. */
export class CallListFilter extends ListFilter {
  /** A watchlist whose companies alone are listed; null: no watchlist is chosen. */
  watchlist = $state.raw<{ readonly id: string; readonly symbols: readonly string[] } | null>(null)
  /** As the service writes it; empty: any. */
  status = $state('')
  onDisk = $state(false)
  readonly #now: () => number
  readonly filter: CallFilter = $derived.by(() => this.#asFilter())

  constructor(symbols: () => string, now: () => number) {
    super(symbols)
    this.#now = now
  }

  override get isNarrowed(): boolean {
    return super.isNarrowed || this.watchlist !== null || this.status !== '' || this.onDisk
  }

  override clear(): void {
    super.clear()
    this.watchlist = null
    this.status = ''
    this.onDisk = false
  }

  #asFilter(): CallFilter {
    const symbols = this.#companies()
    const text = this.text.trim()
    const { from, to } = rangeOf(this, this.#now())
    return {
      ...(symbols && { symbols }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(this.status !== '' && { status: this.status }),
      ...(text !== '' && { text }),
      ...(this.onDisk && { stored: true }),
    }
  }

  /** The companies entered, those of the watchlist, or those in both; undefined: all. */
  #companies(): string[] | undefined {
    const entered = symbolsOf(this.symbols)
    const { watchlist } = this
    if (watchlist === null) return entered.length > 0 ? entered : undefined
    return entered.length > 0 ? entered.filter((symbol) => watchlist.symbols.includes(symbol)) : [...watchlist.symbols]
  }
}
