import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { sqliteFailure } from '../database/handles.ts'
import { failureOf } from '../failure-error.ts'
import { backUp, type BackUpOrder } from './back-up.ts'
import { clearLeft, type ClearOrder } from './location.ts'
import { compact, type CompactOrder } from './compact.ts'
import { fileFailure } from './files.ts'
import type { Message, Report } from './messages.ts'
import { move, type MoveOrder } from './move.ts'
import { lookAt, takeOut, type LookOrder, type RestoreOrder } from './read-back-up.ts'
import { measure, type SizesOrder } from './sizes.ts'
import { verify, type VerifyOrder } from './verify.ts'

export type StorageOrder =
  SizesOrder | VerifyOrder | BackUpOrder | ClearOrder | CompactOrder | LookOrder | MoveOrder | RestoreOrder

/** Milliseconds between two words on how far it is. */
const toldEvery = 100

function work(order: StorageOrder, report: Report): unknown {
  switch (order.job) {
    case 'sizes':
      return measure(order)
    case 'verify':
      return verify(order, report)
    case 'back-up':
      return backUp(order, report)
    case 'clear':
      return clearLeft(order.folder)
    case 'compact':
      return compact(order, report)
    case 'look':
      return lookAt(order)
    case 'move':
      return move(order, report)
    case 'restore':
      return takeOut(order, report)
    default:
      return order satisfies never
  }
}

/** Where it writes, or reads with connections of its own. */
function folderOf(order: StorageOrder): string {
  switch (order.job) {
    case 'sizes':
    case 'verify':
    case 'clear':
      return order.folder.folder
    case 'back-up':
      return order.folder
    case 'compact':
      return dirname(order.target)
    case 'look':
      return dirname(order.path)
    case 'move':
      return dirname(order.target)
    case 'restore':
      return dirname(order.staging)
    default:
      return order satisfies never
  }
}

/** Not more often than anybody can read. */
function nowAndThen(report: Report): Report {
  let told = Number.NEGATIVE_INFINITY
  return (progress) => {
    if (performance.now() - told < toldEvery) return
    told = performance.now()
    report(progress)
  }
}

if (!parentPort) throw new Error('nothing was given to do')
const say = (message: Message) => parentPort?.postMessage(message)
const report = nowAndThen((progress) => say({ kind: 'progress', progress }))
try {
  say({ kind: 'done', answer: await work(workerData as StorageOrder, report) })
} catch (error) {
  const failure = failureOf(fileFailure(sqliteFailure(error) ?? error, folderOf(workerData as StorageOrder)))
  if (failure === undefined) throw error
  say({ kind: 'failed', failure })
}
