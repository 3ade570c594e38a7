/**
 * Schemas of the messages by which recordings travel from the core's process to the main process.
 */

import { z } from 'zod'

/** An audio element's request, on its way from the main process to the core, together with a port. */
export const mediaRequest = z.object({
  callId: z.string(),
  method: z.enum(['GET', 'HEAD']),
  range: z.string().nullable(),
  ifRange: z.string().nullable(),
})
export type MediaRequestMessage = z.infer<typeof mediaRequest>

/** On that port, from the core: the head, then one piece for each `pull`, until the end. */
export const fromMedia = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('head'),
    status: z.number().int().min(200).max(599),
    headers: z.record(z.string(), z.string()),
    hasBody: z.boolean(),
  }),
  z.object({ kind: z.literal('piece'), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('end') }),
  /** It broke off. */
  z.object({ kind: z.literal('broken') }),
])
export type FromMedia = z.infer<typeof fromMedia>

/** The other way: the next piece is wanted, or nothing more. */
export const toMedia = z.enum(['pull', 'leave'])
export type ToMedia = z.infer<typeof toMedia>

/** One end of the channel: Electron's `MessagePortMain`. Its messages wait until it is started. */
export interface MediaPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(message: unknown): void
  start(): void
  close(): void
}
