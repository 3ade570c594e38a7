import { createRouterClient } from '@orpc/server'
import { openCore } from '#core/core.ts'
import { lastStep } from '../core/storage/steps.ts'

/**
 * Publishes a library with a core of its own, as a window does, and prints, as JSON, how long it took, the most memory that the process held
 * meanwhile, and the longest that another request waited.
 */
const [profile = '', folder = ''] = process.argv.slice(2)

const core = openCore({ profile, version: '0.0.0-bench' })
const api = createRouterClient(core.router)
await api.preferences.read()
let [waited, most, isRunning] = [0, 0, true]
const requesting = (async () => {
  while (isRunning) {
    const due = performance.now() + 5
    await new Promise((resolve) => setTimeout(resolve, 5))
    await api.preferences.read()
    waited = Math.max(waited, performance.now() - due)
    most = Math.max(most, process.memoryUsage.rss())
  }
})()
const began = performance.now()
const done = await lastStep(api.storage.publish({ folder }))
const milliseconds = performance.now() - began
isRunning = false
await requesting
await core.close()
if (done.kind !== 'done') throw new Error(JSON.stringify(done))
process.stdout.write(JSON.stringify({ milliseconds, most, waited, written: done.written.files }))
