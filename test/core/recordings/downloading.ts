import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import type { Transfer } from '#contract/api/recordings.ts'
import type { Clock } from '#core/clock.ts'
import { HastyClock, PatientClock } from '../clocks.ts'
import { liveWorkspace, openedCore, type OpenedCore } from '../opened-core.ts'
import { callId, startRecordingService, type RecordingService } from './recording-service.ts'

export const key = 'some-long-key'

export async function served(size?: number): Promise<RecordingService> {
  const service = await startRecordingService(size)
  onTestFinished(() => service.close())
  return service
}

interface Wanted {
  /** One with a workspace of this service already. */
  readonly profile?: string
  readonly clock?: Clock
  readonly policy?: AdministratorPolicy
}

/** A core with the key of the service, and where its recordings lie. */
export async function opened(service: RecordingService, { profile, clock = new HastyClock(), policy }: Wanted = {}) {
  const core = openedCore({
    clock,
    random: () => 0,
    ...(profile !== undefined && { profile }),
    ...(policy !== undefined && { policy }),
  })
  const id = profile === undefined ? await liveWorkspace(core, service.baseUrl, { key }) : 'live'
  if (profile !== undefined) core.core.keys.hold({ workspace: id, origin: service.baseUrl, key })
  return { ...core, folder: join(core.profile, 'workspaces', id, 'recordings') }
}

/** When its state is no longer one of being under way. */
export async function settled({ api }: Pick<OpenedCore, 'api'>, isSo = isSettled): Promise<Transfer> {
  const leaving = new AbortController()
  const changes = await api.status.changes(undefined, { signal: leaving.signal })
  try {
    for (;;) {
      const next = changes.next()
      const { transfer } = await api.recordings.read({ callId })
      if (transfer && isSo(transfer)) return transfer
      await next
    }
  } finally {
    leaving.abort()
  }
}

const isSettled = ({ state }: Transfer) => state !== 'queued' && state !== 'downloading'

export const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export function onDisk(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}

export const part = 262_144
export const isWaiting = ({ state, failure }: Transfer) => state === 'queued' && failure !== null

/** A download of which a part is here; the service holds the rest back. */
export async function begun(service: RecordingService, wanted: Wanted = {}) {
  const core = await opened(service, wanted)
  service.holdAfter = part
  await core.api.recordings.download({ callId })
  await settled(core, ({ bytes }) => bytes >= part)
  return core
}

/** A download whose connections broke off after a part of it, and which now waits. */
export async function lost(service: RecordingService, clock = new PatientClock(), down: 'files' | 'all' = 'all') {
  const core = await begun(service, { clock })
  service.down = down
  service.drop()
  await settled(core, isWaiting)
  service.release()
  return { ...core, clock }
}
