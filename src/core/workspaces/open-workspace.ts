/** Opens a workspace: its databases, service client and every feature on top of them. */

import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Failure } from '#contract/failure.ts'
import type { Announcement } from '#contract/api/api.ts'
import type { SearchNames } from '#contract/api/workspaces.ts'
import type { Clock } from '../clock.ts'
import { Alerts } from '../alerts/alerts.ts'
import { Briefs } from '../brief/briefs.ts'
import { CallComparisons } from '../call-comparison/call-comparisons.ts'
import { Calls } from '../calls/calls.ts'
import { callReprojections } from '../calls/resources.ts'
import { Comparisons } from '../comparisons/comparisons.ts'
import { countRows } from '../database/count-rows.ts'
import { deskDatabase } from '../database/desk-schema.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import { Drafts } from '../drafts/drafts.ts'
import type { OpenDatabase } from '../database/database-kind.ts'
import { openDatabase, type MissingFileReason } from '../database/open-database.ts'
import { openEmpty } from '../database/open-read-only.ts'
import { openToRead } from '../database/open-to-read.ts'
import type { Writer } from '../database/reader-writer.ts'
import type { Recovery } from '../database/recovery-schema.ts'
import { fail, failureOf } from '../failure-error.ts'
import { clampFutureTimestamps } from '../future-timestamps.ts'
import { Financials } from '../fundamentals/financials.ts'
import { KnownBreaks } from '../fundamentals/known-breaks.ts'
import { enhancedResource, liteResource } from '../fundamentals/resources.ts'
import { Guidance } from '../guidance/guidance.ts'
import { Home } from '../home/home.ts'
import { Overview } from '../overview/overview.ts'
import { TearSheets } from '../tear-sheet/tear-sheet.ts'
import { settleContents } from '../ledger/contents-ahead.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { rebuildProjections } from '../ledger/rebuild-projections.ts'
import { Logos } from '../news/logos.ts'
import { News } from '../news/news.ts'
import { newsResource } from '../news/resource.ts'
import { Metrics } from '../metrics/metrics.ts'
import { Notes } from '../notes/notes.ts'
import { isUnwritable, makeFolder, type WorkspaceFolder } from '../profile.ts'
import type { Permissions } from '../policy/permissions.ts'
import { Ratings } from '../ratings/ratings.ts'
import { ratingsResource } from '../ratings/resource.ts'
import { RatingsNews } from '../ratings-news/ratings-news.ts'
import { Recordings } from '../recordings/recordings.ts'
import { downloadExchange } from '../securities/exchange-download.ts'
import { SampleLibrary } from '../sample-library/sample-library.ts'
import { TranscriptSearchApi } from '../transcript-search/transcript-search-api.ts'
import { Screener } from '../screener/screener.ts'
import { StoredCallReader } from '../spoken-figures/read-stored-calls.ts'
import { SpokenFiguresOfCalls } from '../spoken-figures/spoken-figures.ts'
import { accountName } from '../turn-checks/account-name.ts'
import { TurnChecks } from '../turn-checks/turn-checks.ts'
import { Sync } from '../sync/sync.ts'
import { TabSets } from '../tabs/tab-sets.ts'
import { Timeline } from '../timeline/timeline.ts'
import { UserLookups } from '../user-lookups.ts'
import { Watchlists } from '../watchlists/watchlists.ts'
import { noteOwner, otherOwner } from '../storage/library-owner.ts'
import { isOutOfRoom } from '../system-error.ts'
import { ServiceClient } from '../service/service-client.ts'
import type { RateLimitedQueue } from '../service/rate-limited-queue.ts'
import { projectPacked } from '../packs/project-packed.ts'
import type { ApiKeys } from '../service/api-keys.ts'
import { PageSizes } from '../service/page-sizes.ts'
import type { ProxiesOf } from '../service/proxies.ts'
import { Sender } from '../service/send-request.ts'
import { getSettings, putSettings, type WorkspaceSettings } from './workspace-store.ts'

const reprojections = [enhancedResource, liteResource, ...callReprojections, ratingsResource, newsResource]

export interface OpenWorkspaceDependencies {
  readonly clock: Clock
  readonly random: () => number
  /** Whether an unused sample workspace is filled. */
  readonly loadsSample: boolean
  /** Another program may have the profile open: nothing is created, and databases are opened for reading. */
  readonly readsOnly: boolean
  readonly keys: ApiKeys
  readonly proxies: ProxiesOf
  readonly permissions: Permissions
  readonly announce: (announcement: Announcement) => void
  /** Null: the service responded. */
  readonly reportOutcome: (outcome: Failure | null) => void
  /** What the user must know although the service responded. */
  readonly notice: (failure: Failure) => void
  /** Called with failures in the background, after a response was sent. */
  readonly backgroundWorkFailed: (error: unknown) => void
}

/** One workspace with its two databases and its service. */
export class OpenWorkspace {
  readonly folder: WorkspaceFolder
  readonly library: LibraryContext
  readonly financials: Financials
  readonly knownBreaks: KnownBreaks
  readonly recordings: Recordings
  readonly calls: Calls
  readonly callComparisons: CallComparisons
  readonly spokenFigures: SpokenFiguresOfCalls
  readonly turnChecks: TurnChecks
  readonly guidance: Guidance
  readonly ratings: Ratings
  readonly news: News
  readonly ratingsNews: RatingsNews
  readonly logos: Logos
  readonly timeline: Timeline
  readonly search: TranscriptSearchApi
  readonly notes: Notes
  readonly metrics: Metrics
  readonly comparisons: Comparisons
  readonly drafts: Drafts
  readonly watchlists: Watchlists
  readonly screener: Screener
  readonly home: Home
  readonly alerts: Alerts
  readonly overview: Overview
  readonly tearSheets: TearSheets
  readonly briefs: Briefs
  readonly sync: Sync
  readonly lookups = new UserLookups()
  /** Null in a workspace of a real service. */
  readonly sampleLibrary: SampleLibrary | null
  readonly tabs: TabSets
  readonly queue: RateLimitedQueue
  readonly notices: readonly Failure[]
  /** The library was moved and belongs to the profile of which this one is a copy. Here it is only read. */
  readonly isLibraryShared: boolean
  readonly #desk: OpenDatabase
  readonly #library: OpenDatabase
  readonly #sender: Sender
  readonly #client: ServiceClient
  readonly #pageSizes: PageSizes
  readonly #ending = new AbortController()
  readonly #background = new Set<Promise<void>>()
  readonly #storedCalls: StoredCallReader
  #settings: WorkspaceSettings
  /** As stored, JSON; undefined: none were. */
  #settingsWhenOpened: string | undefined
  #changesAtEnd: number | null = null
  #indexed: Promise<void> = Promise.resolve()
  #settled: Promise<void> = Promise.resolve()

  /**
   * `given` is used for a workspace without settings, and to update the sample's address. The queue is that of its host and
   * outlives it: the host's pause may continue.
   */
  constructor(
    folder: WorkspaceFolder,
    initial: WorkspaceSettings,
    queueOf: (settings: WorkspaceSettings) => RateLimitedQueue,
    dependencies: OpenWorkspaceDependencies,
    absent: MissingFileReason = 'new',
  ) {
    // On a removed disk nothing is created.
    const isAway = folder.elsewhere !== null && !existsSync(folder.elsewhere)
    const { readsOnly } = dependencies
    const away: Failure = { kind: 'library-unavailable', detail: folder.elsewhere?.slice(0, 300) }
    if (isAway && readsOnly) fail(away)
    const owner = folder.elsewhere === null || isAway ? null : otherOwner(folder.profile, folder.elsewhere)
    this.isLibraryShared = owner !== null
    if (!isAway && !this.isLibraryShared && !readsOnly) {
      makeFolder(folder.recordings)
      noteOwnerIfWritable(folder)
    }
    this.folder = folder
    this.#desk = readsOnly ? openToRead(folder.desk, deskDatabase) : openDatabase(folder.desk, deskDatabase, absent)
    this.#library = this.#openLibrary(folder, readsOnly)
    this.notices = [...this.#desk.notices, ...(isAway ? [away] : this.#library.notices)]
    this.#settings = this.#readSettings(initial)
    this.queue = queueOf(this.#settings)
    this.#pageSizes = new PageSizes(this.#settings.pageSizes, (pageSizes) => this.#keepSettings({ pageSizes }))
    this.#sender = new Sender(dependencies.keys, dependencies.clock, dependencies.permissions.demandService, {
      proxies: dependencies.proxies,
    })
    this.#client = new ServiceClient(
      () => ({ workspace: folder.id, baseUrl: this.#settings.baseUrl, search: this.#settings.search }),
      {
        sender: this.#sender,
        queue: this.queue,
        clock: dependencies.clock,
        random: dependencies.random,
        pageSizes: this.#pageSizes,
        hasKey: (workspace, origin) => dependencies.keys.holds(workspace, origin),
        learned: (baseUrl, key) => {
          this.#learn(baseUrl, key)
        },
        reportOutcome: (outcome) => {
          dependencies.reportOutcome(outcome)
          if (outcome !== null) return
          this.recordings.serviceHeard()
          this.sync.serviceHeard()
        },
      },
    )
    this.library = {
      reader: this.#library.reader,
      writer: this.#library.writer,
      client: this.#client,
      clock: dependencies.clock,
      announce: (announcement) => {
        dependencies.announce(announcement)
        if (announcement.kind === 'sync' || announcement.kind === 'synced') this.sampleLibrary?.advance()
        if (announcement.kind === 'call' || announcement.kind === 'calls' || announcement.kind === 'synced')
          this.#storedCalls.advance()
      },
      notice: dependencies.notice,
      inBackground: (work) => {
        this.#startInBackground(work, dependencies.backgroundWorkFailed)
      },
    }
    this.knownBreaks = new KnownBreaks(this.library, this.#desk)
    this.financials = new Financials(this.library, this.knownBreaks)
    this.recordings = new Recordings({
      library: this.library,
      desk: this.#desk,
      sender: this.#sender,
      workspace: folder.id,
      addresses: () => this.#settings,
      permissions: dependencies.permissions,
      hasKey: (origin) => dependencies.keys.holds(folder.id, origin),
      folder: folder.recordings,
      removing: (callId) => this.sync.recordingCanceled(callId),
      queue: this.queue,
      random: dependencies.random,
      reportOutcome: dependencies.reportOutcome,
      backgroundWorkFailed: dependencies.backgroundWorkFailed,
    })
    this.calls = new Calls(this.library, this.#desk, {
      recordings: (callIds) => this.recordings.recordingStateOf(callIds),
      recordingsIn: (states) => this.recordings.callsIn(states),
      newCalls: () => this.watchlists.newCalls(),
      hitsOf: (searchId) => this.search.saved.hitsByCall(searchId),
    })
    this.callComparisons = new CallComparisons({
      library: this.library,
      desk: this.#desk,
      entry: (callId) => this.calls.entries([callId]).get(callId),
      callsOf: (symbol) => this.calls.ofCompanyAsOf(symbol, null),
      versionOf: (callId) => this.calls.versionOfLatest(callId),
      readCall: (callId) => this.calls.latestVersion(callId),
    })
    this.spokenFigures = new SpokenFiguresOfCalls({
      library: this.library,
      desk: this.#desk,
      ownMetrics: () => this.metrics.read(),
      readCall: (request) => this.calls.stored(request),
      correctionsOf: (callId, texts) => this.turnChecks.correctionsOf(callId, texts),
    })
    this.turnChecks = new TurnChecks(this.library, this.#desk, {
      timesSetFor: (callId) => this.calls.timesSetFor(callId),
      author: accountName,
      corrected: (desk, callId, before, after) => this.spokenFigures.carryDismissed(desk, callId, before, after),
      applied: (library, callId) => this.spokenFigures.forget(library, callId),
    })
    this.#storedCalls = new StoredCallReader({
      library: this.library,
      lookups: this.lookups,
      spokenFigures: this.spokenFigures,
      latestVersion: (callId) => this.calls.latestVersion(callId),
      failed: dependencies.backgroundWorkFailed,
    })
    this.guidance = new Guidance({
      library: this.library,
      calls: this.calls,
      spokenFigures: this.spokenFigures,
      ownMetrics: () => this.metrics.read(),
      versionOfCorrections: (callId) => this.turnChecks.versionOfCorrections(callId),
    })
    this.ratings = new Ratings(this.library)
    this.news = new News(this.library, {
      ratings: (ids) => this.ratings.entries(ids),
      calls: (callIds) => this.calls.entries(callIds),
    })
    this.logos = new Logos({
      library: this.library,
      sender: this.#sender,
      workspace: folder.id,
      baseUrl: () => this.#settings.baseUrl,
    })
    const { library, calls, ratings, news } = this
    this.timeline = new Timeline({ library, calls, ratings, news })
    this.search = new TranscriptSearchApi(this.library, this.#desk, this.calls, this.#ending.signal)
    this.metrics = new Metrics(this.library, this.#desk)
    this.comparisons = new Comparisons(this.library, this.#desk, this.metrics, this.knownBreaks)
    this.notes = new Notes(this.#desk, {
      clock: dependencies.clock,
      announce: dependencies.announce,
      readCall: (callId, hash) => this.calls.version(callId, hash),
      correctionsOf: ({ entry, turns }) => this.turnChecks.correctionsOf(entry.callId, turns.text),
    })
    this.tabs = new TabSets(this.#desk, dependencies.clock)
    this.drafts = new Drafts(this.#desk, dependencies.clock, dependencies.announce)
    this.watchlists = new Watchlists({
      library: this.library,
      desk: this.#desk,
      metrics: this.metrics,
      clampFutureTimestamps: () => this.#clampFutureTimestamps(),
      readAt: (callId) => this.notes.position({ callId })?.at ?? null,
      searchHits: (since) => this.search.saved.unseenHits(since),
    })
    this.screener = new Screener({
      library: this.library,
      desk: this.#desk,
      metrics: this.metrics,
      watchlists: this.watchlists,
      comparisons: this.comparisons,
      searches: this.search.saved,
    })
    this.ratingsNews = new RatingsNews({
      reader: this.library.reader,
      ratings: this.ratings,
      news: this.news,
      newRecords: () => this.watchlists.newRatingsAndNews(),
    })
    this.home = new Home({
      library: this.library,
      desk: this.#desk,
      watchlists: this.watchlists,
      calls: (callIds) => this.calls.entries(callIds),
      callsOfCompanies: (symbols) => (symbols.length === 0 ? [] : this.calls.ofCompanies(symbols)),
      ratings: (ids) => this.ratings.entries(ids),
      newsKinds: (recordIds) => this.news.kinds(recordIds),
    })
    this.alerts = new Alerts({
      library: this.library,
      desk: this.#desk,
      watchlists: this.watchlists,
      known: this.knownBreaks,
      screens: this.screener,
      ratings: (ids) => this.ratings.entries(ids),
      searchHits: (since) => this.search.saved.unseenHits(since),
    })
    this.overview = new Overview({
      library: this.library,
      known: this.knownBreaks,
      calls: this.calls,
      ratings: this.ratings,
      news: this.news,
      newRecords: (symbol) => this.watchlists.newRatingsAndNews(symbol),
      notes: this.notes,
    })
    this.tearSheets = new TearSheets({
      library: this.library,
      known: this.knownBreaks,
      overview: this.overview,
      calls: this.calls,
      ratings: this.ratings,
      news: this.news,
      notes: this.notes,
      isSample: () => this.#settings.kind === 'sample',
    })
    this.briefs = new Briefs({
      library,
      known: this.knownBreaks,
      calls,
      ratings,
      news,
      notes: this.notes,
      spokenFigures: (request) => this.spokenFigures.figures(request),
      isSample: () => this.#settings.kind === 'sample',
    })
    this.sync = new Sync({
      library: this.library,
      desk: this.#desk,
      sources: {
        financials: this.financials,
        calls: this.calls,
        ratings: this.ratings,
        news: this.news,
        recordings: this.recordings,
        securities: { download: (request, signal) => downloadExchange(this.library, request, signal) },
      },
      lists: {
        list: (listId) => this.watchlists.list(listId),
        watched: () => this.watchlists.watched(),
        listsOf: (symbol) => this.watchlists.listsOf({ symbol }).listIds,
        foundSince: (at) => this.watchlists.foundSince(at),
      },
      beforeEnd: async (jobId) => {
        await this.screener.runSaved()
        await this.alerts.check(jobId)
      },
      clampFutureTimestamps: () => this.#clampFutureTimestamps(),
      whyUnsaved: () => this.whyUnsaved,
      random: dependencies.random,
      backgroundWorkFailed: dependencies.backgroundWorkFailed,
    })
    this.sampleLibrary =
      this.#settings.kind === 'sample'
        ? new SampleLibrary({
            library: this.library,
            desk: this.#desk,
            sync: this.sync,
            watchlists: this.watchlists,
            comparisons: this.comparisons,
            search: this.search,
            alerts: this.alerts,
            calls: this.calls,
            recordings: this.recordings,
          })
        : null
    void this.settleContents()
    void this.#index((signal) => this.#rebuildProjections(signal)).catch(() => undefined)
    void this.projectPacked(() => undefined).catch(() => undefined)
    this.library.inBackground(async (signal) => {
      await setImmediate()
      if (!signal.aborted) await this.turnChecks.applyAll(signal)
    })
    this.library.inBackground(async (signal) => {
      await setImmediate()
      if (signal.aborted) return
      this.#clampFutureTimestamps()
      this.sync.resume()
      this.#storedCalls.advance()
      if (dependencies.loadsSample) await this.sampleLibrary?.open()
    })
  }

  #clampFutureTimestamps(): void {
    const { writer } = this.#desk
    if (writer) clampFutureTimestamps(writer, this.library.reader, this.library.clock.now())
  }

  /** A key was entered. */
  keyEntered(): void {
    this.recordings.keyEntered()
    this.sync.keyEntered()
  }

  get settings(): WorkspaceSettings {
    return this.#settings
  }

  /** The user's choice about their own data before any of it is written; null: none. */
  get recovery(): Recovery | null {
    return this.#desk.recovery
  }

  /** Whether databases and settings are those that were opened. */
  get isCurrent(): boolean {
    return this.displaced.length === 0 && JSON.stringify(getSettings(this.#desk.reader)) === this.#settingsWhenOpened
  }

  /** Rows of each table of `desk.db`. */
  deskRows(): { table: string; rows: number }[] {
    return countRows(this.#desk.reader)
  }

  /** Databases whose file is no longer where it was opened. */
  get displaced(): readonly string[] {
    return [this.#desk, this.#library].filter((database) => !database.isInPlace()).map(({ file }) => basename(file))
  }

  /** Whether the library cannot be written: the profile is read-only, or the library is missing or belongs to another profile. */
  get isReadOnly(): boolean {
    return this.#library.writer === null && this.#library.recovery === null
  }

  /** Whether the library is not the last used one, and the user has not decided whether to use it. */
  get isLibraryReplaced(): boolean {
    return this.#library.recovery !== null
  }

  /** Why nothing is written to the library; null: it is. */
  get whyLibraryUnwritten(): Failure | null {
    if (this.#library.writer !== null) return null
    if (this.isLibraryReplaced) return { kind: 'library-undecided', detail: this.#settings.name }
    return this.isLibraryShared ? sharedLibrary(this.folder) : { kind: 'read-only' }
  }

  /** Why something of the desk or the library is not written; null: both are. */
  get whyUnsaved(): Failure | null {
    const isUndecided = this.recovery !== null && !this.isReadOnly
    return isUndecided ? { kind: 'desk-undecided', detail: this.#settings.name } : this.whyLibraryUnwritten
  }

  /** Rows of the library that were written since it was opened; of a closed one, until then. */
  get libraryChanges(): number {
    return this.#changesAtEnd ?? this.library.reader.written
  }

  /** Bytes of each database with its log worked in. */
  get databaseBytes(): { readonly desk: number; readonly library: number; readonly libraryFree: number } {
    const bytesOf = ({ reader }: OpenDatabase, pages: 'page_count' | 'freelist_count' = 'page_count') =>
      reader.get<{ bytes: number }>(`SELECT ${pages} * page_size AS bytes FROM pragma_${pages}, pragma_page_size`)
        ?.bytes ?? 0
    return {
      desk: bytesOf(this.#desk),
      library: bytesOf(this.#library),
      libraryFree: bytesOf(this.#library, 'freelist_count'),
    }
  }

  /**
   * Changes both databases: where one cannot be changed, neither is. `work` is given the writer of the library; features change the
   * desk. Throws why nothing is written.
   */
  changeBoth<Result>(work: (library: Writer) => Result): Result {
    const { desk, library } = this.#demandWriters()
    return desk.transaction(() => library.transaction(() => work(library)))
  }

  /** The writer of the library. Throws why nothing is written to it or to the desk. */
  demandWriter(): Writer {
    return this.#demandWriters().library
  }

  #demandWriters(): { readonly desk: Writer; readonly library: Writer } {
    const { writer: desk } = this.#desk
    const { writer: library } = this.#library
    return desk === null || library === null ? fail(this.whyUnsaved ?? { kind: 'read-only' }) : { desk, library }
  }

  /** Throws `read-only`. */
  changeSettings(settings: WorkspaceSettings): void {
    const { writer } = this.#desk
    if (!writer) fail({ kind: 'read-only' })
    putSettings(writer, settings)
    if (settings.baseUrl !== this.#settings.baseUrl) this.#pageSizes.forget()
    this.#settings = settings
  }

  /** Sends the service its smallest request; `reportOutcome` gets the outcome. Throws what it failed with. */
  async checkConnection(signal: AbortSignal): Promise<void> {
    await this.#client.request('securities', { query: 'A', type: 'symbol' }, 'user', signal)
  }

  /** Requests that the user waits for. */
  get awaited(): number {
    return this.#client.awaited.length
  }

  /** Gives how many were cancelled. */
  cancelAwaited(): number {
    const { awaited } = this.#client
    for (const request of awaited) request.cancel()
    return awaited.length
  }

  /** Cancels what is under way, waits for its last writes, then closes both databases. */
  async close(): Promise<void> {
    this.#ending.abort()
    await this.sync.close()
    this.#client.close()
    await this.recordings.close()
    await Promise.allSettled(this.#background)
    // The caller of a response that just arrived stores it a few microtasks later.
    await setImmediate()
    this.#sender.close()
    this.#changesAtEnd = this.libraryChanges
    // If its folder is missing, a database is written again at its default place.
    if (!this.isReadOnly && this.folder.elsewhere === null && !existsSync(this.folder.folder))
      makeFolder(this.folder.folder)
    this.#library.close()
    this.#desk.close()
  }

  #openLibrary(folder: WorkspaceFolder, readsOnly: boolean): OpenDatabase {
    try {
      if (readsOnly) return openToRead(folder.library, libraryDatabase)
      return this.isLibraryShared ? openShared(folder) : openDatabase(folder.library, libraryDatabase)
    } catch (error) {
      this.#desk.close()
      throw error
    }
  }

  #readSettings(initial: WorkspaceSettings): WorkspaceSettings {
    const stored = getSettings(this.#desk.reader)
    this.#settingsWhenOpened = JSON.stringify(stored)
    // It is identified by its folder, whatever a copied desk says.
    const settings = stored && initial.kind === 'live' ? { ...stored, id: initial.id } : { ...stored, ...initial }
    if (this.#desk.writer && JSON.stringify(stored) !== JSON.stringify(settings))
      putSettings(this.#desk.writer, settings)
    return settings
  }

  /** Behind the opening: a library of an older version is gone through for what lists and full text need of it. */
  async #rebuildProjections(signal: AbortSignal): Promise<void> {
    const { library } = this
    if (!library.writer) return
    const projected = await rebuildProjections(library.writer, reprojections, signal)
    if (projected === 0) return
    library.announce({ kind: 'calls' })
    library.announce({ kind: 'ratings' })
    library.announce({ kind: 'news' })
    library.announce({ kind: 'searches' })
  }

  /** The same for what a pack brought. Resolves also when the workspace closes meanwhile: its next start goes on, as after a failure. */
  projectPacked(onProgress: (done: number, total: number) => void): Promise<void> {
    return this.#index(async (signal) => {
      await projectPacked(this.library, signal, onProgress)
      this.comparisons.noteReceivedRecords()
      await this.turnChecks.applyAll(signal)
    })
  }

  /**
   * Removes contents that were stored ahead of records which then were not stored. It must have ended before others are stored ahead.
   * Resolves also when that fails or the workspace closes meanwhile: its next start goes on.
   */
  settleContents(): Promise<void> {
    const before = this.#settled
    const ended = Promise.withResolvers<undefined>()
    this.#settled = ended.promise
    this.library.inBackground(async (signal) => {
      try {
        await before
        if (this.library.writer && !signal.aborted) await settleContents(this.library.writer, signal)
      } finally {
        ended.resolve(undefined)
      }
    })
    return ended.promise
  }

  /** Resolves when all that was stored so far can be listed and chosen, or when that has failed. */
  get indexed(): Promise<void> {
    return this.#indexed
  }

  /** One after the other, because two of them would make the same. */
  #index(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const before = this.#indexed
    const ended = Promise.withResolvers<undefined>()
    this.#indexed = ended.promise.catch(() => undefined)
    this.library.inBackground(async (signal) => {
      try {
        await before
        if (!signal.aborted) await work(signal)
        ended.resolve(undefined)
      } catch (error) {
        if (signal.aborted) ended.resolve(undefined)
        else ended.reject(error)
        throw error
      }
    })
    return ended.promise
  }

  /** What was learned from one base URL does not apply to another one entered meanwhile. */
  #learn(baseUrl: string, key: SearchNames['key']): void {
    if (baseUrl === this.#settings.baseUrl) this.#keepSettings({ search: { ...this.#settings.search, key } })
  }

  /** On a read-only profile they apply to this session. */
  #keepSettings(learned: Partial<Pick<WorkspaceSettings, 'search' | 'pageSizes'>>): void {
    const settings = { ...this.#settings, ...learned }
    if (this.#desk.writer) putSettings(this.#desk.writer, settings)
    this.#settings = settings
  }

  #startInBackground(work: (signal: AbortSignal) => Promise<void>, failed: (error: unknown) => void): void {
    const running: Promise<void> = work(this.#ending.signal)
      .catch((error: unknown) => {
        if (!this.#ending.signal.aborted) failed(error)
      })
      .finally(() => this.#background.delete(running))
    this.#background.add(running)
  }
}

function sharedLibrary({ elsewhere }: WorkspaceFolder): Failure {
  return { kind: 'library-of-other-profile', detail: elsewhere?.slice(0, 300) }
}

/**
 * Opens it next to its owner, which may have it open. A library that cannot be read as it is, such as one of another version, is empty
 * here.
 */
function openShared(folder: WorkspaceFolder): OpenDatabase {
  try {
    return { ...openToRead(folder.library, libraryDatabase), notices: [sharedLibrary(folder)] }
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined) throw error
    return openEmpty(folder.library, libraryDatabase, [sharedLibrary(folder), failure])
  }
}

/** A disk that cannot be written keeps what it says: its library is only read, too. */
function noteOwnerIfWritable({ profile, elsewhere }: WorkspaceFolder): void {
  try {
    if (elsewhere !== null) noteOwner(profile, elsewhere)
  } catch (error) {
    if (!isUnwritable(error) && !isOutOfRoom(error)) throw error
  }
}
