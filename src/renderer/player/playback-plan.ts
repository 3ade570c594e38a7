/**
 * Which parts of a recording are played, in seconds: one turn, one speaker, or search hits in
 * sequence. Also the marks and stops along the player's slider.
 */

/** Part of a recording, in seconds from its start. */
export interface PlaybackSpan {
  readonly from: number
  readonly to: number
}

/** Passages to play of a recording: "Q&A", one speaker, the hits. */
export interface PlaybackPlan {
  readonly name: string
  readonly spans: readonly PlaybackSpan[]
}

/** What a screen knows of the loaded recording, drawn along the player's slider. All times in seconds. */
export interface PlaybackMarkers {
  /** The choices besides "All". */
  readonly plans: readonly PlaybackPlan[]
  readonly chapters: readonly { readonly at: number; readonly title: string; readonly major: boolean }[]
  readonly marks: readonly { readonly from: number; readonly to: number; readonly kind: PlaybackMarkKind }[]
  /** Targets of "previous" and "next": the starts of the turns, in order. */
  readonly stops: readonly number[]
}
/** `difference`: a spoken figure that differs from the statements; `figure`: any other one. */
export type PlaybackMarkKind = 'hit' | 'negative' | 'highlight' | 'figure' | 'difference'

export const noMarkers: PlaybackMarkers = { plans: [], chapters: [], marks: [], stops: [] }

/** A decoder lands this near to where it was sent; seconds. */
const near = 0.05

/** In order and without overlaps. Close ones are merged, so that playback does not stutter. */
export function inOrder(spans: readonly PlaybackSpan[]): readonly PlaybackSpan[] {
  const joined: PlaybackSpan[] = []
  for (const span of spans.filter(({ from, to }) => to > from).sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last && span.from <= last.to + near)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else joined.push(span)
  }
  return joined
}

export function sameSpans(one: readonly PlaybackSpan[], other: readonly PlaybackSpan[]): boolean {
  return (
    one.length === other.length && one.every(({ from, to }, at) => from === other[at]?.from && to === other[at]?.to)
  )
}

/** Where playback continues: there if inside a span, else at the next one; null after the last. */
export function continueAt(spans: readonly PlaybackSpan[], at: number): number | null {
  const next = spans.find(({ to }) => at < to - near / 2)
  if (!next) return null
  return at >= next.from - near ? at : next.from
}

/** The span that it is in. */
export function spanAt(spans: readonly PlaybackSpan[], at: number): PlaybackSpan | undefined {
  return spans.find(({ from, to }) => at >= from - near && at < to)
}

/** Skips forward or back by seconds of playback, without the gaps between spans; stays within the first and the last span. */
export function skipPlayed(spans: readonly PlaybackSpan[], at: number, by: number): number {
  const lengths = spans.map(({ from, to }) => to - from)
  const played = spans.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(at, to) - from), 0)
  let left = Math.max(0, played + by)
  for (const [index, span] of spans.entries()) {
    const length = lengths[index] ?? 0
    if (left < length) return span.from + left
    left -= length
  }
  return spans.at(-1)?.to ?? at
}

/** The previous stop: the beginning of the present turn, unless it has just begun. */
export function stopBefore(stops: readonly number[], at: number): number {
  return stops.findLast((stop) => stop <= at - graceful) ?? 0
}
const graceful = 2

export function stopAfter(stops: readonly number[], at: number): number | null {
  return stops.find((stop) => stop > at + near) ?? null
}

/** From the previous stop to the next one, or to the end; null outside of all turns. */
export function stopSpan(stops: readonly number[], at: number, end: number | null): PlaybackSpan | null {
  const from = stops.findLast((stop) => stop <= at + near)
  const to = stopAfter(stops, at) ?? end
  return from === undefined || to === null ? null : { from, to }
}
