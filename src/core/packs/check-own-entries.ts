/** Checks the user's own data in a pack, where one is opened and, so that it can be opened, where one is made. */

import type { z } from 'zod'
import type { PackKind } from '#contract/api/pack-kinds.ts'
import type { PackCounts } from '#contract/api/packs.ts'
import { localDayInWords } from '../instant.ts'
import {
  packedCorrections,
  packedMetrics,
  packedNotes,
  packedSaved,
  packedTimes,
  packedWatchlist,
  packedWatchlists,
  watchlistsOf,
} from './own-entries.ts'
import type { entryNames } from './pack-format.ts'

export type OwnEntry = Exclude<keyof typeof entryNames, 'recordings'>

interface OwnEntries {
  /** Null where the pack has no such entry. */
  readonly read: <Schema extends z.ZodType>(entry: OwnEntry, schema: Schema) => z.output<Schema> | null
  /** Throws, with what is wrong in words. */
  readonly refuse: (entry: OwnEntry, detail: string) => never
}

/** What the pack around these entries has. */
interface PackAround {
  /** ms since 1970: nothing was written later. */
  readonly latest: number
  readonly kinds: readonly PackKind[]
  readonly hasCall: (callId: string) => boolean
}

/** The kind with which an entry comes; watchlists and metrics come with what is chosen. */
const kindOf = { notes: 'notes', corrections: 'notes', times: 'calls', saved: 'saved' } as const

/** Gives how many items there are. Throws what `refuse` does. */
export function checkOwnEntries(
  { read, refuse }: OwnEntries,
  { latest, kinds, hasCall }: PackAround,
): Pick<PackCounts, 'notes' | 'searches' | 'comparisons' | 'watchlists' | 'metrics' | 'corrections'> {
  const demandPast = (entry: OwnEntry, times: readonly number[]) => {
    if (times.some((time) => time > latest)) refuse(entry, 'its dates are in the future')
  }
  const notes = read('notes', packedNotes) ?? []
  if (isRepeated(notes.map(({ id }) => id))) refuse('notes', 'it has a note twice')
  demandPast(
    'notes',
    notes.flatMap(({ createdAt, editedAt }) => [createdAt, editedAt]),
  )
  const saved = read('saved', packedSaved) ?? { searches: [], comparisons: [] }
  demandPast(
    'saved',
    [...saved.searches, ...saved.comparisons].map(({ savedAt }) => savedAt),
  )
  const [one, several] = [read('watchlist', packedWatchlist), read('watchlists', packedWatchlists)]
  if (one !== null && several !== null) refuse('watchlists', 'it has watchlists in two entries')
  const watchlists = watchlistsOf(one, several)
  const listEntry = one === null ? 'watchlists' : 'watchlist'
  if (isRepeated(watchlists.map(({ id }) => id))) refuse(listEntry, 'it has a watchlist twice')
  if (isRepeated(watchlists.map(({ name }) => name))) refuse(listEntry, 'two of its watchlists have the same name')
  for (const { companies } of watchlists) {
    if (isRepeated(companies.map(({ symbol }) => symbol))) refuse(listEntry, 'it has a company twice on a watchlist')
    demandPast(
      listEntry,
      companies.map(({ addedAt }) => addedAt),
    )
  }
  const metrics = read('metrics', packedMetrics) ?? []
  if (isRepeated(metrics.map(({ id }) => id)) || isRepeated(metrics.map(({ name }) => name.toLowerCase())))
    refuse('metrics', 'it has a metric twice')
  demandPast(
    'metrics',
    metrics.map(({ savedAt }) => savedAt),
  )
  const corrections = read('corrections', packedCorrections) ?? []
  if (isRepeated(corrections.map(({ callId, text, occurrence }) => JSON.stringify([callId, text, occurrence]))))
    refuse('corrections', 'it has a correction twice')
  const late = corrections.find(({ at }) => at > latest)
  if (late) {
    refuse(
      'corrections',
      `a correction in it is dated ${localDayInWords(late.at)}, in the future; ask its author to create the pack again`,
    )
  }
  const times = read('times', packedTimes) ?? []
  if (isRepeated(times.map(({ callId }) => callId))) refuse('times', 'it has the timestamp settings of a call twice')
  const isThere = { notes, corrections, times, saved: [...saved.searches, ...saved.comparisons] }
  for (const entry of ['notes', 'corrections', 'times', 'saved'] as const)
    if (isThere[entry].length > 0 && !kinds.includes(kindOf[entry]))
      refuse(entry, 'it has items of a kind that it does not list')
  // A pack without calls may have notes and corrections of them, which are matched with the calls of the library where it is opened.
  if (kinds.includes('calls'))
    for (const entry of ['notes', 'corrections', 'times'] as const)
      if (!isThere[entry].every(({ callId }) => hasCall(callId)))
        refuse(entry, 'it has notes, corrections or timestamp settings of a call that is not in the pack')
  return {
    notes: notes.length,
    searches: saved.searches.length,
    comparisons: saved.comparisons.length,
    watchlists: watchlists.length,
    metrics: metrics.length,
    corrections: corrections.length,
  }
}

function isRepeated(names: readonly string[]): boolean {
  return new Set(names).size !== names.length
}
