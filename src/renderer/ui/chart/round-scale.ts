/** Chooses the ticks of an axis: steps of 1, 2 or 5 times a power of ten. */

interface RoundScale {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
}

/** Steps of 1, 2 or 5 that include both ends. @param count approximate number; three gives two to five */
export function roundScale(least: number, most: number, count = 3): RoundScale {
  const step = stepOf(most - least || Math.abs(most) || 1, count)
  const ticks = multiplesOf(step, Math.floor(least / step), Math.ceil(most / step))
  return { low: ticks[0] ?? least, high: ticks.at(-1) ?? most, ticks }
}

/** Lines use the room between their ends: the round steps that lie in it. */
export function stepsWithin(low: number, high: number): RoundScale {
  const step = stepOf(high - low || Math.abs(high) || 1, 4)
  return { low, high, ticks: multiplesOf(step, Math.ceil(low / step - close), Math.floor(high / step + close)) }
}

/** Sums of binary fractions miss a whole number by less. */
const close = 1e-9

function stepOf(span: number, count: number): number {
  const rough = (span / count) * (1 - close)
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power
}

function multiplesOf(step: number, from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => Number(((from + at) * step).toPrecision(12)))
}
