/**
 * The bulk download feature: plans, starts, resumes and reports offline downloads and refreshes.
 */

import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { OfflineChoice, SyncJob, SyncScope, SyncSettings } from '#contract/api/sync.ts'
import { offlineKinds, type SyncItemState } from '#contract/api/sync-kinds.ts'
import type { Failure } from '#contract/failure.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { noSuchList } from '../watchlists/no-such-list.ts'
import { getRequestedSymbols } from './requested-symbols.ts'
import { countsOf, type JobRun } from './job-run.ts'
import { planOf } from './sync-plan.ts'
import { checkCompleteness, completenessOfCompanies } from './companies-completeness.ts'
import { coverageMatrix, fullOfflineChoice } from './completeness-matrix.ts'
import { nowOf, JobRunner, type JobRunnerDependencies } from './job-runner.ts'
import { sizesIn } from './size-estimates.ts'
import type { SyncLists, SyncSources } from './sync-sources.ts'
import { periods, SyncSettingsStore } from './sync-settings.ts'
import * as store from './sync-store.ts'
import type { Job, Task } from './sync-store.ts'
import { exchangeTasks, offlineTasks, refreshTasks } from './initial-tasks.ts'
import { ScheduleTicker } from './schedule-ticker.ts'

type Inputs = ApiInputs['sync']
type Outputs = ApiOutputs['sync']

interface SyncDependencies extends Pick<JobRunnerDependencies, 'random' | 'backgroundWorkFailed' | 'beforeEnd'> {
  readonly library: LibraryContext
  readonly desk: { readonly reader: Reader; readonly writer: Writer | null }
  readonly sources: SyncSources
  readonly lists: SyncLists
  /** Clamps what was checked in the future, by a clock that was ahead, before a job brings something. */
  readonly clampFutureTimestamps: () => void
  /** Why nothing runs where nothing can be written. */
  readonly whyUnsaved: () => Failure | null
}

/** Each kind once and in one order, so that the same choice is recognized however it was made. */
const inOrder = (choice: OfflineChoice): OfflineChoice => ({
  ...choice,
  kinds: offlineKinds.filter((kind) => choice.kinds.includes(kind)),
})

/** Failed items that are listed; the log has all of them. */
const mostListed = 200

/** Jobs that fetch for many companies: saved, resumed after the program ended, read back when they are done. */
export class Sync {
  readonly #dependencies: SyncDependencies
  readonly #settings: SyncSettingsStore
  /** Null on a read-only profile. */
  readonly #runner: JobRunner | null
  readonly #ticker: ScheduleTicker
  readonly #counts = new Map<number, SyncJob['counts']>()

  constructor(dependencies: SyncDependencies) {
    const { library, desk, sources, lists, random, backgroundWorkFailed, beforeEnd } = dependencies
    this.#dependencies = dependencies
    this.#settings = new SyncSettingsStore(desk)
    this.#runner =
      desk.writer &&
      library.writer &&
      new JobRunner(desk.writer, {
        library,
        sources,
        lists,
        random,
        backgroundWorkFailed,
        beforeEnd,
        ageOf: (kind) => this.#settings.ageOf(kind),
        choicesOf: (symbol) => this.#choicesOf(symbol),
        symbolsOf: ({ scope }) => this.#symbols(scope)?.symbols ?? null,
      })
    this.#ticker = new ScheduleTicker({
      clock: library.clock,
      inBackground: (work) => library.inBackground(work),
      isWanted: () => this.#runner !== null && (this.#runner.isRunning || this.#settings.now.schedule !== 'off'),
      tick: () => this.#keepSchedule(),
      tickFailed: backgroundWorkFailed,
      woke: () => this.#runner?.woke(),
    })
  }

  /** Resumes jobs that were in progress when the program ended, and refreshes due data if that was chosen. */
  resume(): void {
    if (!this.#runner) return
    this.#runner.pump()
    // A refresh at start that fails leaves the schedule running.
    this.#ticker.start()
    if (this.#settings.now.atStart) this.#refreshAutomatically()
  }

  async plan({ scope, choice }: Inputs['plan']): Promise<Outputs['plan']> {
    const { sources, library } = this.#dependencies
    const { symbols } = this.#symbols(scope) ?? noSuchList()
    const ageOf = this.#settings.ageOf.bind(this.#settings)
    const dependencies = { sources, sizes: sizesIn(library.reader), now: this.#now, ageOf }
    const plan = await planOf(dependencies, symbols, choice)
    return { ...plan, bytesFree: await sources.recordings.free() }
  }

  start({ scope, choice }: Inputs['start']): SyncJob {
    const { symbols, title } = this.#symbols(scope) ?? noSuchList()
    const job = { ...this.#newJob(scope, title, symbols), purpose: 'offline', choice } as const
    return this.#begin(job, offlineTasks(symbols, choice))
  }

  refresh({ scope, due = false }: Inputs['refresh']): SyncJob {
    const { job, tasks } = this.#refreshOf(scope, due)
    return this.#begin(job, tasks)
  }

  #refreshOf(scope: SyncScope, due: boolean): { job: Omit<Job, 'id'>; tasks: readonly Task[] } {
    const { symbols, title } = this.#symbols(scope) ?? noSuchList()
    if (scope.of === 'exchanges') {
      const tasks = exchangeTasks([...new Set(scope.mics)])
      return { job: { ...this.#newJob(scope, title, symbols), purpose: 'refresh', due }, tasks }
    }
    const { tasks, notDue } = refreshTasks(this.#dependencies.sources, symbols, {
      ageOf: due ? (kind) => this.#settings.ageOf(kind) : null,
      knownOnly: scope.of === 'library',
      now: this.#now,
    })
    return { job: { ...this.#newJob(scope, title, symbols), purpose: 'refresh', due, notDue }, tasks }
  }

  /**
   * Does nothing when there is nothing to request, or a refresh is running or was paused by the user. One that the program paused, for a
   * reason such as a full disk, is resumed.
   */
  #refreshAutomatically(): void {
    const scope: SyncScope = { of: this.#settings.now.scope }
    const same = this.#same({ purpose: 'refresh', scope, choice: null, due: true })
    if (same?.job.reason === null) return
    this.#settings.refreshedAt = this.#now
    const { job, tasks } = this.#refreshOf(scope, true)
    if (same || tasks.length > 0) this.#begin({ ...job, automatic: true }, tasks)
  }

  /** A clock that was set back would otherwise keep the schedule waiting. */
  #keepSchedule(): void {
    const { schedule } = this.#settings.now
    if (schedule === 'off') return
    const since = this.#now - this.#settings.refreshedAt
    if (since < 0) this.#settings.refreshedAt = this.#now
    else if (since >= periods[schedule]) this.#refreshAutomatically()
  }

  #begin(job: Omit<Job, 'id'>, tasks: readonly Task[]): SyncJob {
    this.#dependencies.clampFutureTimestamps()
    const same = this.#same(job)
    if (same) return this.#extend(same, job, tasks)
    const run = this.#running.add(this.#insert(job, tasks))
    this.#ticker.start()
    return this.#shown(run.job)
  }

  jobs(): Outputs['jobs'] {
    this.#runner?.write()
    const all = store.getJobs(this.#reader)
    const isOver = ({ state }: Job) => state === 'done' || state === 'stopped'
    const ended = all.filter(isOver).toSorted((left, right) => (right.endedAt ?? 0) - (left.endedAt ?? 0))
    return { jobs: [...all.filter((job) => !isOver(job)), ...ended].map((job) => this.#shown(job)) }
  }

  /** Undefined: there is no such job any more. */
  stateOf(jobId: number): SyncJob['state'] | undefined {
    const job = this.#runner?.run(jobId)?.job ?? store.getJob(this.#reader, jobId)
    return job?.state === 'running' && this.#runner?.outage ? 'waiting' : job?.state
  }

  items({ jobId, states, offset, limit, locate = [] }: Inputs['items']): Outputs['items'] {
    this.#runner?.write()
    this.#job(jobId)
    const running = [...(this.#runner?.run(jobId)?.running.keys() ?? [])]
    return store.listItems(this.#reader, { jobId, states: states ?? [], running, offset, limit, locate })
  }

  async completeness({ jobId }: Inputs['completeness']): Promise<Outputs['completeness']> {
    this.#runner?.write()
    const job = this.#job(jobId)
    const { symbols } = this.#symbols(job.scope) ?? noSuchList()
    const { sources } = this.#dependencies
    const companies = await completenessOfCompanies(sources, symbols, job.choice ?? fullOfflineChoice, this.#now)
    const items = (states: SyncItemState[]) => this.items({ jobId, states, offset: 0, limit: mostListed }).items
    const tasks = {
      unfetched: store.countUnfetched(this.#reader, jobId),
      failed: items(['failed']),
      running: items(['running']),
    }
    return coverageMatrix(companies, tasks, job.choice === null)
  }

  pause({ jobId }: Inputs['pause']): SyncJob {
    const run = this.#activeRun(jobId)
    if (run) this.#running.pause(run)
    return this.#shown(this.#job(jobId))
  }

  resumeJob({ jobId }: Inputs['resume']): SyncJob {
    const run = this.#activeRun(jobId)
    return run ? this.#resumeRun(run) : this.#shown(this.#job(jobId))
  }

  stop({ jobId }: Inputs['stop']): SyncJob {
    const run = this.#activeRun(jobId)
    if (run) this.#running.stop(run)
    return this.#shown(this.#job(jobId))
  }

  retryFailed({ jobId }: Inputs['retryFailed']): SyncJob {
    const runner = this.#running
    const job = this.#job(jobId)
    const known = runner.run(jobId)
    known?.write()
    this.#counts.delete(jobId)
    if (store.waitAgain(this.#writer, jobId) === 0) return this.#shown(job)
    known?.reload()
    const run = known ?? runner.add({ ...job, state: 'paused' })
    run.change({ state: 'paused', endedAt: null, found: null, missing: null })
    return this.#resumeRun(run)
  }

  remove({ jobId }: Inputs['remove']): Outputs['remove'] {
    const run = this.#activeRun(jobId)
    if (run) this.#running.stop(run)
    store.deleteJob(this.#writer, jobId)
    this.#dependencies.library.announce({ kind: 'sync' })
    return {}
  }

  async offlineStatus({ listId, limit }: Inputs['offlineStatus']): Promise<Outputs['offlineStatus']> {
    const { symbols } = this.#dependencies.lists.list(listId) ?? noSuchList()
    const choice = store.getOfflineChoices(this.#reader).get(listId)
    if (!choice) return { status: null }
    const { asOf, missing, absent } = await checkCompleteness(this.#dependencies.sources, symbols, choice, this.#now)
    const shown = missing.slice(0, limit ?? 100)
    return {
      status: {
        listId,
        choice,
        complete: missing.length === 0,
        asOf,
        missing: shown,
        missingCount: missing.length,
        absent,
      },
    }
  }

  endOffline({ listId }: Inputs['endOffline']): Outputs['endOffline'] {
    store.deleteOfflineChoice(this.#writer, listId)
    this.#dependencies.library.announce({ kind: 'sync' })
    return {}
  }

  get settings(): SyncSettings {
    return this.#settings.now
  }

  changeSettings(changes: Inputs['setSettings']): SyncSettings {
    if (!this.#runner) fail({ kind: 'read-only' })
    const settings = this.#settings.change(changes)
    this.#ticker.start()
    // The timer may be running for a job, and look at the schedule only half a minute later.
    this.#keepSchedule()
    this.#dependencies.library.announce({ kind: 'sync' })
    return settings
  }

  /** Somebody looked something up, and waits for it. */
  yieldToUser(): void {
    this.#runner?.yieldToUser()
  }

  /** The user canceled the download of a recording, or removed it: the jobs that had it to do do not begin it again. */
  recordingCanceled(callId: string): void {
    this.#runner?.skipRecording(callId)
  }

  /** The service responded to a request. */
  serviceHeard(): void {
    this.#runner?.serviceHeard()
  }

  /** A key was entered. */
  keyEntered(): void {
    this.#runner?.keyEntered()
  }

  async close(): Promise<void> {
    await this.#runner?.close()
  }

  #resumeRun(run: JobRun): SyncJob {
    this.#running.resume(run)
    this.#ticker.start()
    return this.#shown(run.job)
  }

  /** Resumes an active job that is requested again, as its scope is now: companies may have joined it since. */
  #extend(run: JobRun, { companies }: Pick<Job, 'companies'>, tasks: readonly Task[]): SyncJob {
    run.write()
    this.#writer.transaction(() => this.#insertTasks(run.job, tasks))
    run.reload()
    run.change({ companies })
    return this.#resumeRun(run)
  }

  #insert(job: Omit<Job, 'id'>, tasks: readonly Task[]): Job {
    const desk = this.#writer
    return desk.transaction(() => {
      const inserted = store.insertJob(desk, job)
      this.#insertTasks(inserted, tasks)
      return inserted
    })
  }

  /** With the offline choice of its list. Leaves out tasks that the job already has. */
  #insertTasks({ id, scope, choice }: Pick<Job, 'id' | 'scope' | 'choice'>, tasks: readonly Task[]): void {
    const desk = this.#writer
    store.insertTasks(desk, id, store.getNextNumber(desk, id), tasks)
    if (choice && scope.of === 'list') store.putOfflineChoice(desk, scope.listId, choice)
  }

  #newJob(scope: SyncScope, title: string, symbols: readonly string[]): Omit<Job, 'id' | 'purpose'> {
    return {
      automatic: false,
      due: false,
      scope,
      title,
      choice: null,
      state: 'running',
      reason: null,
      refused: [],
      startedAt: this.#now,
      endedAt: null,
      companies: symbols.length,
      notDue: 0,
      found: null,
      missing: null,
    }
  }

  /** The active run of an identical request. */
  #same(request: Pick<Job, 'purpose' | 'scope' | 'choice' | 'due'>): JobRun | undefined {
    const keyOf = ({ purpose, scope, choice, due }: typeof request) =>
      JSON.stringify([purpose, scope, choice && inOrder(choice), due])
    return this.#running.runs.find(({ job }) => keyOf(job) === keyOf(request))
  }

  /**
   * For an active job the state in memory, since a pause may not be saved on a full disk. On a read-only profile nothing runs.
   */
  #shown(stored: Job): SyncJob {
    const run = this.#runner?.run(stored.id)
    const { due: _, refused: __, ...job } = run?.job ?? stored
    const outage = run && job.state === 'running' ? (this.#runner?.outage ?? null) : null
    const isReadOnly = this.#runner === null && job.state === 'running'
    return {
      ...job,
      state: outage ? 'waiting' : isReadOnly ? 'paused' : job.state,
      reason: outage ? outage.failure : isReadOnly ? this.#dependencies.whyUnsaved() : job.reason,
      retryAt: outage?.retryAt ?? null,
      counts: run ? countsOf(this.#reader, job.id, run.running.size) : this.#endedCounts(job.id),
      running: run ? nowOf(run) : [],
    }
  }

  /** A job that has ended counts no more: read once. */
  #endedCounts(jobId: number): SyncJob['counts'] {
    const known = this.#counts.get(jobId)
    if (known) return known
    const counts = countsOf(this.#reader, jobId, 0)
    this.#counts.set(jobId, counts)
    return counts
  }

  /** Undefined: there is no such list. */
  #symbols(scope: SyncScope): { readonly symbols: readonly string[]; readonly title: string } | undefined {
    const { lists, library } = this.#dependencies
    switch (scope.of) {
      case 'list': {
        const list = lists.list(scope.listId)
        return list ? { symbols: list.symbols, title: list.name } : undefined
      }
      case 'watched':
        return { symbols: lists.watched(), title: 'All watchlists' }
      case 'library':
        return { symbols: getRequestedSymbols(library.reader), title: 'All stored companies' }
      case 'symbols': {
        const symbols = [...new Set(scope.symbols)]
        return { symbols, title: symbolsText(symbols) }
      }
      case 'exchanges':
        return { symbols: [], title: `Securities on ${exchangesText([...new Set(scope.mics)])}` }
      default:
        return scope satisfies never
    }
  }

  #choicesOf(symbol: string): OfflineChoice[] {
    const choices = store.getOfflineChoices(this.#reader)
    if (choices.size === 0) return []
    return this.#dependencies.lists.listsOf(symbol).flatMap((listId) => choices.get(listId) ?? [])
  }

  /** The run of an active job; undefined for a finished one. Throws `bad-request` for an unknown one. */
  #activeRun(jobId: number): JobRun | undefined {
    const run = this.#running.run(jobId)
    if (!run) this.#job(jobId)
    return run
  }

  #job(jobId: number): Job {
    return store.getJob(this.#reader, jobId) ?? fail({ kind: 'bad-request', detail: 'this download no longer exists' })
  }

  get #running(): JobRunner {
    return this.#runner ?? fail({ kind: 'read-only' })
  }

  get #reader(): Reader {
    return this.#dependencies.desk.reader
  }

  get #writer(): Writer {
    return this.#dependencies.desk.writer ?? fail({ kind: 'read-only' })
  }

  get #now(): number {
    return this.#dependencies.library.clock.now()
  }
}

/** `XNAS, XNYS`; of more than a line holds, how many. */
function exchangesText(mics: readonly string[]): string {
  return mics.length > 3 ? `${mics.length} exchanges` : mics.join(', ')
}

/** `HLDN, KSTM`, `HLDN, KSTM and 4 more`: distinguishes jobs of as many companies. */
function symbolsText(symbols: readonly string[]): string {
  const most = 3
  if (symbols.length <= most) return symbols.join(', ')
  return `${symbols.slice(0, most - 1).join(', ')} and ${symbols.length - most + 1} more`
}
