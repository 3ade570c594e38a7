import { openCore } from '#core/core.ts'
import { serveMessagePort } from '#core/serve.ts'
import type { MessagePortMain } from 'electron'
import { hostCore } from './core-host.ts'

/** What runs in the utility process: the core, on the line to the main process. It never imports `electron`. */
hostCore<Awaited<ReturnType<typeof openCore>>, MessagePortMain>(process.parentPort, {
  open: openCore,
  serve: serveMessagePort,
  end: () => process.exit(0),
  report: (what, error) => console.error(`${what}:`, error),
})
