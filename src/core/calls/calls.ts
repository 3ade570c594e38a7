/**
 * The calls feature: lists calls, opens them from the library or the service, and loads older ones.
 */

import type { CallEntry, CallPreview, CallReading, CallTimes, TranscriptForm } from '#contract/api/calls.ts'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import { outlinedTurns, turnAtSeconds } from '#contract/api/turns.ts'
import type { PackSource } from '#contract/api/provenance.ts'
import { operations } from '#contract/service/operations.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { isStale } from '../ledger/fetch-through-library.ts'
import { getKnownAsOf } from '../ledger/ledger-store.ts'
import { requestAndStore } from '../ledger/request-and-store.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { minutes } from '../duration.ts'
import { packOfRecord } from '../ledger/records-source.ts'
import { LastFailures } from '../ledger/last-failures.ts'
import type { ReceivedItems, ReceivedPack } from '../received-items.ts'
import { StaleWhileRevalidate } from '../ledger/stale-while-revalidate.ts'
import type { Urgency } from '../service/rate-limited-queue.ts'
import { openCall, type OpenCall } from './open-call.ts'
import { entriesOf, type RecordingStates } from './call-entries.ts'
import { formatOfIdentity, identityOf, transcriptForms } from './transcript-formats.ts'
import { getSearchableForm } from './transcript-store.ts'
import { CallList, type CallListDependencies } from './call-list.ts'
import { callsAsOf } from './calls-as-of.ts'
import { callPreview } from './call-preview.ts'
import { callCompleteness, type CallCompleteness } from './call-completeness.ts'
import { CallsInProgress, isInProgress } from './calls-in-progress.ts'
import {
  countStatuses,
  getCallIds,
  getCallRow,
  getCallRows,
  getEarlierSpeakers,
  getFirstTurn,
  getSentiments,
  getTranscriptRecords,
  listCalls,
  type CallRow,
} from './call-list-store.ts'
import { joinChunks } from './call-chunks.ts'
import { getCallTitle } from './calls-store.ts'
import { listPosition, fetchPage, fetchBackTo } from './load-more-calls.ts'
import { callResource, callsResource } from './resources.ts'
import { getNotes, getPosition } from './reading-progress-store.ts'
import { readTimes, readTimesPack, writeTimes } from './segment-time-settings-store.ts'
import { keyOf, mayBeSame, plainName } from './transcript/names.ts'
import type { SetTimes } from './transcript/segment-times.ts'
import { findForm, getVersions, type StoredForm } from './transcript-versions-store.ts'

type Inputs = ApiInputs['calls']
type Outputs = ApiOutputs['calls']

const [plainForm] = transcriptForms
const latestFirst = { by: 'started', descending: true } as const

interface CallsDependencies {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
}

/** Conference calls: stored ones merged with the service's list. Remembers the last failure of each call until the program ends. */
export class Calls {
  readonly #library: LibraryContext
  readonly #desk: CallsDependencies
  readonly #recordings: RecordingStates
  readonly #list: CallList
  readonly #inProgress: CallsInProgress
  readonly #staleWhileRevalidate: StaleWhileRevalidate
  readonly #failures = new LastFailures()

  constructor(library: LibraryContext, desk: CallsDependencies, others: CallListDependencies) {
    this.#library = library
    this.#desk = desk
    this.#recordings = others.recordings
    this.#list = new CallList({ library: library.reader, desk: desk.reader }, others, () => this.#failures.all)
    this.#inProgress = new CallsInProgress(library)
    this.#staleWhileRevalidate = new StaleWhileRevalidate(library)
  }

  /** Counts calls in progress that are listed as shown: they are refreshed. */
  async list(request: Inputs['list']): Promise<Outputs['list']> {
    const { clock } = this.#library
    const listed = await this.#list.list(request)
    const inProgress = listed.entries.filter(({ status }) => isInProgress(status))
    this.#inProgress.show(inProgress.map(({ callId }) => callId))
    const reached = listPosition(this.#library, request.filter)
    return {
      ...listed,
      statuses: countStatuses(this.#library.reader, request.filter),
      ...reached,
      stale: reached.requestedAt === null || isStale(reached.requestedAt, callsResource.age, clock.now()),
    }
  }

  /** A call beside the list. Sends no request. */
  async preview({ callId }: Inputs['preview']): Promise<CallPreview | null> {
    const entry = await this.#list.entry(callId)
    if (!entry) return null
    const reading = this.latestVersion(callId) ?? null
    const { reader } = this.#desk
    return callPreview(entry, reading, getPosition(reader, callId), getNotes(reader, callId))
  }

  /** Stored calls as lists show them, by id. */
  entries(callIds: readonly string[]): ReadonlyMap<string, CallEntry> {
    const { reader } = this.#library
    return new Map(
      entriesOf(reader, getCallRows(reader, callIds), this.#recordings).map((entry) => [entry.callId, entry]),
    )
  }

  /** The packs in which stored transcripts came; null: from the service, or not stored. */
  packs(callIds: readonly string[]): (PackSource | null)[] {
    const { reader } = this.#library
    const records = getTranscriptRecords(reader, callIds)
    return callIds.map((callId) => {
      const recordId = records.get(callId)
      return recordId === undefined ? null : packOfRecord(reader, recordId, null)
    })
  }

  /** Stored calls of companies, each with the score of its summary. Sends no requests, not even for calls in progress. */
  ofCompanies(symbols: readonly string[]): { readonly entry: CallEntry; readonly sentiment: number | null }[] {
    const { reader } = this.#library
    const rows = listCalls(reader, { symbols: [...symbols] }, latestFirst, { offset: 0, limit: -1 })
    const sentiments = getSentiments(
      reader,
      rows.map(({ callId }) => callId),
    )
    return entriesOf(reader, rows, this.#recordings).map((entry) => ({
      entry,
      sentiment: sentiments.get(entry.callId) ?? null,
    }))
  }

  /** How many recordings of a company are on disk. */
  countRecordings(symbol: string): number {
    const states = this.#recordings(getCallIds(this.#library.reader, symbol))
    return [...states.values()].filter((state) => state === 'on-disk').length
  }

  /** Calls of a company that were stored at a moment, latest first, as they were then; null: now. */
  ofCompanyAsOf(symbol: string, asOf: number | null): CallEntry[] {
    const { reader } = this.#library
    const rows = listCalls(reader, { symbols: [symbol] }, latestFirst, { offset: 0, limit: -1 })
    const then =
      asOf === null
        ? rows
        : callsAsOf(reader, rows, asOf).map(({ row, isFormer }) =>
            isFormer ? { ...row, ...textAsOf(reader, this.#openAsOf(row.callId, asOf), asOf) } : row,
          )
    return entriesOf(reader, then, this.#recordings)
  }

  /** When the company's calls were last requested, ms since 1970; null: never. */
  requestedAt(symbol: string): number | null {
    return listPosition(this.#library, { symbols: [symbol] }).requestedAt
  }

  /** Unit and offset that the user set for a call's timestamps. */
  timesSetFor(callId: string): SetTimes | null {
    return readTimes(this.#desk.reader, callId)
  }

  /**
   * Adds settings of timestamps that came in a pack. One that is there stays, unless it came in an earlier pack of the same author. Throws
   * `read-only`.
   */
  receiveTimes(
    received: readonly (SetTimes & { readonly callId: string })[],
    pack: ReceivedPack,
  ): ReceivedItems & { readonly callIds: readonly string[] } {
    const writer = this.#desk.writer ?? fail({ kind: 'read-only' })
    let added = 0
    const callIds: string[] = []
    const conflicts: string[] = []
    for (const { callId, ...times } of received) {
      const there = readTimes(writer, callId)
      const packThere = readTimesPack(writer, callId)
      const isLater = packThere?.author === pack.author && packThere.madeAt < pack.madeAt
      const isWritten = there === null || isLater
      if (isWritten) writeTimes(writer, callId, times, pack)
      if (there?.unit === times.unit && there.offset === times.offset) continue
      if (isWritten) callIds.push(callId)
      if (there === null) {
        added += 1
        continue
      }
      const isEarlier = packThere?.author === pack.author && packThere.madeAt > pack.madeAt
      const set = `${pack.author} set the timestamps of “${getCallTitle(this.#library.reader, callId) ?? callId}”`
      const [theirs, here] = [timesText(times), timesText(there)]
      if (isLater) conflicts.push(`${set} again: ${theirs} replaces ${here}.`)
      else if (isEarlier) conflicts.push(`${set} to ${theirs}, and later to ${here}, which stays.`)
      else conflicts.push(`${set} to ${theirs}. The setting here, ${here}, stays.`)
    }
    return { added, callIds, conflicts }
  }

  fetchPage({ filter, page }: Inputs['fetchPage'], signal: AbortSignal): Promise<Outputs['fetchPage']> {
    return fetchPage(this.#library, filter, page, signal)
  }

  /**
   * Returns a stored form at once; with `library-first` a stale one is refreshed in the background. Throws `not-in-library`, or
   * the service's failure, only when this form is not stored.
   */
  async open(question: Inputs['open'], signal: AbortSignal): Promise<OpenCall> {
    const { callId, form, freshness } = question
    if (question.hash !== undefined) return this.#read(question) ?? fail({ kind: 'not-in-library' })
    return this.#staleWhileRevalidate.open(
      {
        key: identityOf(callId, form),
        freshness,
        read: () => this.#read(question),
        refresh: (urgency, requestSignal) => this.#refresh(question, urgency, requestSignal),
        refreshed: (changes) => {
          this.#library.announce({ kind: 'call', id: callId })
          if (changes > 0) this.#library.announce({ kind: 'calls' })
        },
        missing: () => this.#nothing(question),
      },
      signal,
    )
  }

  async turnAt({ callId, second }: Inputs['turnAt'], signal: AbortSignal): Promise<Outputs['turnAt']> {
    const call = await this.open({ callId, form: plainForm, freshness: 'library-first' }, signal)
    return { turn: turnAtSeconds(joinChunks(call).turns, second) }
  }

  /** Fetches a company's list of calls since a date (null: the latest page) in the background; the caller announces the change. */
  fetchBack(symbol: string, from: number | null, signal: AbortSignal): Promise<{ changes: number }> {
    return fetchBackTo(this.#library, symbol, from, signal)
  }

  /** A company's calls since a date, and how complete each is in the library. */
  completeness(symbol: string, from: number): CallCompleteness {
    return callCompleteness(this.#library, symbol, from)
  }

  /** Fetches the verbatim call in the background; the caller announces the change. Throws the failure of the service. */
  refresh(callId: string, signal: AbortSignal): Promise<{ changes: number }> {
    return this.#refresh({ callId, form: plainForm }, 'background', signal)
  }

  /** One version of a stored call, in any format; undefined when the library has no content with that hash. */
  version(callId: string, hash: string): CallReading | undefined {
    for (const form of transcriptForms) {
      const reading = this.#read({ callId, form, hash })
      if (reading) return joinChunks(reading)
    }
    return undefined
  }

  /** A call as `open` shows it from the library; undefined: this form of it is not stored. */
  stored(request: Inputs['figures']): CallReading | undefined {
    const reading = this.#read(request)
    return reading && joinChunks(reading)
  }

  /** The latest version of a stored call, in the form that is searched; undefined when its transcript is not stored. */
  latestVersion(callId: string): CallReading | undefined {
    const identity = getSearchableForm(this.#library.reader, callId)
    const reading = identity === undefined ? undefined : this.#read({ callId, form: formatOfIdentity(identity) })
    return reading && joinChunks(reading)
  }

  /** Equal as long as `latestVersion` gives the same transcript at the same times; undefined as there. Reads no turns. */
  versionOfLatest(callId: string): string | undefined {
    const { reader } = this.#library
    const identity = getSearchableForm(reader, callId)
    const stored = identity === undefined ? undefined : this.#formOf(callId, formatOfIdentity(identity))
    const latest = stored && getVersions(reader, stored.recordId)[0]
    return latest && JSON.stringify([stored.recordId, latest.hash, this.timesSetFor(callId)])
  }

  /**
   * The same as the library knew it at a moment (null: now), of the forms that were stored then; undefined also when no transcript was.
   */
  versionAsOf(callId: string, asOf: number | null): CallReading | undefined {
    if (asOf === null) return this.latestVersion(callId)
    const then = this.#openAsOf(callId, asOf)
    return then && joinChunks(then)
  }

  /** Throws `read-only`. */
  setTimes({ callId, unit, offset }: Inputs['setTimes']): CallTimes {
    const { writer } = this.#desk
    if (!writer) fail({ kind: 'read-only' })
    writeTimes(writer, callId, { unit, offset })
    this.#library.announce({ kind: 'call', id: callId })
    const form = { format: 'json', clean: false } as const
    const reading =
      this.#read({ callId, form }) ??
      this.#read({ callId, form: { ...form, clean: true } }) ??
      this.#read({ callId, form: { ...form, format: 'html' } })
    if (reading) return reading.times
    return unit === null
      ? { unit, how: 'unknown', evidence: { kind: 'not-downloaded' }, offset }
      : { unit, how: 'set', evidence: { kind: 'set' }, offset }
  }

  /** The speaker's turn in the latest earlier stored call of the company. */
  previousTurn({ callId, speaker }: Inputs['previousTurn']): Outputs['previousTurn'] {
    const { reader } = this.#library
    const wanted = plainName(speaker)
    const earlier = getEarlierSpeakers(reader, callId)
    for (const id of new Set(earlier.map((each) => each.callId))) {
      const there = earlier.filter((each) => each.callId === id)
      const same = there.filter(({ name }) => keyOf(plainName(name)) === keyOf(wanted))
      const possible = same.length > 0 ? same : there.filter(({ name }) => mayBeSame(plainName(name), wanted))
      const [found] = possible.length === 1 || same.length > 0 ? possible : []
      const turn = found && getFirstTurn(reader, id, found.number)
      if (turn !== undefined) return { callId: id, turn }
    }
    return null
  }

  #read(
    { callId, form, hash }: Pick<Inputs['open'], 'callId' | 'form' | 'hash'>,
    stored = this.#formOf(callId, form),
  ): OpenCall | undefined {
    const { reader, clock } = this.#library
    const row = getCallRow(reader, callId)
    const [entry] = row ? entriesOf(reader, [row], this.#recordings) : []
    if (!stored || !entry) return undefined
    if (isInProgress(entry.status)) this.#inProgress.show([callId])
    const age = isInProgress(entry.status) ? minutes : callResource.age
    return openCall(reader, stored, hash, {
      entry,
      form,
      times: this.timesSetFor(callId),
      stale: isStale(stored.lastSeenAt, age, clock.now()),
      refreshing: false,
      failure: this.#failures.of(callId),
    })
  }

  #openAsOf(callId: string, asOf: number): OpenCall | undefined {
    const { reader } = this.#library
    for (const form of transcriptForms) {
      for (const withAudio of [false, true]) {
        const stored = findForm(reader, identityOf(callId, form, withAudio))
        const then = stored && getVersions(reader, stored.recordId).find(({ knownFrom }) => knownFrom <= asOf)
        const reading = then && this.#read({ callId, form, hash: then.hash }, stored)
        if (reading && reading.chunks.length > 0) return reading
      }
    }
    return undefined
  }

  #formOf(callId: string, form: TranscriptForm): StoredForm | undefined {
    const { reader } = this.#library
    return findForm(reader, identityOf(callId, form)) ?? findForm(reader, identityOf(callId, form, true))
  }

  /** Returns how many records changed. */
  #refresh(
    { callId, form }: Pick<Inputs['open'], 'callId' | 'form'>,
    urgency: Urgency,
    signal: AbortSignal,
  ): Promise<{ changes: number }> {
    const formParameters = {
      ...(form.format === 'html' ? { format: form.format } : {}),
      ...(form.clean ? { clean: true } : {}),
    }
    return this.#failures.watch(callId, async () => {
      const { recorded, storeFailure } = await requestAndStore(this.#library, callResource, {
        parameters: { call_id: callId, ...formParameters },
        urgency,
        signal,
      })
      if (storeFailure) fail(storeFailure)
      const changes = recorded === null ? 0 : recorded.added + recorded.changed
      if (changes > 0 && urgency === 'user') {
        this.#library.announce({ kind: 'call', id: callId })
        this.#library.announce({ kind: 'calls' })
      }
      return { changes }
    })
  }

  #nothing({ freshness }: Inputs['open']): never {
    if (freshness !== 'library' && this.#library.writer === null) fail({ kind: 'read-only' })
    fail({ kind: freshness === 'library' ? 'not-in-library' : 'not-found', operation: operations['calls.one'].title })
  }
}

/** A call's columns for its transcript at an earlier moment; undefined: none was stored. */
function textAsOf(
  db: Reader,
  call: OpenCall | undefined,
  asOf: number,
): Pick<CallRow, 'turns' | 'words' | 'versions' | 'fetchedAt'> {
  if (!call) return { turns: null, words: null, versions: null, fetchedAt: null }
  const known = call.versions.filter(({ knownFrom }) => knownFrom <= asOf)
  return {
    turns: outlinedTurns(call.outline).text.length,
    words: call.words,
    versions: known.length,
    fetchedAt: getKnownAsOf(db, [call.recordId], asOf)[0]?.seenAt ?? null,
  }
}

/** "minutes, +5 s". */
function timesText({ unit, offset }: SetTimes): string {
  const moved = offset === 0 ? '' : `, ${offset > 0 ? '+' : '−'}${Math.abs(offset)} s`
  return `${unit ?? 'the inferred unit'}${moved}`
}
