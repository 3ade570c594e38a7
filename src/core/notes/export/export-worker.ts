import { parentPort, workerData } from 'node:worker_threads'
import type { DeskQuestions } from '#contract/desk/desk.ts'
import { callDocument, type DocumentOrder } from './call-document.ts'
import { docxOf } from './docx.ts'
import { htmlOf } from './html.ts'
import { markdownOf } from './markdown.ts'

export interface ExportOrder extends DocumentOrder {
  readonly as: DeskQuestions['notes']['export']['as']
}

async function write({ as, ...order }: ExportOrder): Promise<Uint8Array> {
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
const bytes = await write(workerData as ExportOrder)
parentPort.postMessage(bytes, [bytes.buffer as ArrayBuffer])
