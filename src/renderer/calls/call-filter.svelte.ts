import type { CallFilter } from '#contract/api/calls.ts'
import { symbolsOf } from '../format/symbols.ts'
import { rangeOf, type TimeSpan } from '../app/time-range.ts'

/** What the analyst narrowed the list to. */
export class CallChoice {
  /** As typed and entered: `HLDN, VSPO`. */
  symbols = $state('')
  /** Of a watchlist: only its companies; null: of none. */
  list = $state.raw<{ readonly id: string; readonly symbols: readonly string[] } | null>(null)
  text = $state('')
  span = $state<TimeSpan>('any')
  /** YYYY-MM-DD, for the span `dates`; empty: open at that end. */
  firstDay = $state('')
  lastDay = $state('')
  /** As the service writes it; empty: whichever it is. */
  status = $state('')
  onDisk = $state(false)
  readonly #now: () => number
  readonly filter: CallFilter = $derived.by(() => this.#asFilter())

  constructor(symbols: string, now: () => number) {
    this.symbols = symbols
    this.#now = now
  }

  /** Whether anything but the company is chosen. */
  get isNarrowed(): boolean {
    return this.list !== null || this.text.trim() !== '' || this.span !== 'any' || this.status !== '' || this.onDisk
  }

  /** Everything but the company. */
  clear(): void {
    this.list = null
    this.text = ''
    this.span = 'any'
    this.firstDay = ''
    this.lastDay = ''
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

  /** Those entered, those of the list, or those that are both; undefined: all. */
  #companies(): string[] | undefined {
    const entered = symbolsOf(this.symbols)
    const { list } = this
    if (list === null) return entered.length > 0 ? entered : undefined
    return entered.length > 0 ? entered.filter((symbol) => list.symbols.includes(symbol)) : [...list.symbols]
  }
}
