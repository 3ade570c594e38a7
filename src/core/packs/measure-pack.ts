/** Finds and counts what a pack would hold of the library, in its worker thread: of a large library that takes longer than the core may be blocked. */

import type { PackKind } from '#contract/api/pack-kinds.ts'
import type { PackCounts, PackPeriods } from '#contract/api/packs.ts'
import { readWithExtraConnection } from '../database/extra-connection.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import { chooseRecords, everyRecord, spanOf } from './choose-records.ts'
import { missingSymbols } from '../securities/known-symbols.ts'
import { getCallIds, getContentBytes } from './packs-store.ts'

export interface MeasureRequest {
  readonly job: 'measure'
  readonly library: string
  readonly isReadOnly: boolean
  readonly symbols: readonly string[]
  readonly kinds: readonly PackKind[]
  /** Absent: all. */
  readonly periods?: PackPeriods | undefined
  /** Without them only the calls are found. */
  readonly withCounts: boolean
}

export interface MeasuredPack {
  /** Of these companies and periods, whether the pack has them or not: they have the user's notes. */
  readonly callIds: readonly string[]
  /** Null where they were not wanted. */
  readonly records: MeasuredRecords | null
}

interface MeasuredRecords {
  readonly counts: Pick<PackCounts, 'securities' | 'periods' | 'calls' | 'transcripts' | 'ratings' | 'news'>
  /** Of their contents. */
  readonly bytes: number
  /** Companies of which the library has nothing. */
  readonly missing: readonly string[]
}

export function measurePack({
  library: file,
  isReadOnly,
  symbols,
  kinds,
  periods,
  withCounts,
}: MeasureRequest): MeasuredPack {
  const library = readWithExtraConnection(file, libraryDatabase, isReadOnly)
  try {
    const { reader } = library
    const span = spanOf(periods)
    const callIds = getCallIds(reader, symbols, span)
    if (!withCounts) return { callIds, records: null }
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
      callIds,
      records: {
        counts,
        bytes: getContentBytes(reader, everyRecord(chosen)),
        missing: missingSymbols(reader, symbols),
      },
    }
  } finally {
    library.close()
  }
}
