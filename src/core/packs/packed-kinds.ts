/** The kinds of records that a pack may contain, and whether a record in a pack is what it claims to be. */

import { createHash } from 'node:crypto'
import type { PackKind } from '#contract/api/pack-kinds.ts'
import type { PackCounts, PackPeriods } from '#contract/api/packs.ts'
import { recordSchema, type OperationName, type RecordOf } from '#contract/service/operations.ts'
import { callOf, receivedCalls } from '../calls/resources.ts'
import { enhancedResource, liteResource } from '../fundamentals/resources.ts'
import { instantOf } from '../instant.ts'
import type { AnyProjector } from '../ledger/rebuild-projections.ts'
import type { Projector } from '../ledger/store-response.ts'
import { newsResource, tickersNamed } from '../news/resource.ts'
import { ratingsResource } from '../ratings/resource.ts'
import { securitiesResource, symbolOf } from '../securities/resource.ts'
import { limitExceeded } from '../service/json-limits.ts'
import { readRecordText } from '../service/read-record.ts'
import type { PackedRecord, PackedResponse } from './pack-format.ts'

/** In the order in which they are stored: the quarter of a call is inferred from its company's periods. */
export const packedProjectors: readonly AnyProjector[] = [
  securitiesResource,
  enhancedResource,
  liteResource,
  ...receivedCalls,
  ratingsResource,
  newsResource,
]

/** The operations whose responses go with each kind. */
export const operationsOf: Readonly<Record<PackKind, readonly OperationName[]>> = {
  statements: ['fundamentals.enhanced', 'fundamentals.lite'],
  calls: ['calls.list', 'calls.one'],
  recordings: [],
  ratings: ['ratings'],
  news: ['news'],
  notes: [],
  saved: [],
}

/** What the contents of a record say. */
interface RecordFacts {
  /** The service's own time of change of each content, in their order; null where it has none. */
  readonly updateTimes: readonly (string | null)[]
  /**
   * The companies that the record belongs to, by its latest content that names one: more than one for a news item. A record of a call has
   * those of all its contents, or none, since the fields of a call are those of all its records together.
   */
  readonly companies: readonly string[]
  /** When it is of, by its latest content that says so, ms since 1970; null: nothing does, or it is a listing. */
  readonly date: number | null
}

/** What a record says, or in words why it cannot be used. `responseAt`: the responses of the pack by their places. */
export function factsOfRecord(
  record: PackedRecord,
  responseAt: (place: number) => Pick<PackedResponse, 'operation' | 'parameters'> | undefined,
): RecordFacts | { readonly fault: string } {
  const projector = projectorOf(record.kind)
  const updateTimes: (string | null)[] = []
  let companies: readonly string[] = []
  let date: number | null = null
  let before = -1
  for (const revision of record.revisions) {
    const response = responseAt(revision.response)
    const last = responseAt(revision.lastResponse)
    if (response?.operation !== record.kind || last?.operation !== record.kind)
      return { fault: 'a record belongs to no request' }
    if (revision.knownFrom <= before) return { fault: 'the versions of a record are out of order' }
    before = revision.knownFrom
    if (revision.lastSeenAt < revision.knownFrom || record.firstSeenAt > revision.knownFrom)
      return { fault: 'the dates of a record contradict each other' }
    if (createHash('sha256').update(revision.body).digest('hex') !== revision.sha256)
      return { fault: 'a record is damaged' }
    if (limitExceeded(Buffer.from(revision.body)) !== null) return { fault: 'a record is too large' }
    const content = contentOf(projector, record.identity, revision.body, response.parameters)
    if (content === null) return { fault: 'a record does not match its listing' }
    updateTimes.push(content.updateTime)
    date = content.date ?? date
    if (isOfCall(record.kind)) companies = [...companies, ...content.companies]
    else if (content.companies.length > 0) ({ companies } = content)
  }
  const hashes = new Set(record.revisions.map(({ sha256 }) => sha256))
  if (!record.acceptances.every(({ sha256 }) => hashes.has(sha256))) return { fault: 'a record lacks a version' }
  return { updateTimes, companies, date }
}

/** The companies that a record names, as the tables have them by which a pack's records are chosen. */
const companiesNamed: {
  readonly [Name in OperationName]: (record: RecordOf<Name>) => readonly (string | null | undefined)[]
} = {
  securities: (record) => [symbolOf(record)],
  'fundamentals.enhanced': ({ symbol }) => [symbol],
  'fundamentals.lite': ({ ticker }) => [ticker],
  'calls.list': (record) => [callOf(record)?.symbol],
  'calls.one': (record) => [callOf(record)?.symbol],
  ratings: ({ ticker }) => [ticker],
  news: (record) => [record.ticker, ...tickersNamed(record)],
}

/** The companies that a content names; none where it cannot be read. */
export function companiesIn<Name extends OperationName>(kind: Name, body: string): string[] {
  const { record } = readRecordText(recordSchema(kind), body)
  return record === null ? [] : namedBy(kind, record)
}

function namedBy<Name extends OperationName>(kind: Name, record: RecordOf<Name>): string[] {
  return companiesNamed[kind](record).flatMap((company) => company || [])
}

/** By what a record belongs to a period, as the tables have it by which a pack's records are chosen. */
const dateOf: { readonly [Name in OperationName]: (record: RecordOf<Name>) => number | null } = {
  securities: () => null,
  'fundamentals.enhanced': ({ EndPeriod: day }) => instantOf(day),
  'fundamentals.lite': ({ EndPeriod: day }) => instantOf(day),
  'calls.list': (record) => instantOf(record.start_time),
  'calls.one': (record) => instantOf(record.start_time),
  ratings: (record) => instantOf(record.created_at),
  news: (record) => instantOf(record.created_at),
}

/** The days of a pack are those of its author's time zone. */
const zoneSlack = 24 * 60 * 60 * 1000

/**
 * Whether the records of a pack are within the periods that it states. A call is within them if any of its records is, since these may date
 * it differently; records without a date do not count.
 */
export class PeriodCheck {
  readonly #first: number
  readonly #last: number
  /** Of what was added and has a date, by its name. */
  readonly #isWithin = new Map<string, boolean>()

  constructor({ from, to }: PackPeriods = { from: null, to: null }) {
    this.#first = from === null ? -Infinity : Date.parse(`${from}T00:00:00Z`) - zoneSlack
    this.#last = to === null ? Infinity : Date.parse(`${to}T23:59:59.999Z`) + zoneSlack
  }

  add({ kind, identity }: Pick<PackedRecord, 'kind' | 'identity'>, { date }: RecordFacts): void {
    if (date === null) return
    const name = isOfCall(kind) ? `call ${callIdOf(identity)}` : `${kind} ${identity}`
    const isWithin = date >= this.#first && date <= this.#last
    this.#isWithin.set(name, isWithin || this.#isWithin.get(name) === true)
  }

  get areAllWithin(): boolean {
    return [...this.#isWithin.values()].every((isWithin) => isWithin)
  }
}

/** Whether a request is for a company or a call of a pack, so that its response may be all that the service has. */
export function isRequestOf(parameters: string, companies: ReadonlySet<string>, callIds: ReadonlySet<string>): boolean {
  const requested = JSON.parse(parameters) as Readonly<Record<string, string | number | boolean | undefined>>
  const { symbol, type, query, call_id: callId } = requested
  const named = [
    { name: symbol, among: companies },
    { name: type === 'symbol' ? query : undefined, among: companies },
    { name: callId, among: callIds },
  ].filter(({ name }) => name !== undefined)
  return named.length > 0 && named.every(({ name, among }) => among.has(String(name)))
}

/**
 * Whether the records of a pack belong to the companies that it lists. A call belongs with all its records when any of them names such a
 * company, as in a library, where the list or the detail may leave it out or spell it in another way.
 */
export class CompanyCheck {
  readonly #listed: ReadonlySet<string>
  /** By their ids: whether a record that was added names a company of the pack. */
  readonly #calls = new Map<string, boolean>()

  constructor(listed: readonly string[]) {
    this.#listed = new Set(listed)
  }

  /** Reads what a record says of its call; of other records nothing. */
  addCall({ kind, identity }: Pick<PackedRecord, 'kind' | 'identity'>, { companies }: RecordFacts): void {
    if (!isOfCall(kind)) return
    const callId = callIdOf(identity)
    this.#calls.set(callId, this.hasCall(callId) || this.#isListed(companies))
  }

  /** A record of a call belongs once one of the call's records that names the company was added. */
  belongs({ kind, identity }: Pick<PackedRecord, 'kind' | 'identity'>, { companies }: RecordFacts): boolean {
    return isOfCall(kind) ? this.hasCall(callIdOf(identity)) : this.#isListed(companies)
  }

  hasCall(callId: string): boolean {
    return this.#calls.get(callId) === true
  }

  /** Whether all calls that were added belong. */
  get areCallsListed(): boolean {
    return [...this.#calls.values()].every((isNamed) => isNamed)
  }

  #isListed(companies: readonly string[]): boolean {
    return companies.some((company) => this.#listed.has(company))
  }
}

/** Of the list or of a transcript. */
export function isOfCall(kind: OperationName): boolean {
  return kind === 'calls.list' || kind === 'calls.one'
}

/** The call of a record of the list or of a transcript. */
export function callIdOf(identity: string): string {
  return identity.replace(/ #\d+$/, '').replace(/ (?:json|html) (?:clean|verbatim)(?: audio)?$/, '')
}

/** Counts records as a pack's description lists them. */
export class RecordCounts {
  #securities = 0
  #periods = 0
  #transcripts = 0
  #ratings = 0
  #news = 0
  readonly #calls = new Set<string>()

  add({ kind, identity }: Pick<PackedRecord, 'kind' | 'identity'>): void {
    switch (kind) {
      case 'securities':
        this.#securities += 1
        return
      case 'fundamentals.enhanced':
      case 'fundamentals.lite':
        this.#periods += 1
        return
      case 'calls.list':
        this.#calls.add(callIdOf(identity))
        return
      case 'calls.one':
        this.#transcripts += 1
        this.#calls.add(callIdOf(identity))
        return
      case 'ratings':
        this.#ratings += 1
        return
      case 'news':
        this.#news += 1
        return
      default:
        return kind satisfies never
    }
  }

  get counts(): Pick<PackCounts, 'securities' | 'periods' | 'calls' | 'transcripts' | 'ratings' | 'news'> {
    return {
      securities: this.#securities,
      periods: this.#periods,
      calls: this.#calls.size,
      transcripts: this.#transcripts,
      ratings: this.#ratings,
      news: this.#news,
    }
  }
}

/** Null: it is not the record of this identity. A second record of the same identity in one response has a number after it. */
function contentOf<Name extends OperationName>(
  projector: Projector<Name>,
  identity: string,
  body: string,
  parameters: string,
): { readonly updateTime: string | null; readonly companies: readonly string[]; readonly date: number | null } | null {
  try {
    const { record } = readRecordText(recordSchema(projector.operation), body)
    const name = record && projector.identity(record, JSON.parse(parameters) as Record<string, unknown>)
    if (record === null || name === null) return null
    if (identity !== name && !(identity.startsWith(name) && /^ #\d+$/.test(identity.slice(name.length)))) return null
    const { operation } = projector
    return {
      updateTime: projector.updatedAt(record),
      companies: namedBy(operation, record),
      date: dateOf[operation](record),
    }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

function projectorOf(kind: OperationName): AnyProjector {
  const found = packedProjectors.find(({ operation }) => operation === kind)
  if (!found) throw new Error(`no projector of ${kind}`)
  return found
}
