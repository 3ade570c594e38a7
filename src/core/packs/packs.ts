/** The packs feature: writes chosen companies of the open workspace into one file, and opens such a file. */

import { dirname, join } from 'node:path'
import type PQueue from 'p-queue'
import type { z } from 'zod'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import { firstSymbols } from '#contract/api/pack-words.ts'
import type { AddedCounts, PackHosts, PackPeriods } from '#contract/api/packs.ts'
import type { Failure } from '#contract/failure.ts'
import type { Clock } from '../clock.ts'
import { sqliteFailure, type Reader } from '../database/reader-writer.ts'
import type { DefectLog } from '../defect-log.ts'
import { fail } from '../failure-error.ts'
import { rejectOnAbort } from '../reject-on-abort.ts'
import type { ProfilePreferences } from '../profile-preferences.ts'
import type { ProfileFolders } from '../profile.ts'
import { fileFailure } from '../storage/file-system-failure.ts'
import { requireFreeSpace, validFolder, validPath } from '../storage/folder-checks.ts'
import type { OperationLock } from '../storage/operation-lock.ts'
import { operationFailure, operationSteps, type Steps } from '../storage/operation-steps.ts'
import { runStorageWorker, type Report } from '../storage/run-storage-worker.ts'
import { noting, unfinishedName } from '../storage/unfinished-files.ts'
import { threadProgram } from '../worker-thread.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import { sampleId, type Workspaces } from '../workspaces/workspaces.ts'
import { ownDataOf, symbolsOf, type ChosenSymbols } from './choose-own-data.ts'
import { spanOf } from './choose-records.ts'
import type { MeasuredPack, MeasureRequest } from './measure-pack.ts'
import {
  packedCorrections,
  packedMetrics,
  packedNotes,
  packedSaved,
  packedTimes,
  packedWatchlist,
  packedWatchlists,
  watchlistsOf,
  withFields,
} from './own-entries.ts'
import { entryNames, packedRecordings, type PackHead } from './pack-format.ts'
import { getCallIds } from './packs-store.ts'
import type { PackRequest } from './packs-worker.ts'
import type { ReadPack } from './read-pack.ts'
import {
  readEntry,
  recordBytes,
  recordingBytes,
  storeRecords,
  storeContents,
  type LeftOut,
  type StoredContents,
} from './store-pack.ts'
import type { MadePack, MakeRequest, RecordingToPack } from './write-pack.ts'

type Inputs = ApiInputs['packs']
type Outputs = ApiOutputs['packs']
type Choice = Inputs['preview']

interface OpenedPack {
  readonly author: string
  readonly periods: PackPeriods | null
  readonly added: AddedCounts
  readonly changed: number
  readonly older: number
  readonly conflicts: string[]
  readonly failure: Failure | null
}

/** A pack whose records and own data are stored. */
interface StoredPack {
  readonly opened: Omit<OpenedPack, 'failure'>
  readonly indexed: Promise<void>
  readonly leftOut: LeftOut
}

interface PacksDependencies {
  readonly folders: ProfileFolders
  readonly workspaces: Workspaces
  readonly preferences: ProfilePreferences
  readonly clock: Clock
  readonly log: DefectLog
  readonly version: string
  /** Changes run one after another. */
  readonly changes: PQueue
  /** Who owns the files. */
  readonly operations: OperationLock
}

const program = threadProgram('packs-worker', import.meta.url)

export class Packs {
  readonly #dependencies: PacksDependencies

  constructor(dependencies: PacksDependencies) {
    this.#dependencies = dependencies
  }

  /** The library is read in a thread. Throws what `symbolsOf` does, and when the caller leaves. */
  async preview(choice: Choice, signal: AbortSignal): Promise<Outputs['preview']> {
    const { clock, workspaces } = this.#dependencies
    const { active } = workspaces
    const chosen = symbolsOf(active, choice)
    const { symbols, unknownSymbols, callIds, records } = await this.#measure(active, choice, chosen, true, signal)
    if (records === null) throw new Error('nothing was counted')
    const own = await ownDataOf(active, choice, { symbols, callIds, now: clock.now() }, signal)
    const hasRecordings = choice.kinds.includes('recordings') && choice.kinds.includes('calls')
    const recordings = hasRecordings ? active.recordings.filesOf(new Set(callIds)) : []
    const texts = Object.values(own.entries).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    return {
      counts: { companies: symbols.length, ...records.counts, recordings: recordings.length, ...own.counts },
      unknownSymbols: [...unknownSymbols],
      missing: [...records.missing],
      bytes: records.bytes + recordings.reduce((sum, { bytes }) => sum + bytes, 0) + texts,
    }
  }

  /** Canceled or failed, it leaves no file. */
  make(input: Inputs['make'], requestSignal: AbortSignal): Steps<MadePack> {
    const { folders, preferences, workspaces } = this.#dependencies
    return operationSteps(this.#dependencies, 'make-pack', requestSignal, async (ending, report) => {
      if (preferences.isReadOnly) fail({ kind: 'read-only' })
      const folder = validFolder(input.folder)
      const staging = newStaging(folders)
      const unfinished = unfinishedName(join(folder, input.name))
      const place = { folder, staging, unfinished }
      const request = await this.#makeRequest(workspaces.active, input, place, ending)
      return noting(
        folders,
        { parts: [staging, unfinished], move: null },
        async () => (await this.#work(request, ending, report)) as MadePack,
      )
    })
  }

  /** Throws `invalid-pack`, `wrong-passphrase`, `foreign-file`, `newer-version`, `read-only`. */
  async inspect({ path, passphrase }: Inputs['inspect'], requestSignal: AbortSignal): Promise<Outputs['inspect']> {
    const { operations, folders, workspaces } = this.#dependencies
    try {
      return await operations.run('open-pack', requestSignal, async (ending, report) => {
        const staging = newStaging(folders)
        const read = await noting(folders, { parts: [staging], move: null }, () =>
          this.#read({ path, passphrase }, staging, ending, report),
        )
        if (read.kind === 'locked') return read
        const { author, madeAt, workspace, version, kinds, companies, counts, service } = read.head
        const workspaceId = this.#workspaceOf(read.head)
        return {
          kind: 'pack',
          author,
          madeAt,
          workspace,
          version,
          kinds,
          companies,
          periods: read.head.periods ?? null,
          counts,
          bytes: read.bytes,
          isEncrypted: read.isEncrypted,
          service,
          hosts: hostsOf(service),
          sha256: read.sha256,
          workspaceId,
          isDeleted: workspaceId !== null && !workspaces.list().workspaces.some(({ id }) => id === workspaceId),
          isOpen: workspaceId === workspaces.active.folder.id,
        }
      })
    } catch (error) {
      throw fileFailure(sqliteFailure(error) ?? error, folders.root)
    }
  }

  /**
   * The whole pack is checked before anything is stored. If it fails or is canceled before everything is stored, the library is as it was.
   * A later failure is part of the result; indexing continues at the next start.
   */
  open(input: Inputs['open'], requestSignal: AbortSignal): Steps<OpenedPack> {
    const { folders, workspaces } = this.#dependencies
    return operationSteps(this.#dependencies, 'open-pack', requestSignal, async (ending, report) => {
      const staging = newStaging(folders)
      const { active } = workspaces
      const work = async () => {
        const read = await this.#read(input, staging, ending, report)
        if (read.kind === 'locked')
          return fail({ kind: 'invalid-pack', detail: 'it is encrypted: enter its passphrase' })
        const { head } = read
        const stored = await this.#storeInParts(active, head, staging, ending, report)
        const { recordings, failure } = await this.#finish(active, head, staging, stored, ending)
        return { ...stored.opened, added: { ...stored.opened.added, recordings }, failure }
      }
      try {
        return await noting(folders, { parts: [staging], move: null }, work)
      } finally {
        // On a full disk there is room to remove what a failure left once the files of the pack are gone.
        await active.settleContents()
      }
    })
  }

  /**
   * The contents first, between other requests and changes, then the rest as one change. Whether it fails or not, the caller settles the
   * contents.
   */
  async #storeInParts(
    active: OpenWorkspace,
    head: PackHead,
    staging: string,
    ending: AbortSignal,
    report: Report,
  ): Promise<StoredPack> {
    this.#demandPlace(active, head)
    const library = active.demandWriter()
    report({ message: 'Storing', done: 0, total: 0 })
    // What an earlier end of the program left may still be being removed.
    await active.settleContents()
    const packed = recordingsIn(head, staging)
    const stored = new Set(
      active.recordings.filesOf(new Set(packed.map(({ callId }) => callId))).map(({ callId }) => callId),
    )
    const recordings = recordingBytes(head, packed, stored)
    requireFreeSpace(dirname(active.folder.library), recordBytes(head) - active.databaseBytes.libraryFree + recordings)
    try {
      const contents = await storeContents(library, head, staging, ending, report)
      return await this.#dependencies.changes.add(() => {
        ending.throwIfAborted()
        this.#demandPlace(active, head)
        try {
          return this.#store(active, head, contents, staging, report)
        } catch (error) {
          // Where the desk failed after the library, the records are stored: what lists need of them is made all the same.
          void active.projectPacked(() => undefined).catch(() => undefined)
          throw error
        }
      })
    } catch (error) {
      if (ending.aborted) fail({ kind: 'cancelled' })
      // Another address of the service has closed the library between two parts.
      this.#demandPlace(active, head)
      throw error
    }
  }

  /** Throws `invalid-pack` when the pack is of another service than the workspace, or another workspace is open by now. */
  #demandPlace(active: OpenWorkspace, head: PackHead): void {
    if (this.#workspaceOf(head) !== active.folder.id || this.#dependencies.workspaces.active !== active)
      fail({ kind: 'invalid-pack', detail: 'it is from a different service than this workspace' })
  }

  /** Shows all of it at once; what lists and full text need of it is made behind it. */
  #store(active: OpenWorkspace, head: PackHead, contents: StoredContents, staging: string, report: Report): StoredPack {
    const { author, madeAt } = head
    const pack = { author, madeAt }
    const ownEntry = <Schema extends z.ZodType>(name: string, schema: Schema) => ownEntryOf(head, staging, name, schema)
    const { records, notes, corrections, times, searches, metrics, comparisons, lists, leftOut } = active.changeBoth(
      (library) => {
        const stored = storeRecords(library, head, contents, this.#dependencies.clock.now())
        const ofOthers = stored.leftOut.callIds
        const own = ownEntry(entryNames.saved, packedSaved) ?? { searches: [], comparisons: [] }
        const { ofPack, leftOut } = ownCalls(library, head, ofOthers)
        const highlights = (ownEntry(entryNames.notes, packedNotes) ?? []).filter(ofPack)
        const watchlists = watchlistsOf(
          ownEntry(entryNames.watchlist, packedWatchlist),
          ownEntry(entryNames.watchlists, packedWatchlists),
        )
        const placed = active.metrics.receive(ownEntry(entryNames.metrics, packedMetrics) ?? [], author)
        return {
          records: stored,
          notes: active.notes.receive(highlights.map((each) => ({ ...each, author: each.author ?? author }))),
          corrections: active.turnChecks.receive(
            (ownEntry(entryNames.corrections, packedCorrections) ?? []).filter(ofPack),
            pack,
          ),
          leftOut: leftOut(),
          times: active.calls.receiveTimes(
            (ownEntry(entryNames.times, packedTimes) ?? []).filter(({ callId }) => !ofOthers.has(callId)),
            pack,
          ),
          searches: active.search.saved.receive(own.searches, pack),
          metrics: placed,
          comparisons: active.comparisons.receive(withFields(own.comparisons, placed.fields), pack),
          lists: active.watchlists.receive(withFields(watchlists, placed.fields), pack),
        }
      },
    )
    const indexing = (done: number, total: number) =>
      report({ message: 'Indexing', done, total, unit: 'records', isFinal: true })
    indexing(0, 0)
    const indexed = active.projectPacked(indexing)
    for (const kind of ['searches', 'metrics', 'comparisons', 'watchlists'] as const) active.library.announce({ kind })
    for (const id of new Set([...corrections.callIds, ...times.callIds])) active.library.announce({ kind: 'call', id })
    for (const id of new Set([...corrections.callIds, ...notes.callIds])) active.library.announce({ kind: 'notes', id })
    const opened = {
      author,
      periods: head.periods ?? null,
      added: {
        companies: head.companies.length,
        ...records.added,
        recordings: 0,
        notes: notes.added,
        searches: searches.added,
        comparisons: comparisons.added,
        watchlists: lists.added,
        metrics: metrics.added,
        corrections: corrections.added,
        times: times.added,
      },
      changed: records.changed,
      older: records.older,
      conflicts: [
        ...[notes, corrections, times, searches, metrics, comparisons, lists].flatMap(({ conflicts }) => conflicts),
        ...leftOut,
        ...recordsLeftOut(records.leftOut),
      ],
    }
    return { opened, indexed, leftOut: records.leftOut }
  }

  /**
   * Adds the recordings of a pack that is stored, and waits until it is indexed. What fails, or a caller who leaves between two recordings,
   * is a part of the result: whoever opened the pack reads what was added all the same. Gives how many recordings were added.
   */
  async #finish(
    active: OpenWorkspace,
    head: PackHead,
    staging: string,
    { indexed, leftOut }: StoredPack,
    ending: AbortSignal,
  ): Promise<{ recordings: number; failure: Failure | null }> {
    const { folders, log } = this.#dependencies
    let recordings = 0
    try {
      const pack = { author: head.author, madeAt: head.madeAt }
      for (const { entry, ...file } of recordingsIn(head, staging)) {
        if (ending.aborted) fail({ kind: 'cancelled' })
        if (leftOut.callIds.has(file.callId)) continue
        if (await active.recordings.addFile({ ...file, pack }, join(staging, entry))) recordings += 1
      }
      // A caller who leaves does not wait for the indexing, and gets no failure.
      await rejectOnAbort(indexed, ending).catch((error: unknown) => {
        if (!ending.aborted) throw error
      })
      return { recordings, failure: null }
    } catch (error) {
      const explained = (each: unknown) => fileFailure(each, folders.root)
      return { recordings, failure: operationFailure(error, { log, operation: 'open-pack', explained }) }
    }
  }

  /** Throws `cancelled` when `signal` aborts. */
  async #makeRequest(
    active: OpenWorkspace,
    input: Inputs['make'],
    place: Pick<MakeRequest, 'folder' | 'staging' | 'unfinished'>,
    signal: AbortSignal,
  ): Promise<MakeRequest> {
    const { clock, version } = this.#dependencies
    const kinds = new Set(input.kinds)
    const { symbols, callIds, own } = await this.#ownData(active, input, symbolsOf(active, input), signal)
    const { kind, baseUrl, recordingsBase, search, name } = active.settings
    const isSample = kind === 'sample'
    return {
      job: 'make',
      library: active.folder.library,
      isReadOnly: active.isReadOnly,
      symbols,
      kinds: [...kinds],
      ...(input.periods && { periods: input.periods }),
      head: {
        version,
        madeAt: clock.now(),
        author: input.author,
        workspace: name,
        // The address of the built-in service is another one at each start.
        service: { kind, baseUrl: isSample ? '' : baseUrl, recordingsBase: isSample ? '' : recordingsBase, search },
      },
      recordings:
        kinds.has('recordings') && kinds.has('calls')
          ? active.recordings
              .filesOf(new Set(callIds))
              .map((file): RecordingToPack => ({ ...file, finishedAt: Math.min(file.finishedAt, clock.now()) }))
          : [],
      ownEntries: own.entries,
      passphrase: input.passphrase,
      name: input.name,
      ...place,
    }
  }

  /** Once all is indexed that is to be chosen from. Throws `cancelled` when `signal` aborts, and `pack-not-made` for unknown symbols. */
  async #ownData(active: OpenWorkspace, input: Inputs['make'], chosen: ChosenSymbols, signal: AbortSignal) {
    const { clock } = this.#dependencies
    try {
      await rejectOnAbort(active.indexed, signal)
      const { symbols, unknownSymbols, callIds } = await this.#measure(active, input, chosen, false, signal)
      if (unknownSymbols.length > 0) {
        const detail = `not in your library: ${firstSymbols(unknownSymbols)}. Check the spelling, or download the data first`
        fail({ kind: 'pack-not-made', detail })
      }
      return { symbols, callIds, own: await ownDataOf(active, input, { symbols, callIds, now: clock.now() }, signal) }
    } catch (error) {
      if (signal.aborted) fail({ kind: 'cancelled' })
      throw error
    }
  }

  /** The workspace of the pack's service, the open one first; null: there is none. */
  #workspaceOf({ service }: PackHead): string | null {
    const { workspaces } = this.#dependencies
    const isOfService = (settings: { readonly kind: string; readonly baseUrl: string }) =>
      settings.kind === service.kind && (service.kind === 'sample' || addressOf(settings) === addressOf(service))
    const { active } = workspaces
    if (isOfService(active.settings)) return active.folder.id
    // A deleted sample is not listed, and its workspace is created again when it is opened.
    if (service.kind === 'sample') return sampleId
    return workspaces.list().workspaces.find(isOfService)?.id ?? null
  }

  async #read(
    { path, passphrase, sha256 }: Inputs['open'],
    staging: string,
    signal: AbortSignal,
    report: Report,
  ): Promise<ReadPack> {
    const { clock, preferences } = this.#dependencies
    if (preferences.isReadOnly) fail({ kind: 'read-only' })
    const request = { job: 'read', path: validPath(path), passphrase, sha256, staging, now: clock.now() } as const
    return (await this.#work(request, signal, report)) as ReadPack
  }

  async #measure(
    active: OpenWorkspace,
    { kinds, periods }: Choice,
    chosen: ChosenSymbols,
    withCounts: boolean,
    signal: AbortSignal,
  ): Promise<MeasuredPack> {
    const request: MeasureRequest = {
      job: 'measure',
      library: active.folder.library,
      isReadOnly: active.isReadOnly,
      chosen,
      kinds,
      periods,
      withCounts,
    }
    return (await this.#work(request, signal, () => undefined)) as MeasuredPack
  }

  #work(request: PackRequest, signal: AbortSignal, report: Report): Promise<unknown> {
    return runStorageWorker(program, request, signal, report)
  }
}

/** Null where the pack has no such entry. */
function ownEntryOf<Schema extends z.ZodType>(
  { files }: PackHead,
  staging: string,
  name: string,
  schema: Schema,
): z.output<Schema> | null {
  return files.some(({ path }) => path === name) ? readEntry(staging, name, schema) : null
}

/**
 * Which notes and corrections are stored: of the calls in the pack, without `ofOthers`, which the library has under other companies, and in a
 * pack without calls of those that the library has of its companies.
 */
function ownCalls(library: Reader, { kinds, companies }: PackHead, ofOthers: ReadonlySet<string>) {
  const known = kinds.includes('calls') ? null : new Set(getCallIds(library, companies, spanOf()))
  let left = 0
  return {
    ofPack: ({ callId }: { readonly callId: string }): boolean => {
      if (ofOthers.has(callId)) return false
      const isOfPack = known === null || known.has(callId)
      if (!isOfPack) left += 1
      return isOfPack
    },
    /** What the user reads of the others. */
    leftOut: (): string[] =>
      left === 0
        ? []
        : [
            left === 1
              ? '1 note or correction was left out: its call is not in your library. Download the call, then open the pack again.'
              : `${left} notes and corrections were left out: their calls are not in your library. Download the calls, then open the pack again.`,
          ],
  }
}

/** What the user reads of records that the library has under other companies. */
function recordsLeftOut({ records, callIds, companies }: LeftOut): string[] {
  if (records === 0) return []
  const [items, they] = records === 1 ? ['1 item was', 'it belongs'] : [`${records} items were`, 'they belong']
  const named = firstSymbols([...companies].toSorted())
  const ofCalls =
    callIds.size === 0
      ? ''
      : ' Notes and recordings of the calls among them were left out too. Download those calls, then open the pack again.'
  return [
    `${items} left out: in your library ${they} to ${named}, which the pack does not list.${ofCalls} If a symbol has changed, refresh the company first.`,
  ]
}

function recordingsIn(head: PackHead, staging: string): z.output<typeof packedRecordings> {
  return ownEntryOf(head, staging, entryNames.recordings, packedRecordings) ?? []
}

function newStaging({ root }: ProfileFolders): string {
  return unfinishedName(join(root, 'pack'))
}

function hostsOf({ baseUrl, recordingsBase }: PackHead['service']): PackHosts {
  const [service = null, recordings = null] = [baseUrl, recordingsBase].map((address) => URL.parse(address)?.host)
  return { service, recordings: recordings === service ? null : recordings }
}

function addressOf({ baseUrl }: { readonly baseUrl: string }): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/+$/, '') : baseUrl
}
