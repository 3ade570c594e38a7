import type { DeskAnswers } from '#contract/desk/desk.ts'
import { answerOfThread, threadProgram } from '../../thread.ts'
import type { ExportOrder } from './export-worker.ts'
import { fileKinds, fileName } from './file-name.ts'

const program = threadProgram('export-worker', import.meta.url)

/** One file with everything in it, written in a thread of its own: a Word document of a long call takes seconds. Throws `cancelled`. */
export async function exportNotes(order: ExportOrder, signal: AbortSignal): Promise<DeskAnswers['notes']['export']> {
  const bytes = (await answerOfThread(program, order, signal)) as Uint8Array
  return {
    fileName: fileName(order.reading.entry, order),
    mediaType: fileKinds[order.as].mediaType,
    base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  }
}
