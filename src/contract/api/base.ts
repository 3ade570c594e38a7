/**
 * How procedures of the API are declared, each with its typed failure and its policy subject, and
 * schemas that several areas share.
 */

import { oc } from '@orpc/contract'
import { z } from 'zod'
import { failureKinds, type Failure } from '../failure.ts'
import { calendarLimits } from './calendar-limits.ts'
import type { JsonText } from './serialized-json.ts'
import type { StorageOperation } from './storage-operation.ts'

/** Its type is named, because every procedure has it: written out, the type of the API is too long for TypeScript. */
export const failureSchema: z.ZodType<Failure, Failure> = z.object({
  kind: z.enum(failureKinds),
  operation: z.string().optional(),
  host: z.string().optional(),
  status: z.number().optional(),
  attempts: z.number().optional(),
  seconds: z.number().optional(),
  detail: z.string().max(300).optional(),
  limit: z.object({ count: z.number(), of: z.string().max(100) }).optional(),
  space: z.object({ needed: z.number(), free: z.number() }).optional(),
  serviceMessage: z.string().max(200).optional(),
})

/** What an administrator's policy can forbid as a whole. */
export type PolicySubject = 'exports' | 'recordings'

export interface ProcedureMeta {
  readonly writes?: boolean
  readonly waitsForService?: boolean
  /** The user requests it and waits: a job steps aside meanwhile. Other queries may follow from an announcement as well. */
  readonly isLookup?: boolean
  /** The storage operation that owns the files while it runs; refused with `in-use` (docs/storage-operations.md). */
  readonly operation?: StorageOperation
  /** It is refused with `by-policy` where the administrator's policy forbids one of these. */
  readonly subjectTo?: readonly PolicySubject[]
}

/** Every procedure of the API can fail in one typed way: `FAILURE`, whose data is one of the closed list. */
export const query = oc.$meta<ProcedureMeta>({}).errors({ FAILURE: { data: failureSchema } })

/** A user looks it up, and waits for it. */
export const lookup = query.meta({ isLookup: true })

/** It writes data into a file for the user. */
export const exported = query.meta({ subjectTo: ['exports'] })

/** Writes are marked: they run one after another, and are refused on a read-only profile. */
export const change = query.meta({ writes: true })

/** A write that may first wait for the service, or for windows: it keeps no other waiting, and sees to its own order. */
export const changeAfterService = query.meta({ writes: true, waitsForService: true })

/** What a list lacks; null: nothing, as far as the service counts. */
export const listGap = z
  .object({ reported: z.number().int().nullable(), received: z.number().int(), unidentified: z.number().int() })
  .nullable()

/** The language of a transcript or summary, as BCP 47; null: the service does not state it, or not as such a tag. */
export const statedLanguage = z.string().nullable()

/** Milliseconds since 1970, UTC. */
export const instant = z.number().int()

/** The same in a request, which may hold what no clock shows and no `Date` can write. */
export const requestedInstant = z.number().int().min(calendarLimits.first).max(calendarLimits.last)

/** A calendar year in a request. */
export const requestedYear = z.number().int().min(0).max(9999)

/** A text that `toJsonText` wrote, for a response or into the library. It is checked to be a text; its content is not read. */
export const jsonText = <Content>() => z.custom<JsonText<Content>>((value) => typeof value === 'string')
