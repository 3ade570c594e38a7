/** Exports a call with its notes as a file, in a worker thread. */

import type { ApiOutputs } from '#contract/api/api.ts'
import { resultOfThread, threadProgram } from '../../worker-thread.ts'
import type { ExportRequest } from './export-worker.ts'
import { fileKinds, fileName } from './file-name.ts'

const program = threadProgram('export-worker', import.meta.url)

/** One complete file, written in a worker thread: a Word document of a long call takes seconds. Throws `cancelled`. */
export async function exportNotes(order: ExportRequest, signal: AbortSignal): Promise<ApiOutputs['notes']['export']> {
  const bytes = (await resultOfThread(program, order, signal)) as Uint8Array
  return {
    fileName: fileName(order.reading.entry, order),
    mediaType: fileKinds[order.as].mediaType,
    base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  }
}
