/** The worker thread that cuts a clip from a recording. */

import { FilePathSource } from 'mediabunny'
import { parentPort, workerData } from 'node:worker_threads'
import { cutClip, type Cut } from './cut-clip.ts'

/** The thread's input: it cuts a clip from a downloaded recording. */
export interface ClipOrder extends Cut {
  readonly path: string
}

if (!parentPort) throw new Error('no recording was given to cut')
const { path, ...cut } = workerData as ClipOrder
const clip = await cutClip(new FilePathSource(path), cut)
parentPort.postMessage(clip, clip === null || clip === 'too-large' ? [] : [clip.bytes.buffer])
