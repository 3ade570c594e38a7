/** Entry point of the utility process that runs the core. */

import { openCore } from '#core/core.ts'
import { serveMessagePort } from '#core/serve-api.ts'
import type { MessagePortMain } from 'electron'
import { hostCore } from './core-host.ts'
import { hostMedia } from './media-host.ts'

const report = (what: string, error: unknown) => console.error(`${what}:`, error)

/** The utility process: the core, connected to the main process. It never imports `electron`. */
hostCore<Awaited<ReturnType<typeof openCore>>, MessagePortMain>(process.parentPort, {
  open: (options) => openCore({ ...options, loadsSample: true }),
  serve: serveMessagePort,
  play: (core, request, port) =>
    hostMedia(port, request, (callId, range, signal) => core.openMedia(callId, range, signal), report),
  end: () => process.exit(0),
  report,
})
