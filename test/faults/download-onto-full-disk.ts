import { createRouterClient } from '@orpc/server'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failureSchema } from '#contract/api/base.ts'
import type { Transfer } from '#contract/api/recordings.ts'
import { openCore } from '#core/core.ts'
import { callId, startRecordingService } from '../core/recordings/recording-service.ts'

/**
 * Works on a small file system of its own: fetches a recording onto a disk that is full at first, one that fills up on the way, and one
 * with room again. Prints what was seen as one line of JSON.
 */
const [disk = ''] = process.argv.slice(2)
const filler = join(disk, 'filler')
const service = await startRecordingService(3_000_000)
const core = openCore({ profile: join(disk, 'profile'), version: '0.0.0-test' })
const api = createRouterClient(core.router)
const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
const { id } = await api.workspaces.create({ name: 'Live', baseUrl: service.baseUrl, search })
core.keys.hold({ workspace: id, origin: service.baseUrl, key: 'some-long-key' })
await api.workspaces.activate({ id })
await api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
const changes = await api.status.changes()

function fillUp(): void {
  const descriptor = openSync(filler, 'a')
  for (const size of [65_536, 4096]) {
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size, 0x78))
    } catch {
      // No room for a piece of this size.
    }
  }
  closeSync(descriptor)
}

async function transferOnce(isSo: (transfer: Transfer) => boolean): Promise<Transfer> {
  for (;;) {
    const { transfer } = await api.recordings.read({ callId })
    if (transfer && isSo(transfer)) return transfer
    await changes.next()
  }
}

const ended = ({ state }: Transfer) => state === 'failed' || state === 'on-disk'
const seen: Record<string, unknown> = {}

service.holdAfter = 262_144
await api.recordings.download({ callId })
await transferOnce(({ bytes }) => bytes >= 262_144)
fillUp()
service.release()
const filled = await transferOnce(ended)
seen['onTheWay'] = { state: filled.state, failure: filled.failure?.kind, kept: filled.bytes >= 262_144 }

seen['refused'] = await api.recordings.download({ callId }).then(
  () => null,
  (error: unknown) => (error instanceof Error && 'data' in error ? failureSchema.parse(error.data) : String(error)),
)
seen['full'] = (await transferOnce(() => true)).failure
seen['asked'] = service.asked.length

rmSync(filler)
await api.recordings.download({ callId })
const whole = await transferOnce(ended)
const file = join(disk, 'profile', 'workspaces', id, 'recordings', `${callId}.mp3`)
seen['room'] = {
  state: whole.state,
  same: (await readFile(file)).equals(service.bytes),
  resumed: service.asked.at(-1)?.range !== null,
}
await core.close()
await service.close()
process.stdout.write(`${JSON.stringify(seen)}\n`)
