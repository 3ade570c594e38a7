/**
 * The API of bulk downloads: offline downloads and refreshes of many companies, their estimated
 * cost, jobs, completeness and schedule.
 */

import { z } from 'zod'
import { query, change, failureSchema, instant } from './base.ts'
import { locate, positions } from './list-positions.ts'
import { offlineKinds, refreshKinds, schedules, syncItemStates, syncKinds, syncStates } from './sync-kinds.ts'
import { newItemCounts } from './watchlists.ts'
import { requestedId } from './request-texts.ts'

/**
 * Which companies: of one list, of every list, all with anything stored, or these. `exchanges` are refreshed only: all their
 * securities, so that companies are found by name.
 */
export const syncScope = z.discriminatedUnion('of', [
  z.object({ of: z.literal('list'), listId: requestedId }),
  z.object({ of: z.literal('watched') }),
  z.object({ of: z.literal('library') }),
  z.object({ of: z.literal('symbols'), symbols: z.array(z.string().min(1).max(40)).min(1).max(20_000) }),
  z.object({
    of: z.literal('exchanges'),
    mics: z
      .array(
        z
          .string()
          .length(4)
          .regex(/^[A-Z0-9]{4}$/),
      )
      .min(1)
      .max(500),
  }),
])
export type SyncScope = z.infer<typeof syncScope>

const months = z.number().int().min(1).max(600)

/** What is downloaded of each company. Ranges count back from today. */
export const offlineChoice = z.object({
  /** `recordings` without `calls` takes the calls as well. */
  kinds: z.array(z.enum(offlineKinds)).min(1).max(100),
  /** Fewest years of statements; more may arrive, and are kept. */
  years: z.number().int().min(1).max(50),
  /** Months of calls, with their transcripts and recordings. */
  callMonths: months,
  ratingMonths: months,
  newsMonths: months,
  /** Which of several qualities of a call's recording. */
  quality: z.enum(['highest', 'smallest']),
})
export type OfflineChoice = z.infer<typeof offlineChoice>

/** The plan for one kind. `items`: companies; for `transcript` and `recording`, calls. */
const planned = z.object({
  kind: z.enum(syncKinds),
  items: z.number().int(),
  /** How many of those are already stored as chosen: nothing is fetched. */
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
  /** Bytes on disk when complete. Always an estimate: from sizes in the library; for recordings, as stated or by length. */
  bytes: z.number(),
  /** Free space on the disk of the profile; null: unknown. */
  bytesFree: z.number().nullable(),
  bytesStored: z.number(),
})
export type SyncPlan = z.infer<typeof syncPlan>

const syncJob = z.object({
  id: z.number().int(),
  purpose: z.enum(['offline', 'refresh']),
  /** Started by the schedule or at start-up rather than by hand. */
  automatic: z.boolean(),
  scope: syncScope,
  /** The list's name at that time; else by scope: `All watchlists`, `The library`, `HLDN`, `3 companies`. */
  title: z.string(),
  /** Only of an `offline` job. */
  choice: offlineChoice.nullable(),
  state: z.enum(syncStates),
  reason: failureSchema.nullable(),
  /** Latest time of the next attempt while `waiting`. */
  retryAt: instant.nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
  companies: z.number().int(),
  /** How many items are in each state. They grow as lists of calls arrive: a job's size is not known at its start. */
  counts: z.record(z.enum(syncItemStates), z.number().int()),
  /** Companies' kinds that a refresh of what is due left alone, being young enough. */
  notDue: z.number().int(),
  /** What is being fetched now, in words: `HLDN calls`. At most a few. */
  running: z.array(z.string()),
  /** When it has ended: how many items it brought that are new on the analyst's lists. */
  found: newItemCounts.nullable(),
  /** When an `offline` job has ended: items that are not complete in the library. */
  missing: z.number().int().nullable(),
})
export type SyncJob = z.infer<typeof syncJob>

const syncItem = z.object({
  number: z.number().int(),
  kind: z.enum(syncKinds),
  symbol: z.string(),
  /** Only of a transcript or recording. */
  callId: z.string().nullable(),
  /** Title of the call. */
  title: z.string().nullable(),
  state: z.enum(syncItemStates),
  /** More than the state says, in words, and why an item was skipped: `3 new`, `already stored`. */
  detail: z.string().nullable(),
  failure: failureSchema.nullable(),
  /** When it ended. */
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
  /** How many there are; `missing` has the first. */
  missingCount: z.number().int(),
  /** What the service does not have, which is therefore not missing: companies without calls, calls without a recording … */
  absent: z.array(z.object({ kind: z.enum(syncKinds), items: z.number().int() })),
})
export type OfflineStatus = z.infer<typeof offlineStatus>

/**
 * What is stored of one kind for one company. `state`: what the job still has to do, most urgent first; `incomplete`: nothing is
 * running, and the service did not send everything.
 */
const matrixCell = z.object({
  stored: z.number().int(),
  /** For transcripts and recordings: how many are available. Null: the service does not say. */
  of: z.number().int().nullable(),
  state: z.enum(['failed', 'running', 'waiting', 'incomplete', 'stored']),
})
export type MatrixCell = z.infer<typeof matrixCell>

const missingLine = z.object({
  kind: z.enum(syncKinds),
  state: z.enum(['failed', 'incomplete', 'running', 'waiting']),
  /** Every company that waits for this kind; in other states one company. */
  companies: z.array(z.object({ symbol: z.string(), items: z.number().int() })).min(1),
  /** Only of one call. */
  callId: z.string().nullable(),
  title: z.string().nullable(),
  /** One plain clause; null: the failure says it, or nothing is wrong. */
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
      /** In the order of the kinds above. */
      cells: z.array(matrixCell),
    }),
  ),
  /** One line per cause: failed, not sent by the service, in progress, waiting. */
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
  /** What the schedule and the refresh at start-up cover. */
  scope: z.enum(['watched', 'library']),
  /** A desktop notification reports what an automatic refresh found. */
  notify: z.boolean(),
})
export type SyncSettings = z.infer<typeof syncSettings>

const job = z.object({ jobId: z.number().int() })

/**
 * Fetching for many companies at once: a list for offline use, or a refresh of what is due. A job is stored and outlives the
 * program; it runs in the background, after whatever the user requests. Announced as `sync` (at most once a second), its end as
 * `synced`. Every change throws `read-only` on a read-only profile, and `bad-request` for an unknown job or list.
 */
export const sync = {
  /** What a download for offline use would cost. Sends no request. */
  plan: query.input(z.object({ scope: syncScope, choice: offlineChoice })).output(syncPlan),
  /**
   * Downloads for offline use. A list keeps the choice: it is marked, and its refreshes also fetch what was chosen. A running job
   * of the same scope and choice is returned instead (and continues, if paused).
   */
  start: change.input(z.object({ scope: syncScope, choice: offlineChoice })).output(syncJob),
  /** Requests new data. `due`: only data older than the refresh interval in the settings. If a refresh is running, that one is returned. */
  refresh: change.input(z.object({ scope: syncScope, due: z.boolean().default(false) })).output(syncJob),
  /** Those on their way first, then the ended ones, latest first; the program keeps some thirty of these. */
  jobs: query.output(z.object({ jobs: z.array(syncJob) })),
  /** The log of a job: what is running first, then in the order in which it ended, latest first, then what waits. `states` empty: all. */
  items: query
    .input(
      job.extend({
        states: z.array(z.enum(syncItemStates)).max(100).default([]),
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(1000),
        /** Items whose positions are requested, by number. */
        locate: locate(z.number().int()),
      }),
    )
    .output(
      z.object({
        items: z.array(syncItem),
        total: z.number().int(),
        positions,
      }),
    ),
  /** What the library has now of a job's companies, kind by kind, what is missing, and why. */
  completeness: query.input(job).output(syncCompleteness),
  /** At once: running requests are canceled, and wait. */
  pause: change.input(job).output(syncJob),
  resume: change.input(job).output(syncJob),
  /** At once and for good: what waited is skipped. What arrived is kept. */
  stop: change.input(job).output(syncJob),
  /** Also for a finished job: its failed items wait again. */
  retryFailed: change.input(job).output(syncJob),
  /** Takes the job and its log away; one under way is stopped. What it fetched stays, and so does the list's mark. */
  remove: change.input(job).output(z.object({})),
  /** Calculated from the library each time; null: the list was never downloaded for offline use. */
  offlineStatus: query
    .input(z.object({ listId: requestedId, limit: z.number().int().min(0).max(1000).default(100) }))
    .output(z.object({ status: offlineStatus.nullable() })),
  /** The list is no longer kept offline. Nothing is removed from the library. */
  endOffline: change.input(z.object({ listId: requestedId })).output(z.object({})),
  settings: query.output(syncSettings),
  setSettings: change.input(syncSettings.partial()).output(syncSettings),
}
