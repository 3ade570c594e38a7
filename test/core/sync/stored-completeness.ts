import type { OfflineChoice } from '#contract/api/sync.ts'
import type { CheckedCall } from '#core/calls/call-completeness.ts'
import { neverFetched, type CopyCompleteness } from '#core/ledger/copy-completeness.ts'
import type { StoredRecording } from '#core/recordings/recording-completeness.ts'
import type { CompletenessSources } from '#core/sync/sync-sources.ts'

export const now = Date.UTC(2026, 0, 15, 12)
export const hour = 3_600_000

/** Fetched an hour ago, whole. */
export function stored(items: number, more: Partial<CopyCompleteness> = {}): CopyCompleteness {
  return { requestedAt: now - hour, items, lacks: null, gap: null, ...more }
}

export function call(callId: string, state: CheckedCall['state'], seconds: number | null = null): CheckedCall {
  return { callId, title: `Call ${callId}`, state, seconds }
}

/** A recording that the service has and the library lacks. */
export const recordingAtService: StoredRecording = {
  bytes: 0,
  stated: { highest: null, smallest: null },
  isNone: false,
  lacks: 'not downloaded',
}

/** What the library has of one company. */
export interface StoredCompany {
  readonly enhanced?: CopyCompleteness
  readonly lite?: CopyCompleteness
  readonly list?: CopyCompleteness
  readonly calls?: readonly CheckedCall[]
  readonly ratings?: CopyCompleteness
  readonly news?: CopyCompleteness
  /** By call id. */
  readonly recordings?: Readonly<Record<string, StoredRecording>>
}

/** A library of which this is known, by symbol; of what is left out nothing was fetched. */
export function completenessOf(companies: Readonly<Record<string, StoredCompany>>): CompletenessSources {
  const of = (symbol: string): StoredCompany => companies[symbol] ?? {}
  const recordings = new Map(Object.values(companies).flatMap((each) => Object.entries(each.recordings ?? {})))
  return {
    financials: {
      completeness: (symbol, edition) => (edition === 'lite' ? of(symbol).lite : of(symbol).enhanced) ?? neverFetched,
    },
    calls: { completeness: (symbol) => ({ list: of(symbol).list ?? neverFetched, calls: of(symbol).calls ?? [] }) },
    ratings: { completeness: (symbol) => of(symbol).ratings ?? neverFetched },
    news: { completeness: (symbol) => of(symbol).news ?? neverFetched },
    recordings: { stored: (callId) => recordings.get(callId) ?? recordingAtService },
  }
}

/** Two years of everything but recordings. */
export const twoYears: OfflineChoice = {
  kinds: ['enhanced', 'calls', 'ratings', 'news'],
  years: 2,
  callMonths: 24,
  ratingMonths: 24,
  newsMonths: 12,
  quality: 'highest',
}
