/** One line of the table: what was measured, its figure, its bar, and whether it is held. */
export interface Measured {
  readonly what: string
  readonly figure: string
  readonly bar: string
  /** Null: reported only. */
  readonly held: boolean | null
}

/** Milliseconds of one run. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The value that `share` of the measurements do not exceed (nearest rank). */
export function percentile(milliseconds: readonly number[], share: number): number {
  const sorted = milliseconds.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function median(milliseconds: readonly number[]): number {
  return percentile(milliseconds, 0.5)
}

/**
 * Runs two things in turn so that a noisy machine is noisy to both; the first round warms up and is not counted. Gives the
 * median of each, in milliseconds.
 */
export async function inTurn(
  rounds: number,
  ours: () => number | Promise<number>,
  theirs: () => number | Promise<number>,
): Promise<{ ours: number; theirs: number }> {
  const mine: number[] = []
  const others: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [await ours(), await theirs()]
    if (round === 0) continue
    mine.push(one)
    others.push(other)
  }
  return { ours: median(mine), theirs: median(others) }
}

export function milliseconds(value: number): string {
  return value < 10 ? `${value.toFixed(2)} ms` : `${value.toFixed(0)} ms`
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)}×`
}
