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
  test('is calculated as it is written: products before sums, powers before products, a sign before all', async () => {
    const figures = { Revenue: 100, GrossProfit: 40, EBITDA: -8 }
    expect(await calculated('GrossProfit + EBITDA * 2 / 4 - 1', figures)).toEqual([35])
    expect(await calculated('-(GrossProfit − 2^3^2) × 25%', figures)).toEqual([118])
    expect(await calculated('-2^2 + abs([EBITDA]) + max(1, min(5, 7), sum(1,1)) + average(1, 2)', figures)).toEqual([
      10.5,
    ])
    expect(await calculated('[gross margin] / calculated.gross_margin', figures)).toEqual([1])
  })

  test('names a line by the label that it had in an earlier version', async () => {
    const figures = { SellingGeneralAdministrative: 30, DepreciationDepletionAmortization: 5, Revenue: 100 }
    const formula = '([Selling, general and administrative] + [depreciation and amortization]) / [Revenue]'
    expect(await calculated(formula, figures)).toEqual([0.35])
    const { api } = await comparisonSetup({ ACME: years(figures) })
    const save = api.metrics.save({ name: 'Research and development', formula: '1', unit: 'count' })
    expect(await failureOfQuestion(save)).toMatchObject({ kind: 'bad-request' })
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

  test('may use another, but not itself, directly or not', async () => {
    const setup = await comparisonSetup({ ACME: years({ Revenue: 3 }) })
    const { metrics } = setup.api
    const one = await metrics.save({ name: 'One', formula: 'Revenue * 2', unit: 'money' })
    const two = await metrics.save({ name: 'Two', formula: '[one] + 1', unit: 'money' })
    expect(byCompany(await setup.table({ lines: [`own.${two.id}`] }), `own.${two.id}`)).toEqual([[7]])
    const circle = { name: 'One', formula: '[Two] + 1', unit: 'money' as const, id: one.id }
    expect((await metrics.check({ formula: circle.formula, id: one.id })).error?.message).toBe(
      'This metric refers to itself.',
    )
    expect(await failureOfQuestion(metrics.save(circle))).toMatchObject({ kind: 'bad-request' })
    expect(await failureOfQuestion(metrics.save({ name: 'revenue', formula: '1', unit: 'count' }))).toMatchObject({
      kind: 'bad-request',
    })
    await metrics.remove({ id: one.id })
    const [left] = (await metrics.list()).metrics
    expect([left?.name, left?.error?.message]).toEqual(['Two', 'Unknown line “one”.'])
    const table = await setup.table({ lines: [`own.${two.id}`] })
    expect([table.lines, table.unknownLines]).toEqual([[], [`own.${two.id}`]])
  })
})

test.each([
  ['', [0, 0], 'Enter a formula.'],
  ['Revenue +', [8, 9], 'Enter a value after +.'],
  ['* Revenue', [0, 1], 'Enter a value before *.'],
  ['Revenue GrossProfit', [8, 19], 'Missing operator between two values.'],
  ['(Revenue', [0, 1], 'Missing closing parenthesis.'],
  ['Revenue)', [7, 8], 'Missing opening parenthesis.'],
  ['Revenue + ()', [11, 12], 'Empty parentheses.'],
  ['Turnover', [0, 8], 'Unknown line “Turnover”.'],
  ['gross', [0, 5], 'Unknown line “gross”. Did you mean [Gross profit]?'],
  ['abs', [0, 3], 'abs is a function: write abs(…).'],
  ['abs(1, 2)', [0, 9], 'abs takes one value, not 2.'],
  [
    'eval(Revenue)',
    [0, 4],
    'Unknown function eval. Functions: abs, min, max, sum, average, prior, yearago, growth, share.',
  ],
  ['Revenue = 5', [8, 9], 'Unknown character =.'],
  ['[Revenue', [0, 1], 'Put a line name between [ and ].'],
  ['1, 2', [1, 2], 'Use commas only between the values of a function.'],
  ['constructor', [0, 11], 'Unknown line “constructor”.'],
  ['1/0', [0, 3], 'This always divides by zero.'],
  ['GrossProfit + Revenue / (2 - 2)', [14, 31], 'This always divides by zero.'],
  ['share(Revenue, 0)', [0, 17], 'This always divides by zero.'],
  ['share(Revenue, -1)', [0, 18], 'This never has a value.'],
  ['Revenue * (-1)^0.5', [10, 18], 'This never has a value.'],
  ['Revenue + growth(0)', [10, 19], 'This never has a value.'],
  ['1e999', [0, 5], 'This never has a value.'],
])('“%s” is in trouble at its place', async (formula, [from, to], message) => {
  const { api } = openedCore()
  expect((await api.metrics.check({ formula })).error).toEqual({ from, to, message: message })
})

test('a metric that can never have a value is not saved; one of numbers alone, as a line to measure by, is', async () => {
  const { api } = openedCore()
  const saved = api.metrics.save({ name: 'Nothing', formula: '1/0', unit: 'ratio' })
  expect(await failureOfQuestion(saved)).toMatchObject({ kind: 'bad-request' })
  expect((await api.metrics.list()).metrics).toEqual([])
  const hurdle = await api.metrics.save({ name: 'Hurdle', formula: '8% + 2%', unit: 'percent' })
  expect(hurdle.error).toBeNull()
})

test('a name with half of a surrogate pair is refused the second time, like any other that is taken', async () => {
  const { api } = openedCore()
  const metric = { name: '\uD800', formula: 'Revenue', unit: 'money' } as const
  expect((await api.metrics.save(metric)).name).toBe('\uFFFD')
  expect(await failureOfQuestion(api.metrics.save(metric))).toMatchObject({ kind: 'bad-request' })
})

test('a formula nested without end is refused and breaks nothing', async () => {
  const { api } = openedCore()
  const { error } = await api.metrics.check({ formula: '('.repeat(900) + '1' + ')'.repeat(900) })
  expect(error?.message).toBe('Parentheses and powers can be nested at most 40 levels deep.')
})
