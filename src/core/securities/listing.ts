import type { SearchType } from '#contract/service/securities.ts'
import type { Reader } from '../database/reader-writer.ts'
import * as store from './securities-store.ts'

export interface NamedListing {
  readonly security: store.SecurityFound
  /** Other symbols that the same text may mean. */
  readonly alternatives: number
}

const mostListings = 50

/** The stored security that a symbol, an identifier in its normal form, or a name stands for; undefined when there is none. */
export function listingOf(db: Reader, type: SearchType | 'name', value: string): NamedListing | undefined {
  const found = store.getSecurities(
    db,
    type === 'name' ? byName(db, value) : store.findByType(db, type, value, mostListings),
  )
  const [best] = found.toSorted((left, right) => likeliness(right) - likeliness(left))
  const symbols = new Set(found.map(({ symbol }) => symbol))
  return best && { security: best, alternatives: symbols.size - 1 }
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
