/** The thread that has the library open for an assistant. Each message is a request, and gets one response. */

import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '../refuse.ts'
import { failureOfApi } from '../failure-of-api.ts'
import { KeptLibrary } from './kept-library.ts'
import type { FromThread, ThreadData, ToThread } from './library-messages.ts'
import { respond } from './library-requests.ts'

const port = parentPort
if (!port) throw new Error('no lookup was given')
const place = workerData as ThreadData
const library = new KeptLibrary(place)

port.on('message', (message: ToThread) => {
  // A defect ends the thread, and is thrown on the other side.
  void (message.kind === 'close' ? close() : responseTo(message).then((response) => port.postMessage(response)))
})

async function responseTo({ request, policy }: Extract<ToThread, { kind: 'request' }>): Promise<FromThread> {
  try {
    const response = await respond(await library.current(policy), request, { place, now: () => Date.now() })
    return { kind: 'response', response }
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', sentence: error.message }
    const failure = failureOfApi(error)
    if (failure === undefined) throw error
    return { kind: 'failed', failure }
  }
}

async function close(): Promise<void> {
  await library.close()
  port?.close()
}
