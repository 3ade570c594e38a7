/**
 * The worker thread that runs storage operations: copy, back up, restore, verify, compact, measure.
 */

import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { sqliteFailure } from '../database/reader-writer.ts'
import { failureOf } from '../failure-error.ts'
import { writeBackup, type BackupRequest } from './backup.ts'
import { clearLeft, type ClearRequest } from './switch-library-location.ts'
import { compact, type CompactRequest } from './compact-library.ts'
import { fileFailure } from './file-system-failure.ts'
import type { Message, Report } from './run-storage-worker.ts'
import { moveLibrary, type MoveRequest } from './copy-library.ts'
import { inspectBackup, extractBackup, type InspectRequest, type RestoreRequest } from './read-backup.ts'
import { throttled } from './throttled-report.ts'
import { measure, type SizesRequest } from './storage-sizes.ts'
import { verify, type VerifyRequest } from './verify-workspace.ts'

export type StorageRequest =
  | SizesRequest
  | VerifyRequest
  | BackupRequest
  | ClearRequest
  | CompactRequest
  | InspectRequest
  | MoveRequest
  | RestoreRequest

function work(order: StorageRequest, report: Report): unknown {
  switch (order.job) {
    case 'sizes':
      return measure(order)
    case 'verify':
      return verify(order, report)
    case 'backup':
      return writeBackup(order, report)
    case 'clear':
      return clearLeft(order.folder)
    case 'compact':
      return compact(order, report)
    case 'inspect':
      return inspectBackup(order)
    case 'move':
      return moveLibrary(order, report)
    case 'restore':
      return extractBackup(order, report)
    default:
      return order satisfies never
  }
}

/** The folder that it writes to, or reads with extra connections. */
function folderOf(order: StorageRequest): string {
  switch (order.job) {
    case 'sizes':
    case 'verify':
    case 'clear':
      return order.folder.folder
    case 'backup':
      return order.folder
    case 'compact':
      return dirname(order.target)
    case 'inspect':
      return dirname(order.path)
    case 'move':
      return dirname(order.target)
    case 'restore':
      return dirname(order.staging)
    default:
      return order satisfies never
  }
}

/** A folder of the profile or its library. */
function ownFolderOf(order: StorageRequest): string {
  switch (order.job) {
    case 'backup':
      return order.workspaces[0]?.folder.profile ?? order.folder
    case 'move':
      return dirname(order.library)
    default:
      return folderOf(order)
  }
}

if (!parentPort) throw new Error('nothing was given to do')
const say = (message: Message) => parentPort?.postMessage(message)
const report = throttled((progress) => say({ kind: 'progress', progress }))
try {
  say({ kind: 'done', result: await work(workerData as StorageRequest, report) })
} catch (error) {
  const request = workerData as StorageRequest
  const failure = failureOf(fileFailure(sqliteFailure(error) ?? error, folderOf(request), ownFolderOf(request)))
  if (failure === undefined) throw error
  say({ kind: 'failed', failure })
}
