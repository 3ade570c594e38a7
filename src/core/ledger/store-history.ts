/**
 * Stores a record with its whole history, as another library knew it, next to what is stored of it here (`merge-histories.ts`). Its
 * contents are stored already (`contents-ahead.ts`). Called within a transaction.
 */

import { hash } from 'node:crypto'
import type { OperationName } from '#contract/service/operations.ts'
import type { Writer } from '../database/reader-writer.ts'
import * as store from './history-store.ts'
import { getContent } from './ledger-store.ts'
import { mergeHistories, type HistoryResponse, type HistoryRevision } from './merge-histories.ts'
import { inOrder } from './store-response.ts'

/** A record as another library knew it; contents by their ids in this library, responses by their places in the other one. */
export interface ReceivedHistory {
  readonly kind: OperationName
  readonly identity: string
  readonly firstSeenAt: number
  /** Oldest first; `lastSeenAt` of each, and the last response of the latest one. */
  readonly revisions: readonly {
    readonly knownFrom: number
    readonly lastSeenAt: number
    readonly recordUpdatedAt: string | null
    readonly response: number
    readonly lastResponse: number
    readonly contentId: number
  }[]
  /** Only of a record that is unknown here: of any other, what this library's user accepted holds. */
  readonly acceptances: readonly { readonly contentId: number; readonly acceptedAt: number }[]
}

/**
 * `added`: the record was unknown; `changed`: it has other contents now, or had some earlier; `seen`: only when the service sent them is
 * known better; `unchanged`: nothing is. `isOlder`: what is shown of the
 * record is newer than its latest content in the pack.
 */
export interface StoredHistory {
  readonly recordId: number
  readonly what: 'added' | 'changed' | 'seen' | 'unchanged'
  readonly isOlder: boolean
}

export interface HistoryResponses {
  /** Stores the response at a place, and gives its id. Called only for responses that the record's history refers to then. */
  responseIdOf(place: number): number
  /** Whether the service itself has sent the response with an id of this library. */
  isFromService(id: number): boolean
}

export function storeHistory(db: Writer, received: ReceivedHistory, responses: HistoryResponses): StoredHistory {
  const known = store.findHistoryRecord(db, received.kind, received.identity)
  const stored = known ? store.getRevisionRows(db, known.id) : []
  const ownResponse = (id: number): HistoryResponse => ({ id, isFromService: responses.isFromService(id) })
  const standsFor = equalContents(
    db,
    new Set(stored.map(({ contentId }) => contentId)),
    received.revisions.map(({ contentId }) => contentId),
  )
  const own = stored.map((revision, at): HistoryRevision => ({
    knownFrom: revision.knownFrom,
    lastSeenAt: revision.lastSeenAt ?? known?.lastSeenAt ?? revision.knownFrom,
    content: revision.contentId,
    updatedAt: revision.recordUpdatedAt,
    firstResponse: ownResponse(revision.responseId),
    lastResponse: ownResponse(at === stored.length - 1 && known ? known.lastResponseId : revision.responseId),
  }))
  const other = received.revisions.map((revision): HistoryRevision => ({
    knownFrom: revision.knownFrom,
    lastSeenAt: revision.lastSeenAt,
    content: standsFor.get(revision.contentId) ?? revision.contentId,
    updatedAt: revision.recordUpdatedAt,
    firstResponse: { place: revision.response },
    lastResponse: { place: revision.lastResponse },
  }))
  const merged = mergeHistories(own, other)
  const latest = merged.at(-1)
  if (!latest) throw new Error('a history has no contents')
  const isOlder = own.length > 0 && latest.content !== other.at(-1)?.content
  if (known && JSON.stringify(merged) === JSON.stringify(own)) return { recordId: known.id, what: 'unchanged', isOlder }

  const idOf = (response: HistoryResponse) => ('id' in response ? response.id : responses.responseIdOf(response.place))
  const state = {
    contentId: latest.content,
    revisions: merged.length,
    firstSeenAt: Math.min(received.firstSeenAt, known?.firstSeenAt ?? Infinity),
    lastSeenAt: latest.lastSeenAt,
    lastResponseId: idOf(latest.lastResponse),
  }
  const recordId = known
    ? known.id
    : store.insertHistoryRecord(db, { ...state, kind: received.kind, identity: received.identity })
  if (known) store.updateHistoryRecord(db, { ...state, id: recordId })
  store.replaceRevisions(
    db,
    recordId,
    merged.map(({ content, knownFrom, lastSeenAt, updatedAt, firstResponse }, at) => ({
      knownFrom,
      lastSeenAt: at === merged.length - 1 ? null : lastSeenAt,
      responseId: idOf(firstResponse),
      recordUpdatedAt: updatedAt,
      contentId: content,
    })),
  )
  if (!known)
    for (const { contentId, acceptedAt } of received.acceptances)
      store.insertAcceptance(db, recordId, standsFor.get(contentId) ?? contentId, acceptedAt)
  const contentsOf = (history: readonly HistoryRevision[]) => JSON.stringify(history.map(({ content }) => content))
  const isSeen = contentsOf(merged) === contentsOf(own)
  return { recordId, what: known ? (isSeen ? 'seen' : 'changed') : 'added', isOlder }
}

/**
 * Received contents that are represented by another content of the record, since that has the same fields and values in a different order:
 * a known one, or else the first received. Each content is read at most once.
 */
function equalContents(
  db: Writer,
  known: ReadonlySet<number>,
  received: readonly number[],
): ReadonlyMap<number, number> {
  const standsFor = new Map<number, number>()
  const contents = [...new Set([...known, ...received])]
  if (contents.length === 1 || contents.length === known.size) return standsFor
  const firstOf = new Map<string, number>()
  for (const alike of Map.groupBy(store.getContentLengths(db, contents), ({ bytes }) => bytes).values()) {
    if (alike.length === 1) continue
    for (const { id } of alike) {
      const form = hash('sha256', inOrder(getContent(db, id) ?? ''))
      const first = firstOf.get(form)
      if (first === undefined) firstOf.set(form, id)
      else if (!known.has(id)) standsFor.set(id, first)
    }
  }
  return standsFor
}
