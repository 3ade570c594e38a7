/**
 * Tokens that are valid once, for a limited time: launch tokens and WebSocket tickets. Also makes
 * the random tokens and digests that sessions and the media cookie use.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#core/clock.ts'

interface Outstanding {
  readonly digest: Buffer
  /** On the monotonic clock, so that setting back the wall clock revives no token. */
  readonly until: number
}

/** 256 bits, in letters that need no escaping in a URL's fragment, a header or a command line. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Digests have one length for any input, so that comparing them reveals nothing of the token, not even its length. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Tokens that open something once, within their lifetime. Only their digests are kept. */
export class OneUseTokens {
  readonly #clock: Clock
  readonly #lifetime: number
  readonly #most: number
  #outstanding: readonly Outstanding[] = []

  /** `lifetime` in milliseconds; of more than `most` unused tokens the oldest is dropped. */
  constructor(clock: Clock, lifetime: number, most: number) {
    this.#clock = clock
    this.#lifetime = lifetime
    this.#most = most
  }

  mint(): string {
    const token = newToken()
    const until = this.#clock.monotonic() + this.#lifetime
    this.#outstanding = [...this.#live(), { digest: tokenDigest(token), until }].slice(-this.#most)
    return token
  }

  /** True once for a token minted here and not yet out of date. */
  spend(token: string): boolean {
    const digest = tokenDigest(token)
    const live = this.#live()
    const found = live.filter((one) => timingSafeEqual(one.digest, digest))
    this.#outstanding = live.filter((one) => !found.includes(one))
    return found.length > 0
  }

  #live(): readonly Outstanding[] {
    const now = this.#clock.monotonic()
    return this.#outstanding.filter(({ until }) => now < until)
  }
}
