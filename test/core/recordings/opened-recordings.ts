import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { deskDatabase } from '#core/database/desk-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { Permissions } from '#core/policy/permissions.ts'
import { noPolicy } from '#core/policy/policy-file.ts'
import { Recordings } from '#core/recordings/recordings.ts'
import { ApiKeys } from '#core/service/api-keys.ts'
import { defaultRateLimit, RateLimitedQueue } from '#core/service/rate-limited-queue.ts'
import { Sender } from '#core/service/send-request.ts'
import { ManualClock } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { openedLibrary } from '../ledger/opened-library.ts'
import type { RecordingService } from './recording-service.ts'

/** The recordings of a service, as an open workspace makes them, for what has no request of its own. */
export function openedRecordings({ baseUrl }: RecordingService) {
  const clock = new ManualClock()
  const desk = openDatabase(join(ownFolder(), 'desk.db'), deskDatabase)
  const queue = new RateLimitedQueue(defaultRateLimit, clock, () => undefined)
  const sender = new Sender(new ApiKeys(), clock, () => undefined)
  const recordings = new Recordings({
    library: openedLibrary({ baseUrl, clock }).library,
    desk,
    sender,
    workspace: 'tested',
    addresses: () => ({ baseUrl, recordingsBase: '' }),
    permissions: new Permissions(noPolicy, baseUrl),
    hasKey: () => false,
    folder: join(ownFolder(), 'recordings'),
    queue,
    random: () => 0.5,
    reportOutcome: () => undefined,
    backgroundWorkFailed: (error) => {
      throw error
    },
    removing: () => undefined,
  })
  onTestFinished(async () => {
    await recordings.close()
    queue.close()
    sender.close()
    desk.close()
  })
  return { recordings, clock }
}
