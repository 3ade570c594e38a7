/**
 * Contents that are stored before the records that have them, because all at once they would make other requests wait: in small
 * transactions, with a turn for others between them. Each is noted until the records are stored or have failed. What nothing refers to
 * then is removed, after the end of the program at its next start.
 */

import { setImmediate } from 'node:timers/promises'
import type { Writer } from '../database/reader-writer.ts'
import { getAhead, insertAhead, settleAhead } from './contents-ahead-store.ts'

/** The time after which a transaction ends. */
const longestMs = 30
/** Items whose contents one transaction stores at most. */
const mostItems = 50
/** Notes that one transaction ends at most. */
const mostNotes = 500

/**
 * Stores the contents of some items, in their order. `store` is called for each within a transaction, and gets how to store a content: that
 * gives its id. `onPart` gets how many items are done after each transaction. Throws when `signal` aborts: what was stored stays noted.
 */
export async function storeAhead<Item>(
  db: Writer,
  items: readonly Item[],
  signal: AbortSignal,
  {
    store,
    onPart,
  }: {
    readonly store: (item: Item, content: (hash: Buffer, body: string) => number) => void
    readonly onPart: (done: number) => void
  },
): Promise<void> {
  const content = (hash: Buffer, body: string) => insertAhead(db, hash, body)
  const storePart = (first: number): number => {
    const began = performance.now()
    let done = first
    for (const item of items.slice(first, first + mostItems)) {
      store(item, content)
      done += 1
      if (performance.now() - began > longestMs) break
    }
    return done
  }
  for (let done = 0; done < items.length;) {
    const first = done
    done = db.transaction(() => storePart(first))
    onPart(done)
    await setImmediate()
    signal.throwIfAborted()
  }
}

/**
 * Ends the notes of all contents, and removes those that nothing refers to. It must not run while contents are stored ahead. Throws when
 * `signal` aborts, and for a full disk: the rest stays noted.
 */
export async function settleContents(db: Writer, signal: AbortSignal): Promise<void> {
  for (let ids = getAhead(db, mostNotes); ids.length > 0; ids = getAhead(db, mostNotes)) {
    const part = ids
    db.transaction(() => settlePart(db, part))
    await setImmediate()
    signal.throwIfAborted()
  }
}

function settlePart(db: Writer, contentIds: readonly number[]): void {
  const began = performance.now()
  for (const id of contentIds) {
    settleAhead(db, id)
    if (performance.now() - began > longestMs) return
  }
}
