/**
 * Stores a record with its whole history, as another library knew it, next to what is stored of it here (`merge-histories.ts`). Its
 * contents are stored already (`contents-ahead.ts`). Called within a transaction.
 */

import type { OperationName } from '#contract/service/operations.ts'
import type { Writer } from '../database/reader-writer.ts'
import * as store from './history-store.ts'
import { getContent } from './ledger-store.ts'
import { mergeHistories, type HistoryRevision } from './merge-histories.ts'
import { isSameInOrder } from './store-response.ts'

/** A record as another library knew it; responses and contents by their ids in this library. */
export interface ReceivedHistory {
  readonly kind: OperationName
  readonly identity: string
  readonly firstSeenAt: number
  /** Oldest first; `lastSeenAt` of each, and the last response of the latest one. */
  readonly revisions: readonly {
    readonly knownFrom: number
    readonly lastSeenAt: number
    readonly recordUpdatedAt: string | null
    readonly responseId: number
    readonly lastResponseId: number
    readonly contentId: number
  }[]
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

export function storeHistory(db: Writer, received: ReceivedHistory): StoredHistory {
  const known = store.findHistoryRecord(db, received.kind, received.identity)
  const stored = known ? store.getRevisionRows(db, known.id) : []
  const contents = new Set(stored.map(({ contentId }) => contentId))
  /** A content of the record with the same fields and values stands for it. */
  const contentOf = (contentId: number): number => {
    if (contents.has(contentId)) return contentId
    const same = contents.size > 0 ? findSameInOrder(db, contentId, [...contents]) : undefined
    if (same === undefined) contents.add(contentId)
    return same ?? contentId
  }
  const own = stored.map((revision, at): HistoryRevision => ({
    knownFrom: revision.knownFrom,
    lastSeenAt: revision.lastSeenAt ?? known?.lastSeenAt ?? revision.knownFrom,
    content: revision.contentId,
    updatedAt: revision.recordUpdatedAt,
    firstResponse: revision.responseId,
    lastResponse: at === stored.length - 1 && known ? known.lastResponseId : revision.responseId,
  }))
  const other = received.revisions.map((revision): HistoryRevision => ({
    knownFrom: revision.knownFrom,
    lastSeenAt: revision.lastSeenAt,
    content: contentOf(revision.contentId),
    updatedAt: revision.recordUpdatedAt,
    firstResponse: revision.responseId,
    lastResponse: revision.lastResponseId,
  }))
  const merged = mergeHistories(own, other)
  const latest = merged.at(-1)
  if (!latest) throw new Error('a history has no contents')
  const isOlder = own.length > 0 && latest.content !== other.at(-1)?.content
  if (known && JSON.stringify(merged) === JSON.stringify(own)) return { recordId: known.id, what: 'unchanged', isOlder }

  const state = {
    contentId: latest.content,
    revisions: merged.length,
    firstSeenAt: Math.min(received.firstSeenAt, known?.firstSeenAt ?? Infinity),
    lastSeenAt: latest.lastSeenAt,
    lastResponseId: latest.lastResponse,
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
      responseId: firstResponse,
      recordUpdatedAt: updatedAt,
      contentId: content,
    })),
  )
  for (const { contentId, acceptedAt } of received.acceptances)
    if (merged.some(({ content }) => content === contentId)) store.insertAcceptance(db, recordId, contentId, acceptedAt)
  const contentsOf = (history: readonly HistoryRevision[]) => JSON.stringify(history.map(({ content }) => content))
  const isSeen = contentsOf(merged) === contentsOf(own)
  return { recordId, what: known ? (isSeen ? 'seen' : 'changed') : 'added', isOlder }
}

function findSameInOrder(db: Writer, contentId: number, others: readonly number[]): number | undefined {
  const candidates = store.getContentsAsLong(db, contentId, others)
  if (candidates.length === 0) return undefined
  const body = getContent(db, contentId) ?? ''
  return candidates.find((other) => isSameInOrder(other.body, body))?.id
}
