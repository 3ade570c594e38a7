import { ValidationError, type ContractProcedure } from '@orpc/contract'
import { implement, ORPCError, type Procedure } from '@orpc/server'
import type { RequestHeadersPluginContext } from '@orpc/server/plugins'
import type { Failure } from '#contract/failure.ts'
import { api, type Api } from '#contract/api/api.ts'
import { workspaceHeader } from '#contract/api/workspace-scope.ts'
import type { CallDetail } from '#contract/service/calls.ts'
import type { OperationName } from '#contract/service/operations.ts'
import { Booklets } from './booklet/booklets.ts'
import { callChunks } from './calls/call-chunks.ts'
import { callResource, callsResource } from './calls/resources.ts'
import { packTable } from './comparisons/pack-table.ts'
import { restatements } from './fundamentals/restatements.ts'
import type { CoreServices } from './core-services.ts'
import { diagnose } from './diagnostics.ts'
import { fail, failureOf } from './failure-error.ts'
import { exportDocument } from './export/document/export-document.ts'
import { Exports } from './export/exports.ts'
import { figureSource } from './fundamentals/figure-source.ts'
import { readInsights } from './fundamentals/insights.ts'
import { calculatedSource } from './fundamentals/calculated-source.ts'
import { enhancedResource, liteResource } from './fundamentals/resources.ts'
import { fetchThroughLibrary, type FetchResult } from './ledger/fetch-through-library.ts'
import { newsResource } from './news/resource.ts'
import { ratingsResource } from './ratings/resource.ts'
import { measureExchange } from './securities/exchange-size.ts'
import { findSecurities, openProfile } from './securities/find-securities.ts'
import { securitiesResource } from './securities/resource.ts'
import { reportLibrary } from './workspaces/library-report.ts'
import { readKeyFile } from './key-file.ts'

/**
 * The contract, filled in: one place joins it and the features, and serves both shells. Expected failures leave as the
 * contract's one typed error, as do requests it does not allow; anything else is logged whole and leaves as a defect without a word of its own. Writes run one
 * after another.
 */
export function apiRouter(services: CoreServices): ApiRouter {
  const { workspaces, preferences, storage, recoveries } = services
  const library = () => workspaces.active.library
  const recordings = () => workspaces.active.recordings
  const calls = () => workspaces.active.calls
  const search = () => workspaces.active.search
  const ratings = () => workspaces.active.ratings
  const news = () => workspaces.active.news
  const ratingsNews = () => workspaces.active.ratingsNews
  const timeline = () => workspaces.active.timeline
  const notes = () => workspaces.active.notes
  const comparisons = () => workspaces.active.comparisons
  const metrics = () => workspaces.active.metrics
  const drafts = () => workspaces.active.drafts
  const knownBreaks = () => workspaces.active.knownBreaks
  const home = () => workspaces.active.home
  const alerts = () => workspaces.active.alerts
  const overview = () => workspaces.active.overview
  const tearSheets = () => workspaces.active.tearSheets
  const briefs = () => workspaces.active.briefs
  const booklets = () =>
    new Booklets({
      tearSheets: tearSheets(),
      clock: library().clock,
      report: (error, where) => services.log.report(error, where),
    })
  const watchlists = () => workspaces.active.watchlists
  const screener = () => workspaces.active.screener
  const sync = () => workspaces.active.sync
  const exports = () =>
    new Exports({
      library: library(),
      metrics: metrics(),
      comparisons: comparisons(),
      knownBreaks: knownBreaks(),
      workspace: () => workspaces.active.settings,
      files: () => {
        const { folder, isReadOnly } = workspaces.active
        return { library: folder.library, desk: folder.desk, isReadOnly }
      },
      version: services.status().version,
    })
  const never = new AbortController().signal
  /** Nothing of the user's is written while they have something to choose: that, and not the folder, is why. */
  const whyUnsaved = (failure: Failure | undefined): Failure | undefined =>
    failure?.kind === 'read-only' ? (workspaces.active.whyUnsaved ?? failure) : failure

  const base = implement(api).$context<RequestHeadersPluginContext>()
  const ask = base.use(async ({ context, next, path, procedure, signal = never }) => {
    await workspaces.rested
    const {
      operation,
      writes = false,
      waitsForService = false,
      isLookup = false,
      subjectTo = [],
    } = procedure['~orpc'].meta
    if (isLookup) workspaces.active.sync.yieldToUser()
    /** Looked at when the request's turn has come: a write may have waited while another workspace was opened. */
    const run = () => {
      const requestedWorkspace = context.reqHeaders?.get(workspaceHeader) ?? null
      if (requestedWorkspace !== null && requestedWorkspace !== workspaces.active.folder.id)
        fail({ kind: 'other-workspace' })
      return next()
    }
    const answer = async () => (writes && !waitsForService ? services.changes.add(run) : run())
    try {
      for (const subject of subjectTo) services.permissions.demand(subject)
      await services.keepInPlace(signal)
      return operation === undefined ? await answer() : await services.operations.run(operation, signal, answer)
    } catch (error) {
      const failure = whyUnsaved(failureOf(error)) ?? refusedInput(error)
      if (!failure) services.log.report(error, path.join('.'))
      if (failure?.kind === 'damaged') services.mend()
      throw new ORPCError('FAILURE', { data: failure ?? { kind: 'defect' } })
    }
  })

  return ask.router({
    fetch: {
      enhancedFundamentals: ask.fetch.enhancedFundamentals.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), enhancedResource, { ...input, signal })),
      ),
      liteFundamentals: ask.fetch.liteFundamentals.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), liteResource, { ...input, signal })),
      ),
      calls: ask.fetch.calls.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), callsResource, { ...input, signal })),
      ),
      call: ask.fetch.call.handler(async ({ input, signal = never }) => {
        const { records, provenance } = await fetchThroughLibrary(library(), callResource, { ...input, signal })
        const record: CallDetail = records[0] ?? fail({ kind: 'not-found', operation: 'One conference call' })
        return { record, provenance }
      }),
      ratings: ask.fetch.ratings.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), ratingsResource, { ...input, signal })),
      ),
      news: ask.fetch.news.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), newsResource, { ...input, signal })),
      ),
      securities: ask.fetch.securities.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), securitiesResource, { ...input, signal })),
      ),
    },
    search: {
      run: ask.search.run.handler(({ input }) => search().fullText.run(input)),
      hits: ask.search.hits.handler(({ input }) => search().fullText.hits(input)),
      inCall: ask.search.inCall.handler(({ input }) => search().fullText.inCall(input)),
      saved: ask.search.saved.handler(() => search().saved.list()),
      save: ask.search.save.handler(({ input }) => search().saved.save(input)),
      rename: ask.search.rename.handler(({ input }) => search().saved.rename(input)),
      remove: ask.search.remove.handler(({ input }) => search().saved.remove(input)),
      markSeen: ask.search.markSeen.handler(({ input }) => search().saved.markSeen(input)),
      synonyms: ask.search.synonyms.handler(() => search().saved.synonyms()),
      setSynonyms: ask.search.setSynonyms.handler(({ input }) =>
        drafts().savedBy(input.draft, () => search().saved.setSynonyms(input)),
      ),
      termGrid: ask.search.termGrid.handler(({ input, signal = never }) => search().termGrid(input, signal)),
      questioners: ask.search.questioners.handler(({ input }) => search().questioners(input)),
    },
    securities: {
      find: ask.securities.find.handler(({ input, signal = never }) => findSecurities(library(), input, signal)),
      measureExchange: ask.securities.measureExchange.handler(({ input, signal = never }) =>
        measureExchange(library(), input, signal),
      ),
      profile: ask.securities.profile.handler(({ input }) => openProfile(library(), input)),
    },
    financials: {
      open: ask.financials.open.handler(({ input, signal = never }) =>
        workspaces.active.financials.open(input, signal),
      ),
      acceptNewFigures: ask.financials.acceptNewFigures.handler(({ input }) =>
        workspaces.active.financials.acceptNewFigures(input.symbol),
      ),
      markKnown: ask.financials.markKnown.handler(({ input }) => knownBreaks().mark(input)),
      unmarkKnown: ask.financials.unmarkKnown.handler(({ input }) => knownBreaks().unmark(input)),
      revertKnown: ask.financials.revertKnown.handler(({ input }) => knownBreaks().revert(input)),
      insights: ask.financials.insights.handler(({ input }) => ({
        periods: readInsights(library().reader, input.symbol, input.asOf ?? null),
      })),
    },
    comparisons: {
      table: ask.comparisons.table.handler(({ input: { firstLines, ...spec } }) =>
        packTable(comparisons().table(spec), firstLines),
      ),
      saved: ask.comparisons.saved.handler(() => comparisons().saved()),
      save: ask.comparisons.save.handler(({ input }) => comparisons().save(input)),
      rename: ask.comparisons.rename.handler(({ input }) => comparisons().rename(input)),
      remove: ask.comparisons.remove.handler(({ input }) => comparisons().remove(input)),
      changesSinceSaved: ask.comparisons.changesSinceSaved.handler(({ input }) =>
        comparisons().changesSinceSaved(input),
      ),
      restatements: ask.comparisons.restatements.handler(({ input }) => restatements(library().reader, input)),
    },
    metrics: {
      list: ask.metrics.list.handler(() => metrics().list()),
      check: ask.metrics.check.handler(({ input }) => metrics().check(input)),
      save: ask.metrics.save.handler(({ input }) => drafts().savedBy(input.draft, () => metrics().save(input))),
      remove: ask.metrics.remove.handler(({ input }) => metrics().remove(input)),
    },
    exports: {
      company: ask.exports.company.handler(({ input }) => exports().company(input)),
      comparison: ask.exports.comparison.handler(({ input }) => exports().comparison(input)),
      table: ask.exports.table.handler(({ input }) => exports().table(input)),
      update: ask.exports.update.handler(({ input, signal = never }) =>
        tellingFailures(exports().update(input, signal)),
      ),
      document: ask.exports.document.handler(({ input, signal = never }) => exportDocument(input, signal)),
    },
    calls: {
      list: ask.calls.list.handler(({ input }) => calls().list(input)),
      preview: ask.calls.preview.handler(({ input }) => calls().preview(input)),
      fetchPage: ask.calls.fetchPage.handler(({ input, signal = never }) => calls().fetchPage(input, signal)),
      open: ask.calls.open.handler(async ({ input, signal = never }) => {
        const call = await calls().open(input, signal)
        return callChunks(call, input.turn ?? notes().position(input)?.turn ?? 0)
      }),
      setTimes: ask.calls.setTimes.handler(({ input }) => calls().setTimes(input)),
      previousTurn: ask.calls.previousTurn.handler(({ input }) => calls().previousTurn(input)),
    },
    ratings: {
      list: ask.ratings.list.handler(({ input }) => ratings().list(input)),
      fetchPage: ask.ratings.fetchPage.handler(({ input, signal = never }) => ratings().fetchPage(input, signal)),
      open: ask.ratings.open.handler(({ input }) => ratings().open(input)),
    },
    ratingsNews: {
      list: ask.ratingsNews.list.handler(({ input }) => ratingsNews().list(input)),
      fetchPage: ask.ratingsNews.fetchPage.handler(({ input, signal = never }) =>
        ratingsNews().fetchPage(input, signal),
      ),
    },
    news: {
      list: ask.news.list.handler(({ input }) => news().list(input)),
      fetchPage: ask.news.fetchPage.handler(({ input, signal = never }) => news().fetchPage(input, signal)),
      open: ask.news.open.handler(({ input }) => news().open(input)),
      logo: ask.news.logo.handler(async ({ input, signal = never }) =>
        preferences.read().logos ? workspaces.active.logos.of(input, signal) : { logo: null },
      ),
      naming: ask.news.naming.handler(({ input }) => news().naming(input)),
    },
    timeline: {
      read: ask.timeline.read.handler(({ input }) => timeline().read(input)),
      quote: ask.timeline.quote.handler(({ input }) => timeline().quote(input)),
    },
    notes: {
      ofCall: ask.notes.ofCall.handler(({ input }) => notes().ofCall(input)),
      add: ask.notes.add.handler(({ input }) => notes().add(input)),
      edit: ask.notes.edit.handler(({ input }) => drafts().savedBy(input.draft, () => notes().edit(input))),
      remove: ask.notes.remove.handler(({ input }) => notes().remove(input)),
      restore: ask.notes.restore.handler(({ input }) => notes().restore(input)),
      position: ask.notes.position.handler(({ input }) => notes().position(input)),
      savePosition: ask.notes.savePosition.handler(({ input }) => notes().savePosition(input)),
      export: ask.notes.export.handler(({ input, signal = never }) => notes().export(input, signal)),
    },
    source: {
      figure: ask.source.figure.handler(({ input }) => figureSource(library().reader, knownBreaks(), input)),
      calculated: ask.source.calculated.handler(({ input }) => calculatedSource(library().reader, input)),
    },
    recordings: {
      read: ask.recordings.read.handler(({ input }) => recordings().read(input.callId)),
      refresh: ask.recordings.refresh.handler(({ input, signal = never }) =>
        recordings().refresh(input.callId, signal),
      ),
      download: ask.recordings.download.handler(({ input, signal = never }) =>
        recordings().download(input.callId, input.format, signal),
      ),
      pause: ask.recordings.pause.handler(({ input }) => recordings().pause(input.callId)),
      remove: ask.recordings.remove.handler(async ({ input }) => {
        await recordings().remove(input.callId)
        return {}
      }),
      clip: ask.recordings.clip.handler(({ input, signal = never }) => recordings().clip(input, signal)),
      transfers: ask.recordings.transfers.handler(() => recordings().transfers()),
      limits: ask.recordings.limits.handler(() => recordings().limits),
      setLimits: ask.recordings.setLimits.handler(({ input }) => recordings().changeLimits(input)),
    },
    recovery: {
      pending: ask.recovery.pending.handler(() => recoveries.pending()),
      keep: ask.recovery.keep.handler(async () => {
        await recoveries.keep()
        return {}
      }),
      restore: ask.recovery.restore.handler(async () => {
        await recoveries.restore()
        return {}
      }),
      replacedLibrary: ask.recovery.replacedLibrary.handler(() => recoveries.replacedLibrary()),
      useLibrary: ask.recovery.useLibrary.handler(async () => {
        await recoveries.useLibrary()
        return {}
      }),
      startEmptyLibrary: ask.recovery.startEmptyLibrary.handler(async () => {
        await recoveries.startEmptyLibrary()
        return {}
      }),
      removeWorkspace: ask.recovery.removeWorkspace.handler(async () => {
        await recoveries.forget()
        return {}
      }),
    },
    drafts: {
      all: ask.drafts.all.handler(() => drafts().all()),
      save: ask.drafts.save.handler(({ input }) => drafts().save(input)),
      discard: ask.drafts.discard.handler(({ input }) => drafts().discard(input)),
    },
    alerts: {
      rules: ask.alerts.rules.handler(() => alerts().rules()),
      add: ask.alerts.add.handler(({ input }) => alerts().add(input)),
      setOn: ask.alerts.setOn.handler(({ input }) => alerts().setOn(input)),
      remove: ask.alerts.remove.handler(({ input }) => alerts().remove(input)),
      restore: ask.alerts.restore.handler(({ input }) => alerts().restore(input)),
      log: ask.alerts.log.handler(({ input }) => alerts().log(input)),
      markSeen: ask.alerts.markSeen.handler(({ input }) => alerts().markSeen(input)),
      markUnseen: ask.alerts.markUnseen.handler(({ input }) => alerts().markUnseen(input)),
    },
    overview: {
      figures: ask.overview.figures.handler(({ input }) => overview().figures(input)),
      call: ask.overview.call.handler(({ input }) => overview().call(input)),
      ratings: ask.overview.ratings.handler(({ input }) => overview().ratings(input)),
      news: ask.overview.news.handler(({ input }) => overview().news(input)),
      security: ask.overview.security.handler(({ input }) => overview().security(input)),
      library: ask.overview.library.handler(({ input }) => overview().library(input)),
    },
    tearSheet: {
      compose: ask.tearSheet.compose.handler(({ input }) => tearSheets().compose(input)),
    },
    brief: {
      compose: ask.brief.compose.handler(({ input }) => briefs().compose(input)),
    },
    booklet: {
      contents: ask.booklet.contents.handler(({ input }) => booklets().contents(input)),
    },
    home: {
      read: ask.home.read.handler(() => home().read()),
      markSeen: ask.home.markSeen.handler(({ input }) => home().markSeen(input)),
      restoreSeen: ask.home.restoreSeen.handler(({ input }) => home().restoreSeen(input)),
      recent: ask.home.recent.handler(() => home().recent()),
      findSaved: ask.home.findSaved.handler(({ input }) => home().findSaved(input)),
      recordOpened: ask.home.recordOpened.handler(({ input }) => home().recordOpened(input)),
    },
    sampleLibrary: {
      read: ask.sampleLibrary.read.handler(() => workspaces.active.sampleLibrary?.read() ?? { library: null }),
      load: ask.sampleLibrary.load.handler(async () => {
        const { sampleLibrary } = workspaces.active
        if (sampleLibrary === null) fail({ kind: 'no-such-workspace' })
        await sampleLibrary.load()
        return {}
      }),
    },
    watchlists: {
      all: ask.watchlists.all.handler(() => watchlists().all()),
      listsOf: ask.watchlists.listsOf.handler(({ input }) => watchlists().listsOf(input)),
      symbols: ask.watchlists.symbols.handler(({ input }) => watchlists().symbols(input)),
      create: ask.watchlists.create.handler(({ input }) => watchlists().create(input)),
      rename: ask.watchlists.rename.handler(({ input }) => watchlists().rename(input)),
      remove: ask.watchlists.remove.handler(({ input }) => watchlists().remove(input)),
      restore: ask.watchlists.restore.handler(({ input }) => watchlists().restore(input)),
      reorder: ask.watchlists.reorder.handler(({ input }) => watchlists().reorder(input)),
      addCompanies: ask.watchlists.addCompanies.handler(({ input }) =>
        drafts().savedBy(input.draft, () => watchlists().addCompanies(input)),
      ),
      removeCompanies: ask.watchlists.removeCompanies.handler(({ input }) => watchlists().removeCompanies(input)),
      restoreCompanies: ask.watchlists.restoreCompanies.handler(({ input }) => watchlists().restoreCompanies(input)),
      moveCompanies: ask.watchlists.moveCompanies.handler(({ input }) => watchlists().moveCompanies(input)),
      setNote: ask.watchlists.setNote.handler(({ input }) =>
        drafts().savedBy(input.draft, () => watchlists().setNote(input)),
      ),
      setView: ask.watchlists.setView.handler(({ input }) => watchlists().setView(input)),
      markSeen: ask.watchlists.markSeen.handler(({ input }) => watchlists().markSeen(input)),
      restoreSeen: ask.watchlists.restoreSeen.handler(({ input }) => watchlists().restoreSeen(input)),
      table: ask.watchlists.table.handler(({ input }) => watchlists().table(input)),
      unseen: ask.watchlists.unseen.handler(({ input }) => watchlists().unseen(input)),
      resolveCompanies: ask.watchlists.resolveCompanies.handler(({ input }) => watchlists().resolveCompanies(input)),
    },
    screens: {
      run: ask.screens.run.handler(({ input }) => screener().run(input)),
      fieldValues: ask.screens.fieldValues.handler(({ input }) => screener().fieldValues(input)),
      saved: ask.screens.saved.handler(() => screener().saved()),
      save: ask.screens.save.handler(({ input }) => screener().save(input)),
      rename: ask.screens.rename.handler(({ input }) => screener().rename(input)),
      remove: ask.screens.remove.handler(({ input }) => screener().remove(input)),
      restore: ask.screens.restore.handler(({ input }) => screener().restore(input)),
      markSeen: ask.screens.markSeen.handler(({ input }) => screener().markSeen(input)),
      leavers: ask.screens.leavers.handler(({ input }) => screener().leavers(input)),
      history: ask.screens.history.handler(({ input }) => screener().history(input)),
    },
    sync: {
      plan: ask.sync.plan.handler(({ input }) => sync().plan(input)),
      start: ask.sync.start.handler(({ input }) => sync().start(input)),
      refresh: ask.sync.refresh.handler(({ input }) => sync().refresh(input)),
      jobs: ask.sync.jobs.handler(() => sync().jobs()),
      items: ask.sync.items.handler(({ input }) => sync().items(input)),
      coverage: ask.sync.coverage.handler(({ input }) => sync().coverage(input)),
      pause: ask.sync.pause.handler(({ input }) => sync().pause(input)),
      resume: ask.sync.resume.handler(({ input }) => sync().resumeJob(input)),
      stop: ask.sync.stop.handler(({ input }) => sync().stop(input)),
      retryFailed: ask.sync.retryFailed.handler(({ input }) => sync().retryFailed(input)),
      remove: ask.sync.remove.handler(({ input }) => sync().remove(input)),
      offlineStatus: ask.sync.offlineStatus.handler(({ input }) => sync().offlineStatus(input)),
      endOffline: ask.sync.endOffline.handler(({ input }) => sync().endOffline(input)),
      settings: ask.sync.settings.handler(() => sync().settings),
      setSettings: ask.sync.setSettings.handler(({ input }) => sync().changeSettings(input)),
    },
    tabs: {
      open: ask.tabs.open.handler(({ input: { window } }) => ({
        set: workspaces.active.tabs.open(window, (id) => services.windows.has(id)),
      })),
      save: ask.tabs.save.handler(({ input: { window, set } }) => {
        workspaces.active.tabs.save(window, set)
        return {}
      }),
    },
    workspaces: {
      sizes: ask.workspaces.sizes.handler(() => workspaces.sizes()),
      list: ask.workspaces.list.handler(() => workspaces.list()),
      create: ask.workspaces.create.handler(({ input }) => workspaces.create(input)),
      edit: ask.workspaces.edit.handler(({ input }) => workspaces.edit(input.id, input.edit)),
      activate: ask.workspaces.activate.handler(async ({ input }) => {
        const isOther = input.id !== workspaces.active.folder.id
        if (isOther) await services.windows.leave(() => services.announcer.announce({ kind: 'leaving' }))
        return services.changes.add(() => services.activate(input.id))
      }),
      deleteSample: ask.workspaces.deleteSample.handler(async ({ input: { withNotes } }) => {
        const notes = workspaces.sampleNotes()
        if (notes.length > 0 && !withNotes) return { deleted: false, notes }
        await services.windows.leave(() => services.announcer.announce({ kind: 'leaving' }))
        await services.changes.add(() => services.deleteSample())
        return { deleted: true, notes }
      }),
      remove: ask.workspaces.remove.handler(async ({ input: { id } }) => {
        if (id === workspaces.active.folder.id) {
          await services.windows.leave(() => services.announcer.announce({ kind: 'leaving' }))
        }
        await services.changes.add(() => services.removeWorkspace(id))
        return {}
      }),
      confirmLeaving: ask.workspaces.confirmLeaving.handler(({ input }) => {
        services.windows.left(input.window)
        return {}
      }),
      test: ask.workspaces.test.handler(({ input, signal = never }) => workspaces.test(input.id, input.symbol, signal)),
    },
    library: {
      report: ask.library.report.handler(() => reportLibrary(workspaces.active)),
    },
    storage: {
      report: ask.storage.report.handler(({ signal = never }) => storage.report(signal)),
      running: ask.storage.running.handler(() => services.operations.running),
      recordings: ask.storage.recordings.handler(() => storage.recordings()),
      removeRecordings: ask.storage.removeRecordings.handler(({ input }) => storage.removeRecordings(input)),
      verify: ask.storage.verify.handler(({ signal = never }) => storage.verify(signal)),
      compact: ask.storage.compact.handler(({ signal = never }) => storage.compact(signal)),
      move: ask.storage.move.handler(({ input, signal = never }) => storage.move(input, signal)),
      backups: ask.storage.backups.handler(() => storage.backups()),
      createBackup: ask.storage.createBackup.handler(({ input, signal = never }) =>
        storage.createBackup(input, signal),
      ),
      inspectBackup: ask.storage.inspectBackup.handler(({ input, signal = never }) =>
        storage.inspectBackup(input, signal),
      ),
      restore: ask.storage.restore.handler(({ input, signal = never }) => storage.restore(input, signal)),
    },
    network: { route: ask.network.route.handler(() => services.route()) },
    policy: { read: ask.policy.read.handler(() => services.policy) },
    preferences: {
      read: ask.preferences.read.handler(() => preferences.read()),
      write: ask.preferences.write.handler(({ input }) => {
        const stored = preferences.write(input)
        services.announcer.announce({ kind: 'preferences' })
        return stored
      }),
      readKeyFile: ask.preferences.readKeyFile.handler(({ input }) => readKeyFile(input.text)),
    },
    status: {
      now: ask.status.now.handler(() => services.status()),
      changes: ask.status.changes.handler(async function* ({ input, signal = never }) {
        const close = input ? services.windows.open(input.window) : () => {}
        try {
          yield* services.announcer.changes(signal)
        } finally {
          close()
        }
      }),
      diagnostics: ask.status.diagnostics.handler(() => {
        const { settings } = workspaces.active
        const hasKey = workspaces.list().workspaces.some(({ id, hasKey: has }) => id === settings.id && has)
        // The SQLite that the databases are written with, which is not the one inside Node.
        const sqlite = library().reader.get<{ version: string }>('SELECT sqlite_version() AS version')?.version
        const versions = { ...process.versions, sqlite }
        const report = diagnose(services.status(), reportLibrary(workspaces.active), settings, hasKey, versions)
        return { text: services.redact(report) }
      }),
      ping: ask.status.ping.handler(() => ({})),
      cancelAwaited: ask.status.cancelAwaited.handler(() => ({ requests: workspaces.active.cancelAwaited() })),
      checkConnection: ask.status.checkConnection.handler(async ({ signal = never }) => {
        await workspaces.active.checkConnection(signal)
        return {}
      }),
    },
  })
}

/** A request that the contract does not allow, with the place in it; undefined for anything else. */
function refusedInput(error: unknown): Failure | undefined {
  if (!(error instanceof ORPCError) || error.code !== 'BAD_REQUEST') return undefined
  const [issue] = error.cause instanceof ValidationError ? error.cause.issues : []
  const path = issue?.path?.map((step) => String(typeof step === 'object' ? step.key : step)).join('.') ?? ''
  return { kind: 'bad-request', detail: `${path} ${issue?.message ?? ''}`.trim().slice(0, 200) }
}

/** What fails when its response is under way already, in the contract's words. */
async function* tellingFailures<Piece>(pieces: AsyncGenerator<Piece, void>): AsyncGenerator<Piece, void> {
  try {
    yield* pieces
  } catch (error) {
    const failure = failureOf(error)
    throw failure ? new ORPCError('FAILURE', { data: failure }) : error
  }
}

/** Said rather than inferred: what is inferred of so many procedures is too long for the compiler to write down. */
type Filled<Contract> =
  Contract extends ContractProcedure<infer Input, infer Output, infer Errors, infer Meta>
    ? Procedure<RequestHeadersPluginContext, RequestHeadersPluginContext, Input, Output, Errors, Meta>
    : { readonly [Name in keyof Contract]: Filled<Contract[Name]> }
export type ApiRouter = Filled<Api>

/** oRPC's outputs are plain arrays; ours are read-only until here. */
function mutable<Name extends OperationName>(answer: FetchResult<Name>) {
  return { ...answer, records: [...answer.records] }
}
