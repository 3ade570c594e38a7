import { z } from 'zod'
import type { KeyEntry } from '#contract/shell.ts'

const workspace = z.string().min(1).max(100)

/** What the page may POST. Unknown members are refused: nothing is passed on that was not looked at. */
export const sessionQuestion = z.strictObject({
  token: z.string().min(1).max(200),
  /** 32 random bytes that the page made. */
  session: z.string().regex(/^[\w-]{43}$/),
})
export const ticketQuestion = z.strictObject({})
export const keyQuestion = z.strictObject({ workspace })
export const linkQuestion = z.strictObject({ url: z.string().max(10_000) })

export const keyEntry = z.strictObject({
  workspace,
  origin: z.string().max(2048).refine(isServiceOrigin),
  // A key goes into a query string; no service hands out one with a blank or a letter beyond ASCII, a paste does.
  key: z.string().regex(/^[\x21-\x7e]{1,1024}$/),
  /** There is nothing else in this shell. */
  keeping: z.literal('session'),
}) satisfies z.ZodType<KeyEntry>

/** An origin as URL writes it: https, or http of this machine (the sample service, a test). */
export function isServiceOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const local = url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  return (url.protocol === 'https:' || local) && url.origin === text
}
