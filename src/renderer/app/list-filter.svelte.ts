import type { TimeRange, TimeSpan } from './time-range.ts'

/** What the user narrowed a list of the service's records to: companies, text and a span of time. A feature adds its own fields. */
export class ListFilter implements TimeRange {
  text = $state('')
  span = $state<TimeSpan>('any')
  firstDay = $state('')
  lastDay = $state('')
  readonly #symbols: () => string

  /** @param symbols the companies of the tab's location, as entered: `HLDN, VSPO`; empty: all */
  constructor(symbols: () => string) {
    this.#symbols = symbols
  }

  get symbols(): string {
    return this.#symbols()
  }

  /** Whether anything but the company is chosen. */
  get isNarrowed(): boolean {
    return this.text.trim() !== '' || this.span !== 'any'
  }

  /** Clears everything but the company. */
  clear(): void {
    this.text = ''
    this.span = 'any'
    this.firstDay = ''
    this.lastDay = ''
  }
}
