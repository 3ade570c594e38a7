/** The worker thread that writes and reads packs. */

import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { sqliteFailure } from '../database/reader-writer.ts'
import { failureOf } from '../failure-error.ts'
import { fileFailure } from '../storage/file-system-failure.ts'
import type { Message, Report } from '../storage/run-storage-worker.ts'
import { throttled } from '../storage/throttled-report.ts'
import { readPack, type ReadRequest } from './read-pack.ts'
import { writePack, type MakeRequest } from './write-pack.ts'

export type PackRequest = MakeRequest | ReadRequest

function work(order: PackRequest, report: Report): Promise<unknown> {
  return order.job === 'make' ? writePack(order, report) : readPack(order, report)
}

if (!parentPort) throw new Error('nothing was given to do')
const say = (message: Message) => parentPort?.postMessage(message)
const report = throttled((progress) => say({ kind: 'progress', progress }))
const order = workerData as PackRequest
try {
  say({ kind: 'done', result: await work(order, report) })
} catch (error) {
  const folder = order.job === 'make' ? order.folder : dirname(order.staging)
  const failure = failureOf(fileFailure(sqliteFailure(error) ?? error, folder))
  if (failure === undefined) throw error
  say({ kind: 'failed', failure })
}
