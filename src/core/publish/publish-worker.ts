/** The worker thread that publishes a library. */

import { parentPort, workerData } from 'node:worker_threads'
import { sqliteFailure } from '../database/reader-writer.ts'
import { failureOf } from '../failure-error.ts'
import type { Message } from '../storage/run-storage-worker.ts'
import { throttled } from '../storage/throttled-report.ts'
import { publishFailure, stagingFailure } from './publish-failure.ts'
import { publishLibrary, type PublishRequest } from './publish-library.ts'

if (!parentPort) throw new Error('nothing was given to publish')
const say = (message: Message) => parentPort?.postMessage(message)
const report = throttled((progress) => say({ kind: 'progress', progress }))
const request = workerData as PublishRequest
try {
  say({ kind: 'done', result: publishLibrary(request, report) })
} catch (error) {
  const explained = request.place.kind === 'folder' ? publishFailure : stagingFailure
  const failure = failureOf(explained(sqliteFailure(error) ?? error))
  if (failure === undefined) throw error
  say({ kind: 'failed', failure })
}
