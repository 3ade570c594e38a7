import type { TimeRange, TimeSpan } from '../workspace/time-range.ts'

/** What both lists are narrowed to. */
export class OpinionChoice implements TimeRange {
  /** As typed and entered: `HLDN, VSPO`. */
  symbols = $state('')
  text = $state('')
  span = $state<TimeSpan>('any')
  firstDay = $state('')
  lastDay = $state('')
  /** What the record is of; empty: any. */
  kind = $state('')
  /** The list's own filters, as typed or chosen, by name. */
  more = $state<Record<string, string>>({})

  constructor(symbols: string) {
    this.symbols = symbols
  }

  /** Whether anything but the company is chosen. */
  get isNarrowed(): boolean {
    return (
      [this.text.trim(), this.kind, ...Object.values(this.more)].some((value) => value !== '') || this.span !== 'any'
    )
  }

  /** A filter of the list's own; undefined when it is not set. */
  own(name: string): string | undefined {
    return this.more[name]?.trim() || undefined
  }

  /** Everything but the company. */
  clear(): void {
    this.text = ''
    this.span = 'any'
    this.firstDay = ''
    this.lastDay = ''
    this.kind = ''
    this.more = {}
  }
}
