/** What features report of items of the user's own data that came in a pack. */

import { createHash } from 'node:crypto'

export interface ReceivedItems {
  /** How many were added. */
  readonly added: number
  /** A whole sentence for each that differs from an item that was there: both are kept. */
  readonly conflicts: readonly string[]
}

/** A pack in which an item came. */
export interface ReceivedPack {
  readonly author: string
  /** ms since 1970. */
  readonly madeAt: number
}

/** Columns of the user's own tables that say in which pack a row came; null: it is the user's own. */
export interface PackColumns {
  readonly packAuthor: string | null
  readonly packMadeAt: number | null
}

export function packOfRow({ packAuthor, packMadeAt }: PackColumns): ReceivedPack | null {
  return packAuthor === null ? null : { author: packAuthor, madeAt: packMadeAt ?? 0 }
}

/** Most characters of a name that is the user's to change. */
const longestName = 120

/**
 * The name of an item that is added: the one in the pack, or after its author where the item is another content of one that is there, or where
 * the name is taken. “Coverage (Ada)”, then “Coverage (Ada 2)”.
 */
export function receivedName(
  name: string,
  author: string,
  { isVariant, others }: { readonly isVariant: boolean; readonly others: readonly { readonly name: string }[] },
): string {
  const taken = new Set(others.map((other) => other.name.toLowerCase()))
  const isTaken = (each: string) => taken.has(each.toLowerCase())
  return isVariant || isTaken(name) ? nameAfter(name, author, isTaken, longestName) : name
}

/** A name of at most `longest` characters that ends with its author's, with a number where that is taken. */
export function nameAfter(name: string, author: string, isTaken: (name: string) => boolean, longest: number): string {
  const by = author.trim().slice(0, 30).toWellFormed()
  for (let number = 1; ; number += 1) {
    const end = ` (${by === '' ? 'pack' : by}${number === 1 ? '' : ` ${number}`})`
    const found = `${name.slice(0, longest - end.length).toWellFormed()}${end}`
    if (!isTaken(found)) return found
  }
}

/**
 * The message for an item that differs from the existing one.
 *
 * @param item what it is, with its name, such as watchlist “Coverage”
 * @param there author and date of the existing item; null: the user made or changed it
 * @param received author and date of the received item
 */
export function differenceText(item: string, there: ReceivedPack | null, received: ReceivedPack): string {
  if (there === null) return `Your ${item} differs from ${received.author}’s. Both are kept.`
  if (there.author !== received.author)
    return `The ${item} by ${there.author} differs from ${received.author}’s. Both are kept.`
  const since = there.madeAt > received.madeAt ? 'this pack' : 'an earlier pack'
  return `The ${item} by ${there.author} has changed since ${since}. Both are kept.`
}

/** The message for an item whose name is already taken. */
export function renamedText(kind: string, name: string, present: string, author: string): string {
  return `There is already a ${kind} “${name}”. ${author}’s is added as “${present}”.`
}

/** The id of another content of an item: the same content has the same id however often it comes. */
export function variantId(id: string, content: string): string {
  return createHash('sha256').update(`${id} ${content}`).digest('hex').slice(0, 36)
}
