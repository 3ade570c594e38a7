/**
 * Responds to a request from the library or the service, depending on how fresh the caller wants
 * it. Also decides when a stored copy is stale (`isStale`).
 */

import type { Freshness, Mark, Provenance } from '#contract/api/provenance.ts'
import type { ResponseExtent } from '#contract/api/fetchers.ts'
import { operations, type OperationName, type ParametersOf, type RecordOf } from '#contract/service/operations.ts'
import { fail } from '../failure-error.ts'
import type { ShownRequest } from '../service/endpoint.ts'
import { canonicalJson } from '../canonical-json.ts'
import { getResponseRecords, getLatestResponse, getRecords, type LedgerResponse } from './ledger-store.ts'
import type { LibraryContext } from './library-context.ts'
import { requestAndStore, type ServiceRequest } from './request-and-store.ts'
import type { StoredRecords } from './store-response.ts'
import { countShown, readShown, type ShownWithMarks } from './shown-records.ts'
import type { RecordsPage, ResourceType } from './resource-type.ts'

export interface FetchResult<Name extends OperationName> {
  readonly records: readonly RecordOf<Name>[]
  readonly extent: ResponseExtent
  readonly provenance: Provenance
}

interface FetchRequest<Name extends OperationName> extends ServiceRequest<Name> {
  readonly freshness: Freshness
}

/**
 * Responds to one request at the freshness that the caller wants (see `Freshness`). A copy never waits for the network; with
 * `library-first` a stale one is returned and refreshed in the background. Throws the service's failure only when nothing is
 * stored, or when the caller requires the service.
 */
export async function fetchThroughLibrary<Name extends OperationName>(
  library: LibraryContext,
  resource: ResourceType<Name>,
  request: FetchRequest<Name>,
): Promise<FetchResult<Name>> {
  if (request.freshness === 'service') return fromService(library, resource, request)
  const stored = fromLibrary(library, resource, request.parameters)
  if (request.freshness === 'library') {
    if (stored.provenance.fetchedAt === null)
      fail({ kind: 'not-in-library', operation: operations[resource.operation].title })
    return stored
  }
  if (stored.provenance.fetchedAt === null) return fromService(library, resource, request)
  // On a read-only profile the copy would stay stale, and be requested again and again.
  if (!stored.provenance.stale || library.writer === null) return stored
  library.inBackground(async (signal) => {
    const { recorded } = await requestAndStore(library, resource, { ...request, signal, urgency: 'background' })
    // What could not be stored is as stale as before: a window that was notified would request it without end.
    if (recorded) library.announce(resource.announcement(request.parameters))
  })
  return { ...stored, provenance: { ...stored.provenance, refreshing: true } }
}

async function fromService<Name extends OperationName>(
  library: LibraryContext,
  resource: ResourceType<Name>,
  request: FetchRequest<Name>,
): Promise<FetchResult<Name>> {
  const { response, recorded, storeFailure } = await requestAndStore(library, resource, request)
  if (recorded && recorded.added + recorded.changed > 0) library.announce(resource.announcement(request.parameters))
  const { page, pageSize } = asPaging(request.parameters)
  // A shown record may contain more than this response.
  const isAsReceived = recorded === null || countShown(library.reader, recorded.recordIds) === 0
  const shown = isAsReceived ? response.records : fromResponse(library, resource, recorded)
  return {
    records: shown.flatMap(({ record }) => (record === null ? [] : [record])),
    extent: {
      hits: response.extent.hits,
      page,
      pageSize: response.extent.pageSize ?? pageSize ?? response.records.length,
      pageCount: response.extent.pageCount,
    },
    provenance: {
      source: 'service',
      fetchedAt: response.fetchedAt,
      stale: false,
      request: requestOf(resource.operation, { path: response.path, parameters: response.sent }),
      message: response.message,
      marks: shown.flatMap(({ marks }, record) => marks.map((mark) => ({ record, ...mark }))),
      failure: storeFailure,
      refreshing: false,
    },
  }
}

/** The records of a stored response, as they are shown; unidentified ones as far as they can be read. */
function fromResponse<Name extends OperationName>(
  { reader }: LibraryContext,
  resource: ResourceType<Name>,
  { recordIds }: StoredRecords,
): ShownWithMarks<Name>[] {
  return getRecords(reader, recordIds).map((stored) => readShown(resource.operation, stored))
}

function fromLibrary<Name extends OperationName>(
  library: LibraryContext,
  resource: ResourceType<Name>,
  parameters: ParametersOf<Name>,
): FetchResult<Name> {
  const { reader, clock } = library
  const lastRequest = getLatestResponse(reader, resource.operation, canonicalJson(parameters))
  const found = findFetched(library, resource, parameters, lastRequest)
  const stored = getRecords(reader, found.recordIds)
  const oldest = stored.reduce<number | null>(
    (least, { lastSeenAt }) => Math.min(least ?? lastSeenAt, lastSeenAt),
    null,
  )
  const records: RecordOf<Name>[] = []
  const marks: Mark[] = []
  for (const [index, each] of stored.entries()) {
    const read = readShown(resource.operation, each)
    if (read.record !== null) records.push(read.record)
    marks.push(...read.marks.map((mark) => ({ record: index, ...mark })))
  }
  return {
    records,
    extent: {
      hits: found.hits,
      page: found.page,
      pageSize: found.pageSize,
      pageCount: Math.ceil(found.hits / found.pageSize),
    },
    provenance: {
      source: 'library',
      fetchedAt: oldest ?? lastRequest?.fetchedAt ?? null,
      // Records from other requests do not show that this request was sent recently.
      stale: lastRequest === undefined || isStale(lastRequest.fetchedAt, resource.age, clock.now()),
      request: requestOf(resource.operation, library.client.shown(resource.operation, parameters)),
      message: null,
      marks,
      failure: null,
      refreshing: false,
    },
  }
}

/**
 * What the library's search finds, and what the service once returned for the same request: it may match in ways that are not
 * shown (part of a company's name, a news item that names several), and what was read online must be available offline.
 */
function findFetched<Name extends OperationName>(
  { reader }: LibraryContext,
  resource: ResourceType<Name>,
  parameters: ParametersOf<Name>,
  lastRequest: LedgerResponse | undefined,
): RecordsPage {
  const found = resource.find(reader, parameters)
  if (lastRequest === undefined) return found
  const responseIds = getResponseRecords(reader, lastRequest.id)
  if (found.hits === 0) return { ...found, recordIds: responseIds, hits: lastRequest.hits ?? responseIds.length }
  // Over several pages one that is not on this page may be on another.
  if (found.page > 1 || found.hits > found.pageSize) return found
  const known = new Set(found.recordIds)
  const besides = responseIds.filter((id) => !known.has(id))
  if (besides.length === 0) return found
  const holdsAll = besides.length + known.size === responseIds.length
  const recordIds = holdsAll ? responseIds : [...found.recordIds, ...besides]
  return { ...found, recordIds, hits: recordIds.length }
}

/** Clocks of two machines, or of one after it was set right, may differ by so many milliseconds without it meaning anything. */
export const clockSlack = 60_000

/** A fetch in the future was dated by a wrong clock: the age of the copy is unknown, so it counts as stale. */
export function isStale(fetchedAt: number, age: number, now: number): boolean {
  return now - fetchedAt > age || fetchedAt - now > clockSlack
}

function requestOf(operation: OperationName, shown: ShownRequest): Provenance['request'] {
  return { operation, path: shown.path, parameters: { ...shown.parameters } }
}

function asPaging(parameters: object): { page: number; pageSize: number | null } {
  const page = 'page' in parameters ? Number(parameters.page ?? 1) : 1
  const pageSize = 'page_size' in parameters ? Number(parameters.page_size ?? 0) : 0
  return { page: Number.isInteger(page) && page > 0 ? page : 1, pageSize: pageSize > 0 ? pageSize : null }
}
