/** One thing measured in libraries of several sizes. */
export interface ScaleRow {
  readonly what: string
  readonly unit: 'ms' | 'MB'
  /** In ascending order; `figures` has one for each. */
  readonly factors: readonly number[]
  readonly figures: readonly ScaleFigure[]
  readonly barText: string
  /** What the 95th percentile must not exceed in any library. */
  readonly most: number | null
  /** How many times the median in the smallest library the other medians may be. */
  readonly mostTimes: number | null
}

export interface ScaleFigure {
  readonly p50: number
  readonly p95: number
}

/** Null: there is no other library to compare with. */
export function isHeld({ figures, most, mostTimes }: ScaleRow): boolean | null {
  if (most !== null) return figures.every(({ p95 }) => p95 <= most)
  const [smallest, ...others] = figures
  if (mostTimes === null || !smallest || others.length === 0) return null
  return others.every(({ p50 }) => p50 <= smallest.p50 * mostTimes)
}

export function figureOf({ unit }: Pick<ScaleRow, 'unit'>, figure: ScaleFigure | undefined): string {
  if (!figure) return ''
  const { p50, p95 } = figure
  return p50 === p95 ? `${short(p95)} ${unit}` : `${short(p50)} / ${short(p95)} ${unit}`
}

/** Three digits at least. */
export function short(value: number): string {
  return value >= 100
    ? value.toFixed(0)
    : value >= 10
      ? value.toFixed(1)
      : value >= 1
        ? value.toFixed(2)
        : value.toFixed(3)
}
