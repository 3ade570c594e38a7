/** Verifies and reads an administrator's update feed. */

import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { shortMonthNames } from '#contract/api/month-names.ts'
import { externalLink } from '../window/external-link.ts'

/** The version that an administrator offers. */
interface UpdateFeed {
  readonly version: string
  /** Where it can be downloaded. */
  readonly page: string
  /** Milliseconds since 1970. */
  readonly publishedAt: number
}

export type FeedReading =
  { readonly feed: UpdateFeed } | /** Why it is not accepted, in words. */ { readonly refusal: string }

interface FeedConditions {
  /** The administrator's public key, as the policy has it. */
  readonly key: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** When the latest feed that was accepted had been published; null: none was. */
  readonly seen: number | null
}

/** More than any feed needs. Bytes. */
export const largestFeed = 64 * 1024

/** An Ed25519 signature in base64: 64 bytes. */
const signaturePattern = /^[A-Za-z0-9+/]{86}==\r?$/

const moment = z.iso.datetime().transform((text) => Date.parse(text))

/** The signed content. `product` ensures that a feed signed for another program is not accepted here. */
const signedFeed = z.strictObject({
  product: z.literal('Tearsheet'),
  format: z.literal(1),
  published: moment,
  expires: moment,
  version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/),
  page: z.string().refine((text) => externalLink(text) !== null),
})

/**
 * Reads a feed: the signature in the first line, and after the line break the signed content, to the last byte. None of the content is
 * parsed before the signature is verified. A feed older than the last accepted one is refused, so that nobody who controls the server or
 * the network can hide a version published since (docs/promises.md P2).
 */
export function readUpdateFeed(bytes: Buffer, { key, now, seen }: FeedConditions): FeedReading {
  const lineEnd = bytes.indexOf('\n')
  const signature = bytes.subarray(0, Math.max(0, lineEnd)).toString('latin1')
  if (!signaturePattern.test(signature)) return { refusal: 'it does not begin with a signature' }
  const signed = bytes.subarray(lineEnd + 1)
  const publicKey = readPublicKey(key)
  if (publicKey === null || !verify(null, signed, publicKey, Buffer.from(signature, 'base64'))) {
    return { refusal: 'its signature is not valid' }
  }
  const parsed = signedFeed.safeParse(jsonIn(signed))
  if (!parsed.success) return { refusal: 'its content does not have the expected form' }
  const { published, expires, version, page } = parsed.data
  if (seen !== null && published < seen) {
    return { refusal: `it was published on ${dayOf(published)}, and one of ${dayOf(seen)} was read before` }
  }
  if (expires < now) return { refusal: `it expired on ${dayOf(expires)}` }
  return { feed: { version, page, publishedAt: published } }
}

/** An Ed25519 public key in DER as base64, which is the middle line of its PEM file. Null: it is none. */
export function readPublicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** Undefined, which no feed is, for what is not JSON. */
function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** As a sentence has it, in UTC like the feed: `27 Nov 2026`. */
function dayOf(instant: number): string {
  const date = new Date(instant)
  return `${date.getUTCDate()} ${shortMonthNames[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}
