import type { TimelineEntry, TimelineKind } from '#contract/api/timeline.ts'
import { aYear, panned, revealing, spanAround, zoomed, type Span } from './time-span.ts'
import { keyOf, timelineKinds, type Links } from './timeline-text.ts'

/** What a lane is: a kind or a company. */
export type LanesBy = 'kind' | 'company'

export interface Lane {
  /** A kind, or a company's symbol. */
  readonly key: string
  readonly entries: readonly TimelineEntry[]
}

const nothing: Links = { named: [], naming: [] }
const zoomStep = 1.6
const panStep = 0.5

/** The entries of a timeline, the span that is shown, and the current entry. */
export class TimelineView {
  readonly #json: () => string | null
  readonly #now: () => number
  #span = $state.raw<Span | null>(null)
  #hidden = $state.raw<ReadonlySet<TimelineKind>>(new Set())
  #current = $state('')
  lanesBy = $state<LanesBy>('kind')

  /** @param json the entries, as the core returns them: in one text; null: not loaded yet */
  constructor(json: () => string | null, now: () => number) {
    this.#json = json
    this.#now = now
  }

  readonly #all: readonly TimelineEntry[] = $derived.by(() => {
    const entries = JSON.parse(this.#json() ?? '[]') as TimelineEntry[]
    return entries
      .map((entry) => (entry.kind === 'period' ? { ...entry, at: midnightOf(entry.end) } : entry))
      .toSorted((one, other) => one.at - other.at || Number(isYear(one)) - Number(isYear(other)))
  })

  get isEmpty(): boolean {
    return this.#all.length === 0
  }

  /** From the first entry to the last, including now. */
  readonly bounds: Span = $derived.by(() => {
    const now = this.#now()
    return spanAround(Math.min(this.#all[0]?.at ?? now, now), Math.max(this.#all.at(-1)?.at ?? now, now))
  })

  /** The span that is shown: at first the last two years, or everything if nothing happened in them. */
  readonly span: Span = $derived.by(() => this.#span ?? this.#lastYears(2))

  /** The kinds that can be shown. Figures are withdrawn so rarely that an empty lane would only take space. */
  readonly kinds: readonly TimelineKind[] = $derived.by(() => {
    const isWithdrawn = this.#all.some(({ kind }) => kind === 'withdrawn')
    return timelineKinds.filter((kind) => kind !== 'withdrawn' || isWithdrawn)
  })

  readonly #shown: readonly TimelineEntry[] = $derived.by(() => this.#all.filter(({ kind }) => !this.#hidden.has(kind)))

  /** The entries within the span, oldest first. */
  readonly inSight: readonly TimelineEntry[] = $derived.by(() => this.#shown.filter(({ at }) => this.#isIn(at)))

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
      return this.kinds
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

  readonly #naming: ReadonlyMap<string, readonly TimelineEntry[]> = $derived.by(() => {
    const naming = new Map<string, TimelineEntry[]>()
    for (const entry of this.#all)
      for (const key of namesOf(entry)) {
        const before = naming.get(key)
        if (before) before.push(entry)
        else naming.set(key, [entry])
      }
    return naming
  })

  linksOf(entry: TimelineEntry): Links {
    const named = namesOf(entry).flatMap((key) => this.#byKey.get(key) ?? [])
    const naming = this.#naming.get(keyOf(entry)) ?? []
    return named.length + naming.length === 0 ? nothing : { named, naming }
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

  /** Makes an entry the current one and scrolls to it. */
  choose(entry: TimelineEntry): void {
    this.#current = keyOf(entry)
    const shown = revealing(this.span, entry.at, this.bounds)
    if (shown !== this.span) this.#span = shown
  }

  /** Moves to the entry so many later; with none current, to the latest visible one. */
  step(by: number): void {
    const at = this.index
    const last = this.inSight.at(-1)
    const next = at < 0 && last ? last : this.#shown[Math.max(0, Math.min(this.#shown.length - 1, at + by))]
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
    this.#hidden = this.kinds.every((each) => hidden.has(each)) ? new Set() : hidden
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
    this.#span = years === null ? this.bounds : this.#lastYears(years)
  }

  /** Whether this number of years is shown. */
  isYears(years: number | null): boolean {
    const { from, to } = years === null ? this.bounds : this.#lastYears(years)
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

  #lastYears(years: number): Span {
    const { bounds } = this
    const newest = Math.max(this.#all.at(-1)?.at ?? 0, this.#now())
    const to = Math.min(bounds.to, newest + years * aYear * 0.03)
    const from = to - years * aYear
    const some = this.#all.some(({ at }) => at >= from)
    return some && from > bounds.from ? { from, to } : bounds
  }

  #isIn(at: number): boolean {
    return at >= this.span.from && at <= this.span.to
  }
}

/** After its last quarter, which ends with it. */
const isYear = (entry: TimelineEntry) => entry.kind === 'period' && entry.quarter === 'FY'

/** Where everything shares a lane, a year stands for the quarter that ends with it. */
function withoutLastQuarters(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const years = new Set(entries.filter(isYear).map(({ at }) => at))
  return entries.filter((entry) => entry.kind !== 'period' || isYear(entry) || !years.has(entry.at))
}

/** Keys of what news name. */
function namesOf(entry: TimelineEntry): string[] {
  if (entry.kind !== 'news') return []
  return [...entry.calls.map((id) => `call ${id}`), ...entry.ratings.map((id) => `rating ${id}`)]
}

/** A day has no zone: it begins where the analyst is. */
function midnightOf(day: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).getTime()
}
