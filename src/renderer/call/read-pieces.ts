import type { CallPiece, CallReading } from '#contract/desk/calls.ts'
import { outlinedTurns, putStretch } from '#contract/desk/turns.ts'

/** Puts a call together as it comes. `onbegun` is told of it when the turns that are painted first are there. */
export async function readPieces(
  pieces: AsyncIterable<CallPiece>,
  onbegun: (begun: CallReading) => void,
): Promise<CallReading> {
  let whole: CallReading | null = null
  for await (const { call, stretches } of pieces) {
    if (call !== null) {
      const { outline, ...head } = call
      const begun = { ...head, turns: outlinedTurns(outline) }
      for (const stretch of stretches) putStretch(begun.turns, stretch)
      onbegun(begun)
      // Others than those that were handed out: what is drawn from them is drawn anew.
      whole = { ...head, turns: outlinedTurns(outline) }
    }
    for (const stretch of stretches) if (whole) putStretch(whole.turns, stretch)
  }
  if (whole === null) throw new Error('no piece of the call came')
  return whole
}
