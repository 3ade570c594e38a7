/** Assembles a transcript from the chunks in which the core sends it. */

import type { CallChunk, CallReading } from '#contract/api/calls.ts'
import { outlinedTurns, putTurnChunk } from '#contract/api/turns.ts'

/**
 * Assembles a call from its chunks. `onbegun` is called when the turns that are painted first have arrived. Throws when turns are
 * missing at the end: a call with gaps is never taken for complete.
 */
export async function readCallChunks(
  pieces: AsyncIterable<CallChunk>,
  onbegun: (begun: CallReading) => void,
): Promise<CallReading> {
  let whole: CallReading | null = null
  let come = 0
  for await (const { call, chunks } of pieces) {
    if (call !== null) {
      const { outline, ...head } = call
      const begun = { ...head, turns: outlinedTurns(outline) }
      for (const chunk of chunks) putTurnChunk(begun.turns, chunk)
      onbegun(begun)
      // Others than those that were handed out: what is drawn from them is drawn again.
      whole = { ...head, turns: outlinedTurns(outline) }
    }
    for (const chunk of chunks) if (whole) come += putTurnChunk(whole.turns, chunk)
  }
  if (whole === null || come < whole.turns.text.length) throw new Error('pieces of the call are missing')
  return whole
}
