/** Implements the API: connects each procedure to the feature of the core that does its work. */

import { ValidationError, type ContractProcedure } from '@orpc/contract'
import { implement, ORPCError, type Procedure } from '@orpc/server'
import type { RequestHeadersPluginContext } from '@orpc/server/plugins'
import type { Failure } from '#contract/failure.ts'
import { api, type Api } from '#contract/api/api.ts'
import { ownIdOf } from '#contract/api/line-groups.ts'
import { workspaceHeader } from '#contract/api/workspace-scope.ts'
import type { CallDetail } from '#contract/service/calls.ts'
import type { OperationName } from '#contract/service/operations.ts'
import { assistantLog } from './assistant-log.ts'
import { Booklets } from './booklet/booklets.ts'
import { callChunks } from './calls/call-chunks.ts'
import { callResource, callsResource } from './calls/resources.ts'
import { ownMetricSource } from './comparisons/own-metric-source.ts'
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
import { packsOfRecords } from './ledger/records-source.ts'
import { newsResource } from './news/resource.ts'
import { ratingsResource } from './ratings/resource.ts'
import { knownSymbols } from './securities/known-symbols.ts'
import { measureExchange } from './securities/exchange-size.ts'
import { searchSecurities, openProfile } from './securities/search-securities.ts'
import { securitiesResource } from './securities/resource.ts'
import { differingFigures } from './spoken-figures/differing-figures.ts'
import { spokenOfFigure } from './spoken-figures/spoken-of-figure.ts'
import { engineReleased } from './updates/engine-release.ts'
import { reportLibrary } from './workspaces/library-report.ts'
import { readKeyFile } from './shortcuts-file.ts'

/**
 * The implemented contract: the only place that connects it to the features, for both shells. Expected failures and forbidden
 * requests return the contract's one typed error; anything else is logged completely and returned as a defect without details.
 * Writes run one after another.
 */
export function apiRouter(services: CoreServices): ApiRouter {
  const { workspaces, preferences, storage, recoveries } = services
  const library = () => workspaces.active.library
  const recordings = () => workspaces.active.recordings
  const calls = () => workspaces.active.calls
  const callComparisons = () => workspaces.active.callComparisons
  const spokenFigures = () => workspaces.active.spokenFigures
  const turnChecks = () => workspaces.active.turnChecks
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
  /** The SQLite that the databases are written with, which is not the one inside Node. */
  const sqlite = () =>
    library().reader.get<{ version: string }>('SELECT sqlite_version() AS version')?.version ?? 'unknown'
  const assistantAccess = () => ({
    isAllowed: preferences.assistantWorkspaces.includes(workspaces.active.folder.id),
    workspaces: [...preferences.assistantWorkspaces],
    profile: services.profile,
    commandLine: services.commandLine,
    log: assistantLog(services.profile),
  })
  const never = new AbortController().signal
  /** Nothing of the user's is written while they have something to choose: that, and not the folder, is why. */
  const whyUnsaved = (failure: Failure | undefined): Failure | undefined =>
    failure?.kind === 'read-only' ? (workspaces.active.whyUnsaved ?? failure) : failure

  const base = implement(api).$context<RequestHeadersPluginContext>()
  const implementer = base.use(async ({ context, next, path, procedure, signal = never }) => {
    await workspaces.rested
    const {
      operation,
      writes = false,
      waitsForService = false,
      isLookup = false,
      subjectTo = [],
    } = procedure['~orpc'].meta
    /** Looked at when the request's turn has come: a write may have waited while another workspace was opened. */
    const run = () => {
      const requestedWorkspace = context.reqHeaders?.get(workspaceHeader) ?? null
      if (requestedWorkspace !== null && requestedWorkspace !== workspaces.active.folder.id)
        fail({ kind: 'other-workspace' })
      return next()
    }
    const runAhead = () => {
      const { sync, lookups } = workspaces.active
      sync.yieldToUser()
      return lookups.run(async () => run())
    }
    const respond = async () => (writes && !waitsForService ? services.changes.add(run) : isLookup ? runAhead() : run())
    try {
      for (const subject of subjectTo) services.permissions.demand(subject)
      await services.keepInPlace(signal)
      return operation === undefined ? await respond() : await services.operations.run(operation, signal, respond)
    } catch (error) {
      const failure = whyUnsaved(failureOf(error)) ?? refusedInput(error)
      if (!failure) services.log.report(error, path.join('.'))
      if (failure?.kind === 'damaged') services.mend()
      throw new ORPCError('FAILURE', { data: failure ?? { kind: 'defect' } })
    }
  })

  return implementer.router({
    fetch: {
      enhancedFundamentals: implementer.fetch.enhancedFundamentals.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), enhancedResource, { ...input, signal })),
      ),
      liteFundamentals: implementer.fetch.liteFundamentals.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), liteResource, { ...input, signal })),
      ),
      calls: implementer.fetch.calls.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), callsResource, { ...input, signal })),
      ),
      call: implementer.fetch.call.handler(async ({ input, signal = never }) => {
        const { records, provenance } = await fetchThroughLibrary(library(), callResource, { ...input, signal })
        const record: CallDetail = records[0] ?? fail({ kind: 'not-found', operation: 'One conference call' })
        return { record, provenance }
      }),
      ratings: implementer.fetch.ratings.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), ratingsResource, { ...input, signal })),
      ),
      news: implementer.fetch.news.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), newsResource, { ...input, signal })),
      ),
      securities: implementer.fetch.securities.handler(async ({ input, signal = never }) =>
        mutable(await fetchThroughLibrary(library(), securitiesResource, { ...input, signal })),
      ),
    },
    search: {
      run: implementer.search.run.handler(({ input }) => search().fullText.run(input)),
      hits: implementer.search.hits.handler(({ input }) => search().fullText.hits(input)),
      inCall: implementer.search.inCall.handler(({ input }) => search().fullText.inCall(input)),
      saved: implementer.search.saved.handler(() => search().saved.list()),
      save: implementer.search.save.handler(({ input }) => search().saved.save(input)),
      rename: implementer.search.rename.handler(({ input }) => search().saved.rename(input)),
      remove: implementer.search.remove.handler(({ input }) => search().saved.remove(input)),
      markSeen: implementer.search.markSeen.handler(({ input }) => search().saved.markSeen(input)),
      synonyms: implementer.search.synonyms.handler(() => search().saved.synonyms()),
      setSynonyms: implementer.search.setSynonyms.handler(({ input }) =>
        drafts().savedBy(input.draft, () => search().saved.setSynonyms(input)),
      ),
      termGrid: implementer.search.termGrid.handler(({ input, signal = never }) => search().termGrid(input, signal)),
      questioners: implementer.search.questioners.handler(({ input }) => search().questioners(input)),
    },
    securities: {
      find: implementer.securities.find.handler(({ input, signal = never }) =>
        searchSecurities(library(), input, signal),
      ),
      measureExchange: implementer.securities.measureExchange.handler(({ input, signal = never }) =>
        measureExchange(library(), input, signal),
      ),
      knownSymbols: implementer.securities.knownSymbols.handler(({ input }) => knownSymbols(library().reader, input)),
      profile: implementer.securities.profile.handler(({ input }) => openProfile(library(), input)),
    },
    financials: {
      open: implementer.financials.open.handler(({ input, signal = never }) =>
        workspaces.active.financials.open(input, signal),
      ),
      acceptNewFigures: implementer.financials.acceptNewFigures.handler(({ input }) =>
        workspaces.active.financials.acceptNewFigures(input.symbol),
      ),
      markKnown: implementer.financials.markKnown.handler(({ input }) => knownBreaks().mark(input)),
      unmarkKnown: implementer.financials.unmarkKnown.handler(({ input }) => knownBreaks().unmark(input)),
      revertKnown: implementer.financials.revertKnown.handler(({ input }) => knownBreaks().revert(input)),
      insights: implementer.financials.insights.handler(({ input }) => ({
        periods: readInsights(library().reader, input.symbol, input.asOf ?? null),
      })),
    },
    comparisons: {
      table: implementer.comparisons.table.handler(({ input: { firstLines, ...spec } }) =>
        packTable(comparisons().table(spec), firstLines),
      ),
      saved: implementer.comparisons.saved.handler(() => comparisons().saved()),
      save: implementer.comparisons.save.handler(({ input }) => comparisons().save(input)),
      rename: implementer.comparisons.rename.handler(({ input }) => comparisons().rename(input)),
      remove: implementer.comparisons.remove.handler(({ input }) => comparisons().remove(input)),
      restore: implementer.comparisons.restore.handler(({ input }) => comparisons().restore(input)),
      changesSinceSaved: implementer.comparisons.changesSinceSaved.handler(({ input }) =>
        comparisons().changesSinceSaved(input),
      ),
      restatements: implementer.comparisons.restatements.handler(({ input }) => restatements(library().reader, input)),
    },
    metrics: {
      list: implementer.metrics.list.handler(() => metrics().list()),
      check: implementer.metrics.check.handler(({ input }) => metrics().check(input)),
      save: implementer.metrics.save.handler(({ input }) => drafts().savedBy(input.draft, () => metrics().save(input))),
      remove: implementer.metrics.remove.handler(({ input }) => metrics().remove(input)),
    },
    exports: {
      company: implementer.exports.company.handler(({ input }) => exports().company(input)),
      comparison: implementer.exports.comparison.handler(({ input }) => exports().comparison(input)),
      table: implementer.exports.table.handler(({ input }) => exports().table(input)),
      update: implementer.exports.update.handler(({ input, signal = never }) =>
        tellingFailures(exports().update(input, signal)),
      ),
      document: implementer.exports.document.handler(({ input, signal = never }) => exportDocument(input, signal)),
    },
    calls: {
      list: implementer.calls.list.handler(({ input }) => calls().list(input)),
      preview: implementer.calls.preview.handler(({ input }) => calls().preview(input)),
      fetchPage: implementer.calls.fetchPage.handler(({ input, signal = never }) => calls().fetchPage(input, signal)),
      open: implementer.calls.open.handler(async ({ input, signal = never }) => {
        const call = await calls().open(input, signal)
        return callChunks(call, input.turn ?? notes().position(input)?.turn ?? 0)
      }),
      turnAt: implementer.calls.turnAt.handler(({ input, signal = never }) => calls().turnAt(input, signal)),
      setTimes: implementer.calls.setTimes.handler(({ input }) => calls().setTimes(input)),
      previousTurn: implementer.calls.previousTurn.handler(({ input }) => calls().previousTurn(input)),
      comparison: implementer.calls.comparison.handler(({ input }) => callComparisons().comparison(input)),
      previousPassage: implementer.calls.previousPassage.handler(({ input }) =>
        callComparisons().previousPassage(input),
      ),
      figures: implementer.calls.figures.handler(({ input }) => spokenFigures().figures(input)),
      differingFigures: implementer.calls.differingFigures.handler(({ input, signal }) =>
        differingFigures(spokenFigures(), input, signal),
      ),
      guidance: implementer.calls.guidance.handler(({ input }) => workspaces.active.guidance.table(input)),
      setPassagesSplit: implementer.calls.setPassagesSplit.handler(async ({ input }) => {
        await callComparisons().setSplit(input)
        return {}
      }),
      setFigureDismissed: implementer.calls.setFigureDismissed.handler(({ input }) => {
        spokenFigures().setDismissed(input)
        return {}
      }),
    },
    ratings: {
      list: implementer.ratings.list.handler(({ input }) => ratings().list(input)),
      fetchPage: implementer.ratings.fetchPage.handler(({ input, signal = never }) =>
        ratings().fetchPage(input, signal),
      ),
      open: implementer.ratings.open.handler(({ input }) => ratings().open(input)),
    },
    ratingsNews: {
      list: implementer.ratingsNews.list.handler(({ input }) => ratingsNews().list(input)),
      fetchPage: implementer.ratingsNews.fetchPage.handler(({ input, signal = never }) =>
        ratingsNews().fetchPage(input, signal),
      ),
    },
    news: {
      list: implementer.news.list.handler(({ input }) => news().list(input)),
      fetchPage: implementer.news.fetchPage.handler(({ input, signal = never }) => news().fetchPage(input, signal)),
      open: implementer.news.open.handler(({ input }) => news().open(input)),
      logo: implementer.news.logo.handler(async ({ input, signal = never }) =>
        preferences.read().logos ? workspaces.active.logos.of(input, signal) : { logo: null },
      ),
      naming: implementer.news.naming.handler(({ input }) => news().naming(input)),
    },
    timeline: {
      read: implementer.timeline.read.handler(({ input }) => timeline().read(input)),
      quote: implementer.timeline.quote.handler(({ input }) => timeline().quote(input)),
    },
    turnChecks: {
      list: implementer.turnChecks.list.handler(({ input }) => turnChecks().list(input)),
      ofCall: implementer.turnChecks.ofCall.handler(({ input }) => turnChecks().ofCall(input)),
      save: implementer.turnChecks.save.handler(({ input }) =>
        drafts().savedBy(input.draft, () => turnChecks().save(input)),
      ),
      restore: implementer.turnChecks.restore.handler(({ input }) => turnChecks().restore(input)),
      outdated: implementer.turnChecks.outdated.handler(() => turnChecks().outdated()),
    },
    notes: {
      ofCall: implementer.notes.ofCall.handler(({ input }) => notes().ofCall(input)),
      add: implementer.notes.add.handler(({ input }) => notes().add(input)),
      edit: implementer.notes.edit.handler(({ input }) => drafts().savedBy(input.draft, () => notes().edit(input))),
      remove: implementer.notes.remove.handler(({ input }) => notes().remove(input)),
      restore: implementer.notes.restore.handler(({ input }) => notes().restore(input)),
      position: implementer.notes.position.handler(({ input }) => notes().position(input)),
      savePosition: implementer.notes.savePosition.handler(({ input }) => notes().savePosition(input)),
      export: implementer.notes.export.handler(({ input, signal = never }) => notes().export(input, signal)),
    },
    source: {
      figure: implementer.source.figure.handler(({ input }) => figureSource(library().reader, knownBreaks(), input)),
      calculated: implementer.source.calculated.handler(({ input }) =>
        ownIdOf(input.field) === null
          ? calculatedSource(library().reader, input)
          : ownMetricSource(library().reader, metrics().read(), input),
      ),
      packs: implementer.source.packs.handler(({ input: { records, callIds } }) => ({
        records: packsOfRecords(library().reader, records),
        calls: calls().packs(callIds),
      })),
      spoken: implementer.source.spoken.handler(({ input }) =>
        spokenOfFigure({ library: library(), calls: calls(), spokenFigures: spokenFigures() }, input),
      ),
    },
    recordings: {
      read: implementer.recordings.read.handler(({ input }) => recordings().read(input.callId)),
      refresh: implementer.recordings.refresh.handler(({ input, signal = never }) =>
        recordings().refresh(input.callId, signal),
      ),
      download: implementer.recordings.download.handler(({ input, signal = never }) =>
        recordings().download(input.callId, input.format, signal),
      ),
      pause: implementer.recordings.pause.handler(({ input }) => recordings().pause(input.callId)),
      remove: implementer.recordings.remove.handler(async ({ input }) => {
        await recordings().remove(input.callId)
        return {}
      }),
      clip: implementer.recordings.clip.handler(({ input, signal = never }) => recordings().clip(input, signal)),
      transfers: implementer.recordings.transfers.handler(() => recordings().transfers()),
      limits: implementer.recordings.limits.handler(() => recordings().limits),
      setLimits: implementer.recordings.setLimits.handler(({ input }) => recordings().changeLimits(input)),
    },
    recovery: {
      pending: implementer.recovery.pending.handler(() => recoveries.pending()),
      keep: implementer.recovery.keep.handler(async () => {
        await recoveries.keep()
        return {}
      }),
      restore: implementer.recovery.restore.handler(async () => {
        await recoveries.restore()
        return {}
      }),
      replacedLibrary: implementer.recovery.replacedLibrary.handler(() => recoveries.replacedLibrary()),
      useLibrary: implementer.recovery.useLibrary.handler(async () => {
        await recoveries.useLibrary()
        return {}
      }),
      startEmptyLibrary: implementer.recovery.startEmptyLibrary.handler(async () => {
        await recoveries.startEmptyLibrary()
        return {}
      }),
      removeWorkspace: implementer.recovery.removeWorkspace.handler(async () => {
        await recoveries.forget()
        return {}
      }),
    },
    drafts: {
      all: implementer.drafts.all.handler(() => drafts().all()),
      save: implementer.drafts.save.handler(({ input }) => drafts().save(input)),
      discard: implementer.drafts.discard.handler(({ input }) => drafts().discard(input)),
    },
    alerts: {
      rules: implementer.alerts.rules.handler(() => alerts().rules()),
      add: implementer.alerts.add.handler(({ input }) => alerts().add(input)),
      setOn: implementer.alerts.setOn.handler(({ input }) => alerts().setOn(input)),
      remove: implementer.alerts.remove.handler(({ input }) => alerts().remove(input)),
      restore: implementer.alerts.restore.handler(({ input }) => alerts().restore(input)),
      log: implementer.alerts.log.handler(({ input }) => alerts().log(input)),
      markSeen: implementer.alerts.markSeen.handler(({ input }) => alerts().markSeen(input)),
      markUnseen: implementer.alerts.markUnseen.handler(({ input }) => alerts().markUnseen(input)),
    },
    overview: {
      figures: implementer.overview.figures.handler(({ input }) => overview().figures(input)),
      call: implementer.overview.call.handler(({ input }) => overview().call(input)),
      ratings: implementer.overview.ratings.handler(({ input }) => overview().ratings(input)),
      news: implementer.overview.news.handler(({ input }) => overview().news(input)),
      security: implementer.overview.security.handler(({ input }) => overview().security(input)),
      library: implementer.overview.library.handler(({ input }) => overview().library(input)),
    },
    tearSheet: {
      compose: implementer.tearSheet.compose.handler(({ input }) => tearSheets().compose(input)),
    },
    brief: {
      compose: implementer.brief.compose.handler(({ input }) => briefs().compose(input)),
    },
    booklet: {
      contents: implementer.booklet.contents.handler(({ input }) => booklets().contents(input)),
    },
    home: {
      read: implementer.home.read.handler(() => home().read()),
      markSeen: implementer.home.markSeen.handler(({ input }) => home().markSeen(input)),
      restoreSeen: implementer.home.restoreSeen.handler(({ input }) => home().restoreSeen(input)),
      recent: implementer.home.recent.handler(() => home().recent()),
      clearRecent: implementer.home.clearRecent.handler(() => home().clearRecent()),
      restoreRecent: implementer.home.restoreRecent.handler(({ input }) => home().restoreRecent(input)),
      findSaved: implementer.home.findSaved.handler(({ input }) => home().findSaved(input)),
      recordOpened: implementer.home.recordOpened.handler(({ input }) => home().recordOpened(input)),
    },
    sampleLibrary: {
      read: implementer.sampleLibrary.read.handler(() => workspaces.active.sampleLibrary?.read() ?? { library: null }),
      load: implementer.sampleLibrary.load.handler(async () => {
        const { sampleLibrary } = workspaces.active
        if (sampleLibrary === null) fail({ kind: 'no-such-workspace' })
        await sampleLibrary.load()
        return {}
      }),
    },
    watchlists: {
      all: implementer.watchlists.all.handler(() => watchlists().all()),
      listsOf: implementer.watchlists.listsOf.handler(({ input }) => watchlists().listsOf(input)),
      names: implementer.watchlists.names.handler(() => watchlists().names()),
      members: implementer.watchlists.members.handler(() => watchlists().members()),
      symbols: implementer.watchlists.symbols.handler(({ input }) => watchlists().symbols(input)),
      create: implementer.watchlists.create.handler(({ input }) => watchlists().create(input)),
      rename: implementer.watchlists.rename.handler(({ input }) => watchlists().rename(input)),
      remove: implementer.watchlists.remove.handler(({ input }) => watchlists().remove(input)),
      restore: implementer.watchlists.restore.handler(({ input }) => watchlists().restore(input)),
      reorder: implementer.watchlists.reorder.handler(({ input }) => watchlists().reorder(input)),
      addCompanies: implementer.watchlists.addCompanies.handler(({ input }) =>
        drafts().savedBy(input.draft, () => watchlists().addCompanies(input)),
      ),
      removeCompanies: implementer.watchlists.removeCompanies.handler(({ input }) =>
        watchlists().removeCompanies(input),
      ),
      restoreCompanies: implementer.watchlists.restoreCompanies.handler(({ input }) =>
        watchlists().restoreCompanies(input),
      ),
      moveCompanies: implementer.watchlists.moveCompanies.handler(({ input }) => watchlists().moveCompanies(input)),
      setNote: implementer.watchlists.setNote.handler(({ input }) =>
        drafts().savedBy(input.draft, () => watchlists().setNote(input)),
      ),
      setView: implementer.watchlists.setView.handler(({ input }) => watchlists().setView(input)),
      markSeen: implementer.watchlists.markSeen.handler(({ input }) => watchlists().markSeen(input)),
      restoreSeen: implementer.watchlists.restoreSeen.handler(({ input }) => watchlists().restoreSeen(input)),
      table: implementer.watchlists.table.handler(({ input }) => watchlists().table(input)),
      unseen: implementer.watchlists.unseen.handler(({ input }) => watchlists().unseen(input)),
      resolveCompanies: implementer.watchlists.resolveCompanies.handler(({ input }) =>
        watchlists().resolveCompanies(input),
      ),
    },
    screens: {
      run: implementer.screens.run.handler(({ input }) => screener().run(input)),
      fieldValues: implementer.screens.fieldValues.handler(({ input }) => screener().fieldValues(input)),
      saved: implementer.screens.saved.handler(() => screener().saved()),
      save: implementer.screens.save.handler(({ input }) => screener().save(input)),
      rename: implementer.screens.rename.handler(({ input }) => screener().rename(input)),
      remove: implementer.screens.remove.handler(({ input }) => screener().remove(input)),
      restore: implementer.screens.restore.handler(({ input }) => screener().restore(input)),
      markSeen: implementer.screens.markSeen.handler(({ input }) => screener().markSeen(input)),
      droppedCompanies: implementer.screens.droppedCompanies.handler(({ input }) => screener().droppedCompanies(input)),
      history: implementer.screens.history.handler(({ input }) => screener().history(input)),
    },
    sync: {
      plan: implementer.sync.plan.handler(({ input }) => sync().plan(input)),
      start: implementer.sync.start.handler(({ input }) => sync().start(input)),
      refresh: implementer.sync.refresh.handler(({ input }) => sync().refresh(input)),
      jobs: implementer.sync.jobs.handler(() => sync().jobs()),
      items: implementer.sync.items.handler(({ input }) => sync().items(input)),
      completeness: implementer.sync.completeness.handler(({ input }) => sync().completeness(input)),
      pause: implementer.sync.pause.handler(({ input }) => sync().pause(input)),
      resume: implementer.sync.resume.handler(({ input }) => sync().resumeJob(input)),
      stop: implementer.sync.stop.handler(({ input }) => sync().stop(input)),
      retryFailed: implementer.sync.retryFailed.handler(({ input }) => sync().retryFailed(input)),
      remove: implementer.sync.remove.handler(({ input }) => sync().remove(input)),
      offlineStatus: implementer.sync.offlineStatus.handler(({ input }) => sync().offlineStatus(input)),
      endOffline: implementer.sync.endOffline.handler(({ input }) => sync().endOffline(input)),
      settings: implementer.sync.settings.handler(() => sync().settings),
      setSettings: implementer.sync.setSettings.handler(({ input }) => sync().changeSettings(input)),
    },
    tabs: {
      open: implementer.tabs.open.handler(({ input: { window, others } }) => ({
        set: workspaces.active.tabs.open(window, (id) => services.windows.has(id) || others.includes(id)),
      })),
      take: implementer.tabs.take.handler(({ input: { window } }) => ({ set: workspaces.active.tabs.take(window) })),
      save: implementer.tabs.save.handler(({ input: { window, set } }) => {
        workspaces.active.tabs.save(window, set)
        return {}
      }),
    },
    workspaces: {
      sizes: implementer.workspaces.sizes.handler(() => workspaces.sizes()),
      list: implementer.workspaces.list.handler(() => workspaces.list()),
      create: implementer.workspaces.create.handler(({ input }) => workspaces.create(input)),
      edit: implementer.workspaces.edit.handler(({ input }) => workspaces.edit(input.id, input.edit)),
      activate: implementer.workspaces.activate.handler(async ({ input }) => {
        const isOther = input.id !== workspaces.active.folder.id
        if (isOther) await services.windows.leave(() => services.announcer.announce({ kind: 'leaving' }))
        return services.changes.add(() => services.activate(input))
      }),
      deleteSample: implementer.workspaces.deleteSample.handler(async ({ input: { withNotes } }) => {
        const notes = workspaces.sampleNotes()
        if (notes.length > 0 && !withNotes) return { deleted: false, notes }
        await services.windows.leave(() => services.announcer.announce({ kind: 'leaving' }))
        await services.changes.add(() => services.deleteSample())
        return { deleted: true, notes }
      }),
      remove: implementer.workspaces.remove.handler(async ({ input: { id } }) => {
        if (id === workspaces.active.folder.id) {
          await services.windows.leave(() => services.announcer.announce({ kind: 'leaving' }))
        }
        await services.changes.add(() => services.removeWorkspace(id))
        return {}
      }),
      confirmLeaving: implementer.workspaces.confirmLeaving.handler(({ input }) => {
        services.windows.left(input.window)
        return {}
      }),
      test: implementer.workspaces.test.handler(({ input, signal = never }) =>
        workspaces.test(input.id, input.symbol, signal),
      ),
    },
    assistants: {
      access: implementer.assistants.access.handler(() => assistantAccess()),
      setAccess: implementer.assistants.setAccess.handler(({ input: { isAllowed } }) => {
        const { id } = workspaces.active.folder
        const others = preferences.assistantWorkspaces.filter((each) => each !== id)
        preferences.assistantWorkspaces = isAllowed ? [...others, id] : others
        services.announcer.announce({ kind: 'preferences' })
        return assistantAccess()
      }),
    },
    library: {
      report: implementer.library.report.handler(() => reportLibrary(workspaces.active)),
    },
    storage: {
      report: implementer.storage.report.handler(({ signal = never }) => storage.report(signal)),
      running: implementer.storage.running.handler(() => services.operations.running),
      recordings: implementer.storage.recordings.handler(() => storage.recordings()),
      removeRecordings: implementer.storage.removeRecordings.handler(({ input }) => storage.removeRecordings(input)),
      verify: implementer.storage.verify.handler(({ input, signal = never }) => storage.verify(input, signal)),
      compact: implementer.storage.compact.handler(({ signal = never }) => storage.compact(signal)),
      move: implementer.storage.move.handler(({ input, signal = never }) => storage.move(input, signal)),
      backups: implementer.storage.backups.handler(() => storage.backups()),
      createBackup: implementer.storage.createBackup.handler(({ input, signal = never }) =>
        storage.createBackup(input, signal),
      ),
      inspectBackup: implementer.storage.inspectBackup.handler(({ input, signal = never }) =>
        storage.inspectBackup(input, signal),
      ),
      restore: implementer.storage.restore.handler(({ input, signal = never }) => storage.restore(input, signal)),
      publication: implementer.storage.publication.handler(() => services.publications.publication()),
      setPublishAfterRefresh: implementer.storage.setPublishAfterRefresh.handler(({ input: { on } }) => {
        services.publications.setAfterRefresh(on)
        services.announcer.announce({ kind: 'storage' })
        return {}
      }),
      publish: implementer.storage.publish.handler(({ input, signal = never }) =>
        services.publications.publish(input, signal),
      ),
    },
    packs: {
      preview: implementer.packs.preview.handler(({ input, signal = never }) => services.packs.preview(input, signal)),
      make: implementer.packs.make.handler(({ input, signal = never }) => services.packs.make(input, signal)),
      inspect: implementer.packs.inspect.handler(({ input, signal = never }) => services.packs.inspect(input, signal)),
      open: implementer.packs.open.handler(({ input, signal = never }) => services.packs.open(input, signal)),
    },
    network: { route: implementer.network.route.handler(() => services.route()) },
    policy: { read: implementer.policy.read.handler(() => services.policy) },
    program: {
      about: implementer.program.about.handler(() => ({
        version: services.status().version,
        electron: process.versions['electron'] ?? null,
        chromium: process.versions['chrome'] ?? null,
        node: process.versions.node,
        sqlite: sqlite(),
        engineReleased: engineReleased(process.versions['electron']),
        updateHost: services.updates.host,
      })),
      checkForUpdates: implementer.program.checkForUpdates.handler(({ signal = never }) =>
        services.updates.check(signal),
      ),
    },
    preferences: {
      read: implementer.preferences.read.handler(() => preferences.read()),
      write: implementer.preferences.write.handler(({ input }) => {
        const stored = preferences.write(input)
        services.announcer.announce({ kind: 'preferences' })
        return stored
      }),
      readKeyFile: implementer.preferences.readKeyFile.handler(({ input }) => readKeyFile(input.text)),
    },
    status: {
      now: implementer.status.now.handler(() => services.status()),
      changes: implementer.status.changes.handler(async function* ({ input, signal = never }) {
        const close = input ? services.windows.open(input.window) : () => {}
        try {
          yield* services.announcer.changes(signal)
        } finally {
          close()
        }
      }),
      diagnostics: implementer.status.diagnostics.handler(() => {
        const { settings } = workspaces.active
        const hasKey = workspaces.list().workspaces.some(({ id, hasKey: has }) => id === settings.id && has)
        const versions = { ...process.versions, sqlite: sqlite() }
        const report = diagnose(services.status(), reportLibrary(workspaces.active), settings, hasKey, versions)
        return { text: services.redact(report) }
      }),
      ping: implementer.status.ping.handler(() => ({})),
      cancelAwaited: implementer.status.cancelAwaited.handler(() => ({ requests: workspaces.active.cancelAwaited() })),
      checkConnection: implementer.status.checkConnection.handler(async ({ signal = never }) => {
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

/** Converts failures after the response has begun to the contract's error. */
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
function mutable<Name extends OperationName>(result: FetchResult<Name>) {
  return { ...result, records: [...result.records] }
}
