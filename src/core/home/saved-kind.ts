/** Reads the kind of saved item that a text begins with: `watchlist optics` asks for a watchlist by name. */

import type { SavedItems } from '#contract/api/home.ts'

/** The words that users type for a kind, before or instead of a name. */
const kindWords: Readonly<Record<keyof SavedItems, RegExp>> = {
  watchlists: /^(?:watch)?lists?(?:\s+|$)/i,
  comparisons: /^(?:compare|comparisons?|comps)(?:\s+|$)/i,
  screens: /^(?:saved )?(?:screens?|screener)(?:\s+|$)/i,
  searches: /^(?:saved )?search(?:es)?(?:\s+|$)/i,
  notes: /^notes?(?:\s+|$)/i,
}

/** What follows the word for a kind, if the text begins with that word; empty: the word alone, which finds all of the kind. Null: it does not. */
export function textAfterKind(kind: keyof SavedItems, text: string): string | null {
  const typed = kindWords[kind].exec(text)?.[0]
  return typed === undefined ? null : text.slice(typed.length)
}
