/** What the library has of one company, by kind, against what an offline download wants, and what is missing. */

import type { MissingItem, OfflineChoice } from '#contract/api/sync.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import type { CheckedCall } from '../calls/call-completeness.ts'
import type { CopyCompleteness } from '../ledger/copy-completeness.ts'
import { dayOf, rangesOf, wantsCalls } from './date-ranges.ts'
import type { CompletenessSources } from './sync-sources.ts'

/** How much of one kind is stored. */
interface KindCompleteness {
  readonly kind: SyncKind
  /** Periods, calls, transcripts, recordings, ratings or news items. */
  readonly stored: number
  /** For transcripts and recordings: how many the service has. Null: it does not say. */
  readonly of: number | null
}

/** What the library actually has of a choice for one company: every page, transcript and file is checked. */
export interface CompanyCompleteness {
  readonly kinds: readonly KindCompleteness[]
  /** Time of the oldest request of its parts, ms UTC; null: a part was never requested, or there is none. */
  readonly asOf: number | null
  /** The same of the parts that ever were requested; null: none was. */
  readonly requestedAt: number | null
  readonly missing: readonly MissingItem[]
  /** What the service does not have: kinds of a company, calls without transcript or recording. */
  readonly absent: readonly SyncKind[]
}

export function companyCompleteness(
  sources: CompletenessSources,
  symbol: string,
  choice: OfflineChoice,
  now: number,
): CompanyCompleteness {
  const reading = new Reading(sources, symbol, choice, now)
  reading.read()
  return reading.result
}

class Reading {
  readonly #sources: CompletenessSources
  readonly #symbol: string
  readonly #choice: OfflineChoice
  readonly #now: number
  readonly #kinds: KindCompleteness[] = []
  readonly #missing: MissingItem[] = []
  readonly #absent: SyncKind[] = []
  readonly #requestedAt: (number | null)[] = []

  constructor(sources: CompletenessSources, symbol: string, choice: OfflineChoice, now: number) {
    this.#sources = sources
    this.#symbol = symbol
    this.#choice = choice
    this.#now = now
  }

  get result(): CompanyCompleteness {
    const requestedAt = this.#requestedAt.filter((at) => at !== null)
    const isRequested = requestedAt.length > 0 && requestedAt.length === this.#requestedAt.length
    return {
      kinds: this.#kinds,
      asOf: isRequested ? Math.min(...requestedAt) : null,
      requestedAt: requestedAt.length > 0 ? Math.min(...requestedAt) : null,
      missing: this.#missing,
      absent: this.#absent,
    }
  }

  read(): void {
    const { financials, ratings, news } = this.#sources
    const { kinds } = this.#choice
    const symbol = this.#symbol
    const since = rangesOf(this.#choice, this.#now)
    for (const edition of ['enhanced', 'lite'] as const) {
      if (kinds.includes(edition)) this.#add(edition, financials.completeness(symbol, edition, dayOf(since.statements)))
    }
    if (wantsCalls(this.#choice)) this.#readCalls(since.calls)
    if (kinds.includes('ratings')) this.#add('ratings', ratings.completeness(symbol, since.ratings))
    if (kinds.includes('news')) this.#add('news', news.completeness(symbol, since.news))
  }

  #readCalls(from: number): void {
    const { list, calls } = this.#sources.calls.completeness(this.#symbol, from)
    this.#add('calls', list)
    const wantsRecordings = this.#choice.kinds.includes('recordings')
    const transcripts = { stored: 0, of: 0 }
    const recordings = { stored: 0, of: 0 }
    for (const call of calls) {
      this.#readTranscript(call)
      if (!hasEnded(call)) continue
      if (call.state === 'whole') transcripts.stored += 1
      if (call.state !== 'none') transcripts.of += 1
      const recording = wantsRecordings ? this.#readRecording(call) : 'none'
      if (recording === 'stored') recordings.stored += 1
      if (recording !== 'none') recordings.of += 1
    }
    this.#kinds.push({ kind: 'transcript', ...transcripts })
    if (wantsRecordings) this.#kinds.push({ kind: 'recording', ...recordings })
  }

  #readTranscript(call: CheckedCall): void {
    switch (call.state) {
      case 'whole':
        return
      case 'none':
      case 'failed':
      case 'under-way':
        this.#absent.push('transcript')
        return
      case 'unreadable':
        return this.#noteMissing('transcript', call, 'the transcript cannot be read')
      case 'absent':
        return this.#noteMissing('transcript', call, 'not downloaded')
      case 'old':
        return this.#noteMissing('transcript', call, 'the service has a newer version')
      default:
        return call.state satisfies never
    }
  }

  #readRecording(call: CheckedCall): 'stored' | 'missing' | 'none' {
    const { lacks, isNone } = this.#sources.recordings.stored(call.callId)
    if (isNone && lacks !== null) {
      this.#absent.push('recording')
      return 'none'
    }
    if (lacks === null) return 'stored'
    this.#noteMissing('recording', call, lacks)
    return 'missing'
  }

  #add(kind: SyncKind, { requestedAt, items, lacks, gap }: CopyCompleteness): void {
    this.#requestedAt.push(requestedAt)
    this.#kinds.push({ kind, stored: items, of: null })
    const reason = lacks ?? gap
    if (reason !== null) this.#noteMissing(kind, null, reason)
    else if (items === 0) this.#absent.push(kind)
  }

  #noteMissing(kind: SyncKind, call: CheckedCall | null, reason: string): void {
    const symbol = this.#symbol
    this.#missing.push({ symbol, kind, callId: call?.callId ?? null, title: call?.title ?? null, reason })
  }
}

/** Whether a recording of it may exist. */
export function hasEnded({ state }: CheckedCall): boolean {
  return state !== 'under-way' && state !== 'failed'
}
