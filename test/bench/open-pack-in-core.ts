import { createRouterClient } from '@orpc/server'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { openCore } from '#core/core.ts'

/**
 * Opens a pack with a core of its own, as a window does, and prints, as JSON, how long it took until all was stored and until it was indexed,
 * and the longest that the event loop had no turn in each of the two.
 */
const [profile = '', path = ''] = process.argv.slice(2)

const core = openCore({ profile, version: '0.0.0-bench' })
const api = createRouterClient(core.router)
await api.preferences.read()
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const began = performance.now()
const stored = { milliseconds: 0, blocked: 0 }
let isDone = false
for await (const step of await api.packs.open({ path, passphrase: null })) {
  if (step.kind === 'failed') throw new Error(JSON.stringify(step))
  isDone = step.kind === 'done'
  if (step.kind !== 'progress' || step.message !== 'Indexing' || stored.milliseconds > 0) continue
  stored.milliseconds = performance.now() - began
  // What was stored and the first step of the indexing came in one turn: the delay is noted in the next.
  await setTimeout(10)
  stored.blocked = delays.max / 1e6
  delays.reset()
}
const milliseconds = performance.now() - began
delays.disable()
await core.close()
if (!isDone) throw new Error('the pack was not opened')
process.stdout.write(JSON.stringify({ stored, indexed: { milliseconds, blocked: delays.max / 1e6 } }))
