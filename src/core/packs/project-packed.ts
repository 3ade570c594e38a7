/** Makes what lists, screens and full text need of the records that packs brought, behind the user's work. */

import type { LibraryContext } from '../ledger/library-context.ts'
import { projectDue } from '../ledger/due-projections.ts'
import { packedProjectors } from './packed-kinds.ts'
import { getPeriodSymbols } from './packs-store.ts'

/** Throws when `signal` aborts: the next start of the workspace goes on. */
export async function projectPacked(
  library: Pick<LibraryContext, 'writer' | 'announce'>,
  signal: AbortSignal,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const { writer } = library
  if (!writer) return
  const recordIds = await projectDue(writer, packedProjectors, signal, onProgress)
  if (recordIds.length === 0) return
  for (const symbol of getPeriodSymbols(writer, recordIds)) library.announce({ kind: 'fundamentals', symbol })
  for (const kind of ['calls', 'ratings', 'news', 'securities', 'searches'] as const) library.announce({ kind })
}
