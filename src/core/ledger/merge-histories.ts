/**
 * Merges what two libraries know of one record: which content it had, from when to when. Pure: the result is the same however often the
 * same history is merged.
 */

import { instantOf, isDatedBefore } from '../instant.ts'

/** A response that contained a content: one of this library by its id, or one of the other library by its place there. */
export type HistoryResponse = { readonly id: number; readonly isFromService: boolean } | { readonly place: number }

/** A content of a record, and between which moments the service sent it, ms since 1970. */
export interface HistoryRevision {
  readonly knownFrom: number
  readonly lastSeenAt: number
  /** The id of the content; the same for the same fields and values in another order. */
  readonly content: number
  /** The service's own time of change, when it has one. */
  readonly updatedAt: string | null
  /** The responses that contained it first and last. */
  readonly firstResponse: HistoryResponse
  readonly lastResponse: HistoryResponse
}

/** The service was seen to send a content. */
interface Observation {
  readonly at: number
  readonly revision: HistoryRevision
  readonly response: HistoryResponse
  readonly isOwn: boolean
}

/**
 * Both histories in order of time, oldest first. What this library has received always stays; of the other one only a content is left
 * out that the service dates before the one it would replace, where that date can be relied on: the service itself has sent it to this library,
 * or it is not after the moment of receipt, which a pack cannot make later than now.
 */
export function mergeHistories(
  own: readonly HistoryRevision[],
  received: readonly HistoryRevision[],
): HistoryRevision[] {
  if (own.length === 0) return [...received]
  const observations = [...observationsOf(own, true), ...observationsOf(received, false)]
  const merged: HistoryRevision[] = []
  for (const { at, revision, response, isOwn } of observations.toSorted((one, other) => one.at - other.at)) {
    const latest = merged.at(-1)
    if (latest?.content === revision.content) {
      if (at > latest.lastSeenAt) merged[merged.length - 1] = { ...latest, lastSeenAt: at, lastResponse: response }
      continue
    }
    if (!isOwn && latest && isDatedReliably(latest) && isDatedBefore(revision.updatedAt, latest.updatedAt)) continue
    const knownFrom = latest ? Math.max(at, latest.knownFrom + 1) : at
    merged.push({ ...revision, knownFrom, lastSeenAt: knownFrom, firstResponse: response, lastResponse: response })
  }
  return merged
}

function isDatedReliably(revision: HistoryRevision): boolean {
  return isFromService(revision) || (instantOf(revision.updatedAt) ?? -Infinity) <= revision.knownFrom
}

function isFromService({ firstResponse, lastResponse }: HistoryRevision): boolean {
  return [firstResponse, lastResponse].some((response) => 'id' in response && response.isFromService)
}

function observationsOf(history: readonly HistoryRevision[], isOwn: boolean): Observation[] {
  return history.flatMap((revision) => {
    const { knownFrom: at, lastSeenAt, firstResponse, lastResponse } = revision
    return [
      { at, revision, response: firstResponse, isOwn },
      { at: Math.max(at, lastSeenAt), revision, response: lastResponse, isOwn },
    ]
  })
}
