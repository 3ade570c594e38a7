/** The worker thread that writes and reads packs. */

import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { sqliteFailure } from '../database/reader-writer.ts'
import { failureOf } from '../failure-error.ts'
import { fileFailure } from '../storage/file-system-failure.ts'
import type { Message, Report } from '../storage/run-storage-worker.ts'
import { throttled } from '../storage/throttled-report.ts'
import { measurePack, type MeasureRequest } from './measure-pack.ts'
import { readPack, type ReadRequest } from './read-pack.ts'
import { writePack, type MakeRequest } from './write-pack.ts'

export type PackRequest = MakeRequest | ReadRequest | MeasureRequest

function work(request: PackRequest, report: Report): unknown {
  switch (request.job) {
    case 'make':
      return writePack(request, report)
    case 'read':
      return readPack(request, report)
    case 'measure':
      return measurePack(request)
    default:
      return request satisfies never
  }
}

/** The folder that an error of the file system is of. */
function folderOf(request: PackRequest): string {
  if (request.job === 'make') return request.folder
  return dirname(request.job === 'read' ? request.staging : request.library)
}

if (!parentPort) throw new Error('nothing was given to do')
const say = (message: Message) => parentPort?.postMessage(message)
const report = throttled((progress) => say({ kind: 'progress', progress }))
const request = workerData as PackRequest
try {
  say({ kind: 'done', result: await work(request, report) })
} catch (error) {
  const own = request.job === 'make' ? dirname(request.library) : folderOf(request)
  const failure = failureOf(fileFailure(sqliteFailure(error) ?? error, folderOf(request), own))
  if (failure === undefined) throw error
  say({ kind: 'failed', failure })
}
