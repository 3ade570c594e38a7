/** Finds symbols of the library whatever their case. */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { Reader } from '../database/reader-writer.ts'
import { getEverySymbol, getMissing } from './known-symbols-store.ts'

type Known = ApiOutputs['securities']['knownSymbols']

export function knownSymbols(db: Reader, { symbols }: ApiInputs['securities']['knownSymbols']): Known {
  const missing = new Set(getMissing(db, symbols))
  // To look for another case, or for the nearest, takes all of them.
  const all = missing.size === 0 ? [] : getEverySymbol(db)
  const inCapitals = new Map(all.toReversed().map((symbol) => [symbol.toUpperCase(), symbol]))
  const known = symbols.map((symbol) => (missing.has(symbol) ? (inCapitals.get(symbol.toUpperCase()) ?? null) : symbol))
  return { known, all: known.includes(null) ? all : [] }
}

/** Those of some symbols of which the library has nothing at all. */
export function missingSymbols(db: Reader, symbols: readonly string[]): string[] {
  return getMissing(db, symbols)
}
