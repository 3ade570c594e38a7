/** Dates what was received while a clock was ahead. */

/** Times in their order, none after `latest`: of several that would be the same, each is a millisecond before the next. */
export function pastTimes(times: readonly number[], latest: number): number[] {
  const past: number[] = []
  for (const time of times.toReversed()) past.unshift(Math.min(time, (past[0] ?? latest + 1) - 1))
  return past
}
