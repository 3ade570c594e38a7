/** Where entries are in a list that is read in pages: a page asks for the positions of a few, and has them in the same order. */

import { z } from 'zod'

/** A request for positions is of a few entries: the current one and what stays on screen. */
export function locate<Key extends z.ZodType>(key: Key) {
  return z.array(key).max(10).default([])
}

/** One for each entry of `locate`, counted from 0; null: it is not in this list. */
export const positions = z.array(z.number().int().nullable())
