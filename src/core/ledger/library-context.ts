/**
 * The parts of the open workspace that features use: database, service client, clock, announcer.
 */

import type { Announcement } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import type { Clock } from '../clock.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** What a use case needs of the open workspace: database, service, clock, and announcements. */
export interface LibraryContext {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
  readonly client: ServiceClient
  readonly clock: Clock
  announce(announcement: Announcement): void
  /** What the user must know although the service responded: nothing new can be stored. */
  notice(failure: Failure): void
  /** Background work after a response was returned. It is aborted when the workspace closes, and its failures reach the status bar only. */
  inBackground(work: (signal: AbortSignal) => Promise<void>): void
}
