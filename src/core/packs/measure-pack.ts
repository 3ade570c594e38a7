/**
 * Finds the chosen companies in the library and counts what a pack would hold of them, in its worker thread: of a large library that takes
 * longer than the core may be blocked.
 */

import type { PackKind } from '#contract/api/pack-kinds.ts'
import type { PackCounts, PackPeriods } from '#contract/api/packs.ts'
import { readWithExtraConnection } from '../database/extra-connection.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import type { Reader } from '../database/reader-writer.ts'
import { knownSymbols, missingSymbols } from '../securities/known-symbols.ts'
import type { ChosenSymbols } from './choose-own-data.ts'
import { chooseRecords, everyRecord, spanOf } from './choose-records.ts'
import { getCallIds, getContentBytes } from './packs-store.ts'

export interface MeasureRequest {
  readonly job: 'measure'
  readonly library: string
  readonly isReadOnly: boolean
  readonly chosen: ChosenSymbols
  readonly kinds: readonly PackKind[]
  /** Absent: all. */
  readonly periods?: PackPeriods | undefined
  /** Without them only the companies and calls are found. */
  readonly withCounts: boolean
}

export interface MeasuredPack {
  /** The companies of the pack, in the case of the library. */
  readonly symbols: readonly string[]
  /** Entered symbols that the library does not have in any case. */
  readonly unknownSymbols: readonly string[]
  /** Of these companies and periods, whether the pack has them or not: they have the user's notes. */
  readonly callIds: readonly string[]
  /** Null where they were not wanted. */
  readonly records: MeasuredRecords | null
}

interface MeasuredRecords {
  readonly counts: Pick<PackCounts, 'securities' | 'periods' | 'calls' | 'transcripts' | 'ratings' | 'news'>
  /** Of their contents. */
  readonly bytes: number
  /** Companies of the watchlists of which the library has nothing. */
  readonly missing: readonly string[]
}

export function measurePack({
  library: file,
  isReadOnly,
  chosen: companies,
  kinds,
  periods,
  withCounts,
}: MeasureRequest): MeasuredPack {
  const library = readWithExtraConnection(file, libraryDatabase, isReadOnly)
  try {
    const { reader } = library
    const span = spanOf(periods)
    const { symbols, unknownSymbols } = companiesIn(reader, companies)
    const callIds = getCallIds(reader, symbols, span)
    if (!withCounts) return { symbols, unknownSymbols, callIds, records: null }
    const chosen = chooseRecords(reader, symbols, new Set(kinds), span)
    const counts = {
      securities: chosen.securities.length,
      periods: chosen.periods.length,
      calls: chosen.callIds.length,
      transcripts: chosen.transcripts,
      ratings: chosen.ratings.length,
      news: chosen.news.length,
    }
    return {
      symbols,
      unknownSymbols,
      callIds,
      records: {
        counts,
        bytes: getContentBytes(reader, everyRecord(chosen)),
        missing: missingSymbols(reader, companies.listed),
      },
    }
  } finally {
    library.close()
  }
}

/** A watchlist keeps its companies also where the library has nothing of them; what is entered may be mistyped. */
function companiesIn(
  reader: Reader,
  { entered, listed }: ChosenSymbols,
): Pick<MeasuredPack, 'symbols' | 'unknownSymbols'> {
  const { known } = knownSymbols(reader, { symbols: [...entered] })
  return {
    symbols: [...new Set([...known.flatMap((symbol) => symbol ?? []), ...listed])],
    unknownSymbols: entered.filter((_, at) => known[at] === null),
  }
}
