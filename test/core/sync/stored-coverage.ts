import type { OfflineChoice } from '#contract/api/sync.ts'
import type { CoveredCall } from '#core/calls/coverage.ts'
import { neverFetched, type Coverage } from '#core/ledger/coverage.ts'
import type { StoredRecording } from '#core/recordings/recording-completeness.ts'
import type { CoverageSources } from '#core/sync/sync-dependencies.ts'

export const now = Date.UTC(2026, 0, 15, 12)
export const hour = 3_600_000

/** Fetched an hour ago, whole. */
export function stored(items: number, more: Partial<Coverage> = {}): Coverage {
  return { requestedAt: now - hour, items, lacks: null, gap: null, ...more }
}

export function call(callId: string, state: CoveredCall['state'], seconds: number | null = null): CoveredCall {
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
  readonly enhanced?: Coverage
  readonly lite?: Coverage
  readonly list?: Coverage
  readonly calls?: readonly CoveredCall[]
  readonly ratings?: Coverage
  readonly news?: Coverage
  /** By call id. */
  readonly recordings?: Readonly<Record<string, StoredRecording>>
}

/** A library of which this is known, by symbol; of what is left out nothing was fetched. */
export function coverageOf(companies: Readonly<Record<string, StoredCompany>>): CoverageSources {
  const of = (symbol: string): StoredCompany => companies[symbol] ?? {}
  const recordings = new Map(Object.values(companies).flatMap((each) => Object.entries(each.recordings ?? {})))
  return {
    financials: {
      coverage: (symbol, edition) => (edition === 'lite' ? of(symbol).lite : of(symbol).enhanced) ?? neverFetched,
    },
    calls: { coverage: (symbol) => ({ list: of(symbol).list ?? neverFetched, calls: of(symbol).calls ?? [] }) },
    ratings: { coverage: (symbol) => of(symbol).ratings ?? neverFetched },
    news: { coverage: (symbol) => of(symbol).news ?? neverFetched },
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
