/** Runs work in a worker thread and returns its result. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fail } from './failure-error.ts'

/** The result of work in a worker thread, which would otherwise block the core. Throws `cancelled`, and the thread's failure. */
export async function resultOfThread(program: URL, order: unknown, signal: AbortSignal): Promise<unknown> {
  const worker = new Worker(program, { workerData: order })
  try {
    const [result] = (await once(worker, 'message', { signal })) as [unknown]
    return result
  } catch (error) {
    if (signal.aborted) fail({ kind: 'cancelled' })
    throw error
  } finally {
    await worker.terminate()
  }
}

/**
 * The program of a thread: beside the file that starts it in the sources; in a build at the top of its folder, in whichever part of it
 * that file ended up.
 *
 * @param name without ending, as in the entries of the build
 * @param starter `import.meta.url` of who starts it
 */
export function threadProgram(name: string, starter: string): URL {
  if (starter.endsWith('.ts')) return new URL(`./${name}.ts`, starter)
  return new URL(`${/\/chunks\/[^/]+$/.test(starter) ? '..' : '.'}/${name}.js`, starter)
}
