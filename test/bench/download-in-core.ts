import { createRouterClient } from '@orpc/server'
import { openCore } from '#core/core.ts'

/** Downloads one recording with a core of its own and prints, as JSON, how long it took and by how much its memory grew. */
const [profile = '', baseUrl = '', callId = ''] = process.argv.slice(2)
const core = openCore({ profile, version: 'bench' })
const api = createRouterClient(core.router)
const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
const { id } = await api.workspaces.create({ name: 'Bench', baseUrl, search })
core.keys.hold({ workspace: id, origin: baseUrl, key: 'bench-key' })
await api.workspaces.activate({ id })
await api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
const changes = await api.status.changes()
const before = process.memoryUsage.rss()
let most = before
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10)
const began = performance.now()
await api.recordings.download({ callId })
for (;;) {
  const { transfer } = await api.recordings.read({ callId })
  if (transfer?.state === 'on-disk') break
  if (transfer?.state === 'failed') throw new Error(transfer.failure?.kind)
  await changes.next()
}
const milliseconds = performance.now() - began
clearInterval(watch)
await core.close()
process.stdout.write(JSON.stringify({ milliseconds, grown: most - before }))
