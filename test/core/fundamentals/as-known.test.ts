import { describe, expect, test } from 'vitest'
import { someMonday } from '../clocks.ts'
import { failureOfQuestion } from '../opened-core.ts'
import { enhanced, lite, paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'
import { statementsSetup } from './statements-setup.ts'

const day = 86_400_000
const year2023 = { Revenue: 80, CostOfRevenue: 50, GrossProfit: 30 }
const first = enhanced(
  { year: 2024 },
  { Revenue: 100, CostOfRevenue: 60, GrossProfit: 45, Goodwill: 'x', updated_at: 'A', mdna: { tone_score: 0.1 } },
)
const second = enhanced(
  { year: 2024 },
  { Revenue: 120, CostOfRevenue: 60, GrossProfit: 60, updated_at: 'B', mdna: { tone_score: 0.3 } },
)
const monday = someMonday
const tuesday = monday + day
const wednesday = tuesday + day

/** Lite comes on Monday, 2023 and a first 2024 on Tuesday, 2024 restated on Wednesday, and the same once more on Thursday. */
async function restatedSetup() {
  const setup = await statementsSetup({
    enhanced: (response) => json(response, paged([enhanced({ year: 2023 }, year2023), first])),
    lite: (response) => json(response, [lite({ year: 2024 }, { Revenue: 99 })]),
  })
  await setup.open({ edition: 'lite' })
  setup.clock.advance(day)
  await setup.open()
  setup.clock.advance(day)
  setup.gives.enhanced = (response) => json(response, paged([enhanced({ year: 2023 }, year2023), second]))
  await setup.open()
  setup.clock.advance(day)
  const { periods } = await setup.open()
  return { ...setup, recordId: periods[1]?.recordIds[0] ?? 0 }
}

describe('a company’s statements as of a day', () => {
  test('have the figures, growth, ties and marks of that day, and nothing is requested', async () => {
    const setup = await restatedSetup()
    const asked = setup.asked().length
    const then = await setup.open({ comparison: 'yoy', asOf: wednesday - 1 })
    const now = await setup.open({ comparison: 'yoy', freshness: 'library' })
    const told = ({ values, compared, periods }: typeof then) => ({
      revenue: values['Revenue'],
      margin: values['calculated.gross_margin'],
      growth: compared['Revenue'],
      latest: periods.map(({ restated, breaks, unreadable }) => [restated, breaks, unreadable]).at(-1),
    })
    expect(told(then)).toEqual({
      revenue: [80, 100],
      margin: [0.375, 0.45],
      growth: [null, 0.25],
      latest: [[], ['GrossProfit', 'Revenue'], ['Goodwill']],
    })
    expect(told(now)).toEqual({
      revenue: [80, 120],
      margin: [0.375, 0.5],
      growth: [null, 0.5],
      latest: [['Revenue', 'GrossProfit', 'mdna.tone_score'], [], []],
    })
    expect(setup.asked()).toHaveLength(asked)
  })

  test('are never stale, and were fetched no later than that day', async () => {
    const setup = await restatedSetup()
    setup.clock.advance(30 * day)
    const then = await setup.open({ asOf: tuesday })
    expect([then.stale, then.periods.map(({ stale }) => stale)]).toEqual([false, [false, false]])
    expect(then.periods.map(({ fetchedAt }) => fetchedAt)).toEqual([tuesday, tuesday])
  })

  test('were fetched by the last response until that moment, which is none between two', async () => {
    const setup = await restatedSetup()
    const fetchedAsOf = async (asOf: number) =>
      (await setup.open({ asOf })).periods.map(({ fetchedAt }) => new Date(fetchedAt).toISOString())
    const [second, third] = [tuesday, wednesday].map((instant) => new Date(instant).toISOString())
    expect(await fetchedAsOf(wednesday - 1)).toEqual([second, second])
    expect(await fetchedAsOf(wednesday + 1)).toEqual([third, third])
  })

  test('are those of the edition that was stored then', async () => {
    const setup = await restatedSetup()
    const then = await setup.open({ asOf: monday })
    expect([then.edition, then.liteReason, then.values['Revenue']]).toEqual(['lite', null, [99]])
  })

  test('before the first record there are none, and the response says when it was stored', async () => {
    const setup = await restatedSetup()
    const { periods, knownFrom } = await setup.open({ asOf: monday - 1 })
    expect([periods, knownFrom]).toEqual([[], monday])
  })

  test('of a company that the library does not hold are not there, and are not fetched', async () => {
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged([first])) })
    expect(await failureOfQuestion(setup.open({ asOf: monday }))).toMatchObject({ kind: 'not-in-library' })
    expect(setup.asked()).toEqual([])
  })

  test('have the insights of that day', async () => {
    const { api } = await restatedSetup()
    const tones = async (asOf?: number) => {
      const { periods } = await api.financials.insights({ symbol: 'ACME', ...(asOf && { asOf }) })
      return periods.map(({ mdna }) => mdna?.tone)
    }
    expect([await tones(monday), await tones(tuesday), await tones()]).toEqual([[], [0.1], [0.3]])
  })
})

describe('the source of a figure as of a day', () => {
  test('is the edition that was current then, with the versions that came later', async () => {
    const { api, recordId } = await restatedSetup()
    const source = await api.source.figure({ recordId, field: 'GrossProfit', asOf: wednesday - 1 })
    expect(source).toMatchObject({
      value: 45,
      record: JSON.stringify(first, null, 2),
      fetchedAt: tuesday,
      recordUpdatedAt: 'A',
      shownVersion: 1,
      versions: [
        { knownFrom: wednesday, value: 60, change: 15 },
        { knownFrom: tuesday, value: 45, change: null },
      ],
    })
    expect(source.hash).toBe(source.versions[1]?.hash)
    expect(source.ties.map(({ result }) => result)).toEqual(['fails', 'unknown', 'unknown'])
  })

  test('names the marks, and the other edition’s figure, of that day', async () => {
    const { api, recordId } = await restatedSetup()
    const of = (field: string) => api.source.figure({ recordId, field, asOf: tuesday })
    expect((await of('Goodwill')).marks.map(({ received }) => received)).toEqual(['"x"'])
    expect((await of('Revenue')).ties.find(({ rule }) => rule.startsWith('Lite'))).toMatchObject({
      result: 'fails',
      calculated: 99,
      terms: [{ value: 99, from: { edition: 'lite' } }],
    })
  })

  test('on the last day that it was given is the latest, and its last request', async () => {
    const { api, recordId } = await restatedSetup()
    const of = async (asOf: number) => {
      const { shownVersion, fetchedAt } = await api.source.figure({ recordId, field: 'Revenue', asOf })
      return [shownVersion, fetchedAt]
    }
    expect([await of(wednesday), await of(wednesday + day)]).toEqual([
      [0, wednesday],
      [0, wednesday + day],
    ])
  })

  test('of a calculated figure is its inputs of that day', async () => {
    const { api, recordId } = await restatedSetup()
    const of = { recordIds: [recordId], field: 'calculated.gross_margin', asOf: tuesday }
    const { value, inputs } = await api.source.calculated(of)
    expect([value, inputs.map((input) => input.value)]).toEqual([0.45, [45, 100]])
  })

  test('before its first day is not there', async () => {
    const { api, recordId } = await restatedSetup()
    const before = { recordId, field: 'Revenue', asOf: tuesday - 1 }
    expect(await failureOfQuestion(api.source.figure(before))).toMatchObject({ kind: 'not-in-library' })
    const calculated = { recordIds: [recordId], field: 'calculated.gross_margin', asOf: tuesday - 1 }
    expect(await failureOfQuestion(api.source.calculated(calculated))).toMatchObject({ kind: 'not-in-library' })
  })
})

describe('the source of growth and common size', () => {
  async function of(field: string, comparison: 'yoy' | 'qoq' | 'common-size', asOf?: number) {
    const { api, recordId } = await restatedSetup()
    const asked = { recordIds: [recordId], field, comparison, ...(asOf && { asOf }) }
    const { rule, value, inputs } = await api.source.calculated(asked)
    return { rule, value, inputs: inputs.map((input) => `${input.label} ${input.year}: ${input.value}`) }
  }

  test('is the figure and the one it grew on, each to be opened', async () => {
    expect(await of('Revenue', 'yoy')).toEqual({
      rule: 'Revenue ÷ prior-year revenue − 1',
      value: 0.5,
      inputs: ['Revenue 2024: 120', 'Revenue 2023: 80'],
    })
    expect((await of('Revenue', 'yoy', tuesday)).value).toBe(0.25)
  })

  test('of a margin is its inputs in both periods', async () => {
    const { rule, value, inputs } = await of('calculated.gross_margin', 'yoy')
    expect([rule, value]).toEqual([
      'Gross margin − prior-year gross margin; Gross margin = Gross profit ÷ revenue',
      0.125,
    ])
    expect(inputs).toEqual(['Gross profit 2024: 60', 'Revenue 2024: 120', 'Gross profit 2023: 30', 'Revenue 2023: 80'])
  })

  test('is the line and what it is a share of', async () => {
    expect(await of('CostOfRevenue', 'common-size')).toEqual({
      rule: 'Cost of revenue ÷ revenue',
      value: 0.5,
      inputs: ['Cost of revenue 2024: 60', 'Revenue 2024: 120'],
    })
  })

  test('says when the prior-year period is not stored', async () => {
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged([first])) })
    const { periods } = await setup.open()
    const alone = { recordIds: periods[0]?.recordIds ?? [], field: 'Revenue', comparison: 'yoy' } as const
    const source = await setup.api.source.calculated(alone)
    expect([source.value, source.rule]).toEqual([
      null,
      'Revenue ÷ prior-year revenue − 1 (prior-year period not stored)',
    ])
  })
})

test('restatements are those that were known on the day', async () => {
  const { api } = await restatedSetup()
  const fields = async (asOf?: number) => {
    const asked = { symbols: ['ACME'], since: null, offset: 0, limit: 10, ...(asOf && { asOf }) }
    return (await api.comparisons.restatements(asked)).restatements.map(({ field }) => field)
  }
  expect([await fields(wednesday - 1), (await fields(wednesday)).slice(0, 2)]).toEqual([[], ['Revenue', 'GrossProfit']])
  expect(await fields()).toEqual(await fields(wednesday))
})
