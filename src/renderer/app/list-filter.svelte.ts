/**
 * The filter that lists of calls, ratings and news share: companies, watchlist, text and time
 * range.
 */

import { symbolsOf } from '../format/symbols.ts'
import { rangeText, type TimeRange, type TimeRangeChoice } from './time-range.ts'

interface ChosenWatchlist {
  readonly id: string
  readonly name: string
  readonly symbols: readonly string[]
}

/** The filter of a list of records: companies, text and time range. A feature adds its own fields. */
export class ListFilter implements TimeRange {
  #text = $state('')
  span = $state<TimeRangeChoice>('any')
  firstDay = $state('')
  lastDay = $state('')
  /** The chosen watchlist, whose companies alone are listed; null: none. */
  watchlist = $state.raw<ChosenWatchlist | null>(null)
  readonly #symbols: () => string

  /** @param symbols the companies of the tab's location, as entered: `HLDN, VSPO`; empty: all */
  constructor(symbols: () => string) {
    this.#symbols = symbols
  }

  get symbols(): string {
    return this.#symbols()
  }

  /** An accessor, so that a feature can act when it changes. */
  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
  }

  /** The entered companies, those of the watchlist, or those in both; undefined: all. */
  get companies(): string[] | undefined {
    const entered = symbolsOf(this.symbols)
    const { watchlist } = this
    if (watchlist === null) return entered.length > 0 ? entered : undefined
    return entered.length > 0 ? entered.filter((symbol) => watchlist.symbols.includes(symbol)) : [...watchlist.symbols]
  }

  /** Whether any filter but the company is set. */
  get isNarrowed(): boolean {
    return this.text.trim() !== '' || this.span !== 'any' || this.watchlist !== null
  }

  /** The filters apart from the company, in words: `“margin”`, `last 30 days`. */
  get chosen(): readonly string[] {
    const text = this.text.trim()
    return [text === '' ? '' : `“${text}”`, rangeText(this), this.watchlist?.name ?? ''].filter((words) => words !== '')
  }

  /** What is listed: `HLDN, VSPO; “margin”, last 30 days`. */
  get description(): string {
    const entered = symbolsOf(this.symbols)
    const companies = entered.length > 0 ? entered.join(', ') : 'All companies'
    return [companies, this.chosen.join(', ')].filter((words) => words !== '').join('; ')
  }

  /** Says that no row matches what is chosen. */
  noMatch(many: string): string {
    const { chosen } = this
    return `No ${many} match these filters${chosen.length === 0 ? '' : `: ${chosen.join(', ')}`}.`
  }

  /** Clears everything but the company. */
  clear(): void {
    this.text = ''
    this.span = 'any'
    this.firstDay = ''
    this.lastDay = ''
    this.watchlist = null
  }
}
