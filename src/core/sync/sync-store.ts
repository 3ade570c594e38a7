/** SQL of jobs and their tasks. */

import { z } from 'zod'
import type { Failure } from '#contract/failure.ts'
import { failureSchema } from '#contract/api/base.ts'
import {
  offlineChoice,
  syncScope,
  type OfflineChoice,
  type SyncItem,
  type SyncJob,
  type SyncScope,
} from '#contract/api/sync.ts'
import { syncKinds, type SyncItemState, type SyncKind, type SyncState } from '#contract/api/sync-kinds.ts'
import { newItemKinds, noNewItems } from '#contract/api/whats-new-kinds.ts'
import type { NewItemCounts } from '#contract/api/watchlists.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { rowPositions } from '../database/row-positions.ts'
import { readStoredJson } from '../stored-json.ts'

/** As saved; only the running job knows that the service is unavailable. */
type StoredState = Exclude<SyncState, 'waiting'>
export type EndedState = Exclude<SyncItemState, 'waiting' | 'running'>

export interface Job {
  readonly id: number
  readonly purpose: SyncJob['purpose']
  readonly automatic: boolean
  /** Only for a refresh: it covers what was old enough when it began. */
  readonly due: boolean
  readonly scope: SyncScope
  readonly title: string
  readonly choice: OfflineChoice | null
  readonly state: StoredState
  readonly reason: Failure | null
  /** Operations' kinds that the key was found not to allow. */
  readonly refused: readonly SyncKind[]
  readonly startedAt: number
  readonly endedAt: number | null
  readonly companies: number
  readonly notDue: number
  readonly found: NewItemCounts | null
  readonly missing: number | null
}

/** One item to fetch; `callId` is '' without a call. */
export interface Task {
  readonly kind: SyncKind
  readonly symbol: string
  readonly callId: string
  readonly title: string | null
}

export interface NumberedTask extends Task {
  readonly number: number
}

export interface EndedTask {
  readonly number: number
  readonly state: EndedState
  readonly detail: string | null
  readonly failure: Failure | null
  readonly at: number
}

interface JobRow {
  readonly [column: string]: string | number | null
}

const jobColumns = [
  'purpose',
  'automatic',
  'due',
  'scope',
  'title',
  'choice',
  'state',
  'reason',
  'refused',
  'begun_at',
  'ended_at',
  'companies',
  'not_due',
  'found',
  'missing',
] as const

type BoundJob = Readonly<Record<(typeof jobColumns)[number], string | number | null>>

export function insertJob(desk: Writer, job: Omit<Job, 'id'>): Job {
  const id = desk.run(
    `INSERT INTO sync_job (${jobColumns.join(', ')}) VALUES (${jobColumns.map((name) => `@${name}`).join(', ')})`,
    boundOf(job),
  ).lastInsertRowid
  return { ...job, id }
}

export function putJob(desk: Writer, job: Job): void {
  const sets = jobColumns.map((name) => `${name} = @${name}`).join(', ')
  desk.run(`UPDATE sync_job SET ${sets} WHERE id = @id`, { ...boundOf(job), id: job.id })
}

/** Latest first, without those whose scope or choice is unreadable: nobody knows what they would fetch. */
export function getJobs(desk: Reader): Job[] {
  return desk.all<JobRow>('SELECT * FROM sync_job ORDER BY id DESC').flatMap((row) => jobOf(row) ?? [])
}

export function getJob(desk: Reader, id: number): Job | undefined {
  const row = desk.get<JobRow>('SELECT * FROM sync_job WHERE id = ?', [id])
  return row && jobOf(row)
}

export function deleteJob(desk: Writer, id: number): void {
  desk.run('DELETE FROM sync_job WHERE id = ?', [id])
}

/** Deletes all finished jobs except the latest ones. */
export function deleteOldJobs(desk: Writer, retained: number): void {
  desk.run(
    `DELETE FROM sync_job WHERE state IN ('done', 'stopped') AND id NOT IN
       (SELECT id FROM sync_job WHERE state IN ('done', 'stopped') ORDER BY ended_at DESC LIMIT ?)`,
    [retained],
  )
}

/** Leaves out tasks that the job already has. Returns those that were added, with their numbers. */
export function insertTasks(desk: Writer, jobId: number, first: number, tasks: readonly Task[]): NumberedTask[] {
  const inserted: NumberedTask[] = []
  for (const task of tasks) {
    const number = first + inserted.length
    const { changes } = desk.run(
      `INSERT INTO sync_item (job_id, number, kind, symbol, call_id, title, state)
       VALUES (@jobId, @number, @kind, @symbol, @callId, @title, 'waiting') ON CONFLICT DO NOTHING`,
      { jobId, number, ...task },
    )
    if (changes > 0) inserted.push({ number, ...task })
  }
  return inserted
}

export function putEnded(desk: Writer, jobId: number, { failure, ...ended }: EndedTask): void {
  desk.run(
    `UPDATE sync_item SET state = @state, detail = @detail, failure = @failure, ended_at = @at
     WHERE job_id = @jobId AND number = @number`,
    { jobId, ...ended, failure: failure && JSON.stringify(failure) },
  )
}

export function getNextNumber(desk: Reader, jobId: number): number {
  return (
    desk.get<{ next: number }>('SELECT coalesce(max(number), 0) + 1 AS next FROM sync_item WHERE job_id = ?', [jobId])
      ?.next ?? 1
  )
}

export function getWaiting(desk: Reader, jobId: number): NumberedTask[] {
  return desk.all(
    `SELECT number, kind, symbol, call_id AS callId, title FROM sync_item
     WHERE job_id = ? AND state = 'waiting' ORDER BY number`,
    [jobId],
  )
}

/** Skips waiting tasks, with a reason. */
export function skipWaiting(desk: Writer, jobId: number, detail: string, at: number): void {
  desk.run(`UPDATE sync_item SET state = 'skipped', detail = ?, ended_at = ? WHERE job_id = ? AND state = 'waiting'`, [
    detail,
    at,
    jobId,
  ])
}

/** Queues the failed tasks again and returns how many they are. */
export function waitAgain(desk: Writer, jobId: number): number {
  return desk.run(
    `UPDATE sync_item SET state = 'waiting', detail = NULL, failure = NULL, ended_at = NULL
     WHERE job_id = ? AND state = 'failed'`,
    [jobId],
  ).changes
}

type StoredCounts = Readonly<Record<Exclude<SyncItemState, 'running'>, number>>

export function countItems(desk: Reader, jobId: number): StoredCounts {
  const rows = desk.all<{ state: keyof StoredCounts; items: number }>(
    'SELECT state, count(*) AS items FROM sync_item WHERE job_id = ? GROUP BY state',
    [jobId],
  )
  const counts = { waiting: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }
  for (const { state, items } of rows) counts[state] = items
  return counts
}

interface ItemsFilter {
  readonly jobId: number
  readonly states: readonly SyncItemState[]
  /** Ids of the running tasks, which are listed first. */
  readonly running: readonly number[]
  readonly offset: number
  readonly limit: number
  /** Numbers of items whose positions are requested. */
  readonly locate: readonly number[]
}

interface ListedItems {
  readonly items: SyncItem[]
  readonly total: number
  /** One for each of `locate`, from 0; null: not in the list. */
  readonly positions: (number | null)[]
}

/** What is running, then what ended last, then what waits. */
const itemOrder = "state = 'running' DESC, state = 'waiting', at DESC, number"

export function listItems(desk: Reader, filter: ItemsFilter): ListedItems {
  const bound = {
    jobId: filter.jobId,
    all: filter.states.length === 0 ? 1 : 0,
    states: JSON.stringify(filter.states),
    running: JSON.stringify(filter.running),
  }
  const ended = `SELECT number, kind, symbol, nullif(call_id, '') AS callId, title, detail, failure, ended_at AS at,
      CASE WHEN state = 'waiting' AND number IN (SELECT value FROM json_each(@running)) THEN 'running' ELSE state END AS state
    FROM sync_item WHERE job_id = @jobId`
  const from = `(${ended}) WHERE @all = 1 OR state IN (SELECT value FROM json_each(@states))`
  const items = desk
    .all<Omit<SyncItem, 'failure'> & { failure: string | null }>(
      `SELECT * FROM ${from} ORDER BY ${itemOrder} LIMIT @limit OFFSET @offset`,
      { ...bound, limit: filter.limit, offset: filter.offset },
    )
    .map((item) => ({ ...item, failure: readStoredJson(failureSchema, item.failure) ?? null }))
  const total = desk.get<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, bound)?.total ?? 0
  return {
    items,
    total,
    positions: rowPositions(desk, { key: 'number', from, order: itemOrder, bound }, filter.locate),
  }
}

export interface CountedTasks {
  readonly kind: SyncKind
  readonly symbol: string
  readonly state: 'waiting' | 'failed'
  readonly items: number
}

/** Waiting and failed tasks, by company and kind; running ones count as waiting. In running order. */
export function countUnfetched(desk: Reader, jobId: number): CountedTasks[] {
  return desk.all(
    `SELECT kind, symbol, state, count(*) AS items FROM sync_item WHERE job_id = ? AND state IN ('waiting', 'failed')
     GROUP BY kind, symbol, state ORDER BY min(number)`,
    [jobId],
  )
}

export function putOfflineChoice(desk: Writer, listId: string, choice: OfflineChoice): void {
  desk.run('INSERT OR REPLACE INTO kept_offline (list_id, choice) VALUES (?, ?)', [listId, JSON.stringify(choice)])
}

export function deleteOfflineChoice(desk: Writer, listId: string): void {
  desk.run('DELETE FROM kept_offline WHERE list_id = ?', [listId])
}

/** By list; a list with an unreadable choice is not kept offline. */
export function getOfflineChoices(desk: Reader): Map<string, OfflineChoice> {
  const rows = desk.all<{ listId: string; choice: string }>('SELECT list_id AS listId, choice FROM kept_offline')
  return new Map(
    rows.flatMap(({ listId, choice: text }) => {
      const choice = readStoredJson(offlineChoice, text)
      return choice ? [[listId, choice]] : []
    }),
  )
}

/** `settings` as JSON, and when a refresh last began automatically, ms UTC. */
export function getSettingsRow(desk: Reader): { settings: string; refreshedAt: number } | undefined {
  return desk.get('SELECT settings, refreshed_at AS refreshedAt FROM sync_setting')
}

export function putSettingsRow(desk: Writer, settings: string, refreshedAt: number): void {
  desk.run('INSERT OR REPLACE INTO sync_setting (only, settings, refreshed_at) VALUES (1, ?, ?)', [
    settings,
    refreshedAt,
  ])
}

function boundOf(job: Omit<Job, 'id'>): BoundJob {
  return {
    purpose: job.purpose,
    automatic: job.automatic ? 1 : 0,
    due: job.due ? 1 : 0,
    scope: JSON.stringify(job.scope),
    title: job.title,
    choice: job.choice && JSON.stringify(job.choice),
    state: job.state,
    reason: job.reason && JSON.stringify(job.reason),
    refused: JSON.stringify(job.refused),
    begun_at: job.startedAt,
    ended_at: job.endedAt,
    companies: job.companies,
    not_due: job.notDue,
    found: job.found && JSON.stringify(job.found),
    missing: job.missing,
  }
}

function jobOf(row: JobRow): Job | undefined {
  const scope = readStoredJson(syncScope, row['scope'])
  const choice = row['choice'] === null ? null : readStoredJson(offlineChoice, row['choice'])
  if (!scope || choice === undefined) return undefined
  const text = (name: (typeof jobColumns)[number]) => String(row[name] ?? '')
  const number = (name: (typeof jobColumns)[number]) => (typeof row[name] === 'number' ? row[name] : null)
  return {
    id: Number(row['id']),
    purpose: text('purpose') as Job['purpose'],
    automatic: row['automatic'] === 1,
    due: row['due'] === 1,
    scope,
    title: text('title'),
    choice,
    state: text('state') as StoredState,
    reason: readStoredJson(failureSchema, row['reason']) ?? null,
    // What the key does not allow is learned again.
    refused: readStoredJson(z.array(z.enum(syncKinds)), row['refused']) ?? [],
    startedAt: number('begun_at') ?? 0,
    endedAt: number('ended_at'),
    companies: number('companies') ?? 0,
    notDue: number('not_due') ?? 0,
    found: foundIn(row['found']),
    missing: number('missing'),
  }
}

/** Kinds that the program did not count yet when a job ended are left out. */
function foundIn(text: string | number | null | undefined): NewItemCounts | null {
  const found = readStoredJson(z.partialRecord(z.enum(newItemKinds), z.number().int()), text)
  return found ? { ...noNewItems, ...found } : null
}
