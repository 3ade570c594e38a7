/** SQL of pairs of sentences that the user called different, in `desk.db`: kept by their words, so that they stay in every version of both calls. */

import type { Reader, Writer } from '../database/reader-writer.ts'
import type { SentenceHashes, SplitCalls } from './split-passages.ts'

/** Those of two calls, in an order of their own. */
export function readSplits(desk: Reader, { earlier, later }: SplitCalls): SentenceHashes[] {
  return desk.all<SentenceHashes>(
    `SELECT earlier_hash AS earlier, later_hash AS later FROM split_passage
     WHERE earlier_call_id = ? AND later_call_id = ? ORDER BY earlier_hash, later_hash`,
    [earlier, later],
  )
}

export function writeSplits(
  desk: Writer,
  { earlier, later }: SplitCalls,
  hashes: readonly SentenceHashes[],
  isSplit: boolean,
  now: number,
): void {
  for (const pair of hashes) {
    const key = [earlier, later, pair.earlier, pair.later]
    if (isSplit)
      desk.run(
        `INSERT OR IGNORE INTO split_passage (earlier_call_id, later_call_id, earlier_hash, later_hash, split_at) VALUES (?, ?, ?, ?, ?)`,
        [...key, now],
      )
    else
      desk.run(
        'DELETE FROM split_passage WHERE earlier_call_id = ? AND later_call_id = ? AND earlier_hash = ? AND later_hash = ?',
        key,
      )
  }
}
