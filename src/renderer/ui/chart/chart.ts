/**
 * The types of a chart: series of bars or lines, gaps, labels. Also the range of its axis, and its
 * description in words.
 */

/** One line or set of bars. A null is a gap and stays one. */
export interface ChartSeries {
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** Between two columns the unit of a series changes, such as its shares: the two sides are no trend. */
export interface ChartBreak {
  /** Index of the series. */
  readonly series: number
  /** The column after it. */
  readonly at: number
  /** "4-for-1 split". */
  readonly label: string
}

/** What one panel draws: a series as bars from zero, or one to four as lines. */
export interface ChartPanelPlan {
  readonly kind: 'bars' | 'lines'
  readonly series: readonly ChartSeries[]
  /** Ends of the value axis; small multiples share them. */
  readonly low: number
  readonly high: number
  /** Labels: figures for a single line, names at the ends of several lines, none for bars above figures. */
  readonly labels: 'figures' | 'names' | 'none'
  /** Lines have a gap there, and a marker tells why. Absent: none. */
  readonly breaks?: readonly ChartBreak[]
  /** The highlighted series: in accent, the others are muted. −1: a single one, in ink. */
  readonly interest: number
  /** A sentence on its content; the table has its data. */
  readonly says: string
}

const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]] as const

/** Several lines differ by their dashes too, for those who do not tell their colors apart: the highlighted one is whole. */
export function dashOf(
  { series, interest }: { readonly series: readonly unknown[]; readonly interest: number },
  index: number,
): readonly number[] {
  if (series.length === 1 || index === interest) return []
  const rank = interest < 0 ? index : index < interest ? index + 1 : index
  return dashes[rank % dashes.length] ?? []
}

/** "HLDN: 11.2% to 15.1%, lowest 10.0%, highest 15.1%." of each series. */
export function saysOf(series: readonly ChartSeries[], write: (value: number) => string): string {
  return series
    .map(({ name, values }) => {
      const known = values.filter((value) => value !== null)
      const [from, to] = [known[0], known.at(-1)]
      if (from === undefined || to === undefined) return `${name}: n/a`
      return `${name}: ${write(from)} to ${write(to)}, lowest ${write(Math.min(...known))}, highest ${write(Math.max(...known))}`
    })
    .join('. ')
}

/** "4-for-1 split before Q4 FY2020: what stands at its two sides is not comparable." Empty without one. */
export function breaksSay(breaks: readonly ChartBreak[], columnName: (at: number) => string): string {
  return breaks
    .map(({ label, at }) => ` ${label} before ${columnName(at)}: figures before and after it are not comparable.`)
    .join('')
}

/** Room above and below the values for the labels, as a share of their span. */
const air = 0.08

/** Bars begin at zero; lines use the whole range. An empty range is widened a little. */
export function axisOf(kind: 'bars' | 'lines', series: readonly ChartSeries[]): { low: number; high: number } {
  const values = series.flatMap(({ values: all }) => all).filter((value) => value !== null)
  if (values.length === 0) return { low: 0, high: 1 }
  const low = kind === 'bars' ? Math.min(0, ...values) : Math.min(...values)
  const high = kind === 'bars' ? Math.max(0, ...values) : Math.max(...values)
  const span = high - low || Math.abs(high) || 1
  return kind === 'bars' ? { low, high: high === low ? 1 : high } : { low: low - span * air, high: high + span * air }
}
