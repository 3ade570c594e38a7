/** Compacts a library in the storage worker. */

import { writeCompacted, type Compacted } from '../database/compact.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import type { Report } from './run-storage-worker.ts'

export interface CompactRequest {
  readonly job: 'compact'
  readonly library: string
  /** Path of the copy; no file exists there yet. */
  readonly target: string
}

/** Null: the library was written to meanwhile. */
export function compact({ library, target }: CompactRequest, report: Report): Compacted | null {
  report({ message: 'Rewriting the library', done: 0, total: 0 })
  return writeCompacted(library, target, libraryDatabase)
}
