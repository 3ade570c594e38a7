import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DeskAnswers } from '#contract/desk/desk.ts'
import { fail } from '../../failure-error.ts'
import type { ExportOrder } from './export-worker.ts'
import { fileKinds, fileName } from './file-name.ts'

/** One file with everything in it, written in a thread of its own: a Word document of a long call takes seconds. Throws `cancelled`. */
export async function exportNotes(order: ExportOrder, signal: AbortSignal): Promise<DeskAnswers['notes']['export']> {
  const worker = new Worker(workerFile(), { workerData: order })
  try {
    const [bytes] = (await once(worker, 'message', { signal })) as [Uint8Array]
    return {
      fileName: fileName(order.reading.entry, order),
      mediaType: fileKinds[order.as].mediaType,
      base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    }
  } catch (error) {
    if (signal.aborted) fail({ kind: 'cancelled' })
    throw error
  } finally {
    await worker.terminate()
  }
}

/** Beside this file in the sources; in a build at the top of its folder, in whichever part of it this file ended up. */
function workerFile(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('./export-worker.ts', import.meta.url)
  return new URL(
    /\/chunks\/[^/]+$/.test(import.meta.url) ? '../export-worker.js' : './export-worker.js',
    import.meta.url,
  )
}
