/** The span of time that a timeline shows: zooming, panning and bringing a moment into it. */

/** A stretch of time, milliseconds since 1970. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

export const aDay = 86_400_000
export const aYear = 365.25 * aDay
/** The shortest span that can be zoomed to. */
const shortest = 4 * aDay
/** The margin beyond the first and the last entry, as a share of the span. */
const margin = 0.03

/** All of some moments with room beside them; a year for one alone. */
export function spanAround(first: number, last: number): TimeSpan {
  const length = last - first
  const room = length < shortest ? aYear / 2 : length * margin
  return { from: first - room, to: last + room }
}

/** Longer by a factor (below one: shorter), what is at `anchor` stays where it is; never beyond `bounds`. */
export function zoomed(span: TimeSpan, factor: number, anchor: number, bounds: TimeSpan): TimeSpan {
  const length = span.to - span.from
  const wanted = Math.min(Math.max(length * factor, shortest), bounds.to - bounds.from)
  const share = (anchor - span.from) / length
  return within({ from: anchor - share * wanted, to: anchor + (1 - share) * wanted }, bounds)
}

/** Moved by a share of its own length. */
export function panned({ from, to }: TimeSpan, share: number, bounds: TimeSpan): TimeSpan {
  const by = (to - from) * share
  return within({ from: from + by, to: to + by }, bounds)
}

/** Moved as little as shows a moment, with room beside it. */
export function revealing(span: TimeSpan, at: number, bounds: TimeSpan): TimeSpan {
  if (at >= span.from && at <= span.to) return span
  const length = span.to - span.from
  const from = at < span.from ? at - length * 0.1 : at - length * 0.9
  return within({ from, to: from + length }, bounds)
}

function within({ from, to }: TimeSpan, bounds: TimeSpan): TimeSpan {
  const length = to - from
  if (length >= bounds.to - bounds.from) return bounds
  const start = Math.min(Math.max(from, bounds.from), bounds.to - length)
  return { from: start, to: start + length }
}
