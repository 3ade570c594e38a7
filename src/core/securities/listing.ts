/** Finds the stored listing that a typed symbol, identifier or name stands for. */

import { isOnMarket, type TerminalSymbol } from '#contract/api/terminal-symbols.ts'
import type { SearchType } from '#contract/service/securities.ts'
import type { Reader } from '../database/reader-writer.ts'
import * as store from './securities-store.ts'

export interface NamedListing {
  readonly security: store.SecurityFound
  /** Other symbols that the same text may mean. */
  readonly alternatives: number
  /** What the text may mean, the likeliest first; a few at most. */
  readonly listings: readonly store.SecurityFound[]
}

const mostListings = 50
/** How many of those are offered as a choice. */
const mostOffered = 12

/** The stored security of a symbol, an identifier in normal form, or a name; undefined: none. */
export function listingOf(db: Reader, type: SearchType | 'name', value: string): NamedListing | undefined {
  const found = likeliestFirst(
    store.getSecurities(db, type === 'name' ? byName(db, value) : store.findByType(db, type, value, mostListings)),
  )
  const [best] = found
  const symbols = new Set(found.map(({ symbol }) => symbol))
  return best && { security: best, alternatives: symbols.size - 1, listings: found.slice(0, mostOffered) }
}

/** The stored listing of a symbol on the markets that it was written for; undefined when only others are stored. */
export function listingOnMarket(db: Reader, terminal: TerminalSymbol): NamedListing | undefined {
  const stored = store.getSecurities(db, store.findByType(db, 'symbol', terminal.symbol, mostListings))
  const listings = likeliestFirst(stored.filter((each) => isOnMarket(each, terminal))).slice(0, mostOffered)
  const [security] = listings
  return security && { security, alternatives: 0, listings }
}

function likeliestFirst(listings: readonly store.SecurityFound[]): store.SecurityFound[] {
  return listings.toSorted((left, right) => likeliness(right) - likeliness(left))
}

/** The whole name, else names that begin with it. */
function byName(db: Reader, name: string): number[] {
  const whole = store.findByName(db, name, mostListings)
  return whole.length > 0 || name.length < 4 ? whole : store.findByStart(db, 'name', name, mostListings)
}

/** Companies with stored statements first, then the primary listing, then the larger one. */
function likeliness({ hasFundamentals, mic, opol, market_cap: size }: store.SecurityFound): number {
  return hasFundamentals * 1e15 + (mic !== null && mic === opol ? 5e14 : 0) + Math.min(size ?? 0, 4e14)
}
