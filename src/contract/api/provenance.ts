import { z } from 'zod'
import { operationNames } from '../service/operations.ts'
import { failureSchema, instant } from './base.ts'

/**
 * Whose freshness it is: the caller's choice.
 *  - `library`: what is stored, no request at all
 *  - `library-first`: what is stored, at once; when it is stale or absent, the service is asked behind the caller's back and
 *    `changes` announces the result. With nothing stored the call waits for the service.
 *  - `service`: ask now and wait; the library keeps the answer
 */
export const freshness = z.enum(['library', 'library-first', 'service'])
export type Freshness = z.infer<typeof freshness>

/**
 * What is to be known of a field as it was received (docs/wire-data-rules.md). The ledger keeps what came, whatever the kind.
 *  - `unreadable`: of a type that cannot be read as the field's: left out of the typed record
 *  - `converted`: of another type, and read without a guess
 *  - `imprecise`: a number with more digits than a double holds: read as the nearest
 *  - `kept`: the newest content has no readable value: the last readable one is shown
 *  - `withdrawn`: a null where a figure was
 */
const markKinds = ['unreadable', 'converted', 'imprecise', 'kept', 'withdrawn'] as const
export type MarkKind = (typeof markKinds)[number]

export const mark = z.object({
  kind: z.enum(markKinds),
  /** Which record of the answer, from 0. */
  record: z.number().int(),
  /** Dotted path in the record; empty when the record as a whole could not be read. */
  path: z.string(),
  problem: z.string(),
  /** What came, as JSON, cut to 200 characters; of a withdrawn figure what it was. */
  came: z.string(),
  /** Of a kept field: when the service last gave it. Of a withdrawn figure: since when. */
  at: instant.optional(),
})
export type Mark = z.infer<typeof mark>

export const request = z.object({
  operation: z.enum(operationNames),
  /** Path at the service, without host and without key. */
  path: z.string(),
  /** As sent, without the key. */
  parameters: z.record(z.string(), z.string()),
})
export type ServiceRequest = z.infer<typeof request>

export const provenance = z.object({
  source: z.enum(['service', 'library']),
  /** When the oldest record of this answer was last fetched; null when the library has nothing. */
  fetchedAt: instant.nullable(),
  /** Older than its kind's age (see core/freshness). A stale copy is still the analyst's. */
  stale: z.boolean(),
  request,
  /** The service's own `message`, when the answer came from it. */
  message: z.string().nullable(),
  marks: z.array(mark),
  /** Why the service was not heard, when `library-first` tried and fell back on the library; or why its answer was not stored. */
  failure: failureSchema.nullable(),
  /** A refresh was queued behind this answer. */
  refreshing: z.boolean(),
})
export type Provenance = z.infer<typeof provenance>
