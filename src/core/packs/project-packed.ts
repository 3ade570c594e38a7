/** Makes what lists, screens and full text need of the records that packs brought, behind the user's work. */

import type { Reader } from '../database/reader-writer.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { projectDue } from '../ledger/due-projections.ts'
import { callIdOf, packedProjectors } from './packed-kinds.ts'
import { getCallIdentities, getPeriodSymbols } from './packs-store.ts'

/** Throws when `signal` aborts, and for a full disk: the next start of the workspace goes on. What was made until then is announced. */
export async function projectPacked(
  library: Pick<LibraryContext, 'writer' | 'announce'>,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { writer } = library
  if (!writer) return
  const projected: number[] = []
  try {
    await projectDue(writer, packedProjectors, signal, (recordIds, done, total) => {
      projected.push(...recordIds)
      onProgress(done, total)
    })
  } finally {
    if (projected.length > 0 && !signal.aborted) announce(library, writer, projected)
  }
}

function announce(library: Pick<LibraryContext, 'announce'>, db: Reader, recordIds: readonly number[]): void {
  for (const symbol of getPeriodSymbols(db, recordIds)) library.announce({ kind: 'fundamentals', symbol })
  for (const id of new Set(getCallIdentities(db, recordIds).map(callIdOf))) library.announce({ kind: 'call', id })
  for (const kind of ['calls', 'ratings', 'news', 'securities', 'searches'] as const) library.announce({ kind })
}
