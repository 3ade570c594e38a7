/** Reads the symbols of an input as the library has them, and names those that it does not have. */

import { z } from 'zod'
import type { LibraryApi } from '../library-reading.ts'
import { didYouMean, nearestNames } from '../nearest-names.ts'
import { refuseAsNotStored } from '../refuse.ts'

/** Of a response. */
export const unknownSymbols = z
  .array(z.object({ symbol: z.string(), nearest: z.array(z.string()) }))
  .describe('Requested symbols that are not in the library, each with the nearest known ones')
type UnknownSymbols = z.infer<typeof unknownSymbols>

/** Unknown symbols that are compared with every one of the library, which may have hundreds of thousands. */
const mostCompared = 10

interface ReadSymbols {
  /** In the case of the library, each once; those that it does not have as given. */
  readonly symbols: readonly string[]
  readonly unknown: UnknownSymbols
}

export async function readSymbols(
  api: LibraryApi,
  given: readonly string[],
  signal: AbortSignal,
): Promise<ReadSymbols> {
  const { known, all } = await api.securities.knownSymbols({ symbols: [...given] }, { signal })
  return {
    symbols: [...new Set(given.map((symbol, at) => known[at] ?? symbol))],
    unknown: given
      .filter((_, at) => known[at] === null)
      .map((symbol, at) => ({ symbol, nearest: at < mostCompared ? [...nearestNames(symbol, all)] : [] })),
  }
}

/** In the case of the library. Throws Refusal, with the nearest symbols, where the library does not have it. */
export async function readSymbol(api: LibraryApi, given: string, signal: AbortSignal): Promise<string> {
  const { symbols, unknown } = await readSymbols(api, [given], signal)
  return unknown.length === 0 ? (symbols[0] ?? given) : refuseAsNotStored(unknownNotes(unknown).join(' '))
}

/** “Not in the library: HLDM. Did you mean HLDN?”, one each. */
export function unknownNotes(unknown: UnknownSymbols): readonly string[] {
  return unknown.map(({ symbol, nearest }) => {
    const several = symbol.includes(',') ? ' Pass symbols separately, not joined by commas.' : ''
    return `Not in the library: ${symbol}.${didYouMean(nearest)}${several}`
  })
}
