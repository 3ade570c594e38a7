/** Fills the sample workspace at its first start, with ordinary watchlists and downloads. */

import type { ApiOutputs } from '#contract/api/api.ts'
import {
  sampleKinds,
  type SampleCompany,
  type SampleKind,
  type SampleLibraryState,
} from '#contract/api/sample-library.ts'
import type { SyncScope } from '#contract/api/sync.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Calls } from '../calls/calls.ts'
import type { Comparisons } from '../comparisons/comparisons.ts'
import type { OpenDatabase } from '../database/database-kind.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { Recordings } from '../recordings/recordings.ts'
import type { TranscriptSearchApi } from '../transcript-search/transcript-search-api.ts'
import type { Sync } from '../sync/sync.ts'
import type { Watchlists } from '../watchlists/watchlists.ts'
import {
  recordedCompanies,
  restatedCompanies,
  sampleAlerts,
  sampleChoice,
  sampleComparison,
  sampleCoverage,
  sampleExchanges,
  sampleSearch,
  sampleWatchlists,
} from './sample-contents.ts'
import * as store from './sample-library-store.ts'
import type { SampleLoad } from './sample-library-store.ts'

interface SampleLibraryDependencies {
  readonly library: LibraryContext
  readonly desk: OpenDatabase
  readonly sync: Sync
  readonly watchlists: Watchlists
  readonly comparisons: Comparisons
  readonly search: TranscriptSearchApi
  readonly alerts: Alerts
  readonly calls: Calls
  readonly recordings: Recordings
}

/** Kinds of downloads, as the page counts them. */
const kindOf: Readonly<Record<string, SampleKind>> = {
  securities: 'securities',
  enhanced: 'statements',
  calls: 'calls',
  transcript: 'calls',
  ratings: 'ratings',
  news: 'news',
}

/**
 * Fills the sample workspace at its first start, by the same means that a user has: it creates watchlists, a saved comparison and
 * a saved search, then downloads their data in the background. The downloads are stored as usual, so that an interrupted one
 * continues at the next start.
 */
export class SampleLibrary {
  readonly #dependencies: SampleLibraryDependencies
  /** In this session of the workspace. */
  #isFirstStart = false
  #isAdvancing = false

  constructor(dependencies: SampleLibraryDependencies) {
    this.#dependencies = dependencies
  }

  /** Begins in a workspace in which nothing was done yet, or continues. */
  async open(): Promise<void> {
    const { desk } = this.#dependencies
    if (desk.writer === null || desk.recovery !== null) return
    if (this.#isUnused) await this.load()
    else this.advance()
  }

  /** In a workspace in which nothing was done yet, nothing is loaded until `load`. */
  decline(): void {
    const { desk, library } = this.#dependencies
    if (desk.writer === null || desk.recovery !== null || !this.#isUnused) return
    store.putSampleLoad(desk.writer, withoutJobs('stopped', library.clock.now()))
  }

  /** Throws `read-only`. */
  async load(): Promise<void> {
    const { desk, library, watchlists, comparisons, search, alerts } = this.#dependencies
    const writer = desk.writer ?? fail({ kind: 'read-only' })
    for (const { name, symbols } of sampleWatchlists) {
      if (watchlists.named(name) !== null) continue
      const { id } = await watchlists.create({ name })
      watchlists.addCompanies({ listId: id, securities: symbols.map((symbol) => ({ symbol })) })
    }
    if (!comparisons.saved().comparisons.some(({ name }) => name === sampleComparison.name))
      comparisons.save(sampleComparison)
    const { searches } = await search.saved.list()
    if (!searches.some(({ name }) => name === sampleSearch.name)) await search.saved.save(sampleSearch)
    if (alerts.rules().rules.length === 0) for (const condition of sampleAlerts) alerts.add({ condition, listId: null })
    this.#isFirstStart = true
    store.putSampleLoad(writer, withoutJobs('data', library.clock.now()))
    this.advance()
  }

  /** Begins what is next, if what came before it has ended. For every announcement of the bulk downloads. */
  advance(): void {
    const { desk, library } = this.#dependencies
    const load = this.#load
    if (this.#isAdvancing || load === undefined || desk.writer === null) return
    // Starting it is announced as well.
    this.#isAdvancing = true
    try {
      const next = this.#next(load)
      if (next === null) return
      store.putSampleLoad(desk.writer, next)
      library.announce({ kind: 'sync' })
      if (next.stage === 'restatement') library.inBackground((signal) => this.#downloadRecordings(signal))
    } finally {
      this.#isAdvancing = false
    }
  }

  read(): ApiOutputs['sampleLibrary']['read'] {
    const load = this.#load
    return { library: load === undefined ? null : this.#shown(load) }
  }

  /** Null: nothing changes. */
  #next(load: SampleLoad): SampleLoad | null {
    const { sync } = this.#dependencies
    switch (load.stage) {
      case 'data': {
        if (load.namesJob === null || load.dataJob === null) {
          const names = sync.refresh({ scope: { of: 'exchanges', mics: [...sampleExchanges] } })
          const data = sync.start({ scope: this.#coverage(), choice: sampleChoice })
          return { ...load, namesJob: names.id, dataJob: data.id }
        }
        const states = [sync.stateOf(load.namesJob), sync.stateOf(load.dataJob)]
        if (states.some(isCancelled)) return { ...load, stage: 'stopped' }
        if (states.some((state) => state !== 'done')) return null
        const restated = sync.refresh({ scope: { of: 'symbols', symbols: [...restatedCompanies] } })
        return { ...load, stage: 'restatement', restatementJob: restated.id }
      }
      case 'restatement': {
        const state = load.restatementJob === null ? undefined : sync.stateOf(load.restatementJob)
        if (isCancelled(state)) return { ...load, stage: 'stopped' }
        return state === 'done' ? { ...load, stage: 'loaded' } : null
      }
      case 'loaded':
      case 'stopped':
        return null
      default:
        return load.stage satisfies never
    }
  }

  /** The list that was created for it, so that Home shows what it lacks; its companies if the user has removed it. */
  #coverage(): SyncScope {
    const [coverage] = sampleWatchlists
    const list = this.#dependencies.watchlists.named(coverage.name)
    return list === null ? { of: 'symbols', symbols: [...coverage.symbols] } : { of: 'list', listId: list }
  }

  /** The latest recorded call of each. One that begins and fails is listed with its reason among the recordings. */
  async #downloadRecordings(signal: AbortSignal): Promise<void> {
    if (!this.#dependencies.recordings.areAllowed) return
    for (const symbol of recordedCompanies) {
      for (const { callId } of this.#dependencies.calls.completeness(symbol, 0).calls) {
        if (await this.#hasBegun(callId, signal)) break
      }
    }
  }

  /** False: the call has no recording. */
  async #hasBegun(callId: string, signal: AbortSignal): Promise<boolean> {
    const { recordings } = this.#dependencies
    const { lacks, isNone } = recordings.stored(callId)
    if (isNone) return false
    if (lacks === null) return true
    try {
      await recordings.download(callId, undefined, signal)
      return true
    } catch (error) {
      if (failureOf(error)?.kind === 'not-found') return false
      throw error
    }
  }

  #shown(load: SampleLoad): SampleLibraryState {
    const { library, desk, sync } = this.#dependencies
    const jobs = [load.namesJob, load.dataJob, load.restatementJob].filter((id) => id !== null)
    const states = jobs.map((id) => sync.stateOf(id))
    const isPaused = states.some((state) => state === 'paused' || state === 'waiting')
    const isOnItsWay = load.stage === 'data' || load.stage === 'restatement'
    const tasks = store.countTasks(desk.reader, jobs)
    return {
      state: isOnItsWay ? (isPaused ? 'paused' : 'loading') : load.stage === 'loaded' ? 'loaded' : 'stopped',
      isFirstStart: this.#isFirstStart,
      startedAt: load.startedAt,
      companies: this.#companies(tasks),
      progress: sampleKinds.flatMap((kind) => {
        const own = tasks.filter((task) => kindOf[task.kind] === kind)
        if (own.length === 0) return []
        const sum = (count: 'ended' | 'total') => own.reduce((total, task) => total + task[count], 0)
        return [{ kind, ended: sum('ended'), total: sum('total') }]
      }),
      securities: store.countSecurities(library.reader),
    }
  }

  #companies(tasks: ReturnType<typeof store.countTasks>): SampleCompany[] {
    const { library, recordings } = this.#dependencies
    const recorded = store.countCalls(
      library.reader,
      recordings.sizes().map(([callId]) => callId),
    )
    return sampleCoverage.map((symbol) => {
      const own = tasks.filter((task) => task.symbol === symbol)
      const ended = own.reduce((sum, task) => sum + task.ended, 0)
      const total = own.reduce((sum, task) => sum + task.total, 0)
      const stored = store.countStored(library.reader, symbol)
      const state = total > 0 && ended === total ? 'loaded' : ended > 0 ? 'loading' : 'waiting'
      return { symbol, ...stored, recordings: recorded.get(symbol) ?? 0, state }
    })
  }

  get #isUnused(): boolean {
    const { desk, library } = this.#dependencies
    return this.#load === undefined && store.isUnused(desk.reader, library.reader)
  }

  get #load(): SampleLoad | undefined {
    return store.getSampleLoad(this.#dependencies.desk.reader)
  }
}

function withoutJobs(stage: SampleLoad['stage'], startedAt: number): SampleLoad {
  return { stage, startedAt, namesJob: null, dataJob: null, restatementJob: null }
}

/** Canceled by the user, or its entry was removed. */
function isCancelled(state: ReturnType<Sync['stateOf']>): boolean {
  return state === 'stopped' || state === undefined
}
