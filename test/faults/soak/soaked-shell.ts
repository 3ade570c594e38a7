import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock, type Clock } from '#core/clock.ts'
import { openCore } from '#core/core.ts'
import { serveWebSocket } from '#core/serve-api.ts'
import { assetManifest } from '#core/window/assets.ts'
import { defaultLimits, openLoopback } from '#loopback/server.ts'
import { SessionKeys } from '#loopback/session-keys.ts'
import { sessionPublishKeys } from '#loopback/session-publish-keys.ts'
import type { ShellOrder, ShellReport } from './soak-messages.ts'

/** The browser shell's server and its core, with a wall clock that jumps when it is told to, and that says what it takes. */
const [profile = '', baseUrl = '', key = ''] = process.argv.slice(2)

let jumped = 0
const clock: Clock = { ...systemClock, now: () => Date.now() + jumped }
let defects = 0
const report = (error: unknown) => {
  defects += 1
  console.error(error)
}
const core = openCore({ profile, version: '0.0.0-test', clock, sample: { baseUrl, key }, loadsSample: true })
const server = await openLoopback({
  port: 0,
  assets: await assetManifest(join(import.meta.dirname, '..', '..', '..', 'out', 'renderer')),
  clock: systemClock,
  limits: defaultLimits,
  openCore: async () => ({
    keys: new SessionKeys(core.keys),
    publishKeys: sessionPublishKeys(core),
    serve: (socket) => serveWebSocket(core, socket, { unreadable: () => undefined, defect: report }),
    media: (callId, request, signal) => core.openMedia(callId, request, signal),
    close: () => core.close(),
  }),
  leave: () => undefined,
  entered: () => undefined,
  report,
})

function tell(message: ShellReport): void {
  process.send?.(message)
}

function measured(): ShellReport {
  global.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const journals = readdirSync(profile, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('-wal'))
    .reduce((sum, name) => sum + (statSync(join(profile, name), { throwIfNoEntry: false })?.size ?? 0), 0)
  return { kind: 'measured', rss, heap: heapUsed, handles: readdirSync('/proc/self/fd').length, journals, defects }
}

process.on('message', (order: ShellOrder) => {
  switch (order.kind) {
    case 'address':
      return tell({ kind: 'address', address: `${server.address.origin}/open#t=${server.launchToken()}` })
    case 'jump':
      jumped += order.milliseconds
      return
    case 'measure':
      return tell(measured())
    case 'end':
      return void server.close().then(() => process.exit(0))
    default:
      return order satisfies never
  }
})
