/**
 * The list of calls: rows of the library, each with what the user has read, played and noted of the
 * call.
 */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { CallFilter, CallGroup, ListedCall } from '#contract/api/calls.ts'
import { usualWeekStart } from '#contract/api/date-format.ts'
import type { RecordingState } from '#contract/api/recordings.ts'
import { machineTimeZone, zoneOffsets } from '#contract/api/time-zone.ts'
import type { Failure } from '#contract/failure.ts'
import type { Reader } from '../database/reader-writer.ts'
import { isGrouped, weeksOf } from './call-groups.ts'
import { entriesOf, type RecordingStates } from './call-entries.ts'
import {
  countCompanies,
  countDays,
  countViews,
  getCallDates,
  getCallPositions,
  getCallRows,
  listCalls,
  type CallRow,
  type CallSelection,
  type ValueOrder,
} from './call-list-store.ts'
import { countHighlights, getProgress, type CallProgress } from './reading-progress-store.ts'
import { isValueOrder, recordingRanks, sortByValue } from './value-order.ts'

type Request = ApiInputs['calls']['list']
type Listed = Pick<ApiOutputs['calls']['list'], 'entries' | 'total' | 'positions' | 'groups' | 'views' | 'dates'>

/** What the list needs of other features. */
export interface CallListDependencies {
  /** States of recordings by call. */
  readonly recordings: RecordingStates
  /** The calls whose recording is in one of these states. */
  readonly recordingsIn: (states: readonly RecordingState[]) => readonly string[]
  /** Calls of watched companies that were received since they were seen, with when, ms UTC. */
  readonly newCalls: () => ReadonlyMap<string, number>
  /** Hits of a saved search by call; null: it cannot be run. */
  readonly hitsOf: (searchId: string) => Promise<ReadonlyMap<string, number> | null>
}

interface CallListDatabases {
  readonly library: Reader
  readonly desk: Reader
}

/** What the user's data and the saved searches have on all calls, read once per request. */
interface CallMarks {
  readonly progress: ReadonlyMap<string, CallProgress>
  readonly notes: ReadonlyMap<string, number>
  readonly isNew: ReadonlySet<string>
  /** Null: no search is chosen. */
  readonly hits: ReadonlyMap<string, number> | null
  readonly failures: ReadonlyMap<string, Failure>
}

/** The list of calls: the library's rows, with what the user read, played and noted of each, and with the hits of a saved search. */
export class CallList {
  readonly #databases: CallListDatabases
  readonly #dependencies: CallListDependencies
  /** Why transcripts could not be downloaded the last time, by call. */
  readonly #failures: () => ReadonlyMap<string, Failure>
  #zone: { readonly timeZone: string; readonly offsetAt: (instant: number) => number } | null = null

  constructor(
    databases: CallListDatabases,
    dependencies: CallListDependencies,
    failures: () => ReadonlyMap<string, Failure>,
  ) {
    this.#databases = databases
    this.#dependencies = dependencies
    this.#failures = failures
  }

  /** One page of the list, with counts of the whole; the number of statements does not depend on the number of calls. */
  async list({ filter, order, offset, limit, locate = [], weeks }: Request): Promise<Listed> {
    const { library } = this.#databases
    const marks = await this.#marks(filter.search)
    const selection = this.#selection(filter, marks)
    const shown = withView(selection, filter.view ?? 'all', marks)
    const counts = countViews(library, selection, {
      opened: marks.progress.keys(),
      isNew: marks.isNew,
      hits: marks.hits?.keys() ?? [],
    })
    const page = this.#page(shown, order, { offset, limit }, locate, marks)
    return {
      entries: this.#listed(page.rows, marks),
      total: counts[filter.view ?? 'all'],
      positions: page.positions,
      groups: this.#groups(shown, order, weeks),
      views: { ...counts, hits: marks.hits === null ? null : counts.hits },
      dates: getCallDates(library),
    }
  }

  /** One call; undefined: the library does not have it. */
  async entry(callId: string): Promise<ListedCall | undefined> {
    return this.#listed(getCallRows(this.#databases.library, [callId]), await this.#marks())[0]
  }

  async #marks(search?: string): Promise<CallMarks> {
    const { desk } = this.#databases
    const progress = getProgress(desk)
    const isOpenedSince = (callId: string, at: number) => (progress.get(callId)?.at ?? 0) >= at
    const newCalls = [...this.#dependencies.newCalls()].filter(([callId, at]) => !isOpenedSince(callId, at))
    return {
      progress,
      notes: countHighlights(desk),
      isNew: new Set(newCalls.map(([callId]) => callId)),
      hits: search === undefined ? null : await this.#dependencies.hitsOf(search),
      failures: this.#failures(),
    }
  }

  #selection(filter: CallFilter, { failures }: CallMarks): CallSelection {
    const { recordingsIn } = this.#dependencies
    const { symbols, from, to, status, text, download } = filter
    const base = {
      ...(symbols && { symbols }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(status !== undefined && { status }),
      ...(text !== undefined && { text }),
    }
    switch (download) {
      case undefined:
        return base
      case 'missing':
        return { ...base, stored: false }
      case 'transcript':
        return { ...base, stored: true }
      case 'recording':
        return { ...base, among: recordingsIn(['on-disk']) }
      case 'downloading':
        return { ...base, among: recordingsIn(['downloading', 'queued', 'paused']) }
      case 'failed':
        return { ...base, among: [...recordingsIn(['failed']), ...this.#withoutTranscript([...failures.keys()])] }
    }
  }

  /** A transcript that is here is no failed download, although a later one of it failed. */
  #withoutTranscript(callIds: readonly string[]): string[] {
    return getCallRows(this.#databases.library, callIds).flatMap(({ callId, turns }) => (turns === null ? callId : []))
  }

  #page(
    selection: CallSelection,
    order: Request['order'],
    page: { readonly offset: number; readonly limit: number },
    located: readonly string[],
    marks: CallMarks,
  ): { readonly rows: readonly CallRow[]; readonly positions: (number | null)[] } {
    const { library } = this.#databases
    const { by, descending } = order
    if (!isValueOrder(by)) {
      const stored = { by, descending }
      return {
        rows: listCalls(library, selection, stored, page),
        positions: getCallPositions(library, selection, stored, located),
      }
    }
    const latest = listCalls(library, selection, { by: 'started', descending: true }, { offset: 0, limit: -1 })
    const all = sortByValue(latest, this.#values(by, latest, marks), descending)
    const positionOf = new Map(all.map(({ callId }, position) => [callId, position]))
    return {
      rows: all.slice(page.offset, page.offset + page.limit),
      positions: located.map((callId) => positionOf.get(callId) ?? null),
    }
  }

  #values(by: ValueOrder, rows: readonly CallRow[], { progress, notes, hits }: CallMarks) {
    if (by === 'notes') return ({ callId }: CallRow) => notes.get(callId) ?? 0
    if (by === 'hits') return ({ callId }: CallRow) => hits && (hits.get(callId) ?? 0)
    if (by === 'read') return (row: CallRow) => shareRead(row, progress.get(row.callId))
    const states = this.#dependencies.recordings(rows.map(({ callId }) => callId))
    const stateOf = ({ callId }: CallRow) => states.get(callId) ?? 'unknown'
    if (by === 'recording') return (row: CallRow) => recordingRanks[stateOf(row)]
    return (row: CallRow) => sharePlayed(row, stateOf(row), progress.get(row.callId))
  }

  #groups(selection: CallSelection, { by, descending }: Request['order'], weeks: Request['weeks']): CallGroup[] | null {
    if (!isGrouped(by)) return null
    const { library } = this.#databases
    if (by === 'started') {
      const { start, timeZone } = weeks ?? { start: usualWeekStart, timeZone: machineTimeZone() }
      return weeksOf(countDays(library, selection, descending, this.#offsetsOf(timeZone)), start)
    }
    return countCompanies(library, selection, descending).map((each) => ({ ...each, week: null, weekend: false }))
  }

  /** The offsets of a zone, kept while lists are requested in it. */
  #offsetsOf(timeZone: string): (instant: number) => number {
    if (this.#zone?.timeZone !== timeZone) this.#zone = { timeZone, offsetAt: zoneOffsets(timeZone) }
    return this.#zone.offsetAt
  }

  #listed(rows: readonly CallRow[], { progress, notes, isNew, hits, failures }: CallMarks): ListedCall[] {
    const entries = entriesOf(this.#databases.library, rows, this.#dependencies.recordings)
    return entries.map((entry, at): ListedCall => {
      const { callId } = entry
      const row = rows[at]
      const own = progress.get(callId)
      return {
        ...entry,
        remarks: row?.remarks ?? null,
        answers: row?.answers ?? null,
        confidence: row?.confidence ?? null,
        questions: row?.questions ?? null,
        isNew: isNew.has(callId),
        read: row ? shareRead(row, own) : null,
        played: row ? sharePlayed(row, entry.recording, own) : null,
        resumeAt: own && own.seconds > 0 ? own.seconds : null,
        notes: notes.get(callId) ?? 0,
        hits: hits && (hits.get(callId) ?? 0),
        failure: failures.get(callId) ?? null,
      }
    })
  }
}

function withView(selection: CallSelection, view: NonNullable<CallFilter['view']>, marks: CallMarks): CallSelection {
  const { among } = selection
  const within = (ids: ReadonlySet<string>) => ({
    ...selection,
    among: among ? [...among].filter((callId) => ids.has(callId)) : ids,
  })
  switch (view) {
    case 'all':
      return selection
    case 'unread':
      return selection.stored === false
        ? { ...selection, among: [] }
        : { ...selection, stored: true, except: [...marks.progress.keys()] }
    case 'new':
      return within(marks.isNew)
    case 'hits':
      return within(new Set(marks.hits?.keys()))
  }
}

/** A transcript that grew since it was read counts in its present length. */
function shareRead({ turns }: Pick<CallRow, 'turns'>, progress: CallProgress | undefined): number | null {
  if (turns === null || turns === 0) return null
  return Math.min(1, (progress?.turnsRead ?? 0) / turns)
}

/** For a recording on disk, or one that was streamed. Its length is the player's, else the call's; null without either. */
function sharePlayed(
  { seconds }: Pick<CallRow, 'seconds'>,
  state: RecordingState,
  progress: CallProgress | undefined,
): number | null {
  const played = progress?.secondsPlayed ?? 0
  if (state !== 'on-disk' && played === 0) return null
  if (played === 0) return 0
  const length = progress?.recordingSeconds ?? seconds
  return length === null || length <= 0 ? null : Math.min(1, played / length)
}
