/** Finds the segments of a transcript that a quote is from. */

import type { Turns } from './calls.ts'

/** The ids of all segments that a quote has words of, in the order of the call; turns without an id have none. */
export function quotedSegments(
  { segmentId, text }: Pick<Turns, 'segmentId' | 'text'>,
  {
    firstTurn,
    from,
    lastTurn,
    to,
  }: { readonly firstTurn: number; readonly from: number; readonly lastTurn: number; readonly to: number },
): number[] {
  return segmentId.slice(firstTurn, lastTurn + 1).flatMap((id, at) => {
    const turn = firstTurn + at
    const words = (text[turn] ?? '').slice(turn === firstTurn ? from : 0, turn === lastTurn ? to : undefined)
    return id === null || words.trim() === '' ? [] : [id]
  })
}
