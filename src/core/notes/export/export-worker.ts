/** The worker thread that exports notes as Markdown, HTML or Word. */

import { parentPort, workerData } from 'node:worker_threads'
import type { ApiInputs } from '#contract/api/api.ts'
import { callDocument, type DocumentOptions } from './call-document.ts'
import { docxOf } from './docx.ts'
import { htmlOf } from './html.ts'
import { markdownOf } from './markdown.ts'

/** The thread's input: it writes notes, or a call with its notes, as Markdown, HTML or Word. */
export interface ExportRequest extends DocumentOptions {
  readonly as: ApiInputs['notes']['export']['as']
}

async function write({ as, ...order }: ExportRequest): Promise<Uint8Array> {
  const document = callDocument(order)
  switch (as) {
    case 'markdown':
      return new TextEncoder().encode(markdownOf(document))
    case 'html':
      return new TextEncoder().encode(htmlOf(document))
    case 'docx':
      return docxOf(document)
    default:
      return as satisfies never
  }
}

if (!parentPort) throw new Error('no call was given to write')
const bytes = await write(workerData as ExportRequest)
parentPort.postMessage(bytes, [bytes.buffer as ArrayBuffer])
