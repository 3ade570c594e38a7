/** What features report of items of the user's own data that came in a pack. */

import { createHash } from 'node:crypto'

export interface ReceivedItems {
  /** How many were added. */
  readonly added: number
  /** A whole sentence for each that differs from an item that was there: both are kept. */
  readonly conflicts: readonly string[]
}

/** The id of another content of an item: the same content has the same id however often it comes. */
export function variantId(id: string, content: string): string {
  return createHash('sha256').update(`${id} ${content}`).digest('hex').slice(0, 36)
}
