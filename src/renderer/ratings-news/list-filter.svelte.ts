import type { TimeRange, TimeSpan } from '../app/time-range.ts'

/** What both panels are given. */
export interface PanelProps {
  /** Of the companies to begin with; empty: all. */
  readonly symbol: string
  /** The list is that company's alone. */
  readonly fixed?: boolean
  /** A record to open; −1: none. */
  readonly record?: number
  readonly shown: boolean
  readonly now: number
  readonly onsymbols?: (symbols: string) => void
}

/** A filter of one list's own: chosen among options, or entered. */
export interface ListFilterValues {
  readonly name: string
  readonly label: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Of what is entered, pixels. */
  readonly width?: number
}

/** What both lists are narrowed to. */
export class ListFilter implements TimeRange {
  /** As typed and entered: `HLDN, VSPO`. */
  symbols = $state('')
  text = $state('')
  span = $state<TimeSpan>('any')
  firstDay = $state('')
  lastDay = $state('')
  /** The list's own filters, as typed or chosen, by name. */
  more = $state<Record<string, string>>({})

  constructor(symbols: string) {
    this.symbols = symbols
  }

  /** Whether anything but the company is chosen. */
  get isNarrowed(): boolean {
    return [this.text.trim(), ...Object.values(this.more)].some((value) => value !== '') || this.span !== 'any'
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
    this.more = {}
  }
}
