/**
 * The comparisons feature: calculates comparisons from the library, saves and opens them by name,
 * and lists the figures that changed since.
 */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { comparisonSpec, type ComparisonSpec, type SavedComparison } from '#contract/api/comparisons.ts'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { TableNumbers } from '#contract/api/packed-figures.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { KnownBreaks } from '../fundamentals/known-breaks.ts'
import { enhancedResource } from '../fundamentals/resources.ts'
import { isStale } from '../ledger/fetch-through-library.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { nameOfSymbol } from '../securities/company-name.ts'
import {
  differenceText,
  packOfRow,
  receivedName,
  renamedText,
  variantId,
  type ReceivedItems,
  type ReceivedPack,
} from '../received-items.ts'
import { readStoredJson } from '../stored-json.ts'
import { compare, type ComparedSeries, type CompareOptions, type ReadMetric } from './compare.ts'
import {
  deleteSavedComparison,
  getSavedComparison,
  getSavedComparisons,
  putSavedComparison,
  type SavedRow,
} from './comparisons-store.ts'
import { hashesAsOf, changedSince } from '../fundamentals/records-as-of.ts'
import { readBothEditions } from '../fundamentals/company-series.ts'

const removedComparison = z.object({
  id: z.string(),
  name: z.string(),
  spec: z.string(),
  savedAt: z.number(),
  hashes: z.string(),
  packAuthor: z.string().nullable(),
  packMadeAt: z.number().nullable(),
})

type Requests = ApiInputs['comparisons']
type Responses = ApiOutputs['comparisons']

interface ComparisonsDependencies {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
}

/** From the library; the user's known breaks are read each time. */
type StoredSeries = Omit<ComparedSeries, 'known'>

/** Companies side by side, from the library; saved by name with hashes of the records they were made of. */
export class Comparisons {
  readonly #library: Pick<LibraryContext, 'reader' | 'clock' | 'announce'>
  readonly #desk: ComparisonsDependencies
  readonly #metrics: Metrics
  readonly #known: Pick<KnownBreaks, 'of'>
  /** Cache of the last read: another mode of the same companies needs no second one. */
  #read: { readonly key: string; readonly changes: number; readonly companies: StoredSeries[] } | null = null

  constructor(
    library: Pick<LibraryContext, 'reader' | 'clock' | 'announce'>,
    desk: ComparisonsDependencies,
    metrics: Metrics,
    known: Pick<KnownBreaks, 'of'>,
  ) {
    this.#known = known
    this.#library = library
    this.#desk = desk
    this.#metrics = metrics
  }

  table(spec: ComparisonSpec): TableNumbers {
    return compare(spec, this.compareOptions(spec))
  }

  /** The figures and facts that a comparison needs, read from the library. */
  compareOptions(spec: ComparisonSpec): CompareOptions {
    const now = this.#library.clock.now()
    return {
      companies: this.#companies(spec).map((company) => ({ ...company, known: this.#known.of(company.symbol) })),
      own: this.#own(spec),
      today: new Date(spec.asOf ?? now).toISOString().slice(0, 10),
      isStale: ({ lastSeenAt }) => isStale(lastSeenAt, enhancedResource.age, now),
    }
  }

  saved(): Responses['saved'] {
    return { comparisons: getSavedComparisons(this.#desk.reader).flatMap((row) => asSaved(row) ?? []) }
  }

  /**
   * Adds comparisons that came in a pack; one that is there and differs stays. One whose name is taken is named after its author. Their
   * records are noted once the library lists those of the pack (`noteReceivedRecords`).
   */
  receive(received: readonly SavedComparison[], pack: ReceivedPack): ReceivedItems {
    const writer = this.#desk.writer ?? fail({ kind: 'read-only' })
    let added = 0
    const conflicts: string[] = []
    for (const { id, name, spec, savedAt } of received) {
      const content = canonicalJson(spec)
      const there = getSavedComparison(writer, id)
      const isSame = there && canonicalJson(readStoredJson(comparisonSpec, there.spec) ?? null) === content
      if (isSame) continue
      const newId = there ? variantId(id, `${pack.author} ${content}`) : id
      if (!getSavedComparison(writer, newId)) {
        const present = receivedName(name, pack.author, {
          isVariant: there !== undefined,
          others: getSavedComparisons(writer),
        })
        putSavedComparison(writer, {
          id: newId,
          name: present,
          spec: JSON.stringify(spec),
          savedAt,
          hashes: hashesText({}),
          packAuthor: pack.author,
          packMadeAt: pack.madeAt,
        })
        added += 1
        if (!there && present !== name) conflicts.push(renamedText('comparison', name, present, pack.author))
      }
      if (there) conflicts.push(differenceText(`comparison “${there.name}”`, packOfRow(there), pack))
    }
    return { added, conflicts }
  }

  /**
   * Notes what records that came in packs hold, as soon as the library lists them: for a comparison that came in a pack too, whose companies
   * may come one after the other, and for one that was saved without any records. What is noted already stays.
   */
  noteReceivedRecords(): void {
    const { writer } = this.#desk
    if (!writer) return
    let noted = 0
    for (const row of getSavedComparisons(writer)) {
      const saved = asSaved(row)
      const before = readStoredJson(savedHashes, row.hashes)
      if (!saved || before === undefined || (before !== noneYet && row.packAuthor === null)) continue
      const present = this.#hashes(saved.spec, saved.spec.asOf ?? saved.savedAt)
      const hashes = hashesText(before === noneYet ? present : { ...present, ...before })
      if (hashes === row.hashes) continue
      putSavedComparison(writer, { ...row, hashes })
      noted += 1
    }
    if (noted > 0) this.#library.announce({ kind: 'comparisons' })
  }

  /** Throws `read-only`. */
  save({ id, name, spec }: Requests['save']): SavedComparison {
    const { writer } = this.#desk
    if (!writer) fail({ kind: 'read-only' })
    const row = {
      id: id ?? randomUUID(),
      name,
      spec: JSON.stringify(spec),
      savedAt: this.#library.clock.now(),
      hashes: hashesText(this.#hashes(spec, spec.asOf)),
      packAuthor: null,
      packMadeAt: null,
    }
    putSavedComparison(writer, row)
    this.#library.announce({ kind: 'comparisons' })
    return { id: row.id, name, spec, savedAt: row.savedAt }
  }

  /** Throws `read-only`, or `bad-request` when nothing is saved under that id. */
  rename({ id, name }: Requests['rename']): SavedComparison {
    const { writer } = this.#desk
    if (!writer) fail({ kind: 'read-only' })
    const { row, saved } = this.#saved(id)
    putSavedComparison(writer, { ...row, name })
    this.#library.announce({ kind: 'comparisons' })
    return { ...saved, name }
  }

  /** Throws `read-only`, or `bad-request` when nothing is saved under that id. */
  remove({ id }: Requests['remove']): Responses['remove'] {
    const { writer } = this.#desk
    if (!writer) fail({ kind: 'read-only' })
    const { row } = this.#saved(id)
    deleteSavedComparison(writer, id)
    this.#library.announce({ kind: 'comparisons' })
    return { removed: JSON.stringify(row) }
  }

  /** As it was, with the moment and the records that it was saved with. Throws `read-only`, or `bad-request`. */
  restore({ removed }: Requests['restore']): Responses['restore'] {
    const { writer } = this.#desk
    if (!writer) fail({ kind: 'read-only' })
    const row = readStoredJson(removedComparison, removed)
    if (!row) fail({ kind: 'bad-request', detail: 'not a removed comparison' })
    putSavedComparison(writer, row)
    this.#library.announce({ kind: 'comparisons' })
    return {}
  }

  /** Throws `bad-request` when nothing is saved under that id. */
  changesSinceSaved({ id }: Requests['changesSinceSaved']): Responses['changesSinceSaved'] {
    const {
      row,
      saved: { spec, savedAt },
    } = this.#saved(id)
    const then = spec.asOf ?? savedAt
    const present = this.#hashes(spec, then)
    const recordIds = Object.keys(present).map(Number)
    return {
      changes: changedSince(this.#library.reader, recordIds, then),
      areRecordsIntact: areIntact(readStoredJson(savedHashes, row.hashes), present),
    }
  }

  #saved(id: string): { readonly row: SavedRow; readonly saved: SavedComparison } {
    const row = getSavedComparison(this.#desk.reader, id)
    const saved = row && asSaved(row)
    return row && saved ? { row, saved } : fail({ kind: 'bad-request', detail: 'no such comparison' })
  }

  /** Hashes of the records behind a comparison, as of a moment; null: now. By record id. */
  #hashes(spec: ComparisonSpec, then: number | null): Record<string, string> {
    const companies = this.#companies({ ...spec, asOf: then })
    const recordIds = companies.flatMap(({ series }) => series?.periods.map(({ recordId }) => recordId) ?? [])
    return hashesAsOf(this.#library.reader, recordIds, then)
  }

  #companies({ companies: wanted, asOf }: ComparisonSpec): StoredSeries[] {
    const { reader } = this.#library
    const key = JSON.stringify([wanted, asOf])
    const { changes } = reader
    if (this.#read?.key === key && this.#read.changes === changes) return this.#read.companies
    const companies = wanted.map(({ symbol, edition }) => ({
      symbol,
      name: nameOfSymbol(reader, symbol),
      ...(readBothEditions(reader, symbol, edition, asOf) ?? { series: undefined, other: undefined }),
    }))
    this.#read = { key, changes, companies }
    return companies
  }

  /** Read only when the comparison names one: building the grammar takes time. */
  #own({ lines }: ComparisonSpec): ReadonlyMap<string, ReadMetric> {
    if (!lines.some((field) => field.startsWith('own.'))) return new Map()
    return new Map(
      [...this.#metrics.read()].flatMap(([field, { metric, formula }]) =>
        formula ? [[field, { metric, formula }]] : [],
      ),
    )
  }
}

/** The library listed none of the records yet. */
const noneYet = 'none yet'

/** By record id. An empty list is never stored: like anything else, it counts as one that cannot be read. */
const savedHashes = z.union([
  z.literal(noneYet),
  z.record(z.string(), z.string()).refine((hashes) => Object.keys(hashes).length > 0),
])

function hashesText(hashes: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.keys(hashes).length === 0 ? noneYet : hashes)
}

/** Hashes that cannot be read prove nothing, so that these do not count as those that were saved. */
function areIntact(saved: z.infer<typeof savedHashes> | undefined, present: Readonly<Record<string, string>>): boolean {
  if (saved === undefined) return false
  if (saved === noneYet) return true
  return Object.entries(saved).every(([recordId, hash]) => present[recordId] === hash)
}

/** Null where what is compared cannot be read. */
function asSaved({ id, name, spec: stored, savedAt }: SavedRow): SavedComparison | null {
  const spec = readStoredJson(comparisonSpec, stored)
  return spec ? { id, name, spec, savedAt } : null
}
