import { createRouterClient } from '@orpc/server'
import { openCore } from '#core/core.ts'

/** Takes so many companies offline with a core of its own and prints, as JSON, how long it took and its memory at most, bytes. */
const [profile = '', baseUrl = '', count = '200'] = process.argv.slice(2)
const core = openCore({ profile, version: 'bench', sample: { baseUrl, key: 'bench-key' } })
const api = createRouterClient(core.router)
const symbols = Array.from({ length: Number(count) }, (_, at) => `BN${String(at).padStart(3, '0')}`)
const choice = {
  kinds: ['enhanced' as const, 'calls' as const, 'ratings' as const, 'news' as const],
  years: 10,
  callMonths: 120,
  ratingMonths: 120,
  newsMonths: 120,
  quality: 'smallest' as const,
}
const changes = await api.status.changes()

const began = performance.now()
const { id } = await api.sync.start({ scope: { of: 'symbols', symbols }, choice })
for await (const { kind } of changes) if (kind === 'synced') break
const milliseconds = performance.now() - began
const { jobs } = await api.sync.jobs()
const job = jobs.find((each) => each.id === id)
await core.close()
if (job?.missing !== 0) throw new Error(`${job?.missing} things are missing`)
process.stdout.write(JSON.stringify({ milliseconds, memory: process.resourceUsage().maxRSS * 1024 }))
