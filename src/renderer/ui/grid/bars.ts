const barWidth = 6
const gap = 2
/** Pixels above and beneath the line that the bars stand on, when there are bars on both sides. */
const inset = 4

/** Bars from −1 to 1 as a CSS background in a cell so high: the last one dark, those below zero in the colour of what falls. */
export function barsPicture(bars: readonly (number | null)[], height: number): string {
  const room = height - 2 * inset
  const isMixed = bars.some((bar) => (bar ?? 0) < 0)
  const line = isMixed ? inset + room / 2 : inset + room
  return bars
    .map((bar, at) => {
      if (bar === null) return null
      const high = Math.max(1, Math.round(Math.abs(bar) * (isMixed ? room / 2 : room)))
      const top = bar < 0 ? line : line - high
      const colour = bar < 0 ? 'var(--down)' : at === bars.length - 1 ? 'var(--ink-2)' : 'var(--bar)'
      const left = 8 + at * (barWidth + gap)
      return `linear-gradient(${colour}, ${colour}) ${left}px ${top}px / ${barWidth}px ${high}px no-repeat`
    })
    .filter((layer) => layer !== null)
    .join(', ')
}
