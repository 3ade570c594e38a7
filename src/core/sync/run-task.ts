/** Runs one task of a job: fetches one kind of data of one company or call. */

import type { OfflineChoice } from '#contract/api/sync.ts'
import { sentenceOf } from '#contract/failure.ts'
import type { Announcement } from '#contract/api/api.ts'
import type { CopyCompleteness } from '../ledger/copy-completeness.ts'
import { isStale } from '../ledger/fetch-through-library.ts'
import { dayOf, rangesOf } from './date-ranges.ts'
import { hasEnded } from './completeness.ts'
import { canceledByUser } from './job-run.ts'
import type { SyncSources } from './sync-sources.ts'
import type { EndedState, Job, Task } from './sync-store.ts'

export interface Outcome {
  readonly state: Exclude<EndedState, 'failed'>
  readonly detail: string | null
  /** The tasks that follow from it. */
  readonly then: readonly Task[]
  readonly announced: readonly Announcement[]
}

interface RunTaskDependencies {
  readonly sources: SyncSources
  /** ms UTC. */
  readonly now: number
  /** Milliseconds after which a kind that is stored is requested again. */
  readonly age: number
  /** The offline choices for the company: of the job, or of the lists that it is on. */
  readonly kept: readonly OfflineChoice[]
}

const alreadyStored: Outcome = { state: 'unchanged', detail: 'already stored', then: [], announced: [] }

/** Runs one task, at background priority. Throws the failure of the service or the disk. */
export async function runTask(
  task: Task,
  job: Pick<Job, 'purpose' | 'startedAt'>,
  dependencies: RunTaskDependencies,
  signal: AbortSignal,
): Promise<Outcome> {
  const { sources, kept } = dependencies
  const { kind, symbol, callId } = task
  const isStored = (completeness: CopyCompleteness) =>
    job.purpose === 'offline' && isStoredRecently(completeness, dependencies)
  const from = rangeStarts(kept, job.startedAt)
  switch (kind) {
    case 'statements':
    case 'enhanced':
    case 'lite': {
      const since = from.statements === null ? undefined : dayOf(from.statements)
      if (kind !== 'statements' && isStored(sources.financials.completeness(symbol, kind, since))) return alreadyStored
      const edition = kind === 'statements' ? undefined : kind
      const {
        changes,
        liteBecause,
        edition: fetched,
      } = await sources.financials.refresh({ symbol, edition, since }, signal)
      const { items } = sources.financials.completeness(symbol, fetched)
      const lite = liteBecause ? `lite edition: ${sentenceOf(liteBecause)}` : null
      return outcomeOf({ changes, items, also: lite }, [{ kind: 'fundamentals', symbol }])
    }
    case 'calls': {
      const isRecent = isStored(sources.calls.completeness(symbol, from.calls ?? 0).list)
      const { changes } = isRecent ? { changes: 0 } : await sources.calls.fetchBack(symbol, from.calls, signal)
      const then = callTasks(symbol, dependencies, job.startedAt)
      if (isRecent) return { ...alreadyStored, then }
      const { items } = sources.calls.completeness(symbol, from.calls ?? 0).list
      return { ...outcomeOf({ changes, items, also: null }, [{ kind: 'calls' }]), then }
    }
    case 'ratings':
    case 'news': {
      const source = sources[kind]
      const earliest = from[kind]
      if (isStored(source.completeness(symbol, earliest ?? 0))) return alreadyStored
      const { changes } = await source.fetchBack(symbol, earliest, signal)
      const { items } = source.completeness(symbol, earliest ?? 0)
      return outcomeOf({ changes, items, also: null }, [{ kind }])
    }
    case 'transcript': {
      const { changes } = await sources.calls.refresh(callId, signal)
      const then = recordingsOf(symbol, dependencies, job.startedAt).filter((recording) => recording.callId === callId)
      return {
        ...outcomeOf({ changes, items: 1, also: null }, [{ kind: 'call', id: callId }, { kind: 'calls' }]),
        then,
      }
    }
    case 'recording': {
      const quality = kept.some((choice) => choice.quality === 'highest') ? 'highest' : 'smallest'
      const result = await sources.recordings.take(callId, quality, signal)
      const outcomes = {
        stored: alreadyStored,
        downloaded: { state: 'updated', detail: null, then: [], announced: [] },
        none: { state: 'skipped', detail: 'no recording at the service', then: [], announced: [] },
        canceled: { state: 'skipped', detail: canceledByUser, then: [], announced: [] },
        paused: { state: 'skipped', detail: 'paused', then: [], announced: [] },
      } as const satisfies Record<typeof result, Outcome>
      return outcomes[result]
    }
    case 'securities': {
      const { changed, stored } = await sources.securities.download({ mic: symbol, startedAt: job.startedAt }, signal)
      return outcomeOf({ changes: changed, items: stored, also: null }, [{ kind: 'securities' }])
    }
    default:
      return kind satisfies never
  }
}

export function isStoredRecently(
  { requestedAt, lacks, gap }: CopyCompleteness,
  { age, now }: Pick<RunTaskDependencies, 'age' | 'now'>,
): boolean {
  return requestedAt !== null && lacks === null && gap === null && !isStale(requestedAt, age, now)
}

/**
 * Missing or outdated transcripts, and recordings, according to the offline choices. The response with a transcript also has the
 * facts of the call's recording, which therefore follows it.
 */
function callTasks(symbol: string, dependencies: RunTaskDependencies, now: number): Task[] {
  const { sources, kept } = dependencies
  const from = startOfCalls(
    kept.filter(({ kinds }) => kinds.includes('calls') || kinds.includes('recordings')),
    now,
  )
  const transcripts =
    from === null
      ? sources.calls.completeness(symbol, 0).calls.filter(({ state }) => state === 'old')
      : sources.calls
          .completeness(symbol, from)
          .calls.filter(({ state }) => state === 'absent' || state === 'unreadable' || state === 'old')
  const pending = new Set(transcripts.map(({ callId }) => callId))
  const recordings = recordingsOf(symbol, dependencies, now).filter(({ callId }) => !pending.has(callId))
  return [
    ...transcripts.map(({ callId, title }) => ({ kind: 'transcript' as const, symbol, callId, title })),
    ...recordings,
  ]
}

function recordingsOf(symbol: string, { sources, kept }: RunTaskDependencies, now: number): Task[] {
  const from = startOfCalls(
    kept.filter(({ kinds }) => kinds.includes('recordings')),
    now,
  )
  if (from === null) return []
  const lacking = sources.calls.completeness(symbol, from).calls.filter((call) => {
    if (!hasEnded(call)) return false
    const { lacks, isNone } = sources.recordings.stored(call.callId)
    return lacks !== null && !isNone
  })
  return lacking.map(({ callId, title }) => ({ kind: 'recording', symbol, callId, title }))
}

function startOfCalls(choices: readonly OfflineChoice[], now: number): number | null {
  return choices.length === 0 ? null : Math.min(...choices.map((choice) => rangesOf(choice, now).calls))
}

interface RangeStarts {
  readonly statements: number | null
  readonly calls: number | null
  readonly ratings: number | null
  readonly news: number | null
}

/**
 * Where the range of each kind starts, ms UTC. Null: no offline choice of this kind, so that only the latest is requested;
 * statements, which are few, are all requested.
 */
function rangeStarts(kept: readonly OfflineChoice[], now: number): RangeStarts {
  const least = (kinds: readonly string[], of: keyof RangeStarts) => {
    const choices = kept.filter((choice) => choice.kinds.some((kind) => kinds.includes(kind)))
    return choices.length === 0 ? null : Math.min(...choices.map((choice) => rangesOf(choice, now)[of]))
  }
  return {
    statements: least(['enhanced', 'lite'], 'statements'),
    calls: least(['calls', 'recordings'], 'calls'),
    ratings: least(['ratings'], 'ratings'),
    news: least(['news'], 'news'),
  }
}

interface FetchCounts {
  readonly changes: number
  readonly items: number
  /** A note for the log. */
  readonly also: string | null
}

function outcomeOf({ changes, items, also }: FetchCounts, announced: readonly Announcement[]): Outcome {
  const words = [changes > 0 ? `${changes} new or changed` : null, also].filter((word) => word !== null)
  if (changes > 0) return { state: 'updated', detail: words.join('; '), then: [], announced }
  return { state: 'unchanged', detail: words.join('; ') || noneWords(items), then: [], announced }
}

function noneWords(items: number): string | null {
  return items === 0 ? 'none at the service' : null
}
