/** What an offline download costs before it begins: requests and bytes by kind. */

import type { OfflineChoice, PlannedKind, SyncPlan } from '#contract/api/sync.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import type { CheckedCall } from '../calls/call-completeness.ts'
import type { CopyCompleteness } from '../ledger/copy-completeness.ts'
import { isStoredRecently } from './run-task.ts'
import { yieldingToRequests } from './yielding-iteration.ts'
import { dayOf, rangesOf, wantsCalls } from './date-ranges.ts'
import { hasEnded } from './completeness.ts'
import type { Sizes } from './size-estimates.ts'
import type { CompletenessSources } from './sync-sources.ts'

interface PlanDependencies {
  readonly sources: CompletenessSources
  readonly sizes: Sizes
  /** ms UTC. */
  readonly now: number
  /** Milliseconds after which the stored data of a kind is requested again. */
  readonly ageOf: (kind: SyncKind) => number
}

/** Periods of a company in a year: four quarters and the year. */
const periodsPerYear = 5
/** A company's calls per month when the library has none. */
const usualCalls = 1 / 3
const usualRatings = 3
const usualNews = 2

/** The cost of an offline download, by what the library has. */
export async function planOf(
  dependencies: PlanDependencies,
  symbols: readonly string[],
  choice: OfflineChoice,
): Promise<Omit<SyncPlan, 'bytesFree'>> {
  const planning = new Planning(dependencies, choice)
  for await (const symbol of yieldingToRequests(symbols)) planning.planCompany(symbol)
  return { companies: symbols.length, ...planning.result }
}

interface Costs {
  readonly requests: number
  readonly bytes: number
}

class Planning {
  readonly #dependencies: PlanDependencies
  readonly #choice: OfflineChoice
  readonly #kinds = new Map<SyncKind, { items: number; stored: number; requests: number; bytes: number }>()
  #isKnown = true
  #bytesStored = 0

  constructor(dependencies: PlanDependencies, choice: OfflineChoice) {
    this.#dependencies = dependencies
    this.#choice = choice
  }

  get #sizes(): Sizes {
    return this.#dependencies.sizes
  }

  get result(): Omit<SyncPlan, 'bytesFree' | 'companies'> {
    const kinds = [...this.#kinds].map(([kind, each]): PlannedKind => ({
      kind,
      ...each,
      bytes: Math.round(each.bytes),
    }))
    return {
      kinds,
      requests: kinds.reduce((sum, { requests }) => sum + requests, 0),
      requestsKnown: this.#isKnown,
      bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
      bytesStored: Math.round(this.#bytesStored),
    }
  }

  planCompany(symbol: string): void {
    const { sources, now } = this.#dependencies
    const { kinds, years, ratingMonths, newsMonths } = this.#choice
    const since = rangesOf(this.#choice, now)
    for (const edition of ['enhanced', 'lite'] as const) {
      if (!kinds.includes(edition)) continue
      const completeness = sources.financials.completeness(symbol, edition, dayOf(since.statements))
      this.#planCompanyKind(edition, completeness, {
        requests:
          pagesOf(completeness.items) +
          (edition === 'lite' && (completeness.items > 0 || completeness.requestedAt === null) ? 1 : 0),
        bytes: years * periodsPerYear * this.#sizes[edition],
      })
    }
    if (wantsCalls(this.#choice)) this.#planCalls(symbol, since.calls)
    if (kinds.includes('ratings')) {
      const completeness = sources.ratings.completeness(symbol, since.ratings)
      this.#planUncounted('ratings', completeness, ratingMonths * usualRatings * this.#sizes.ratings)
    }
    if (kinds.includes('news')) {
      const completeness = sources.news.completeness(symbol, since.news)
      this.#planUncounted('news', completeness, newsMonths * usualNews * this.#sizes.news)
    }
  }

  #planUncounted(kind: 'ratings' | 'news', completeness: CopyCompleteness, bytes: number): void {
    if (completeness.requestedAt === null || completeness.lacks !== null) this.#isKnown = false
    // The first time, one more page shows that it was the last.
    this.#planCompanyKind(kind, completeness, { requests: completeness.requestedAt === null ? 2 : 1, bytes })
  }

  #planCompanyKind(
    kind: 'enhanced' | 'lite' | 'calls' | 'ratings' | 'news',
    completeness: CopyCompleteness,
    costs: Costs,
  ): void {
    const { now, ageOf } = this.#dependencies
    const isStored = isStoredRecently(completeness, { now, age: ageOf(kind) })
    const size = this.#sizes[kind] * completeness.items
    this.#bytesStored += size
    this.#add(kind, isStored, { requests: costs.requests, bytes: completeness.requestedAt === null ? costs.bytes : 0 })
  }

  #planCalls(symbol: string, from: number): void {
    const { list, calls } = this.#dependencies.sources.calls.completeness(symbol, from)
    const { callMonths, kinds, quality } = this.#choice
    const assumed = Math.max(1, Math.round(callMonths * usualCalls))
    if (list.requestedAt === null || list.lacks !== null) this.#isKnown = false
    this.#planCompanyKind('calls', list, { requests: pagesOf(list.items), bytes: assumed * this.#sizes.calls })
    const recordings = kinds.includes('recordings')
    if (list.requestedAt === null && calls.length === 0) {
      for (let at = 0; at < assumed; at += 1) {
        this.#add('transcript', false, { requests: 1, bytes: this.#sizes.transcript })
        if (recordings) this.#add('recording', false, { requests: 1, bytes: this.#sizes.recordingHour })
      }
      return
    }
    for (const call of calls) {
      if (!hasEnded(call)) continue
      const isStored = call.state === 'whole' || call.state === 'none'
      if (isStored) this.#bytesStored += this.#sizes.transcript
      this.#add('transcript', isStored, { requests: 1, bytes: this.#sizes.transcript })
      if (recordings) this.#planRecording(call, quality)
    }
  }

  #planRecording({ callId, seconds }: CheckedCall, quality: 'highest' | 'smallest'): void {
    const { lacks, isNone, bytes, stated } = this.#dependencies.sources.recordings.stored(callId)
    if (isNone) return
    this.#bytesStored += bytes
    const whole = stated[quality] ?? ((seconds ?? 3600) / 3600) * this.#sizes.recordingHour
    this.#add('recording', lacks === null, { requests: 1, bytes: Math.max(0, whole - bytes) })
  }

  #add(kind: SyncKind, isStored: boolean, { requests, bytes }: Costs): void {
    const sum = this.#kinds.get(kind) ?? { items: 0, stored: 0, requests: 0, bytes: 0 }
    sum.items += 1
    if (isStored) sum.stored += 1
    else {
      sum.requests += requests
      sum.bytes += bytes
    }
    this.#kinds.set(kind, sum)
  }
}

/** Pages of 100 records; at least one is requested. */
function pagesOf(items: number): number {
  return Math.max(1, Math.ceil(items / 100))
}
