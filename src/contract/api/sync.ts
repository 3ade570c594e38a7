import { z } from 'zod'
import { query, change, failureSchema, instant } from './base.ts'
import { offlineKinds, refreshKinds, schedules, syncItemStates, syncKinds, syncStates } from './sync-kinds.ts'
import { newItemCounts } from './watchlists.ts'

/**
 * Which companies: of one list, of every list, all that the library holds anything of, or these. `exchanges` are refreshed only: every
 * security of them, so that companies are found by name.
 */
export const syncScope = z.discriminatedUnion('of', [
  z.object({ of: z.literal('list'), listId: z.string() }),
  z.object({ of: z.literal('watched') }),
  z.object({ of: z.literal('library') }),
  z.object({ of: z.literal('symbols'), symbols: z.array(z.string().min(1).max(40)).min(1).max(20_000) }),
  z.object({
    of: z.literal('exchanges'),
    mics: z
      .array(z.string().regex(/^[A-Z0-9]{4}$/))
      .min(1)
      .max(500),
  }),
])
export type SyncScope = z.infer<typeof syncScope>

const months = z.number().int().min(1).max(600)

/** What is taken offline of each company. Ranges count back from today. */
export const offlineChoice = z.object({
  /** `recordings` without `calls` takes the calls as well. */
  kinds: z.array(z.enum(offlineKinds)).min(1),
  /** Of statements: at least so many. What comes with them is kept. */
  years: z.number().int().min(1).max(50),
  /** Of calls, with their transcripts and recordings. */
  callMonths: months,
  ratingMonths: months,
  newsMonths: months,
  /** Which of a call's several recordings. */
  quality: z.enum(['highest', 'smallest']),
})
export type OfflineChoice = z.infer<typeof offlineChoice>

/** What one kind of a plan comes to. `items`: companies; calls of `transcript` and `recording`. */
const planned = z.object({
  kind: z.enum(syncKinds),
  items: z.number().int(),
  /** Of those, stored already as they were chosen: nothing is fetched. */
  stored: z.number().int(),
  requests: z.number().int(),
  bytes: z.number(),
})
export type PlannedKind = z.infer<typeof planned>

const syncPlan = z.object({
  companies: z.number().int(),
  kinds: z.array(planned),
  requests: z.number().int(),
  /** False: some companies' calls, ratings or news were never listed, so how many there are is assumed, not known. */
  requestsKnown: z.boolean(),
  /** On disk, when all is there. Always an estimate: from sizes in the library, of recordings as stated or by their length. */
  bytes: z.number(),
  /** On the disk of the profile; null where it does not say. */
  bytesFree: z.number().nullable(),
  bytesStored: z.number(),
})
export type SyncPlan = z.infer<typeof syncPlan>

const syncJob = z.object({
  id: z.number().int(),
  purpose: z.enum(['offline', 'refresh']),
  /** By the schedule or at start, rather than by hand. */
  automatic: z.boolean(),
  scope: syncScope,
  /** Of the list as it was called then; else what the scope says: `All watchlists`, `The library`, `HLDN`, `3 companies`. */
  title: z.string(),
  /** Of an `offline` job. */
  choice: offlineChoice.nullable(),
  state: z.enum(syncStates),
  reason: failureSchema.nullable(),
  /** While `waiting`: when the service is asked again at the latest. */
  retryAt: instant.nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
  companies: z.number().int(),
  /** How many items are in each state. They grow while lists of calls come in: a job's size is not known at its start. */
  counts: z.record(z.enum(syncItemStates), z.number().int()),
  /** Companies' kinds that a refresh of what is due left alone, being young enough. */
  notDue: z.number().int(),
  /** What is now being fetched, in words: `HLDN calls`. At most a few. */
  running: z.array(z.string()),
  /** At its end: what it brought that counts as new on the analyst's lists. */
  found: newItemCounts.nullable(),
  /** Of an `offline` job at its end: items that are not complete in the library. */
  missing: z.number().int().nullable(),
})
export type SyncJob = z.infer<typeof syncJob>

const syncItem = z.object({
  number: z.number().int(),
  kind: z.enum(syncKinds),
  symbol: z.string(),
  /** Of a transcript or recording. */
  callId: z.string().nullable(),
  /** Of the call. */
  title: z.string().nullable(),
  state: z.enum(syncItemStates),
  /** In words, of what was skipped, and where there is more to say than the state does: `3 new`, `already stored`. */
  detail: z.string().nullable(),
  failure: failureSchema.nullable(),
  /** When it came to its end. */
  at: instant.nullable(),
})
export type SyncItem = z.infer<typeof syncItem>

/** One item that a list which is kept offline lacks now. */
const missingItem = z.object({
  symbol: z.string(),
  kind: z.enum(syncKinds),
  callId: z.string().nullable(),
  title: z.string().nullable(),
  /** One plain clause: `not downloaded`, `1 of 2 pages is missing`, `the file is not on the disk`. */
  reason: z.string(),
})
export type MissingItem = z.infer<typeof missingItem>

const offlineStatus = z.object({
  listId: z.string(),
  choice: offlineChoice,
  /** Read from the library now: nothing of the choice is missing of any company that is on the list now. */
  complete: z.boolean(),
  /**
   * All of it is as the service had it then or later: the moment at which the part that was requested longest ago was. Null for an
   * empty list, and while a part was never requested.
   */
  asOf: instant.nullable(),
  missing: z.array(missingItem),
  /** All of them; `missing` holds the first. */
  missingCount: z.number().int(),
  /** What the service does not have, so that nothing is missing: companies without calls, calls without a recording … */
  absent: z.array(z.object({ kind: z.enum(syncKinds), items: z.number().int() })),
})
export type OfflineStatus = z.infer<typeof offlineStatus>

/**
 * What the library has of one kind at one company. `state`: what the job has yet to do of it, the most pressing first; `incomplete`: nothing
 * is under way, and the service did not send all of it.
 */
const matrixCell = z.object({
  stored: z.number().int(),
  /** Of transcripts and recordings: those that there are to be had. Null: the service does not say. */
  of: z.number().int().nullable(),
  state: z.enum(['failed', 'running', 'waiting', 'incomplete', 'stored']),
})
export type MatrixCell = z.infer<typeof matrixCell>

const missingLine = z.object({
  kind: z.enum(syncKinds),
  state: z.enum(['failed', 'incomplete', 'running', 'waiting']),
  /** Of what waits, every company that waits for this kind; else one. */
  companies: z.array(z.object({ symbol: z.string(), items: z.number().int() })).min(1),
  /** Of one call. */
  callId: z.string().nullable(),
  title: z.string().nullable(),
  /** One plain clause; null where the failure says it, or where nothing is wrong. */
  reason: z.string().nullable(),
  failure: failureSchema.nullable(),
  at: instant.nullable(),
})
export type MissingLine = z.infer<typeof missingLine>

const syncCompleteness = z.object({
  /** Kinds down; none of a job for exchanges. */
  kinds: z.array(z.enum(syncKinds)),
  companies: z.array(
    z.object({
      symbol: z.string(),
      /** Null: a part was never requested. */
      asOf: instant.nullable(),
      isComplete: z.boolean(),
      /** By the kinds above. */
      cells: z.array(matrixCell),
    }),
  ),
  /** One line a cause: what failed, what the service did not send, what is under way, what waits. */
  missing: z.array(missingLine),
})
export type SyncCompleteness = z.infer<typeof syncCompleteness>

const hours = z
  .number()
  .int()
  .min(1)
  .max(24 * 366)

export const syncSettings = z.object({
  /** Hours after which a kind is due again. */
  ages: z.record(z.enum(refreshKinds), hours),
  schedule: z.enum(schedules),
  /** When the program starts, what is due is refreshed. */
  atStart: z.boolean(),
  /** What the schedule and the start refresh. */
  scope: z.enum(['watched', 'library']),
  /** A desktop notification reports what an automatic refresh found. */
  notify: z.boolean(),
})
export type SyncSettings = z.infer<typeof syncSettings>

const job = z.object({ jobId: z.number().int() })

/**
 * Fetching for many companies at once: a list is taken offline, or what is due is refreshed. A job is written down and outlives the
 * program; it is fetched in the background, behind whatever the user requests. Its progress is announced as `sync` (once a second at
 * most), its end as `synced`. Every change throws `read-only` on a profile that cannot be written, and `bad-request` for a job or
 * list that there is not.
 */
export const sync = {
  /** What taking offline would cost. Asks the service nothing. */
  plan: query.input(z.object({ scope: syncScope, choice: offlineChoice })).output(syncPlan),
  /**
   * Takes offline. A list keeps the choice: from then on it has a mark, and its refreshes fetch what the choice wants as well. One that
   * is already on its way for the same scope and choice is given back (and goes on, if it was paused).
   */
  start: change.input(z.object({ scope: syncScope, choice: offlineChoice })).output(syncJob),
  /** Asks the service for what is new. `due`: only for what is older than its age in the settings. One on its way is given back. */
  refresh: change.input(z.object({ scope: syncScope, due: z.boolean().default(false) })).output(syncJob),
  /** Those on their way first, then the ended ones, latest first; the program keeps some thirty of these. */
  jobs: query.output(z.object({ jobs: z.array(syncJob) })),
  /** The log of a job: what is running first, then in the order in which it ended, latest first, then what waits. `states` empty: all. */
  items: query
    .input(
      job.extend({
        states: z.array(z.enum(syncItemStates)).default([]),
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(1000),
      }),
    )
    .output(z.object({ items: z.array(syncItem), total: z.number().int() })),
  /** What the library has of a job's companies now, kind by kind, and what of it is missing and why. */
  completeness: query.input(job).output(syncCompleteness),
  /** At once: what is under way is called off, and waits. */
  pause: change.input(job).output(syncJob),
  resume: change.input(job).output(syncJob),
  /** At once and for good: what waited is skipped. Nothing that came is lost. */
  stop: change.input(job).output(syncJob),
  /** Also of a job that is done: what failed waits again. */
  retryFailed: change.input(job).output(syncJob),
  /** Takes the job and its log away; one under way is stopped. What it fetched stays, and so does the list's mark. */
  remove: change.input(job).output(z.object({})),
  /** Read from the library each time; null: the list was never taken offline. */
  offlineStatus: query
    .input(z.object({ listId: z.string(), limit: z.number().int().min(0).max(1000).default(100) }))
    .output(z.object({ status: offlineStatus.nullable() })),
  /** The list is no longer kept offline. Nothing is removed from the library. */
  endOffline: change.input(z.object({ listId: z.string() })).output(z.object({})),
  settings: query.output(syncSettings),
  setSettings: change.input(syncSettings.partial()).output(syncSettings),
}
