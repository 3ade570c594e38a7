/**
 * Checks tearsheet: links, and writes and reads the message that passes a link to the running
 * program.
 */

import { formatDeepLink, parseDeepLink } from '#contract/deep-link.ts'

/** The link as the window will read it; null: it opens nothing. */
export function readLink(text: string): string | null {
  const view = parseDeepLink(text)
  return view && formatDeepLink(view)
}

/** What a second start passes to the first: only the link, below the limit of 4 KB. */
interface Handover {
  readonly link: string | null
}

export function handoverOf(link: string | null): Handover {
  return { link }
}

/** The other process may be any program of this user that knows the lock: what it sent is read again, as carefully. */
export function linkOfHandover(data: unknown): string | null {
  const isHandover = typeof data === 'object' && data !== null && 'link' in data
  return isHandover && typeof data.link === 'string' ? readLink(data.link) : null
}
