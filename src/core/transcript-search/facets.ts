/** Filters hits by the chosen facet values, and counts the values of each facet. */

import { sections, sides } from '#contract/api/calls.ts'
import { facetNames, hitKinds, type Facet, type FacetChoice } from '#contract/api/transcript-search.ts'
import { BitSet } from './bit-set.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'
import { countedSections, type TurnTraits } from './turn-traits.ts'
import { sentiments } from './facet-values.ts'
import { documentKinds } from './document-columns.ts'
import type { DocumentCorpus } from './document-corpus.ts'

type FacetName = Facet['name']

/** Counts the values of one facet among the hits, and tests them against the user's choice. */
class Counter {
  readonly #name: FacetName
  readonly #chosen: ReadonlySet<string> | undefined
  readonly #counts = new Map<string, { label: string; count: number; inferred: number }>()

  constructor(name: FacetName, chosen: readonly string[] | undefined) {
    this.#name = name
    this.#chosen = chosen && new Set(chosen)
    for (const value of chosen ?? []) this.#counts.set(value, { label: value, count: 0, inferred: 0 })
  }

  /** Nothing is chosen, so that every value is accepted. */
  get isFree(): boolean {
    return this.#chosen === undefined
  }

  /** Null: the hit has no such value, as a rating has no speaker. */
  accepts(value: string | null): boolean {
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

  /** Fixed values in fixed order, years latest first, others by count. Chosen values are always listed. */
  toFacet(): Facet {
    const order = fixedOrder[this.#name]
    const isByCount = order === undefined && this.#name !== 'year'
    const least = isByCount ? this.#leastListed() : 0
    const all: Facet['values'][number][] = []
    for (const [value, { label, count, inferred }] of this.#counts)
      if (count >= least || this.#chosen?.has(value)) all.push({ value, label, count, inferred })
    if (order) all.sort((left, right) => order.indexOf(left.value) - order.indexOf(right.value))
    else if (this.#name === 'year') all.sort((left, right) => Number(right.value) - Number(left.value))
    else all.sort((left, right) => right.count - left.count || (left.label < right.label ? -1 : 1))
    const listed = all.filter(({ value }, at) => at < mostListed || this.#chosen?.has(value))
    return { name: this.#name, values: listed, more: this.#counts.size - listed.length }
  }

  /** The count of the last value that is listed by its count. Only the values from there on are sorted: a common word has thousands of companies. */
  #leastListed(): number {
    if (this.#counts.size <= mostListed) return 0
    const counts = Int32Array.from(this.#counts.values(), ({ count }) => count).sort()
    return counts[counts.length - mostListed] ?? 0
  }
}

const mostListed = 200
const fixedOrder: Partial<Record<FacetName, readonly string[]>> = {
  section: sections,
  side: sides,
  sentiment: sentiments,
  kind: hitKinds,
}

/** The hits that match the chosen values, and the facets to choose from. */
interface FilteredHits {
  readonly turns: BitSet
  readonly documents: BitSet
  readonly facets: Facet[]
}

/**
 * Filters hits by the chosen values. Each facet is counted without its own choice: a hit counts in a facet when no other facet
 * excludes it.
 */
export function filterAndCount(
  transcripts: TranscriptCorpus,
  documents: DocumentCorpus,
  found: { readonly turns: BitSet; readonly documents: BitSet },
  choice: FacetChoice,
): FilteredHits {
  const counters: Counters = {
    company: new Counter('company', choice.company),
    section: new Counter('section', choice.section),
    side: new Counter('side', choice.side),
    role: new Counter('role', choice.role),
    sentiment: new Counter('sentiment', choice.sentiment),
    year: new Counter('year', choice.year),
    kind: new Counter('kind', choice.kind),
  }
  // Documents are counted first: their values come before those of turns where counts and labels are the same.
  const ofDocuments = countDocuments(documents, found.documents, counters)
  const turns = countTurns(transcripts, found.turns, counters)
  return { turns, documents: ofDocuments, facets: facetNames.map((name) => counters[name].toFacet()) }
}

type Counters = Readonly<Record<FacetName, Counter>>

/** The values of a facet by number: which of them exclude a hit, and how many hits each has. */
class FacetColumn {
  readonly excludes: Uint8Array
  /** No value excludes a hit. */
  readonly isUnfiltered: boolean
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
    this.excludes = counter.isFree
      ? new Uint8Array(values.length)
      : Uint8Array.from(values, (value) => Number(!counter.accepts(value === '' ? null : value)))
    this.isUnfiltered = !this.excludes.includes(1)
    this.counts = new Int32Array(values.length)
  }

  report(): void {
    for (const [number, value] of this.#values.entries()) {
      const count = this.counts[number] ?? 0
      if (count === 0) continue
      const inferred = number < this.#inferredFrom ? 0 : count
      this.#counter.add(value === '' ? null : value, count, this.#labels[number], inferred)
    }
  }
}

/** Returns the turns that no facet excludes. */
function countTurns(transcripts: TranscriptCorpus, found: BitSet, counters: Counters): BitSet {
  const { values } = transcripts
  const columns: CountedColumns = {
    company: new FacetColumn(counters.company, values.companies.values, values.companies.labels),
    year: new FacetColumn(counters.year, values.years.values),
    kind: new FacetColumn(counters.kind, ['turn']),
    ofTurns: new TurnFacets(values.traits, counters),
  }
  const all = [columns.company, columns.year, columns.kind, columns.ofTurns]
  const accepted = all.every((column) => column.isUnfiltered)
    ? countUnfiltered(transcripts, found, columns)
    : countFiltered(transcripts, found, columns)
  for (const column of all) column.report()
  return accepted
}

interface CountedColumns {
  readonly company: FacetColumn
  readonly year: FacetColumn
  readonly kind: FacetColumn
  readonly ofTurns: TurnFacets
}

/** Without a choice each hit counts in every facet. */
function countUnfiltered(
  transcripts: TranscriptCorpus,
  found: BitSet,
  { company, year, kind, ofTurns }: CountedColumns,
): BitSet {
  const { companyOf, yearOf, traitOf } = transcripts.values
  for (const [call, count] of transcripts.countByCall(found).entries()) {
    increase(company.counts, companyOf[call] ?? 0, count)
    increase(year.counts, yearOf[call] ?? 0, count)
    increase(kind.counts, 0, count)
  }
  found.forEach((position) => {
    increase(ofTurns.counts, traitOf[position] ?? 0)
  })
  return found
}

function countFiltered(
  transcripts: TranscriptCorpus,
  found: BitSet,
  { company, year, kind, ofTurns }: CountedColumns,
): BitSet {
  const { values } = transcripts
  const chosen = new BitSet(transcripts.size)
  for (const [call, count] of transcripts.countByCall(found).entries()) {
    if (count === 0) continue
    const inCompany = values.companyOf[call] ?? 0
    const inYear = values.yearOf[call] ?? 0
    const excludedByCompany = company.excludes[inCompany] ?? 0
    const excludedByYear = year.excludes[inYear] ?? 0
    const excludedByKind = kind.excludes[0] ?? 0
    const excluded = excludedByCompany + excludedByYear + excludedByKind
    if (excluded > 1) continue
    let accepted = 0
    found.forEach(
      (position) => {
        const trait = values.traitOf[position] ?? 0
        if (excluded === 0) increase(ofTurns.counts, trait)
        if (ofTurns.excluding[trait] !== 0) return
        accepted += 1
        if (excluded === 0) chosen.add(position)
      },
      transcripts.starts[call],
      transcripts.starts[call + 1],
    )
    if (excluded === excludedByCompany) increase(company.counts, inCompany, accepted)
    if (excluded === excludedByYear) increase(year.counts, inYear, accepted)
    if (excluded === excludedByKind) increase(kind.counts, 0, accepted)
  }
  return chosen
}

/** The facets of a turn itself (section, side, role and sentiment), counted together as one trait. */
class TurnFacets {
  readonly isUnfiltered: boolean
  /** By trait: how many of the four facets exclude it. */
  readonly excluding: Uint8Array
  /** By trait: hits that no other facet excludes. */
  readonly counts: Int32Array
  readonly #traits: TurnTraits
  readonly #columns: Readonly<Record<'section' | 'side' | 'role' | 'sign', FacetColumn>>

  constructor(traits: TurnTraits, counters: Counters) {
    this.#traits = traits
    this.#columns = {
      section: new FacetColumn(counters.section, countedSections, countedSections, sections.length),
      side: new FacetColumn(counters.side, sides),
      role: new FacetColumn(counters.role, traits.roles.values),
      sign: new FacetColumn(counters.sentiment, sentiments),
    }
    this.counts = new Int32Array(traits.size)
    this.excluding = new Uint8Array(traits.size)
    this.isUnfiltered = Object.values(this.#columns).every(({ isUnfiltered }) => isUnfiltered)
    for (let trait = 0; !this.isUnfiltered && trait < this.excluding.length; trait += 1)
      for (const { column, number } of this.#of(trait)) increase(this.excluding, trait, column.excludes[number])
  }

  report(): void {
    for (const [trait, count] of this.counts.entries()) {
      const excluded = this.excluding[trait] ?? 0
      if (count === 0 || excluded > 1) continue
      for (const { column, number } of this.#of(trait))
        if (excluded === (column.excludes[number] ?? 0)) increase(column.counts, number, count)
    }
    for (const column of Object.values(this.#columns)) column.report()
  }

  #of(trait: number): readonly { readonly column: FacetColumn; readonly number: number }[] {
    const { section, side, role, sign } = this.#columns
    const of = this.#traits.at(trait)
    return [
      { column: section, number: of.section },
      { column: side, number: of.side },
      { column: role, number: of.role },
      { column: sign, number: of.sign },
    ]
  }
}

function increase(counts: Int32Array | Uint8Array, at: number, by = 1): void {
  counts[at] = (counts[at] ?? 0) + by
}

/** Returns the documents that no facet excludes. */
function countDocuments({ columns, size }: DocumentCorpus, found: BitSet, counters: Counters): BitSet {
  const accepted = new BitSet(size)
  // No document has a section, a side or a role: a choice of one excludes them all.
  const always = [counters.section, counters.side, counters.role].filter((counter) => !counter.accepts(null)).length
  if (always > 1) return accepted
  const { companies, years } = columns.names
  const company = new FacetColumn(counters.company, companies.values, companies.labels)
  const year = new FacetColumn(counters.year, years.values)
  const kind = new FacetColumn(counters.kind, documentKinds)
  const sign = new FacetColumn(counters.sentiment, sentiments)
  found.forEach((position) => {
    const values = {
      company: columns.companyAt(position),
      year: columns.yearOf[position] ?? 0,
      kind: columns.kindOf[position] ?? 0,
      sign: columns.signOf[position] ?? 0,
    }
    const byCompany = company.excludes[values.company] ?? 0
    const byYear = year.excludes[values.year] ?? 0
    const byKind = kind.excludes[values.kind] ?? 0
    const bySign = sign.excludes[values.sign] ?? 0
    const excluded = always + byCompany + byYear + byKind + bySign
    if (excluded > 1) return
    if (excluded === 0) accepted.add(position)
    if (excluded === byCompany) increase(company.counts, values.company)
    if (excluded === byYear) increase(year.counts, values.year)
    if (excluded === byKind) increase(kind.counts, values.kind)
    if (excluded === bySign) increase(sign.counts, values.sign)
  })
  for (const column of [company, year, kind, sign]) column.report()
  return accepted
}
