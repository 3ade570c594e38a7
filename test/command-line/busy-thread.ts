/** A thread in the place of an assistant's, which works without a pause for as long as the test wants. */

import { parentPort, threadId } from 'node:worker_threads'
import type { FromThread, ToThread } from '#command-line/assistant/library-messages.ts'

let open = 0
let failsAtEnd = false

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'close') {
    if (failsAtEnd) throw new Error('the library cannot be closed')
    return parentPort?.close()
  }
  const { request, policy } = message
  if (request.kind === 'lookup') failsAtEnd = request.command === 'ratings'
  if (request.kind === 'transcript') for (;;) open += 0
  open += 1
  setImmediate(() => {
    const response: FromThread = { kind: 'response', response: { threadId, open, exports: policy.exports } }
    open -= 1
    parentPort?.postMessage(response)
  })
})
