/**
 * Splits an opened call into chunks for the window: the turns that are shown first, then the
 * others.
 */

import type { CallChunk, CallReading } from '#contract/api/calls.ts'
import { outlinedTurns, putTurnChunk } from '#contract/api/turns.ts'
import type { OpenCall } from './open-call.ts'

/** Turns above and below the one where reading begins that are visible, or nearly. */
const around = 60
/** Stretches of a piece: it is read by the window between two frames. */
const atOnce = 4

/** A call in pieces for the window: what is painted first, then the other turns in order. */
export async function* callChunks(
  { chunks, ...call }: OpenCall,
  turn: number,
): AsyncGenerator<CallChunk, void, undefined> {
  const from = Math.min(turn, (chunks.at(-1)?.first ?? 0) + around) - around
  const near = chunks.filter(
    ({ first }, at) => first <= from + 2 * around && (chunks[at + 1]?.first ?? Infinity) > from,
  )
  yield { call, chunks: near }
  const others = chunks.filter((chunk) => !near.includes(chunk))
  for (let at = 0; at < others.length; at += atOnce) yield { call: null, chunks: others.slice(at, at + atOnce) }
}

export function joinChunks({ outline, chunks, ...call }: OpenCall): CallReading {
  const turns = outlinedTurns(outline)
  for (const chunk of chunks) putTurnChunk(turns, chunk)
  return { ...call, turns }
}
