import { describe, expect, test } from 'vitest'
import { byCompany, comparisonSetup } from '../comparisons/comparison-setup.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { enhanced } from '../records.ts'

const years = (...figures: readonly Record<string, unknown>[]) =>
  figures.map((each, at) => enhanced({ symbol: 'ACME', year: 2021 + at }, each))

/** What a formula gives for each of these years. */
async function calculated(formula: string, ...figures: readonly Record<string, unknown>[]) {
  const setup = await comparisonSetup({ ACME: years(...figures) })
  const { id } = await setup.api.metrics.save({ name: 'Mine', formula, unit: 'ratio' })
  return byCompany(await setup.table({ lines: [`own.${id}`] }), `own.${id}`)[0]
}

describe('a metric of one’s own', () => {
  test('is reckoned as it is written: products before sums, powers before products, a sign before all', async () => {
    const figures = { Revenue: 100, GrossProfit: 40, EBITDA: -8 }
    expect(await calculated('GrossProfit + EBITDA * 2 / 4 - 1', figures)).toEqual([35])
    expect(await calculated('-(GrossProfit − 2^3^2) × 25%', figures)).toEqual([118])
    expect(await calculated('-2^2 + abs([EBITDA]) + max(1, min(5, 7), sum(1,1)) + average(1, 2)', figures)).toEqual([
      10.5,
    ])
    expect(await calculated('[gross margin] / reckoned.gross_margin', figures)).toEqual([1])
  })

  test('looks back by period and by year, and grows as the table does', async () => {
    const figures = [{ Revenue: 100 }, { Revenue: 110 }, { Revenue: 0 }, { Revenue: 50 }]
    expect(await calculated('Revenue - prior(Revenue)', ...figures)).toEqual([null, 10, -110, 50])
    expect(await calculated('growth(Revenue)', ...figures)).toEqual([null, 0.1, -1, 'n.m.'])
    expect(await calculated('prior(yearago(Revenue) / 10)', ...figures)).toEqual([null, null, 10, 11])
  })

  test('is n/a without one of its figures, and n.m. where it has no value', async () => {
    expect(await calculated('Revenue + Goodwill', { Revenue: 1 }, { Revenue: 1, Goodwill: 2 })).toEqual([null, 3])
    expect(await calculated('1 / Revenue', { Revenue: 0 })).toEqual(['n.m.'])
    expect(await calculated('(-Revenue)^0.5 + 1', { Revenue: 2 })).toEqual(['n.m.'])
  })

  test('may name another, but not itself, by whatever way', async () => {
    const setup = await comparisonSetup({ ACME: years({ Revenue: 3 }) })
    const { metrics } = setup.api
    const one = await metrics.save({ name: 'One', formula: 'Revenue * 2', unit: 'money' })
    const two = await metrics.save({ name: 'Two', formula: '[one] + 1', unit: 'money' })
    expect(byCompany(await setup.table({ lines: [`own.${two.id}`] }), `own.${two.id}`)).toEqual([[7]])
    const circle = { name: 'One', formula: '[Two] + 1', unit: 'money' as const, id: one.id }
    expect((await metrics.check({ formula: circle.formula, id: one.id })).trouble?.says).toBe(
      'This metric would be reckoned from itself.',
    )
    expect(await failureOfQuestion(metrics.save(circle))).toMatchObject({ kind: 'bad-request' })
    expect(await failureOfQuestion(metrics.save({ name: 'revenue', formula: '1', unit: 'count' }))).toMatchObject({
      kind: 'bad-request',
    })
    await metrics.forget({ id: one.id })
    const [left] = (await metrics.list()).metrics
    expect([left?.name, left?.trouble?.says]).toEqual(['Two', 'There is no line called one.'])
    const table = await setup.table({ lines: [`own.${two.id}`] })
    expect([table.lines, table.unknownLines]).toEqual([[], [`own.${two.id}`]])
  })
})

test.each([
  ['', [0, 0], 'There is nothing to reckon yet.'],
  ['Revenue +', [8, 9], '+ needs a value behind it.'],
  ['* Revenue', [0, 1], '* needs a value before it.'],
  ['Revenue GrossProfit', [8, 19], 'Two values side by side: a sign is missing between them.'],
  ['(Revenue', [0, 1], 'This bracket is never closed.'],
  ['Revenue)', [7, 8], 'This bracket closes nothing.'],
  ['Revenue + ()', [11, 12], 'There is nothing in these brackets.'],
  ['Turnover', [0, 8], 'There is no line called Turnover.'],
  ['gross', [0, 5], 'There is no line called gross. Perhaps [Gross profit].'],
  ['abs', [0, 3], 'abs needs brackets: abs(…).'],
  ['abs(1, 2)', [0, 9], 'abs takes one value, not 2.'],
  [
    'eval(Revenue)',
    [0, 4],
    'eval cannot be called. There are abs, min, max, sum, average, prior, yearago, growth, share.',
  ],
  ['Revenue = 5', [8, 9], '= is no sign of this language.'],
  ['[Revenue', [0, 1], 'A label stands between [ and ].'],
  ['1, 2', [1, 2], 'A comma stands only between the values of a function.'],
  ['constructor', [0, 11], 'There is no line called constructor.'],
  ['1/0', [0, 3], 'Division by zero: this never has a value.'],
  ['GrossProfit + Revenue / (2 - 2)', [14, 31], 'Division by zero: this never has a value.'],
  ['share(Revenue, 0)', [0, 17], 'Division by zero: this never has a value.'],
  ['share(Revenue, -1)', [0, 18], 'This has no value in any period.'],
  ['Revenue * (-1)^0.5', [10, 18], 'This has no value in any period.'],
  ['Revenue + growth(0)', [10, 19], 'This has no value in any period.'],
  ['1e999', [0, 5], 'This has no value in any period.'],
])('“%s” is in trouble at its place', async (formula, [from, to], says) => {
  const { api } = openedCore()
  expect((await api.metrics.check({ formula })).trouble).toEqual({ from, to, says })
})

test('a metric that can never have a value is not saved; one of numbers alone, as a line to measure by, is', async () => {
  const { api } = openedCore()
  const saved = api.metrics.save({ name: 'Nothing', formula: '1/0', unit: 'ratio' })
  expect(await failureOfQuestion(saved)).toMatchObject({ kind: 'bad-request' })
  expect((await api.metrics.list()).metrics).toEqual([])
  const hurdle = await api.metrics.save({ name: 'Hurdle', formula: '8% + 2%', unit: 'percent' })
  expect(hurdle.trouble).toBeNull()
})

test('a formula nested without end is refused and breaks nothing', async () => {
  const { api } = openedCore()
  const { trouble } = await api.metrics.check({ formula: '('.repeat(900) + '1' + ')'.repeat(900) })
  expect(trouble?.says).toBe('Nothing may be nested more than 40 deep.')
})
