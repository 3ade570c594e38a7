import { sections, sides } from '#contract/desk/calls.ts'
import { facetNames, hitKinds, type Facet, type FacetChoice } from '#contract/desk/search.ts'
import { Bits } from './bits.ts'
import type { SpokenCall, SpokenCorpus } from './spoken-corpus.ts'
import type { WrittenRow } from './search-store.ts'
import type { WrittenCorpus } from './written-corpus.ts'

type FacetName = Facet['name']

const sentiments = ['negative', 'neutral', 'positive', 'none'] as const

/** Values of one facet as they come up among the hits, and whether the user lets them through. */
class Counter {
  readonly #name: FacetName
  readonly #chosen: ReadonlySet<string> | undefined
  readonly #counts = new Map<string, { label: string; count: number }>()

  constructor(name: FacetName, chosen: readonly string[] | undefined) {
    this.#name = name
    this.#chosen = chosen && new Set(chosen)
    for (const value of chosen ?? []) this.#counts.set(value, { label: value, count: 0 })
  }

  get isFree(): boolean {
    return this.#chosen === undefined
  }

  /** Null: a hit without such a value, as a rating has no speaker. */
  lets(value: string | null): boolean {
    return this.#chosen === undefined || (value !== null && this.#chosen.has(value))
  }

  add(value: string | null, count: number, label = value): void {
    if (value === null || label === null || count === 0) return
    const known = this.#counts.get(value)
    if (!known) this.#counts.set(value, { label, count })
    else {
      if (known.count === 0) known.label = label
      known.count += count
    }
  }

  /** In the order of the field where it has one, years newest first, the others by count. Those chosen are always listed. */
  told(): Facet {
    const all = [...this.#counts].map(([value, { label, count }]) => ({ value, label, count }))
    const order = fixedOrder[this.#name]
    if (order) all.sort((left, right) => order.indexOf(left.value) - order.indexOf(right.value))
    else if (this.#name === 'year') all.sort((left, right) => Number(right.value) - Number(left.value))
    else all.sort((left, right) => right.count - left.count || (left.label < right.label ? -1 : 1))
    const listed = all.filter(({ value }, at) => at < mostListed || this.#chosen?.has(value))
    return { name: this.#name, values: listed, more: all.length - listed.length }
  }
}

const mostListed = 200
const fixedOrder: Partial<Record<FacetName, readonly string[]>> = {
  section: sections,
  side: sides,
  sentiment: sentiments,
  kind: hitKinds,
}

/** Hits that were chosen, and what there is to choose among. */
export interface Chosen {
  readonly turns: Bits
  readonly written: Bits
  readonly facets: Facet[]
}

/**
 * Narrows hits to the chosen values, and counts each facet's values without its own choice: a hit counts in a facet when nothing
 * else keeps it out. What is the same for a whole call is looked at once a call, and what is of a speaker once a speaker.
 */
export function chooseAndCount(
  spoken: SpokenCorpus,
  written: WrittenCorpus,
  found: { readonly turns: Bits; readonly written: Bits },
  choice: FacetChoice,
): Chosen {
  const counters: Counters = {
    company: new Counter('company', choice.company),
    section: new Counter('section', choice.section),
    side: new Counter('side', choice.side),
    role: new Counter('role', choice.role),
    sentiment: new Counter('sentiment', choice.sentiment),
    year: new Counter('year', choice.year),
    kind: new Counter('kind', choice.kind),
  }
  const turns = new Bits(spoken.size)
  const tally = new Tally(counters)
  for (const [at, call] of spoken.calls.entries()) {
    const [from, to] = [spoken.starts[at] ?? 0, spoken.starts[at + 1] ?? 0]
    if (found.turns.countWithin(from, to) > 0) countTurns(found.turns, call, from, to, counters, tally, turns)
  }
  const items = new Bits(written.size)
  found.written.each((place) => {
    if (countItem(written.itemAt(place), counters)) items.add(place)
  })
  return { turns, written: items, facets: facetNames.map((name) => counters[name].told()) }
}

type Counters = Readonly<Record<FacetName, Counter>>

/** Counts of one call at a time, in arrays that are used again for the next. */
class Tally {
  readonly letsSection: readonly boolean[]
  readonly letsSentiment: readonly boolean[]
  /** What differs within a call may be anything. */
  readonly isFree: boolean
  readonly sections = new Int32Array(sections.length)
  readonly sentiments = new Int32Array(sentiments.length)
  /** By speaker: hits that everything lets through, and those that only their side, or only their role, keeps out. */
  speakers = new Int32Array(64)
  onlySide = new Int32Array(64)
  onlyRole = new Int32Array(64)

  constructor(counters: Counters) {
    this.letsSection = sections.map((value) => counters.section.lets(value))
    this.letsSentiment = sentiments.map((value) => counters.sentiment.lets(value))
    this.isFree = [counters.section, counters.side, counters.role, counters.sentiment].every(({ isFree }) => isFree)
  }

  begin(speakers: number): void {
    if (this.speakers.length < speakers) {
      this.speakers = new Int32Array(speakers)
      this.onlySide = new Int32Array(speakers)
      this.onlyRole = new Int32Array(speakers)
    }
    for (const counts of [this.sections, this.sentiments, this.speakers, this.onlySide, this.onlyRole]) counts.fill(0)
  }
}

function countTurns(
  found: Bits,
  call: SpokenCall,
  from: number,
  to: number,
  counters: Counters,
  tally: Tally,
  chosen: Bits,
): void {
  const company = companyOf(call)
  const year = yearOf(call.startedAt)
  const outsideCompany = !counters.company.lets(company)
  const outsideYear = !counters.year.lets(year)
  const outsideKind = !counters.kind.lets('turn')
  const outside = Number(outsideCompany) + Number(outsideYear) + Number(outsideKind)
  if (outside > 1) return
  const { columns, speakers } = call
  tally.begin(speakers.length)
  const letsSide = tally.isFree ? [] : speakers.map(({ side }) => counters.side.lets(side))
  const letsRole = tally.isFree ? [] : speakers.map(({ role }) => counters.role.lets(role))
  let [inside, onlyCall] = [0, 0]
  const visit = (place: number) => {
    const turn = place - from
    const section = columns.sections[turn] ?? 0
    const speaker = columns.speakers[turn] ?? 0
    const sentiment = sentimentOf(columns.sentiments[turn] ?? 0)
    const inSection = tally.letsSection[section] ?? false
    const inSide = letsSide[speaker] ?? false
    const inRole = letsRole[speaker] ?? false
    const inSentiment = tally.letsSentiment[sentiment] ?? false
    const out = outside + Number(!inSection) + Number(!inSide) + Number(!inRole) + Number(!inSentiment)
    if (out > 1) return
    if (out === 0) {
      chosen.add(place)
      inside += 1
      raise(tally.speakers, speaker)
    } else if (outside === 1) onlyCall += 1
    else if (!inSide) raise(tally.onlySide, speaker)
    else if (!inRole) raise(tally.onlyRole, speaker)
    if (out === 0 || !inSection) raise(tally.sections, section)
    if (out === 0 || !inSentiment) raise(tally.sentiments, sentiment)
  }
  /** Nothing that differs within the call was chosen: the usual case, and the one with the most hits. */
  const visitFreely = (place: number) => {
    const turn = place - from
    chosen.add(place)
    raise(tally.speakers, columns.speakers[turn] ?? 0)
    raise(tally.sections, columns.sections[turn] ?? 0)
    raise(tally.sentiments, sentimentOf(columns.sentiments[turn] ?? 0))
  }
  if (!tally.isFree) found.each(visit, from, to)
  else if (outside === 1) onlyCall = found.countWithin(from, to)
  else {
    inside = found.countWithin(from, to)
    found.each(visitFreely, from, to)
  }
  counters.company.add(company, inside + (outsideCompany ? onlyCall : 0), call.company ?? company)
  counters.year.add(year, inside + (outsideYear ? onlyCall : 0))
  counters.kind.add('turn', inside + (outsideKind ? onlyCall : 0))
  for (const [at, value] of sections.entries()) counters.section.add(value, tally.sections[at] ?? 0)
  for (const [at, value] of sentiments.entries()) counters.sentiment.add(value, tally.sentiments[at] ?? 0)
  for (const [at, { side, role }] of speakers.entries()) {
    const count = tally.speakers[at] ?? 0
    if (count + (tally.onlySide[at] ?? 0) > 0) counters.side.add(side, count + (tally.onlySide[at] ?? 0))
    if (count + (tally.onlyRole[at] ?? 0) > 0) counters.role.add(role, count + (tally.onlyRole[at] ?? 0))
  }
}

/** Whether it is chosen. */
function countItem(item: WrittenRow, counters: Counters): boolean {
  const values: Readonly<Record<FacetName, string | null>> = {
    company: companyOf(item),
    section: null,
    side: null,
    role: null,
    sentiment: sentiments[sentimentOf(item.sentiment ?? Number.NaN)] ?? null,
    year: yearOf(item.at),
    kind: item.kind,
  }
  const out = facetNames.filter((name) => !counters[name].lets(values[name]))
  if (out.length > 1) return false
  for (const name of out.length === 0 ? facetNames : out)
    counters[name].add(values[name], 1, name === 'company' ? (item.company ?? values.company) : values[name])
  return out.length === 0
}

function companyOf({
  symbol,
  company,
}: {
  readonly symbol: string | null
  readonly company: string | null
}): string | null {
  return symbol ?? company
}

function yearOf(at: number | null): string | null {
  return at === null ? null : String(new Date(at).getUTCFullYear())
}

/** Index into `sentiments`. */
function sentimentOf(value: number): number {
  if (Number.isNaN(value)) return 3
  return value < 0 ? 0 : value > 0 ? 2 : 1
}

function raise(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}
