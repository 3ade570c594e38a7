/**
 * The type that says how complete the stored copy of a request is, the clause for a gap, and a
 * count of records whose content is not stored.
 */

import { gapClauses, type ListGap } from '#contract/api/list-gap.ts'
import type { Reader } from '../database/reader-writer.ts'

/** How complete the stored copy of a request is, from the library. */
export interface CopyCompleteness {
  /** When it was last requested from the service, ms UTC; null: never. */
  readonly requestedAt: number | null
  readonly items: number
  /** As one plain clause; null: nothing. */
  readonly lacks: string | null
  /**
   * What the service counts but did not send, or that could not be identified, as one plain clause; null: nothing. Repeating the
   * request at once brings the same, so it is no reason to fetch, but the list is incomplete.
   */
  readonly gap: string | null
}

export const neverFetched: CopyCompleteness = { requestedAt: null, items: 0, lacks: 'not downloaded', gap: null }

export function gapText(gap: ListGap | null, one: string, many: string): string | null {
  return gap === null ? null : gapClauses(gap, one, many).join('; ')
}

/** How many of some records are not stored with their content. */
export function unreadCountOf(db: Reader, recordIds: readonly number[]): number {
  if (recordIds.length === 0) return 0
  const stored = db.get<{ count: number }>(
    `SELECT count(DISTINCT record.id) AS count FROM json_each(?) AS wanted
     CROSS JOIN ledger_record AS record ON record.id = wanted.value
     JOIN ledger_content AS content ON content.id = record.content_id`,
    [JSON.stringify(recordIds)],
  )
  return new Set(recordIds).size - (stored?.count ?? 0)
}
