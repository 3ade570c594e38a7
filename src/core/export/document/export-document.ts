/** Exports a printed page as a Word document, in a worker thread. */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { EditableDocument } from '#contract/api/exports.ts'
import { resultOfThread, threadProgram } from '../../worker-thread.ts'
import { fileNameOf } from '#contract/file-name.ts'

const program = threadProgram('document-worker', import.meta.url)
const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Writes a Word document in a worker thread. Throws `cancelled`. */
export async function exportDocument(
  document: EditableDocument,
  signal: AbortSignal,
): Promise<ApiOutputs['exports']['document']> {
  const bytes = (await resultOfThread(program, document, signal)) as Uint8Array
  return {
    fileName: `${fileNameOf(document.title)}.docx`,
    mediaType,
    base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  }
}
