/** Starts the sample service as a child process of the browser shell. */

import { fork } from 'node:child_process'
import type { Clock } from '#core/clock.ts'

/** The sample service's key, repeated because no layer may import `src/sample`. It gives access to nothing else. */
export const sampleKey = 'sample-key'

/** Milliseconds. On a machine that needs longer, Tearsheet starts without the sample service. */
const listensWithin = 15_000

interface SampleProcess {
  readonly baseUrl: string
}

/**
 * Starts the sample service as a process and waits until it listens. It ends with us in any case: it watches the IPC channel,
 * which the system closes. The signal ends it too. Rejects when it ends before it listens, prints something else, or prints
 * nothing for too long.
 */
export async function startSample(program: string, clock: Clock, signal: AbortSignal): Promise<SampleProcess> {
  const child = fork(program, ['--port', '0'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  const close = () => void child.kill()
  signal.addEventListener('abort', close, { once: true })
  const settled = new AbortController()
  try {
    const baseUrl = await new Promise<string>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`the sample service ended with ${code ?? 'a signal'}`)))
      child.once('message', (message) => {
        const address = listeningIn(message)
        if (address === null) reject(new Error('the sample service did not report its address'))
        else resolve(address)
      })
      clock.wait(listensWithin, settled.signal).then(
        () => reject(new Error('the sample service did not respond')),
        () => undefined,
      )
    })
    return { baseUrl }
  } catch (error) {
    close()
    throw error
  } finally {
    settled.abort()
  }
}

/** The address in `{listening: 'http://127.0.0.1:PORT'}`. */
function listeningIn(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('listening' in message)) return null
  const { listening } = message
  return typeof listening === 'string' && /^http:\/\/127\.0\.0\.1:\d+$/.test(listening) ? listening : null
}
