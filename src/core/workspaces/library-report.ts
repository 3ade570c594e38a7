/** Reports what a workspace's library holds and how many bytes it takes. */

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { WorkspaceFolder } from '../profile.ts'
import type { OpenWorkspace } from './open-workspace.ts'

type Report = ApiOutputs['library']['report']

const counts = {
  securities: 'SELECT count(*) AS count FROM security',
  companies: 'SELECT count(DISTINCT symbol) AS count FROM fundamental_period',
  periods: 'SELECT count(*) AS count FROM fundamental_period',
  calls: 'SELECT count(*) AS count FROM call',
  ratings: 'SELECT count(*) AS count FROM rating',
  news: 'SELECT count(*) AS count FROM news_item',
  responses: 'SELECT count(*) AS count FROM ledger_response',
  versions: 'SELECT count(*) AS count FROM ledger_revision',
} as const satisfies Record<keyof Report['counts'], string>

/** What a workspace's library holds, and how many bytes it takes on disk, journals included; together as many as all its files. */
export function reportLibrary(workspace: OpenWorkspace): Report {
  const { reader } = workspace.library
  const { folder } = workspace
  const bytes = {
    library: bytesOf(folder.library),
    desk: bytesOf(folder.desk),
    recordings: folderBytes(folder.recordings),
  }
  const count = (name: keyof Report['counts']) => reader.get<{ count: number }>(counts[name])?.count ?? 0
  const span = reader.get<{ oldest: number | null; latest: number | null }>(
    'SELECT min(fetched_at) AS oldest, max(fetched_at) AS latest FROM ledger_response',
  )
  return {
    folder: workspace.folder.folder,
    readOnly: workspace.isReadOnly,
    bytes: { ...bytes, other: Math.max(0, bytesOnDisk(folder) - bytes.library - bytes.desk - bytes.recordings) },
    counts: {
      securities: count('securities'),
      companies: count('companies'),
      periods: count('periods'),
      calls: count('calls'),
      ratings: count('ratings'),
      news: count('news'),
      responses: count('responses'),
      versions: count('versions'),
    },
    oldest: span?.oldest ?? null,
    latest: span?.latest ?? null,
    days: responsesByDay(reader, workspace.library.clock.now()),
  }
}

const daysReported = 14

/** By local time, including days without any. */
function responsesByDay(reader: Reader, now: number): Report['days'] {
  return reader.all(
    `WITH RECURSIVE back AS (SELECT 0 AS days UNION ALL SELECT days + 1 FROM back WHERE days + 1 < @days),
       recent AS (SELECT date(@now / 1000, 'unixepoch', 'localtime', '-' || days || ' days') AS day FROM back),
       stored AS (SELECT date(fetched_at / 1000, 'unixepoch', 'localtime') AS day, count(*) AS responses FROM ledger_response
         WHERE fetched_at >= @now - @days * 86400000 GROUP BY 1)
     SELECT recent.day, coalesce(stored.responses, 0) AS responses FROM recent LEFT JOIN stored USING (day) ORDER BY recent.day`,
    { days: daysReported, now },
  )
}

/** All files of a workspace, which need not be open, with those of a library that was moved. */
export function bytesOnDisk({ folder, elsewhere }: WorkspaceFolder): number {
  return [folder, ...(elsewhere === null ? [] : [elsewhere])].reduce((sum, each) => sum + treeBytes(each), 0)
}

function treeBytes(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { withFileTypes: true, recursive: true }).reduce(
    (sum, entry) =>
      sum + (entry.isFile() ? (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0) : 0),
    0,
  )
}

function bytesOf(database: string): number {
  return ['', '-wal', '-shm'].reduce(
    (sum, ending) => sum + (statSync(`${database}${ending}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

function folderBytes(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}
