import { expect, test } from 'vitest'
import type { ChartPanelPlan } from '../../../src/renderer/ui/chart/chart.ts'
import { svgOf } from '../../../src/renderer/ui/chart/chart-picture.ts'
import { chartScene, type PicturePanel, type Scene } from '../../../src/renderer/ui/chart/chart-scene.ts'

const lines: ChartPanelPlan = {
  kind: 'lines',
  series: [
    { name: 'AAA', values: [0.1, null, 0.3] },
    { name: 'R&D', values: [-0.1, 0, 0.29] },
  ],
  low: -0.1,
  high: 0.3,
  labels: 'names',
  interest: 0,
  says: '',
}
const panel = (plan: ChartPanelPlan | null): PicturePanel => ({
  title: 'Margin',
  note: 'bps',
  axis: ['FY2024', 'FY2025', 'LTM'],
  plan,
  absent: 'No scale in common.',
  write: (value) => `${(value * 100).toFixed(0)}%`,
})
const sceneOf = (...panels: readonly PicturePanel[]) =>
  chartScene({ title: 'Margin: AAA, R&D', subtitle: 'FY2024 to LTM', source: 'Source: Sample.', panels })
const textsOf = ({ shapes }: Scene) => shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []))

test('a picture has title, period, source, both axes with zero as 0, and each line’s name and figure at its end', () => {
  const texts = textsOf(sceneOf(panel(lines)))
  expect(texts.slice(0, 2)).toEqual(['Margin: AAA, R&D', 'FY2024 to LTM'])
  expect(texts.at(-1)).toBe('Source: Sample.')
  expect(texts).toEqual(expect.arrayContaining(['FY2024', 'FY2025', 'LTM', '0%', '20%', 'AAA 30%', 'R&D 29%']))
})

test('names at the ends of lines do not cover each other', () => {
  const { shapes } = sceneOf(panel(lines))
  const ends = shapes.flatMap((shape) => (shape.kind === 'text' && / \d+%$/.test(shape.text) ? [shape.y] : []))
  expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))).toBeGreaterThanOrEqual(13)
})

test('bars stand on zero and say their figures; a missing one is n/a', () => {
  const bars = { ...lines, kind: 'bars', series: [{ name: '', values: [0.2, null, -0.1] }] } as const
  const { shapes } = sceneOf(panel(bars))
  const drawn = shapes.flatMap((shape) => (shape.kind === 'rect' ? [shape] : [])).slice(1)
  expect(drawn).toHaveLength(2)
  const [above, below] = drawn
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeCloseTo(below?.y ?? -1)
  expect(textsOf({ shapes, width: 0, height: 0 })).toEqual(expect.arrayContaining(['20%', 'n/a', '-10%']))
})

test('many charts stand in rows, each with its title; one that cannot be drawn says why', () => {
  const seven = sceneOf(...Array.from({ length: 6 }, () => panel(lines)), panel(null))
  expect(textsOf(seven).filter((text) => text === 'Margin')).toHaveLength(7)
  expect(textsOf(seven)).toContain('No scale in common.')
  expect(seven.height).toBeGreaterThan(sceneOf(panel(lines), panel(lines), panel(lines)).height)
})

test('an SVG keeps texts as texts', () => {
  const svg = svgOf(sceneOf(panel(lines)))
  expect(svg).toContain('>R&amp;D 29%</text>')
  expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="920"')).toBe(true)
})
