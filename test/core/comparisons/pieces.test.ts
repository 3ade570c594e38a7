import { expect, test } from 'vitest'
import type { ComparedTable } from '#contract/api/comparisons.ts'
import { readTable } from '#contract/api/packed-figures.ts'
import { comparisonSetup, quartersOf } from './comparison-setup.ts'

const lines = ['Revenue', 'GrossProfit', 'calculated.gross_margin']
const setup = () =>
  comparisonSetup({
    AAA: quartersOf('AAA', { year: 2024, quarter: 1, end: '2024-03-31' }, [
      { Revenue: 100, GrossProfit: 40 },
      { Revenue: 150, GrossProfit: 75 },
    ]),
  })

test('the visible lines are there first, the others follow into the same table', async () => {
  const { api: asked, spec } = await setup()
  const begun: [ComparedTable, (string | boolean)[][]][] = []
  const question = { ...spec({ lines, basis: 'quarterly' }), firstLines: ['GrossProfit'] }
  const whole = await readTable(await asked.comparisons.table(question), {
    onStarted: (table) => begun.push([table, table.lines.map(({ field, isLoaded }) => [field, isLoaded])]),
    onMore: () => {},
  })
  expect(begun[0]?.[1]).toEqual([
    ['Revenue', false],
    ['GrossProfit', true],
    ['calculated.gross_margin', false],
  ])
  expect(begun[0]?.[0]).toBe(whole)
  expect(whole.lines.map(({ values, largest }) => [values, largest])).toEqual([
    [[100, 150], [150]],
    [[40, 75], [75]],
    [[0.4, 0.5], [0.5]],
  ])
})

test('in another mode, the calculated figures come ahead of those they are made of, and both in the end', async () => {
  const { api: asked, spec } = await setup()
  const question = { ...spec({ lines, basis: 'quarterly', mode: 'qoq' }), firstLines: ['Revenue'] }
  const ahead: unknown[] = []
  const whole = await readTable(await asked.comparisons.table(question), {
    onStarted: ({ lines: [revenue] }) => ahead.push(revenue?.shown, revenue?.values),
    onMore: () => {},
  })
  expect(ahead).toEqual([[null, 0.5], []])
  expect(whole.lines[0]?.values).toEqual([100, 150])
})

test('requested again, a comparison has what the library received meanwhile', async () => {
  const asked = await setup()
  const revenue = async () => (await asked.table({ basis: 'quarterly' })).lines[0]?.values
  expect(await revenue()).toEqual([100, 150])
  asked.gives['AAA'] = quartersOf('AAA', { year: 2024, quarter: 1, end: '2024-03-31' }, [
    { Revenue: 100 },
    { Revenue: 151, GrossProfit: 75 },
    { Revenue: 170 },
  ])
  await asked.open({ symbol: 'AAA', freshness: 'service' })
  expect(await revenue()).toEqual([100, 151, 170])
})
