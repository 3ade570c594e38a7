/**
 * The type that says how the records of one operation are stored and found, and when they become
 * stale. Also the SQL that finds one page of stored records and counts all matches.
 */

import type { Announcement } from '#contract/api/api.ts'
import type { OperationName, ParametersOf } from '#contract/service/operations.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { Projector } from './store-response.ts'

/** The stored records that match a request, on the requested page. */
export interface RecordsPage {
  readonly recordIds: readonly number[]
  readonly hits: number
  readonly page: number
  readonly pageSize: number
}

/** One operation's place in the library: how its records are kept, found again, and when they are old. */
export interface ResourceType<Name extends OperationName> extends Projector<Name> {
  /** Milliseconds after which a copy is called stale. It is never dropped for that. */
  readonly age: number
  find(db: Reader, parameters: ParametersOf<Name>): RecordsPage
  /** The announcement after a response to this request has changed the library. */
  announcement(parameters: ParametersOf<Name>): Announcement
}

/** Rows of one page, in SQL: `LIMIT @limit OFFSET @offset`. */
export function pagingOf(
  page: number | string | undefined,
  pageSize: number | string | undefined,
): { page: number; pageSize: number; limit: number; offset: number } {
  const at = within(page ?? 1, 1, 1_000_000) ?? 1
  const size = within(pageSize ?? 10, 1, 10_000) ?? 10
  return { page: at, pageSize: size, limit: size, offset: (at - 1) * size }
}

/** A whole number, clamped to a range; undefined when it is not a number. Ratings pass pages as text. */
function within(value: number | string, least: number, most: number): number | undefined {
  const number = Math.trunc(Number(value))
  return Number.isNaN(number) ? undefined : Math.min(most, Math.max(least, number))
}

/**
 * One page of the records that a search finds, and how many it finds in all. `matches` is FROM and WHERE over the filter's names,
 * `record` the column with the ledger's number.
 */
export function findPage(
  db: Reader,
  { record = 'record_id', matches, order }: { record?: string; matches: string; order: string },
  filter: Readonly<Record<string, string | number | null>>,
  { limit, offset }: { limit: number; offset: number },
): Pick<RecordsPage, 'recordIds' | 'hits'> {
  const page = `SELECT ${record} AS id ${matches} ORDER BY ${order} LIMIT @limit OFFSET @offset`
  return {
    hits: db.get<{ hits: number }>(`SELECT count(*) AS hits ${matches}`, filter)?.hits ?? 0,
    recordIds: db.all<{ id: number }>(page, { ...filter, limit, offset }).map(({ id }) => id),
  }
}
