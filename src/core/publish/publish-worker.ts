/** The worker thread that publishes a library, and reads what is published in a folder. */

import { parentPort, workerData } from 'node:worker_threads'
import type { PublicationSummary } from '#contract/api/storage.ts'
import { sqliteFailure } from '../database/reader-writer.ts'
import { failureOf } from '../failure-error.ts'
import { validFolder } from '../storage/folder-checks.ts'
import type { Message, Report } from '../storage/run-storage-worker.ts'
import { throttled } from '../storage/throttled-report.ts'
import { summaryOf } from './manifest.ts'
import { demandOwnFolder, demandOwnManifest, readManifest } from './publication-folder.ts'
import type { PublicationOwner } from './publication-owner.ts'
import { publishFailure, stagingFailure } from './publish-failure.ts'
import { publishLibrary, type PublishRequest } from './publish-library.ts'
import { placeOf, type PlaceRequest } from './version-place.ts'

export type PublishWork =
  | { readonly job: 'publish'; readonly request: PublishRequest }
  /** Gives the `PublicationSummary` of what is published; null: nothing. */
  | { readonly job: 'look'; readonly folder: string; readonly owner: PublicationOwner }
  /** Removes what a publication that was ended has left. */
  | { readonly job: 'clear'; readonly place: PlaceRequest; readonly owner: PublicationOwner }

function work(wanted: PublishWork, report: Report): unknown {
  switch (wanted.job) {
    case 'publish':
      return publishLibrary(wanted.request, report)
    case 'look':
      return publishedIn(wanted.folder, wanted.owner)
    case 'clear':
      return clearEnded(wanted.place, wanted.owner)
    default:
      return wanted satisfies never
  }
}

function publishedIn(folder: string, owner: PublicationOwner): PublicationSummary | null {
  demandOwnFolder(validFolder(folder), owner)
  const published = readManifest(folder)
  demandOwnManifest(published, owner)
  return published && summaryOf(published)
}

function clearEnded(request: PlaceRequest, owner: PublicationOwner): null {
  const place = placeOf(request, owner)
  try {
    place.takeOver()
    place.abandon(null)
  } finally {
    place.end()
  }
  return null
}

if (!parentPort) throw new Error('nothing was given to publish')
const say = (message: Message) => parentPort?.postMessage(message)
const report = throttled((progress) => say({ kind: 'progress', progress }))
const wanted = workerData as PublishWork
try {
  say({ kind: 'done', result: work(wanted, report) })
} catch (error) {
  const isUpload = wanted.job === 'publish' && wanted.request.place.kind === 'upload'
  const explained = isUpload ? stagingFailure : publishFailure
  const failure = failureOf(explained(sqliteFailure(error) ?? error))
  if (failure === undefined) throw error
  say({ kind: 'failed', failure })
}
