/** Schemas of the bodies that the page may POST. */

import { z } from 'zod'
import type { KeyEntry, PublishKeysEntry } from '#contract/shell.ts'
import { isServiceOrigin } from '#core/window/api-key-entry.ts'
import { accessKeyIdPattern, secretAccessKeyPattern } from '#core/window/publish-keys.ts'

const workspace = z.string().min(1).max(100)

/** What the page may POST. Unknown members are refused: only validated values are passed on. */
export const sessionRequest = z.strictObject({
  token: z.string().min(1).max(200),
  /** 32 random bytes that the page made. */
  session: z
    .string()
    .length(43)
    .regex(/^[\w-]+$/),
})
export const ticketRequest = z.strictObject({})
export const keyRequest = z.strictObject({ workspace })
export const linkRequest = z.strictObject({ url: z.string().max(10_000) })

const origin = z.string().max(2048).refine(isServiceOrigin)

export const keyEntry = z.strictObject({
  workspace,
  origin,
  // A key goes into a query string; no service hands out one with a blank or a letter beyond ASCII, a paste does.
  key: z
    .string()
    .max(1024)
    .regex(/^[\x21-\x7e]+$/),
  /** There is nothing else in this shell. */
  keeping: z.literal('session'),
}) satisfies z.ZodType<KeyEntry>

export const publishKeysEntry = z.strictObject({
  workspace,
  origin,
  accessKeyId: z.string().max(128).regex(accessKeyIdPattern),
  secretAccessKey: z.string().max(1024).regex(secretAccessKeyPattern),
  keeping: z.literal('session'),
}) satisfies z.ZodType<PublishKeysEntry>
