/** Draws what was measured over time, and judges whether it is flat. */

export interface Curve {
  readonly name: string
  readonly unit: string
  readonly values: readonly number[]
  /** How much larger the last part may be than the one before it, as a factor, and in its own unit. */
  readonly most: { readonly factor: number; readonly difference: number }
}

/** Until then caches fill and code is compiled. */
const warmUp = 0.4

interface Judged {
  readonly before: number
  readonly after: number
  readonly isFlat: boolean
}

/** Compares the medians of the two halves that follow the warm-up. */
export function judged({ values, most }: Curve): Judged {
  const warm = values.slice(Math.floor(values.length * warmUp))
  const half = Math.floor(warm.length / 2)
  const [before, after] = [median(warm.slice(0, half)), median(warm.slice(half))]
  return { before, after, isFlat: after <= before * most.factor || after - before <= most.difference }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

const [width, height, margin] = [720, 130, 40]

export function curvesAsSvg(curves: readonly Curve[], minutes: number): string {
  const charts = curves.map((curve, at) => {
    const largest = Math.max(...curve.values, 1)
    const x = (index: number) => margin + (index / Math.max(1, curve.values.length - 1)) * (width - 2 * margin)
    const y = (value: number) => height - 24 - (value / largest) * (height - 50)
    const points = curve.values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
    const { before, after } = judged(curve)
    const says = `${curve.name}: ${before.toFixed(1)} to ${after.toFixed(1)} ${curve.unit}, largest ${largest.toFixed(1)}`
    return `<g transform="translate(0 ${at * height})"><text x="${margin}" y="16">${says}</text><line x1="${x(curve.values.length * warmUp)}" y1="22" x2="${x(curve.values.length * warmUp)}" y2="${height - 24}" stroke="#bbb"/><polyline points="${points}" fill="none" stroke="#246"/></g>`
  })
  const whole = height * curves.length + 24
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}" font-family="sans-serif" font-size="12">${charts.join('')}<text x="${margin}" y="${whole - 8}">${minutes} minutes; the line ends the warm-up</text></svg>\n`
}
