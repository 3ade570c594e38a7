/** The worker thread that writes a Word document. */

import { parentPort, workerData } from 'node:worker_threads'
import type { EditableDocument } from '#contract/api/exports.ts'
import { wordDocument } from './word-document.ts'

/** Writes a Word document in a worker thread, so that requests continue meanwhile. */
if (!parentPort) throw new Error('no document was given to write')
const bytes = await wordDocument(workerData as EditableDocument)
parentPort.postMessage(bytes, [bytes.buffer as ArrayBuffer])
