/** State of a timeline: visible span, lanes, current event and selected range. */

import { readJsonText, type JsonText } from '#contract/api/serialized-json.ts'
import type { TimelineEntry, TimelineKind } from '#contract/api/timeline.ts'
import { aYear, panned, revealing, spanAround, zoomed, type TimeSpan } from './time-span.ts'
import { firmsWithTargets, targetSeries, targetsOfFirm, type TargetSeries } from './price-target-series.ts'
import { linksOf, type Links } from './event-links.ts'
import { keyOf, timelineKinds } from './timeline-text.ts'

/** A lane per kind or per company. */
export type LanesBy = 'kind' | 'company'

export interface Lane {
  /** A kind, or a company's symbol. */
  readonly key: string
  readonly entries: readonly TimelineEntry[]
}

/** Ratings stand next to the price targets. */
const laneOrder: readonly TimelineKind[] = ['rating', 'call', 'news', 'period', 'restated', 'withdrawn']
const nothing: Links = { entries: [] }
const zoomStep = 1.6
const panStep = 0.5

/** The entries of a timeline, the span that is shown, and the current entry. */
export class TimelineView {
  readonly #entries: () => JsonText<readonly TimelineEntry[]> | null
  readonly #now: () => number
  readonly #years: () => number
  /** Where the user zoomed or moved to; null: the years that are shown. */
  #span = $state.raw<TimeSpan | null>(null)
  /** As the user chose them last, null being everything; undefined: those that are shown at first. */
  #chosenYears = $state.raw<number | null | undefined>(undefined)
  /** The kinds that the user hid. */
  #unwanted = $state.raw<ReadonlySet<TimelineKind>>(new Set())
  #current = $state('')
  /** The event whose links are followed one after another. */
  #origin = $state('')
  #brush = $state.raw<TimeSpan | null>(null)
  /** A brush that follows the current event begins here. */
  #brushFrom = $state.raw<number | null>(null)
  /** The firm whose targets are drawn; empty: none. */
  firm = $state('')
  lanesBy = $state<LanesBy>('kind')

  /**
   * @param entries as the core returns them; null: not loaded yet
   * @param years that are shown at first
   */
  constructor(
    entries: () => JsonText<readonly TimelineEntry[]> | null,
    now: () => number,
    years: () => number = () => 2,
  ) {
    this.#entries = entries
    this.#now = now
    this.#years = years
  }

  readonly #all: readonly TimelineEntry[] = $derived.by(() => {
    const text = this.#entries()
    if (text === null) return []
    return readJsonText(text)
      .map((entry) => (entry.kind === 'period' ? { ...entry, at: midnightOf(entry.end) } : entry))
      .toSorted((one, other) => one.at - other.at || Number(isYear(one)) - Number(isYear(other)))
  })

  get isLoaded(): boolean {
    return this.#entries() !== null
  }

  get isEmpty(): boolean {
    return this.#all.length === 0
  }

  /** From the first entry to the last, including now. */
  readonly bounds: TimeSpan = $derived.by(() => {
    const now = this.#now()
    return spanAround(Math.min(this.#all[0]?.at ?? now, now), Math.max(this.#all.at(-1)?.at ?? now, now))
  })

  /**
   * The span that is shown: at first the last years, or everything if nothing happened in them. Years that were chosen, and everything,
   * take in the entries that come later.
   */
  readonly span: TimeSpan = $derived.by(
    () => this.#span ?? this.#spanOf(this.#chosenYears === undefined ? this.#years() : this.#chosenYears),
  )

  /** The kinds that can be shown. Figures are withdrawn so rarely that an empty lane would only take space. */
  readonly kinds: readonly TimelineKind[] = $derived.by(() => {
    const isWithdrawn = this.#all.some(({ kind }) => kind === 'withdrawn')
    return timelineKinds.filter((kind) => kind !== 'withdrawn' || isWithdrawn)
  })

  /** Never all of them, since an empty timeline is of no use: those that remained may be gone from the entries. */
  readonly #hidden: ReadonlySet<TimelineKind> = $derived.by(() =>
    this.kinds.every((kind) => this.#unwanted.has(kind)) ? new Set() : this.#unwanted,
  )

  readonly #shown: readonly TimelineEntry[] = $derived.by(() => this.#all.filter(({ kind }) => !this.#hidden.has(kind)))

  /** The events of the list, oldest first: those within the span, or within the brush. */
  readonly inSight: readonly TimelineEntry[] = $derived.by(() => {
    const { from, to } = this.#brush ?? this.span
    return this.#shown.filter(({ at }) => at >= from && at <= to)
  })

  /** Price targets of one company, a series for each currency. */
  readonly targets: readonly TargetSeries[] = $derived.by(() => targetSeries(this.#all))
  readonly firms: readonly string[] = $derived.by(() => firmsWithTargets(this.#all))
  readonly firmTargets: readonly TargetSeries[] = $derived.by(() =>
    this.firm === '' ? [] : targetsOfFirm(this.#all, this.firm),
  )

  /** The number of entries of each kind within the span, including hidden kinds. */
  readonly counts: ReadonlyMap<TimelineKind, number> = $derived.by(() => {
    const counts = new Map<TimelineKind, number>()
    for (const { at, kind } of this.#all) if (this.#isIn(at)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return counts
  })

  /** One lane for each kind that is shown, or for each company with an entry. */
  readonly lanes: readonly Lane[] = $derived.by(() => {
    if (this.lanesBy === 'kind') {
      const byKind = Map.groupBy(this.#shown, ({ kind }) => kind)
      return laneOrder
        .filter((kind) => this.kinds.includes(kind))
        .filter((kind) => !this.#hidden.has(kind))
        .map((kind) => ({ key: kind, entries: byKind.get(kind) ?? [] }))
    }
    return [...Map.groupBy(this.#shown, ({ symbol }) => symbol)]
      .map(([key, entries]) => ({ key, entries: withoutLastQuarters(entries) }))
      .toSorted((one, other) => one.key.localeCompare(other.key))
  })

  readonly #byKey: ReadonlyMap<string, TimelineEntry> = $derived.by(
    () => new Map(this.#all.map((entry) => [keyOf(entry), entry])),
  )

  readonly #links: ReadonlyMap<string, ReadonlySet<string>> = $derived.by(() => linksOf(this.#all, this.#byKey))

  /** Oldest first. */
  linksOf(entry: TimelineEntry): Links {
    const keys = this.#links.get(keyOf(entry))
    if (!keys) return nothing
    const entries = [...keys].flatMap((key) => this.#byKey.get(key) ?? [])
    return { entries: entries.toSorted((one, other) => one.at - other.at) }
  }

  /** Why no link of the current event can be followed; null: one can. */
  readonly noLink: string | null = $derived.by(() => {
    const { current } = this
    if (!current) return 'nothing is selected'
    const origin = this.#byKey.get(this.#origin) ?? current
    const { entries } = this.linksOf(origin)
    if (entries.length === 0) return 'nothing is linked'
    return entries.some(({ kind }) => this.isShown(kind)) ? null : 'linked events are hidden'
  })

  /**
   * Selects the next event that is linked with the current one, or with the one from which links are followed; after the last the
   * first. Events of hidden kinds are passed over.
   */
  followLink(by: 1 | -1): void {
    const { current } = this
    if (!current || this.noLink !== null) return
    const origin = this.#byKey.get(this.#origin) ?? current
    const linked = this.linksOf(origin).entries.filter(({ kind }) => this.isShown(kind))
    const around = [origin, ...linked].toSorted((one, other) => one.at - other.at)
    const at = around.findIndex((entry) => keyOf(entry) === this.#current)
    const next = around[(at + by + around.length) % around.length]
    if (!next) return
    this.choose(next)
    this.#origin = keyOf(origin)
  }

  /** The list is limited to this span; null: to what the chart shows. */
  get brush(): TimeSpan | null {
    return this.#brush
  }

  /** The brush follows the current event. */
  get isBrushing(): boolean {
    return this.#brushFrom !== null
  }

  setBrush(brush: TimeSpan | null): void {
    this.#brush = brush
    this.#brushFrom = null
  }

  /** Begins a brush at the current event that follows it, or leaves it where it is. */
  toggleBrushing(): void {
    const at = this.current?.at
    if (this.#brushFrom !== null || at === undefined) this.#brushFrom = null
    else {
      this.#brushFrom = at
      this.#brush = { from: at, to: at }
    }
  }

  get current(): TimelineEntry | null {
    return this.#byKey.get(this.#current) ?? null
  }

  /** Index of the current entry among those whose kind is shown, over all time; −1: none of them. */
  readonly index: number = $derived.by(() => this.#shown.findIndex((entry) => keyOf(entry) === this.#current))

  /** The number of entries of the shown kinds. */
  get count(): number {
    return this.#shown.length
  }

  /** Makes an entry the current one and scrolls to it. A hidden kind is shown again, so that the entry is visible. */
  choose(entry: TimelineEntry): void {
    if (!this.isShown(entry.kind)) this.toggle(entry.kind)
    this.#current = keyOf(entry)
    this.#origin = ''
    if (this.#brushFrom !== null)
      this.#brush = { from: Math.min(this.#brushFrom, entry.at), to: Math.max(this.#brushFrom, entry.at) }
    const shown = revealing(this.span, entry.at, this.bounds)
    if (shown !== this.span) this.#span = shown
  }

  /** Moves to the entry so many later, within a finished brush; with none current, to the latest visible one. */
  step(by: number): void {
    const among = this.#brush && this.#brushFrom === null ? this.inSight : this.#shown
    const at = among.findIndex((entry) => keyOf(entry) === this.#current)
    const next = at < 0 ? this.inSight.at(-1) : among[Math.max(0, Math.min(among.length - 1, at + by))]
    if (next) this.choose(next)
  }

  /** Moves to the first or the last entry. */
  goTo(end: 'first' | 'last'): void {
    const entry = this.#shown.at(end === 'first' ? 0 : -1)
    if (entry) this.choose(entry)
  }

  isShown(kind: TimelineKind): boolean {
    return !this.#hidden.has(kind)
  }

  /** Hides or shows a kind. Hiding the last one shows all of them, since an empty timeline is of no use. */
  toggle(kind: TimelineKind): void {
    const hidden = new Set(this.#hidden)
    if (!hidden.delete(kind)) hidden.add(kind)
    this.#unwanted = this.kinds.every((each) => hidden.has(each)) ? new Set() : hidden
  }

  /** Some entries are left out because of their kind. */
  get isHidingEntries(): boolean {
    return this.#shown.length < this.#all.length
  }

  /** Shows every entry: all kinds, over all time. */
  showAll(): void {
    this.#unwanted = new Set()
    this.setBrush(null)
    this.showYears(null)
  }

  /** Zooms around a moment; without one, around the current entry or the middle of the span. */
  zoom(direction: 'in' | 'out', anchor?: number): void {
    const { from, to } = this.span
    const current = this.current?.at
    const at = anchor ?? (current !== undefined && this.#isIn(current) ? current : (from + to) / 2)
    this.#span = zoomed(this.span, direction === 'in' ? 1 / zoomStep : zoomStep, at, this.bounds)
  }

  /** Moves by a share of the span; a negative share goes to the past. */
  pan(share: number): void {
    this.#span = panned(this.span, share, this.bounds)
  }

  pageBy(direction: 1 | -1): void {
    this.pan(direction * panStep)
  }

  /** Shows so many years up to now, or up to the latest entry; null: everything. */
  showYears(years: number | null): void {
    this.#span = null
    this.#chosenYears = years
  }

  /** Whether this number of years is shown. */
  isYears(years: number | null): boolean {
    const { from, to } = this.#spanOf(years)
    // The end of the span moves with the clock.
    const near = (to - from) / 500
    return Math.abs(this.span.from - from) < near && Math.abs(this.span.to - to) < near
  }

  /** Zooms so that the entries of one group are drawn separately, as far as that is possible. */
  spread(entries: readonly TimelineEntry[]): void {
    const [first, last] = [entries[0], entries.at(-1)]
    if (!first || !last) return
    const around = spanAround(first.at, last.at)
    const length = this.span.to - this.span.from
    if (last.at - first.at < length * 0.001) this.choose(last)
    else this.#span = zoomed(this.span, (3 * (around.to - around.from)) / length, (first.at + last.at) / 2, this.bounds)
  }

  #spanOf(years: number | null): TimeSpan {
    const { bounds } = this
    if (years === null) return bounds
    const latest = Math.max(this.#all.at(-1)?.at ?? 0, this.#now())
    const to = Math.min(bounds.to, latest + years * aYear * 0.005)
    const from = to - years * aYear
    const some = this.#all.some(({ at }) => at >= from)
    return some && from > bounds.from ? { from, to } : bounds
  }

  #isIn(at: number): boolean {
    return at >= this.span.from && at <= this.span.to
  }
}

/** A full year, which is sorted after its last quarter: both end on the same day. */
const isYear = (entry: TimelineEntry) => entry.kind === 'period' && entry.quarter === 'FY'

/** When all share a lane, a year replaces the quarter that ends with it. */
function withoutLastQuarters(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const years = new Set(entries.filter(isYear).map(({ at }) => at))
  return entries.filter((entry) => entry.kind !== 'period' || isYear(entry) || !years.has(entry.at))
}

/** A day has no zone: it begins where the analyst is. */
function midnightOf(day: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).getTime()
}
