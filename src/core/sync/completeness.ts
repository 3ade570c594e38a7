import { setImmediate } from 'node:timers/promises'
import type { MissingItem, OfflineChoice, OfflineStatus } from '#contract/api/sync.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import type { CoveredCall } from '../calls/coverage.ts'
import type { Coverage } from '../ledger/coverage.ts'
import { dayOf, rangesOf, wantsCalls } from './date-ranges.ts'
import type { SyncSources } from './sources.ts'

type Completeness = Pick<OfflineStatus, 'asOf' | 'missing' | 'absent'>

/** Companies that are read between two other requests of the core. */
const slice = 20

/** What the library really holds of a choice for some companies: every page, transcript and file is looked for. */
export async function checkCompleteness(
  sources: SyncSources,
  symbols: readonly string[],
  choice: OfflineChoice,
  now: number,
): Promise<Completeness> {
  const reading = new Reading(sources, choice, now)
  for (const [at, symbol] of symbols.entries()) {
    if (at % slice === slice - 1) await setImmediate()
    reading.readCompany(symbol)
  }
  return reading.result
}

class Reading {
  readonly #sources: SyncSources
  readonly #choice: OfflineChoice
  readonly #now: number
  readonly #missing: MissingItem[] = []
  readonly #absent = new Map<SyncKind, number>()
  #requestedAt: number[] = []
  #isRequested = true

  constructor(sources: SyncSources, choice: OfflineChoice, now: number) {
    this.#sources = sources
    this.#choice = choice
    this.#now = now
  }

  get result(): Completeness {
    return {
      asOf:
        this.#isRequested && this.#requestedAt.length > 0
          ? this.#requestedAt.reduce((least, at) => Math.min(least, at))
          : null,
      missing: this.#missing,
      absent: [...this.#absent].map(([kind, items]) => ({ kind, items })),
    }
  }

  readCompany(symbol: string): void {
    const { financials, ratings, news } = this.#sources
    const { kinds } = this.#choice
    const since = rangesOf(this.#choice, this.#now)
    for (const edition of ['enhanced', 'lite'] as const) {
      if (!kinds.includes(edition)) continue
      this.#read(symbol, edition, financials.coverage(symbol, edition, dayOf(since.statements)))
    }
    if (wantsCalls(this.#choice)) this.#readCalls(symbol, since.calls)
    if (kinds.includes('ratings')) this.#read(symbol, 'ratings', ratings.coverage(symbol, since.ratings))
    if (kinds.includes('news')) this.#read(symbol, 'news', news.coverage(symbol, since.news))
  }

  #readCalls(symbol: string, from: number): void {
    const { list, calls } = this.#sources.calls.coverage(symbol, from)
    this.#read(symbol, 'calls', list)
    for (const call of calls) {
      this.#readTranscript(symbol, call)
      if (this.#choice.kinds.includes('recordings') && hasEnded(call)) this.#readRecording(symbol, call)
    }
  }

  #readTranscript(symbol: string, call: CoveredCall): void {
    switch (call.state) {
      case 'whole':
        return
      case 'none':
      case 'failed':
      case 'under-way':
        return this.#noteAbsent('transcript')
      case 'unreadable':
        return this.#noteMissing(symbol, 'transcript', call, 'the transcript cannot be read')
      case 'absent':
        return this.#noteMissing(symbol, 'transcript', call, 'not downloaded')
      case 'old':
        return this.#noteMissing(symbol, 'transcript', call, 'the service has a newer version')
      default:
        return call.state satisfies never
    }
  }

  #readRecording(symbol: string, call: CoveredCall): void {
    const { lacks, isNone } = this.#sources.recordings.stored(call.callId)
    if (lacks === null) return
    if (isNone) this.#noteAbsent('recording')
    else this.#noteMissing(symbol, 'recording', call, lacks)
  }

  #read(symbol: string, kind: SyncKind, { requestedAt, items, lacks, gap }: Coverage): void {
    if (requestedAt === null) this.#isRequested = false
    else this.#requestedAt.push(requestedAt)
    const reason = lacks ?? gap
    if (reason !== null) this.#noteMissing(symbol, kind, null, reason)
    else if (items === 0) this.#noteAbsent(kind)
  }

  #noteMissing(symbol: string, kind: SyncKind, call: CoveredCall | null, reason: string): void {
    this.#missing.push({ symbol, kind, callId: call?.callId ?? null, title: call?.title ?? null, reason })
  }

  #noteAbsent(kind: SyncKind): void {
    this.#absent.set(kind, (this.#absent.get(kind) ?? 0) + 1)
  }
}

/** Whether there may be a recording of it. */
export function hasEnded({ state }: CoveredCall): boolean {
  return state !== 'under-way' && state !== 'failed'
}
