import type { TimelineEntry, TimelineKind } from '#contract/api/timeline.ts'
import { aYear, panned, revealing, spanAround, zoomed, type Span } from './time-span.ts'
import { keyOf, timelineKinds, type Links } from './timeline-text.ts'

/** How lanes are parted. */
export type LanesBy = 'kind' | 'company'

export interface Lane {
  /** A kind, or a company's symbol. */
  readonly key: string
  readonly entries: readonly TimelineEntry[]
}

const nothing: Links = { named: [], naming: [] }
const zoomStep = 1.6
const panStep = 0.5

/** What is on a timeline, which stretch of it is looked at, and the thing that is gone to. */
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

  /** Everything there is, and now. */
  readonly bounds: Span = $derived.by(() => {
    const now = this.#now()
    return spanAround(Math.min(this.#all[0]?.at ?? now, now), Math.max(this.#all.at(-1)?.at ?? now, now))
  })

  /** What is looked at: to begin with the last two years, or everything if nothing happened in them. */
  readonly span: Span = $derived.by(() => this.#span ?? this.#lastYears(2))

  /** Those that are offered: figures are withdrawn so rarely that an empty lane would only cost room. */
  readonly kinds: readonly TimelineKind[] = $derived.by(() => {
    const isWithdrawn = this.#all.some(({ kind }) => kind === 'withdrawn')
    return timelineKinds.filter((kind) => kind !== 'withdrawn' || isWithdrawn)
  })

  readonly #shown: readonly TimelineEntry[] = $derived.by(() => this.#all.filter(({ kind }) => !this.#hidden.has(kind)))

  /** What lies in the stretch, oldest first. */
  readonly inSight: readonly TimelineEntry[] = $derived.by(() => this.#shown.filter(({ at }) => this.#isIn(at)))

  /** Of each kind in the stretch, also of the hidden ones. */
  readonly counts: ReadonlyMap<TimelineKind, number> = $derived.by(() => {
    const counts = new Map<TimelineKind, number>()
    for (const { at, kind } of this.#all) if (this.#isIn(at)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return counts
  })

  /** Kinds that are shown, or every company that something is known of. */
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

  /** How many there are to step through. */
  get count(): number {
    return this.#shown.length
  }

  /** Goes to a thing and shows its moment. */
  choose(entry: TimelineEntry): void {
    this.#current = keyOf(entry)
    const shown = revealing(this.span, entry.at, this.bounds)
    if (shown !== this.span) this.#span = shown
  }

  /** To the thing so many later; from none to the newest in sight. */
  step(by: number): void {
    const at = this.index
    const last = this.inSight.at(-1)
    const next = at < 0 && last ? last : this.#shown[Math.max(0, Math.min(this.#shown.length - 1, at + by))]
    if (next) this.choose(next)
  }

  /** To the first or the last of all time. */
  goTo(end: 'first' | 'last'): void {
    const entry = this.#shown.at(end === 'first' ? 0 : -1)
    if (entry) this.choose(entry)
  }

  isShown(kind: TimelineKind): boolean {
    return !this.#hidden.has(kind)
  }

  /** Of the last one that is shown all others come back: nothing at all is no view. */
  toggle(kind: TimelineKind): void {
    const hidden = new Set(this.#hidden)
    if (!hidden.delete(kind)) hidden.add(kind)
    this.#hidden = this.kinds.every((each) => hidden.has(each)) ? new Set() : hidden
  }

  /** Around a moment; without one around the current thing, or the middle. */
  zoom(direction: 'in' | 'out', anchor?: number): void {
    const { from, to } = this.span
    const current = this.current?.at
    const at = anchor ?? (current !== undefined && this.#isIn(current) ? current : (from + to) / 2)
    this.#span = zoomed(this.span, direction === 'in' ? 1 / zoomStep : zoomStep, at, this.bounds)
  }

  /** By a share of what is looked at; below zero towards the past. */
  pan(share: number): void {
    this.#span = panned(this.span, share, this.bounds)
  }

  pageBy(direction: 1 | -1): void {
    this.pan(direction * panStep)
  }

  /** So many years up to now or the newest thing; null: everything. */
  showYears(years: number | null): void {
    this.#span = years === null ? this.bounds : this.#lastYears(years)
  }

  /** Which of some choices of years is looked at; undefined: none of them. */
  isYears(years: number | null): boolean {
    const { from, to } = years === null ? this.bounds : this.#lastYears(years)
    // The end of it goes along with the clock.
    const near = (to - from) / 500
    return Math.abs(this.span.from - from) < near && Math.abs(this.span.to - to) < near
  }

  /** Things that one figure stands for, drawn apart as far as that goes. */
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
