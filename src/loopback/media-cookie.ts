/** The cookie by which an audio element proves its session, since it cannot send our headers. */

import { timingSafeEqual } from 'node:crypto'
import { mediaFolder } from '#core/window/media-request.ts'
import { newToken, tokenDigest } from './one-use-tokens.ts'

/**
 * The one cookie of this shell, for media elements, which send none of our headers (docs/promises.md B6). Its name changes at
 * each run: cookies are shared by all ports of a host, and two shells must not overwrite each other's. It gives access to audio
 * only, and only for requests from our own page.
 */
export class MediaCookie {
  readonly #name = `tearsheet-${newToken().slice(0, 16)}`
  readonly #value = newToken()

  /** For `Set-Cookie`: for this browser session, for no other path, not for scripts, not from other sites. */
  get setCookie(): string {
    return `${this.#name}=${this.#value}; Path=${mediaFolder.slice(0, -1)}; HttpOnly; SameSite=Strict`
  }

  /** Takes the values of the Cookie header. */
  admits(cookies: readonly string[] | undefined): boolean {
    const prefix = `${this.#name}=`
    const given = (cookies ?? [])
      .flatMap((header) => header.split(';'))
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.startsWith(prefix))
    const [only, ...more] = given
    if (only === undefined || more.length > 0) return false
    return timingSafeEqual(tokenDigest(only.slice(prefix.length)), tokenDigest(this.#value))
  }
}
