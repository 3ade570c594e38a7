import { expect, test } from 'vitest'
import { dashOf } from '../../../src/renderer/ui/chart/chart.ts'

const named = (...names: string[]) => names.map((name) => ({ name, values: [1, 2] }))

test('lines of several companies can be distinguished without their colors, and the highlighted one is whole', () => {
  const plan = { series: named('HLDN', 'KSTM', 'VSPO', 'TMSN'), interest: 2 }
  const dashes = plan.series.map((_, index) => dashOf(plan, index).join(' '))
  expect([new Set(dashes).size, dashes[2]]).toEqual([4, ''])
  const equal = { ...plan, interest: -1 }
  expect(new Set(equal.series.map((_, index) => dashOf(equal, index).join(' '))).size).toBe(4)
  expect(dashOf({ series: named('HLDN'), interest: -1 }, 0)).toEqual([])
})
