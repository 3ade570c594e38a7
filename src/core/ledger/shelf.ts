import type { OperationName, ParametersOf } from '#contract/service/operations.ts'
import type { Reader } from '../database/handles.ts'
import type { Projection } from './record-answer.ts'

/** Which stored records answer a question, on the page that was asked for. */
export interface Found {
  readonly recordIds: readonly number[]
  readonly hits: number
  readonly page: number
  readonly pageSize: number
}

/** One operation's place in the library: how its records are kept, found again, and when they are old. */
export interface Shelf<Name extends OperationName> extends Projection<Name> {
  /** Milliseconds after which a copy is called stale. It is never dropped for that. */
  readonly age: number
  find(db: Reader, parameters: ParametersOf<Name>): Found
}

export const minutes = 60_000
export const hours = 60 * minutes
export const days = 24 * hours

/** Rows of one page, in SQL: `LIMIT @limit OFFSET @offset`. */
export function pageOf(
  page: number | string | undefined,
  pageSize: number | string | undefined,
): { page: number; pageSize: number; limit: number; offset: number } {
  const at = Math.max(1, Number(page ?? 1) || 1)
  const size = Math.max(1, Number(pageSize ?? 10) || 10)
  return { page: at, pageSize: size, limit: size, offset: (at - 1) * size }
}
