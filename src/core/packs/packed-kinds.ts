/** The kinds of records that a pack may contain, and whether a record in a pack is what it claims to be. */

import { createHash } from 'node:crypto'
import type { PackKind } from '#contract/api/pack-kinds.ts'
import type { PackCounts } from '#contract/api/packs.ts'
import { recordSchema, type OperationName } from '#contract/service/operations.ts'
import { receivedCalls } from '../calls/resources.ts'
import { enhancedResource, liteResource } from '../fundamentals/resources.ts'
import type { AnyProjector } from '../ledger/rebuild-projections.ts'
import type { Projector } from '../ledger/store-response.ts'
import { newsResource } from '../news/resource.ts'
import { ratingsResource } from '../ratings/resource.ts'
import { securitiesResource } from '../securities/resource.ts'
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

/** The service's own time of change of each content of a record, in their order; null where it has none. */
export function updateTimesOf({ kind, revisions }: PackedRecord): (string | null)[] {
  const projector = projectorOf(kind)
  return revisions.map(({ body }) => updateTimeIn(projector, body))
}

function updateTimeIn<Name extends OperationName>(projector: Projector<Name>, body: string): string | null {
  const { record } = readRecordText(recordSchema(projector.operation), body)
  return record === null ? null : projector.updatedAt(record)
}

/** Why a record cannot be used, in words; null: it can. `responseAt`: the responses of the pack by their places. */
export function faultOfRecord(
  record: PackedRecord,
  responseAt: (place: number) => Pick<PackedResponse, 'operation' | 'parameters'> | undefined,
): string | null {
  const projector = projectorOf(record.kind)
  let before = -1
  for (const revision of record.revisions) {
    const response = responseAt(revision.response)
    const last = responseAt(revision.lastResponse)
    if (response?.operation !== record.kind || last?.operation !== record.kind) return 'a record belongs to no request'
    if (revision.knownFrom <= before) return 'the versions of a record are in no order'
    before = revision.knownFrom
    if (createHash('sha256').update(revision.body).digest('hex') !== revision.sha256) return 'a record is damaged'
    if (limitExceeded(Buffer.from(revision.body)) !== null) return 'a record is too large'
    if (!isIdentifiedAs(projector, record.identity, revision.body, response.parameters))
      return 'a record is not what it is listed as'
  }
  const hashes = new Set(record.revisions.map(({ sha256 }) => sha256))
  return record.acceptances.every(({ sha256 }) => hashes.has(sha256)) ? null : 'a record lacks a version'
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

/** A second record of the same identity in one response has a number after it. */
function isIdentifiedAs<Name extends OperationName>(
  projector: Projector<Name>,
  identity: string,
  body: string,
  parameters: string,
): boolean {
  try {
    const { record } = readRecordText(recordSchema(projector.operation), body)
    const name = record && projector.identity(record, JSON.parse(parameters) as Record<string, unknown>)
    return (
      name !== null && (identity === name || (identity.startsWith(name) && /^ #\d+$/.test(identity.slice(name.length))))
    )
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}

function projectorOf(kind: OperationName): AnyProjector {
  const found = packedProjectors.find(({ operation }) => operation === kind)
  if (!found) throw new Error(`no projector of ${kind}`)
  return found
}
