/**
 * Where shown records come from: types of a request, of its time, and of marks on records, shared
 * by every area of the API; and how fresh a caller wants a response.
 */

import { z } from 'zod'
import { operationNames } from '../service/operations.ts'
import { failureSchema, instant } from './base.ts'

/**
 * Whose freshness it is: the caller's choice.
 *  - `library`: what is stored, no request at all
 *  - `library-first`: what is stored, at once; when it is stale or absent, the service is asked behind the caller's back and
 *    `changes` announces the result. With nothing stored the call waits for the service.
 *  - `service`: ask now and wait; the library keeps the response
 */
export const freshness = z.enum(['library', 'library-first', 'service'])
export type Freshness = z.infer<typeof freshness>

/**
 * What is to be known of a field as it was received (docs/wire-data-rules.md). The ledger keeps the field as received, whatever the kind.
 *  - `unreadable`: of a type that cannot be read as the field's: left out of the typed record
 *  - `converted`: of another type, and read without a guess
 *  - `imprecise`: a number with more digits than a double holds: read as the nearest
 *  - `kept`: the latest content has no readable value: the last readable one is shown
 *  - `withdrawn`: a null where a figure was
 */
const markKinds = ['unreadable', 'converted', 'imprecise', 'kept', 'withdrawn'] as const
export type MarkKind = (typeof markKinds)[number]

export const mark = z.object({
  kind: z.enum(markKinds),
  /** Which record of the response, from 0. */
  record: z.number().int(),
  /** Dotted path in the record; empty when the record as a whole could not be read. */
  path: z.string(),
  problem: z.string(),
  /** What the service sent, as JSON, cut to 200 characters; for a withdrawn figure its last value. */
  received: z.string(),
  /** For a kept field: when the service last sent it. For a withdrawn figure: since when. */
  at: instant.optional(),
})
export type Mark = z.infer<typeof mark>

export const request = z.object({
  operation: z.enum(operationNames),
  /** Path at the service, without host and without key. */
  path: z.string(),
  /** As sent, without the API key. */
  parameters: z.record(z.string(), z.string()),
})
export type ServiceRequest = z.infer<typeof request>

/** A pack in which a response came, instead of from the service. */
export const packSource = z.object({
  /** As its author signed it. */
  author: z.string(),
  madeAt: instant,
  /** Name of the workspace that it was made of. */
  workspace: z.string(),
  /** Host of the service that had sent the response; `sample` for the built-in one. */
  host: z.string(),
})
export type PackSource = z.infer<typeof packSource>

/** The request that brought the records; of several, the latest. */
export const recordsSource = z.object({
  records: z.number().int(),
  responses: z.number().int(),
  request,
  fetchedAt: instant,
  /** The packs in which some of the records came, and how many in each; empty: all came from the service. */
  packs: z.array(packSource.extend({ records: z.number().int() })),
  /** sha256, hex: of the record's content as received; of several records, of their hashes one after another, in the order of the records. */
  hash: z.string(),
})
export type RecordsSource = z.infer<typeof recordsSource>

export const provenance = z.object({
  source: z.enum(['service', 'library']),
  /** When the oldest record of this response was last fetched; null when the library has nothing. */
  fetchedAt: instant.nullable(),
  /** Older than its kind's age (`ResourceType` in core/ledger/resource-type.ts). A stale copy is still the analyst's. */
  stale: z.boolean(),
  request,
  /** The service's own `message`, when the response came from it. */
  message: z.string().nullable(),
  marks: z.array(mark),
  /** Why `library-first` fell back to the library, or why the response was not stored. */
  failure: failureSchema.nullable(),
  /** A background refresh was queued with this response. */
  refreshing: z.boolean(),
})
export type Provenance = z.infer<typeof provenance>
