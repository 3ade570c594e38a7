import { sections, sides } from '#contract/api/calls.ts'
import { facetNames, hitKinds, type Facet, type FacetChoice } from '#contract/api/transcript-search.ts'
import { BitSet } from './bit-set.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'
import { calendarYear, companyName, countedSections, sentiments, signOf, type TurnValues } from './turn-values.ts'
import type { DocumentRow } from './search-store.ts'
import type { DocumentCorpus } from './document-corpus.ts'

type FacetName = Facet['name']

/** Values of one facet as they come up among the hits, and whether the user lets them through. */
class Counter {
  readonly #name: FacetName
  readonly #chosen: ReadonlySet<string> | undefined
  readonly #counts = new Map<string, { label: string; count: number; inferred: number }>()

  constructor(name: FacetName, chosen: readonly string[] | undefined) {
    this.#name = name
    this.#chosen = chosen && new Set(chosen)
    for (const value of chosen ?? []) this.#counts.set(value, { label: value, count: 0, inferred: 0 })
  }

  /** Null: a hit without such a value, as a rating has no speaker. */
  lets(value: string | null): boolean {
    return this.#chosen === undefined || (value !== null && this.#chosen.has(value))
  }

  add(value: string | null, count: number, label = value ?? '', inferred = 0): void {
    if (value === null || count === 0) return
    const known = this.#counts.get(value)
    if (!known) this.#counts.set(value, { label, count, inferred })
    else {
      if (known.count === 0) known.label = label
      known.count += count
      known.inferred += inferred
    }
  }

  /** In the order of the field where it has one, years newest first, the others by count. Those chosen are always listed. */
  told(): Facet {
    const all = [...this.#counts].map(([value, counted]) => ({ value, ...counted }))
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
  readonly turns: BitSet
  readonly written: BitSet
  readonly facets: Facet[]
}

/**
 * Narrows hits to the chosen values, and counts each facet's values without its own choice: a hit counts in a facet when nothing
 * else keeps it out.
 */
export function chooseAndCount(
  spoken: TranscriptCorpus,
  written: DocumentCorpus,
  found: { readonly turns: BitSet; readonly written: BitSet },
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
  const items = new BitSet(written.size)
  found.written.each((place) => {
    if (countItem(written.itemAt(place), counters)) items.add(place)
  })
  const turns = countTurns(spoken, found.turns, counters)
  return { turns, written: items, facets: facetNames.map((name) => counters[name].told()) }
}

type Counters = Readonly<Record<FacetName, Counter>>

/** A facet's values by number: which of them keep a hit out, and how many hits each has. */
class Column {
  readonly keepsOut: Uint8Array
  /** It keeps nothing out. */
  readonly isFree: boolean
  readonly counts: Int32Array
  readonly #counter: Counter
  readonly #values: readonly string[]
  readonly #labels: readonly string[]
  readonly #inferredFrom: number

  /** `inferredFrom`: values from this number on were inferred. */
  constructor(counter: Counter, values: readonly string[], labels = values, inferredFrom = values.length) {
    this.#inferredFrom = inferredFrom
    this.#counter = counter
    this.#values = values
    this.#labels = labels
    this.keepsOut = Uint8Array.from(values, (value) => Number(!counter.lets(value === '' ? null : value)))
    this.isFree = !this.keepsOut.includes(1)
    this.counts = new Int32Array(values.length)
  }

  tell(): void {
    for (const [number, value] of this.#values.entries()) {
      const count = this.counts[number] ?? 0
      const inferred = number < this.#inferredFrom ? 0 : count
      this.#counter.add(value === '' ? null : value, count, this.#labels[number], inferred)
    }
  }
}

/** Gives those that everything lets through. */
function countTurns(spoken: TranscriptCorpus, found: BitSet, counters: Counters): BitSet {
  const { values } = spoken
  const columns: CountedColumns = {
    company: new Column(counters.company, values.companies.values, values.companies.labels),
    year: new Column(counters.year, values.years.values),
    kind: new Column(counters.kind, ['turn']),
    ofTurns: new TurnColumns(values, counters),
  }
  const all = [columns.company, columns.year, columns.kind, columns.ofTurns]
  const through = all.every((column) => column.isFree)
    ? countFree(spoken, found, columns)
    : countChosen(spoken, found, columns)
  for (const column of all) column.tell()
  return through
}

interface CountedColumns {
  readonly company: Column
  readonly year: Column
  readonly kind: Column
  readonly ofTurns: TurnColumns
}

/** Nothing was chosen: every hit counts everywhere. */
function countFree(spoken: TranscriptCorpus, found: BitSet, { company, year, kind, ofTurns }: CountedColumns): BitSet {
  const { companyOf, yearOf, traitOf } = spoken.values
  for (const [call, count] of spoken.countByCall(found).entries()) {
    raise(company.counts, companyOf[call] ?? 0, count)
    raise(year.counts, yearOf[call] ?? 0, count)
    raise(kind.counts, 0, count)
  }
  found.each((place) => {
    raise(ofTurns.counts, traitOf[place] ?? 0)
  })
  return found
}

function countChosen(
  spoken: TranscriptCorpus,
  found: BitSet,
  { company, year, kind, ofTurns }: CountedColumns,
): BitSet {
  const { values } = spoken
  const chosen = new BitSet(spoken.size)
  for (const [call, count] of spoken.countByCall(found).entries()) {
    if (count === 0) continue
    const inCompany = values.companyOf[call] ?? 0
    const inYear = values.yearOf[call] ?? 0
    const outCompany = company.keepsOut[inCompany] ?? 0
    const outYear = year.keepsOut[inYear] ?? 0
    const outKind = kind.keepsOut[0] ?? 0
    const out = outCompany + outYear + outKind
    if (out > 1) continue
    let through = 0
    found.each(
      (place) => {
        const trait = values.traitOf[place] ?? 0
        if (out === 0) raise(ofTurns.counts, trait)
        if (ofTurns.keepOut[trait] !== 0) return
        through += 1
        if (out === 0) chosen.add(place)
      },
      spoken.starts[call],
      spoken.starts[call + 1],
    )
    if (out === outCompany) raise(company.counts, inCompany, through)
    if (out === outYear) raise(year.counts, inYear, through)
    if (out === outKind) raise(kind.counts, 0, through)
  }
  return chosen
}

/** What is told of turns themselves: section, side, role and sentiment, counted together as one trait. */
class TurnColumns {
  readonly isFree: boolean
  /** How many of the four keep a trait out. */
  readonly keepOut: Uint8Array
  /** Hits of each trait that nothing but these four may keep out. */
  readonly counts: Int32Array
  readonly #values: TurnValues
  readonly #columns: Readonly<Record<'section' | 'side' | 'role' | 'sign', Column>>

  constructor(values: TurnValues, counters: Counters) {
    this.#values = values
    this.#columns = {
      section: new Column(counters.section, countedSections, countedSections, sections.length),
      side: new Column(counters.side, sides),
      role: new Column(counters.role, values.roles.values),
      sign: new Column(counters.sentiment, sentiments),
    }
    this.counts = new Int32Array(values.traits)
    this.keepOut = new Uint8Array(values.traits)
    this.isFree = Object.values(this.#columns).every(({ isFree }) => isFree)
    for (let trait = 0; !this.isFree && trait < this.keepOut.length; trait += 1)
      for (const { column, number } of this.#of(trait)) raise(this.keepOut, trait, column.keepsOut[number])
  }

  tell(): void {
    for (const [trait, count] of this.counts.entries()) {
      const out = this.keepOut[trait] ?? 0
      if (count === 0 || out > 1) continue
      for (const { column, number } of this.#of(trait))
        if (out === (column.keepsOut[number] ?? 0)) raise(column.counts, number, count)
    }
    for (const column of Object.values(this.#columns)) column.tell()
  }

  #of(trait: number): readonly { readonly column: Column; readonly number: number }[] {
    const { section, side, role, sign } = this.#columns
    const of = this.#values.ofTrait(trait)
    return [
      { column: section, number: of.section },
      { column: side, number: of.side },
      { column: role, number: of.role },
      { column: sign, number: of.sign },
    ]
  }
}

function raise(counts: Int32Array | Uint8Array, at: number, by = 1): void {
  counts[at] = (counts[at] ?? 0) + by
}

/** Whether it is chosen. */
function countItem(item: DocumentRow, counters: Counters): boolean {
  const values: Readonly<Record<FacetName, string | null>> = {
    company: companyName(item),
    section: null,
    side: null,
    role: null,
    sentiment: sentiments[signOf(item.sentiment ?? Number.NaN)] ?? null,
    year: calendarYear(item.at),
    kind: item.kind,
  }
  const out = facetNames.filter((name) => !counters[name].lets(values[name]))
  if (out.length > 1) return false
  for (const name of out.length === 0 ? facetNames : out)
    counters[name].add(values[name], 1, name === 'company' ? (item.company ?? item.symbol ?? '') : undefined)
  return out.length === 0
}
