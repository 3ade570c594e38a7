import { ListFilter } from '../app/list-filter.svelte.ts'

/** The props of both panels. */
export interface PanelProps {
  /** The companies shown at first; empty: all. */
  readonly symbol: string
  /** The list is that company's alone. */
  readonly fixed?: boolean
  /** A record to open; −1: none. */
  readonly record?: number
  readonly shown: boolean
  readonly now: number
  readonly onsymbols?: (symbols: string) => void
}

/** A filter that only one of the lists has: its value is chosen among options, or entered. */
export interface ListFilterValues {
  readonly name: string
  readonly label: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Width of the field in which a value is entered, in pixels. */
  readonly width?: number
}

/** What a list of ratings or news is narrowed to. */
export class RatingsNewsFilter extends ListFilter {
  /** The filters that only one of the lists has, by name, as typed or chosen. */
  more = $state<Record<string, string>>({})

  override get isNarrowed(): boolean {
    return super.isNarrowed || Object.values(this.more).some((value) => value !== '')
  }

  /** A filter that only one of the lists has; undefined when it is not set. */
  own(name: string): string | undefined {
    return this.more[name]?.trim() || undefined
  }

  override clear(): void {
    super.clear()
    this.more = {}
  }
}
