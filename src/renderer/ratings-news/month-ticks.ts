/** Months between one tick and the next. */
const steps = [1, 3, 6, 12, 24, 60, 120] as const

/** Beginnings of months (ms UTC) from one instant to another, evenly apart and no more than so many: years, halves, quarters. */
export function monthTicks(from: number, to: number, most: number): readonly number[] {
  const [first, last] = [Math.ceil(monthsOf(from)), Math.floor(monthsOf(to))]
  const step = steps.find((each) => Math.floor(last / each) - Math.ceil(first / each) < most) ?? steps.at(-1) ?? 1
  const ticks: number[] = []
  for (let month = Math.ceil(first / step) * step; month <= last; month += step) ticks.push(Date.UTC(1970, month))
  return ticks
}

/** Since 1970, with the part of the month that has gone by. */
function monthsOf(at: number): number {
  const date = new Date(at)
  const whole = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
  return at === Date.UTC(1970, whole) ? whole : whole + 0.5
}
