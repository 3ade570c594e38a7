import type { CallPiece, CallReading } from '#contract/desk/calls.ts'
import { outlinedTurns, putStretch } from '#contract/desk/turns.ts'
import type { OpenCall } from './call-reading.ts'

/** Turns above and below the one where reading begins that are in sight, or nearly. */
const around = 60
/** Stretches of a piece: it is read by the window between two frames. */
const atOnce = 4

/** A call as the window is told of it: first what is painted first, then the other turns in their order. */
export async function* piecesOf(
  { stretches, ...call }: OpenCall,
  turn: number,
): AsyncGenerator<CallPiece, void, undefined> {
  const from = Math.min(turn, (stretches.at(-1)?.first ?? 0) + around) - around
  const near = stretches.filter(
    ({ first }, at) => first <= from + 2 * around && (stretches[at + 1]?.first ?? Infinity) > from,
  )
  yield { call, stretches: near }
  const others = stretches.filter((stretch) => !near.includes(stretch))
  for (let at = 0; at < others.length; at += atOnce) yield { call: null, stretches: others.slice(at, at + atOnce) }
}

export function wholeReading({ outline, stretches, ...call }: OpenCall): CallReading {
  const turns = outlinedTurns(outline)
  for (const stretch of stretches) putStretch(turns, stretch)
  return { ...call, turns }
}
