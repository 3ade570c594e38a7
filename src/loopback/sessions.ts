/** The sessions of admitted pages. */

import { timingSafeEqual } from 'node:crypto'
import { tokenDigest } from './one-use-tokens.ts'

/** More tabs than anyone opens; the oldest session ends when one more begins. */
const most = 32

/**
 * Admitted sessions, until the program ends. A session is sent in the Authorization header only: unlike a cookie it is not sent
 * automatically, nor shared with another program on another port of this computer (RFC 6265 §8.5).
 */
export class Sessions {
  #digests: readonly Buffer[] = []

  /** The page creates the session before it requests it: a lost response costs it nothing. */
  begin(session: string): void {
    this.#digests = [...this.#digests, tokenDigest(session)].slice(-most)
  }

  holds(session: string): boolean {
    const digest = tokenDigest(session)
    return this.#digests.some((one) => timingSafeEqual(one, digest))
  }

  /** Takes the values of the Authorization header, of which there must be exactly one. */
  admits(authorization: readonly string[] | undefined): boolean {
    const [value, ...more] = authorization ?? []
    if (value === undefined || more.length > 0 || !value.startsWith('Bearer ')) return false
    return this.holds(value.slice('Bearer '.length))
  }
}
