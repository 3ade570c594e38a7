import type { CallPiece, CallReading } from '#contract/desk/calls.ts'
import { outlinedTurns, putStretch } from '#contract/desk/turns.ts'

/**
 * Puts a call together as it comes. `onbegun` is told of it when the turns that are painted first are there. Throws when turns are
 * missing at the end: a call with blanks in it is never taken for whole.
 */
export async function readPieces(
  pieces: AsyncIterable<CallPiece>,
  onbegun: (begun: CallReading) => void,
): Promise<CallReading> {
  let whole: CallReading | null = null
  let come = 0
  for await (const { call, stretches } of pieces) {
    if (call !== null) {
      const { outline, ...head } = call
      const begun = { ...head, turns: outlinedTurns(outline) }
      for (const stretch of stretches) putStretch(begun.turns, stretch)
      onbegun(begun)
      // Others than those that were handed out: what is drawn from them is drawn anew.
      whole = { ...head, turns: outlinedTurns(outline) }
    }
    for (const stretch of stretches) if (whole) come += putStretch(whole.turns, stretch)
  }
  if (whole === null || come < whole.turns.text.length) throw new Error('pieces of the call are missing')
  return whole
}
