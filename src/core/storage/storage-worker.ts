import { parentPort, workerData } from 'node:worker_threads'
import { measure, type SizesOrder } from './sizes.ts'

if (!parentPort) throw new Error('nothing was given to do')
parentPort.postMessage(measure(workerData as SizesOrder))
