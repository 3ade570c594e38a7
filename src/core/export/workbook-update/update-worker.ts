/** The worker thread that updates a user's workbook from the library. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../clock.ts'
import { Comparisons } from '../../comparisons/comparisons.ts'
import { readWithExtraConnection } from '../../database/extra-connection.ts'
import { deskDatabase } from '../../database/desk-schema.ts'
import { libraryDatabase } from '../../database/library-schema.ts'
import { KnownBreaks } from '../../fundamentals/known-breaks.ts'
import { Metrics } from '../../metrics/metrics.ts'
import { serveChunks } from '../../worker-thread-chunks.ts'
import type { ExportFacts } from '../provenance-rows.ts'
import { updateFromLibrary } from './update-from-library.ts'

/** The thread's input: it updates a user's workbook from the library, so that requests continue meanwhile. */
export interface UpdateWorkbookRequest {
  readonly workbook: Uint8Array
  readonly files: { readonly library: string; readonly desk: string; readonly isReadOnly: boolean }
  readonly facts: ExportFacts
}

if (!parentPort) throw new Error('no workbook was given to update')
const { workbook, files, facts } = workerData as UpdateWorkbookRequest
const library = readWithExtraConnection(files.library, libraryDatabase, files.isReadOnly)
const desk = { reader: readWithExtraConnection(files.desk, deskDatabase, files.isReadOnly).reader, writer: null }
const reading = {
  reader: library.reader,
  clock: { ...systemClock, now: () => facts.madeAt },
  announce: () => {
    throw new Error('updating a workbook announces no change')
  },
}
const metrics = new Metrics(reading, desk)
const knownBreaks = new KnownBreaks(reading, desk)
const comparisons = new Comparisons(reading, desk, metrics, knownBreaks)
serveChunks(
  parentPort,
  updateFromLibrary(Buffer.from(workbook.buffer, workbook.byteOffset, workbook.byteLength), {
    reader: library.reader,
    metrics,
    comparisons,
    knownBreaks,
    facts,
  }),
)
