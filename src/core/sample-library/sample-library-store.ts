/** SQL of the first fill of the sample workspace: its progress and counts. */

import type { Reader, Writer } from '../database/reader-writer.ts'

/**
 *  - `data`: the names and the data of its companies come
 *  - `restatement`: statements that the sample service restates are requested once more
 */
type SampleStage = 'data' | 'restatement' | 'loaded' | 'stopped'

export interface SampleLoad {
  readonly stage: SampleStage
  /** ms UTC. */
  readonly startedAt: number
  /** Jobs (`sync_job`) of the stage; null: none was begun. */
  readonly namesJob: number | null
  readonly dataJob: number | null
  readonly restatementJob: number | null
}

export function getSampleLoad(desk: Reader): SampleLoad | undefined {
  return desk.get(
    `SELECT stage, started_at AS startedAt, names_job AS namesJob, data_job AS dataJob, restatement_job AS restatementJob
     FROM sample_load`,
  )
}

export function putSampleLoad(desk: Writer, load: SampleLoad): void {
  desk.run(
    `INSERT OR REPLACE INTO sample_load (only, stage, started_at, names_job, data_job, restatement_job)
     VALUES (1, @stage, @startedAt, @namesJob, @dataJob, @restatementJob)`,
    { ...load },
  )
}

/** Whether a workspace was never used. */
export function isUnused(desk: Reader, library: Reader): boolean {
  if (library.get('SELECT 1 FROM ledger_record LIMIT 1') !== undefined) return false
  const used = desk.get<{ used: 0 | 1 }>(
    `SELECT EXISTS (SELECT 1 FROM watchlist) OR EXISTS (SELECT 1 FROM sync_job) OR EXISTS (SELECT 1 FROM recent_item)
       OR EXISTS (SELECT 1 FROM saved_comparison) OR EXISTS (SELECT 1 FROM saved_search) AS used`,
  )
  return used?.used !== 1
}

interface TaskCounts {
  readonly symbol: string
  readonly kind: string
  readonly total: number
  readonly ended: number
}

/** Downloads of some jobs, by company and kind. */
export function countTasks(desk: Reader, jobIds: readonly number[]): TaskCounts[] {
  return desk.all(
    `SELECT symbol, kind, count(*) AS total, count(*) FILTER (WHERE state <> 'waiting') AS ended
     FROM sync_item WHERE job_id IN (SELECT value FROM json_each(?)) GROUP BY symbol, kind`,
    [JSON.stringify(jobIds)],
  )
}

interface StoredCounts {
  readonly name: string | null
  readonly periods: number
  readonly calls: number
  readonly ratings: number
  readonly news: number
}

/** How many records a library has of a company; only calls with a transcript. */
export function countStored(library: Reader, symbol: string): StoredCounts {
  const counts = library.get<StoredCounts>(
    `SELECT (SELECT name FROM security WHERE symbol = @symbol COLLATE NOCASE ORDER BY mic IS NOT opol, record_id LIMIT 1) AS name,
       (SELECT count(*) FROM fundamental_period WHERE symbol = @symbol) AS periods,
       (SELECT count(*) FROM call JOIN transcript ON transcript.call_id = call.call_id WHERE call.symbol = @symbol) AS calls,
       (SELECT count(*) FROM rating WHERE ticker = @symbol) AS ratings,
       (SELECT count(*) FROM news_item WHERE ticker = @symbol) AS news`,
    { symbol },
  )
  return counts ?? { name: null, periods: 0, calls: 0, ratings: 0, news: 0 }
}

export function countSecurities(library: Reader): number {
  return library.get<{ count: number }>('SELECT count(*) AS count FROM security')?.count ?? 0
}

/** How many of some calls belong to each company. */
export function countCalls(library: Reader, callIds: readonly string[]): Map<string, number> {
  const rows = library.all<{ symbol: string; calls: number }>(
    `SELECT symbol, count(*) AS calls FROM call WHERE symbol IS NOT NULL AND call_id IN (SELECT value FROM json_each(?))
     GROUP BY symbol`,
    [JSON.stringify(callIds)],
  )
  return new Map(rows.map(({ symbol, calls }) => [symbol, calls]))
}
