/** Plays the recordings of the hits in sequence, a passage each. */

import type { HitRow } from '#contract/api/transcript-search.ts'
import type { CallToPlay } from '../app/play-next.ts'

/** Seconds of a passage whose end is not known. */
const unknownLength = 30

/** Plays the hits in sequence, call by call. */
export interface HitsToPlay {
  readonly calls: readonly CallToPlay[]
  readonly passages: number
  /** Titles of calls whose recording is not downloaded. */
  readonly withoutRecording: readonly string[]
}

/** @param isOnDisk by call id */
export function hitsToPlay(hits: readonly HitRow[], isOnDisk: (callId: string) => boolean, name: string): HitsToPlay {
  const calls: CallToPlay[] = []
  const withoutRecording: string[] = []
  let passages = 0
  for (const [callId, own] of Map.groupBy(hits, (hit) => hit.callId)) {
    const title = own[0]?.title ?? ''
    if (callId === null) continue
    if (!isOnDisk(callId)) {
      withoutRecording.push(title)
      continue
    }
    const spans = own.flatMap(({ start, end }) =>
      start === null ? [] : { from: start, to: end !== null && end > start ? end : start + unknownLength },
    )
    if (spans.length === 0) continue
    calls.push({ callId, title, plan: { name, spans } })
    passages += spans.length
  }
  return { calls, passages, withoutRecording }
}
