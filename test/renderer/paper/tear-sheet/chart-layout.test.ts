import { describe, expect, test } from 'vitest'
import type { SheetTable } from '#contract/api/tear-sheet.ts'
import {
  bars,
  isInTwelveMonths,
  lanes,
  scale,
  spreadLabels,
} from '../../../../src/renderer/paper/tear-sheet/chart-layout.ts'

const middles = [10, 20, 30]
const band = { top: 0, bottom: 40 }

describe('bars on paper', () => {
  test('start at zero, above it and below it, and leave a gap where there is no figure', () => {
    const drawn = bars([30, null, -10], middles, 4, band)
    expect(drawn.baseline).toBe(30)
    expect(drawn.bars).toEqual([
      { at: 0, x: 8, y: 0, width: 4, height: 30 },
      { at: 2, x: 28, y: 30, width: 4, height: 10 },
    ])
  })

  test('are none where nothing is stored', () => {
    expect(bars([null, 'n.m.', null], middles, 4, band)).toEqual({ bars: [], baseline: 40 })
  })
})

test('the latest four quarters are tinted as twelve months where these are stored, and not otherwise', () => {
  const twelveMonths = {} as NonNullable<SheetTable['twelveMonths']>
  const tinted = (table: Pick<SheetTable, 'twelveMonths'>) => [0, 3, 4].map((at) => isInTwelveMonths(table, at))
  expect(tinted({ twelveMonths })).toEqual([true, true, false])
  expect(tinted({ twelveMonths: null })).toEqual([false, false, false])
})

describe('lines on paper', () => {
  test('share one scale, so that a steeper one changed more', () => {
    const [steep, flat] = lanes(
      [
        [0.1, 0.2, 0.3],
        [0.1, 0.11, 0.12],
      ],
      middles,
      { top: 0, bottom: 60 },
      4,
    )
    const rise = (line: typeof steep) => (line?.points[0]?.y ?? 0) - (line?.points.at(-1)?.y ?? 0)
    expect(rise(steep) / rise(flat)).toBeCloseTo(10)
    expect(steep?.points.at(-1)?.y ?? 0).toBeLessThan(flat?.points.at(-1)?.y ?? 0)
  })

  test('break where a period is missing', () => {
    const [line] = lanes([[0.1, null, 0.3]], middles, band, 4)
    expect(line?.path.match(/[ML]/g)).toEqual(['M', 'M'])
  })

  test('stand in the middle of their band where nothing changes, and nowhere where nothing is stored', () => {
    expect(scale([5, 5], band)(5)).toBe(20)
    expect(lanes([[null], [0.1]], [10], band, 4)[0]).toEqual({ path: '', points: [] })
  })
})

test('labels keep their distance, and their order', () => {
  expect(spreadLabels([10, 12, 50], 10)).toEqual([10, 20, 50])
  expect(spreadLabels([12, 10], 10)).toEqual([20, 10])
})
