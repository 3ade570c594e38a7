import type { CallFilter } from '#contract/desk/calls.ts'

export const timeSpans = ['any', '30', '90', '365', 'dates'] as const
/** A number is that of the last days; `dates`: from a day to a day. */
export type TimeSpan = (typeof timeSpans)[number]

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
  /** As the service writes it; empty: any. */
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
    const { from, to } = this.#range()
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
    const entered = readSymbols(this.symbols)
    const { list } = this
    if (list === null) return entered.length > 0 ? entered : undefined
    return entered.length > 0 ? entered.filter((symbol) => list.symbols.includes(symbol)) : [...list.symbols]
  }

  /** Whole days of the analyst's clock, so that it is the same question all day. */
  #range(): Pick<CallFilter, 'from' | 'to'> {
    if (this.span === 'any') return {}
    if (this.span === 'dates') {
      const [from, to] = [startOfDay(this.firstDay, 0), startOfDay(this.lastDay, 1)]
      return { ...(from !== null && { from }), ...(to !== null && { to: to - 1 }) }
    }
    const today = new Date(this.#now())
    return { from: new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(this.span)).getTime() }
  }
}

/** Symbols in capitals, each once, however they were set apart. */
export function readSymbols(text: string): string[] {
  return [...new Set(text.toUpperCase().split(/[\s,;]+/))].filter((symbol) => symbol !== '')
}

function startOfDay(day: string, plus: number): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  return year && month && date ? new Date(Number(year), Number(month) - 1, Number(date) + plus).getTime() : null
}
