/**
 * The filter of the list of ratings and news: facets, quarter, text, companies, and parameters of
 * the service.
 */

import type { CalendarQuarter, ChosenFacets, RatingsNewsFilter } from '#contract/api/ratings-news.ts'
import { facetGroups, type FacetGroup } from '#contract/api/ratings-news-facets.ts'
import { ListFilter } from '../app/list-filter.svelte.ts'
import type { RatingsNewsShow } from '../app/tab-locations.ts'
import { rangeOf } from '../app/time-range.ts'
import { facetValueLabel, quarterName } from './record-labels.ts'

/** Parameters of the service that are no facet, by name, as typed or chosen; empty: not set. */
export interface MoreFilters {
  exchange: string
  company: string
  id: string
  shareClassFigi: string
}

const noMoreFilters: Readonly<MoreFilters> = { exchange: '', company: '', id: '', shareClassFigi: '' }

function showOf(sorts: readonly string[]): RatingsNewsShow {
  const [first] = sorts
  return sorts.length === 1 && (first === 'rating' || first === 'news') ? first : 'all'
}

interface RecordFilterOptions {
  /** The choice in the tab's location. */
  readonly show?: () => RatingsNewsShow
  /** The user chose among the sorts of records. */
  readonly onshow?: (show: RatingsNewsShow) => void
}

export class RecordFilter extends ListFilter {
  /** Without the sorts, which the tab's location has. */
  #others = $state.raw<ChosenFacets>({})
  /** As the user ticked them: none and both show the same records. */
  #tickedSorts = $state.raw<readonly string[]>([])
  readonly #shownAt: () => RatingsNewsShow
  readonly #onshow: (show: RatingsNewsShow) => void
  /** On a company's page, which has no such location, only the user's choice counts. */
  #show = $derived.by(() => this.#shownAt())
  readonly #sorts: readonly string[] = $derived.by(() => {
    if (showOf(this.#tickedSorts) === this.#show) return this.#tickedSorts
    return this.#show === 'all' ? [] : [this.#show]
  })
  readonly #chosen: ChosenFacets = $derived({
    ...this.#others,
    ...(this.#sorts.length > 0 && { sort: [...this.#sorts] }),
  })
  #quarter = $state.raw<CalendarQuarter | null>(null)
  unseen = $state(false)
  more = $state<MoreFilters>({ ...noMoreFilters })
  readonly #labels = new Map<string, string>()
  readonly #now: () => number
  readonly filter: RatingsNewsFilter = $derived.by(() => this.#asFilter())

  constructor(
    symbols: () => string,
    now: () => number,
    { show = () => 'all', onshow = () => {} }: RecordFilterOptions = {},
  ) {
    super(symbols)
    this.#now = now
    this.#shownAt = show
    this.#onshow = onshow
  }

  /** A calendar quarter that was clicked in the chart; any other time range replaces it. */
  get quarter(): CalendarQuarter | null {
    return this.span === 'any' ? this.#quarter : null
  }

  /** Chooses a quarter instead of the range of time; the same one again clears it. */
  toggleQuarter(quarter: CalendarQuarter): void {
    const { quarter: former } = this
    const isSame = former !== null && former.year === quarter.year && former.quarter === quarter.quarter
    this.span = 'any'
    this.#quarter = isSame ? null : { year: quarter.year, quarter: quarter.quarter }
  }

  values(group: FacetGroup): readonly string[] {
    return this.#chosen[group] ?? []
  }

  /** `label`: the value as the list names it. */
  toggle(group: FacetGroup, value: string, label: string): void {
    this.#labels.set(`${group} ${value}`, label)
    const former = this.values(group)
    this.choose(group, former.includes(value) ? former.filter((each) => each !== value) : [...former, value])
  }

  choose(group: FacetGroup, values: string[]): void {
    if (group === 'sort') this.#chooseSorts(values)
    else this.#others = { ...this.#others, [group]: values }
  }

  /** Up- and downgrades alone are chosen among the actions. */
  get isMovesOnly(): boolean {
    const actions = this.values('action')
    return actions.length === 2 && actions.includes('up') && actions.includes('down')
  }

  get hasMoreFilters(): boolean {
    return Object.values(this.more).some((value: string) => value.trim() !== '')
  }

  get hasFacets(): boolean {
    return Object.values(this.#chosen).some((values) => values.length > 0)
  }

  override get isNarrowed(): boolean {
    return this.isNarrowedBeyondShow || this.values('sort').length > 0
  }

  /** Whether any filter is set besides the companies and the choice between ratings and news. */
  get isNarrowedBeyondShow(): boolean {
    const hasOthers = facetGroups.some((group) => group !== 'sort' && this.values(group).length > 0)
    return super.isNarrowed || this.unseen || this.quarter !== null || hasOthers || this.hasMoreFilters
  }

  override get chosen(): readonly string[] {
    const facets = facetGroups
      .filter((group) => group !== 'sort')
      .flatMap((group) =>
        this.values(group).map((value) => facetValueLabel(group, value, this.#labels.get(`${group} ${value}`))),
      )
    const { exchange, company, id, shareClassFigi } = this.more
    return [
      ...super.chosen,
      ...(this.quarter === null ? [] : [quarterName(this.quarter)]),
      ...(this.unseen ? ['new'] : []),
      ...facets,
      ...[exchange, company, id.trim() === '' ? '' : `ID ${id.trim()}`, shareClassFigi].flatMap(
        (value) => value.trim() || [],
      ),
    ]
  }

  clearFacets(): void {
    this.#others = {}
    this.#chooseSorts([])
  }

  override clear(): void {
    super.clear()
    this.clearFacets()
    this.#quarter = null
    this.unseen = false
    this.more = { ...noMoreFilters }
  }

  #chooseSorts(sorts: readonly string[]): void {
    this.#tickedSorts = sorts
    const show = showOf(sorts)
    if (show === this.#show) return
    this.#show = show
    this.#onshow(show)
  }

  #asFilter(): RatingsNewsFilter {
    const { companies, quarter, more } = this
    const text = this.text.trim()
    const id = Number(more.id.trim() || Number.NaN)
    const [exchange, company, figi] = [more.exchange.trim(), more.company.trim(), more.shareClassFigi.trim()]
    return {
      ...(companies && { symbols: companies }),
      ...rangeOf(this, this.#now()),
      ...(quarter && { quarter }),
      ...(text !== '' && { text }),
      ...(this.unseen && { unseen: true }),
      ...(this.hasFacets && { chosen: this.#chosen }),
      ...(Number.isSafeInteger(id) && { id }),
      ...(exchange !== '' && { exchange }),
      ...(company !== '' && { company }),
      ...(figi !== '' && { shareClassFigi: figi }),
    }
  }
}
