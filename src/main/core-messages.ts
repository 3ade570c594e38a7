/** Schemas of the messages between the main process and the core's process. */

import { z } from 'zod'
import { commandLine } from '#contract/api/assistants.ts'
import { administratorPolicy } from '#contract/api/policy.ts'
import { failureSchema } from '#contract/api/base.ts'
import { mediaRequest } from './media-messages.ts'

const sample = z.object({ baseUrl: z.string(), key: z.string() })

/** Main process to core. `line` comes with one port, for one page; `media` with one, for one response. Keys go this way only. */
export const toCore = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    profile: z.string(),
    version: z.string(),
    sample: sample.nullable(),
    policy: administratorPolicy,
    commandLine,
  }),
  z.object({ kind: z.literal('hold'), workspace: z.string(), origin: z.string(), key: z.string() }),
  z.object({ kind: z.literal('drop'), workspace: z.string() }),
  z.object({
    kind: z.literal('hold-publish-keys'),
    workspace: z.string(),
    origin: z.string(),
    accessKeyId: z.string(),
    secretAccessKey: z.string(),
  }),
  z.object({ kind: z.literal('drop-publish-keys'), workspace: z.string() }),
  z.object({ kind: z.literal('line') }),
  z.object({ kind: z.literal('media'), question: mediaRequest }),
  /** The system's proxy for the request with this id; null: unknown. */
  z.object({ kind: z.literal('proxy'), id: z.number().int(), result: z.string().nullable() }),
  z.object({ kind: z.literal('close') }),
])
export type ToCore = z.infer<typeof toCore>

/** Core to main process. */
export const fromCore = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started') }),
  z.object({ kind: z.literal('refused'), failure: failureSchema }),
  /** Requests the system's proxy for an origin, before every request, since it may change. */
  z.object({
    kind: z.literal('resolve-proxy'),
    id: z.number().int(),
    origin: z.url({ protocol: /^https?$/ }).max(300),
  }),
])
export type FromCore = z.infer<typeof fromCore>
