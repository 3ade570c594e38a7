import { short, type ScaleRow } from './scale-rows.ts'

/** Pixels. */
const [columns, panelWidth, panelHeight, gap] = [4, 216, 132, 24]
const plot = { left: 34, right: 8, top: 30, bottom: 20 }
const width = columns * panelWidth + (columns - 1) * gap

/** Ink on the page's own paper, which is light or dark. */
const style = `
  text { font: 11px 'IBM Plex Sans', system-ui, sans-serif; fill: #4f4c45; }
  .title { font-weight: 600; fill: #1b1a17; }
  .axis { stroke: #67635a; stroke-width: 1; }
  .bar { stroke: #67635a; stroke-width: 1; stroke-dasharray: 3 3; }
  .p95 { stroke: #1b1a17; stroke-width: 1.5; fill: none; }
  .p50 { stroke: #67635a; stroke-width: 1; fill: none; }
  .dot { fill: #1b1a17; }
  @media (prefers-color-scheme: dark) {
    text { fill: #b5b2ab; }
    .title { fill: #e9e7e2; }
    .axis, .bar, .p50 { stroke: #928f88; }
    .p95 { stroke: #e9e7e2; }
    .dot { fill: #e9e7e2; }
  }`

/**
 * Each row as a panel: its 95th percentile (strong) and its median (light) by the size of the library, which is logarithmic, from zero up,
 * under its bar (dashed).
 */
export function drawCurves(rows: readonly ScaleRow[]): string {
  const lines = Math.ceil(rows.length / columns)
  const height = lines * panelHeight + (lines - 1) * gap
  const panels = rows.map((row, at) => {
    const [x, y] = [(at % columns) * (panelWidth + gap), Math.floor(at / columns) * (panelHeight + gap)]
    return `<g transform="translate(${x} ${y})">${panelOf(row)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Each figure by the size of the library">
<style>${style}
</style>
${panels.join('\n')}
</svg>
`
}

function panelOf(row: ScaleRow): string {
  const { factors, figures } = row
  const bar = barOf(row)
  const top = Math.max(bar ?? 0, ...figures.map(({ p95 }) => p95)) * 1.08 || 1
  const [right, bottom] = [panelWidth - plot.right, panelHeight - plot.bottom]
  const [least, most] = [Math.log10(factors[0] ?? 1), Math.log10(factors.at(-1) ?? 1)]
  const across = (factor: number) =>
    round(
      most === least
        ? (plot.left + right) / 2
        : plot.left + 8 + ((Math.log10(factor) - least) / (most - least)) * (right - plot.left - 16),
    )
  const up = (value: number) => round(bottom - (value / top) * (bottom - plot.top))
  const line = (of: 'p50' | 'p95') =>
    factors.map((factor, at) => `${across(factor)},${up(figures[at]?.[of] ?? 0)}`).join(' ')
  const last = figures.at(-1)
  return [
    `<text class="title" x="0" y="11">${row.what}</text>`,
    `<text x="0" y="25">${row.unit}${row.barText ? `, bar ${row.barText}` : ''}</text>`,
    `<line class="axis" x1="${plot.left}" y1="${bottom}" x2="${right}" y2="${bottom}"/>`,
    bar === null ? '' : `<line class="bar" x1="${plot.left}" y1="${up(bar)}" x2="${right}" y2="${up(bar)}"/>`,
    bar === null ? '' : `<text x="${plot.left - 4}" y="${up(bar) + 4}" text-anchor="end">${short(bar)}</text>`,
    `<text x="${plot.left - 4}" y="${bottom + 4}" text-anchor="end">0</text>`,
    `<polyline class="p50" points="${line('p50')}"/>`,
    `<polyline class="p95" points="${line('p95')}"/>`,
    ...factors.map(
      (factor, at) => `<circle class="dot" cx="${across(factor)}" cy="${up(figures[at]?.p95 ?? 0)}" r="2"/>`,
    ),
    ...factors.map((factor) => `<text x="${across(factor)}" y="${bottom + 14}" text-anchor="middle">${factor}×</text>`),
    last
      ? `<text x="${right}" y="${Math.max(up(last.p95) - 6, plot.top + 4)}" text-anchor="end">${short(last.p95)}</text>`
      : '',
  ]
    .filter((part) => part !== '')
    .join('')
    .replaceAll('≤', '&#8804;')
    .replaceAll('×', '&#215;')
}

/** Null: there is none without another library to compare with. */
function barOf({ most, mostTimes, figures }: ScaleRow): number | null {
  const smallest = figures[0]
  return most ?? (mostTimes !== null && smallest && figures.length > 1 ? smallest.p50 * mostTimes : null)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
