import { libraryDatabase } from '../database/library-schema.ts'
import { writeCompacted } from '../database/compact.ts'
import type { Report } from './messages.ts'

export interface CompactOrder {
  readonly job: 'compact'
  readonly library: string
}

/** Gives the bytes of what was written. */
export function compact({ library }: CompactOrder, report: Report): number {
  report({ says: 'Writing the library anew', done: 0, total: 0 })
  return writeCompacted(library, libraryDatabase)
}
