import { createRouterClient } from '@orpc/server'
import { openCore } from '#core/core.ts'
import { workspaceIds, openFolders } from '#core/profile.ts'
import { canary } from '../core/canary.ts'
import { callId } from '../core/recordings/recording-service.ts'

/**
 * Fetches a recording, or resumes one, and prints `<state> <bytes>` at each step, until it is on disk or this process
 * is killed.
 */
const [profile = '', baseUrl = ''] = process.argv.slice(2)
const core = openCore({ profile, version: '0.0.0-test', random: () => 0 })
const api = createRouterClient(core.router)
const known = workspaceIds(openFolders(profile)).find((id) => id !== 'sample')
const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
const changes = await api.status.changes()
const id = known ?? (await api.workspaces.create({ name: 'Live', baseUrl, search })).id
core.keys.hold({ workspace: id, origin: baseUrl, key: canary })
await api.workspaces.activate({ id })
if (known === undefined) await api.recordings.download({ callId })
for (;;) {
  const { transfer } = await api.recordings.read({ callId })
  if (transfer) process.stdout.write(`${transfer.state} ${transfer.bytes}\n`)
  if (transfer?.state === 'on-disk' || transfer?.state === 'failed') break
  await changes.next()
}
await core.close()
