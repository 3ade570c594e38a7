import { EventEmitter } from 'node:events'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { z } from 'zod'
import { PortMain } from './ports.ts'

/**
 * What Electron puts into a utility process, in a worker thread: `process.parentPort`. Then the core's process itself: from the sources, or
 * the script that is named.
 */
const parent = new EventEmitter()
Object.assign(process, {
  parentPort: Object.assign(parent, {
    postMessage: (message: unknown) => parentPort?.postMessage(message),
  }),
})

// Messages wait until someone listens, as in Electron.
parent.once('newListener', () => {
  setImmediate(() => {
    parentPort?.on('message', ({ data, ports }: { data: unknown; ports: readonly MessagePort[] }) => {
      parent.emit('message', { data, ports: ports.map((port) => new PortMain(port)) })
    })
  })
})

const { script } = z.object({ script: z.url().optional() }).parse(workerData ?? {})
await import(script ?? '#main/core-process.ts')
