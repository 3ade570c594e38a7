import { describe, expect, test } from 'vitest'
import { announcements } from '../announcements.ts'
import { failureOfQuestion } from '../opened-core.ts'
import { enhanced, lite, paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'
import { quarters2023, quarters2024 } from './apple.ts'
import { statementsSetup, type Statements } from './statements-setup.ts'

const day = 86_400_000
const quarters = [
  ...quarters2023.map((each) => ({ ...each, year: 2023 })),
  ...quarters2024.map((each) => ({ ...each, year: 2024 })),
]
const apple = quarters.map(({ quarter, year, end, ...figures }) => enhanced({ quarter, year, end }, figures))
const years = [
  enhanced(
    { year: 2022 },
    { Revenue: 100, GrossProfit: 40, NetCashOperatingActivities: -5, TotalAssets: 200, Goodwill: 20, roic: 0.1 },
  ),
  enhanced(
    { year: 2023 },
    { Revenue: 150, GrossProfit: 45, NetCashOperatingActivities: 10, TotalAssets: 200, Goodwill: null, roic: 0.12 },
  ),
  enhanced(
    { year: 2024 },
    { Revenue: 120, GrossProfit: 60, NetCashOperatingActivities: 12, TotalAssets: 0, Goodwill: 10, roic: 0.09 },
  ),
]
const labels = ({ periods }: Statements) => periods.map(({ quarter, year }) => `${quarter} ${year}`)

describe('a company’s statements', () => {
  test('are sorted oldest first, years with years and quarters with quarters, in whatever order they arrived', async () => {
    const setup = await statementsSetup({
      enhanced: (response) => json(response, paged([...years, ...apple].toReversed())),
    })
    expect(labels(await setup.open())).toEqual(['FY 2022', 'FY 2023', 'FY 2024'])
    expect(labels(await setup.open({ basis: 'quarterly', freshness: 'library' }))).toEqual([
      'Q1 2023',
      'Q2 2023',
      'Q3 2023',
      'Q4 2023',
      'Q1 2024',
      'Q2 2024',
      'Q3 2024',
      'Q4 2024',
      'LTM 2024',
    ])
  })

  test('keep a period with a label that nobody knows, among the quarters', async () => {
    const setup = await statementsSetup({
      enhanced: (response) => json(response, paged([...years, enhanced({ quarter: 'H1' })])),
    })
    const { periods } = await setup.open({ basis: 'quarterly' })
    expect(periods.map(({ kind, quarter }) => [kind, quarter])).toEqual([['other', 'H1']])
  })

  test('grow by year: 150 on 100 is half as much again, 120 on 150 a fifth less; a ratio differs by points', async () => {
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(years)) })
    const { values, compared } = await setup.open({ comparison: 'yoy' })
    expect(values['Revenue']).toEqual([100, 150, 120])
    expect({
      Revenue: compared['Revenue']?.map((figure) => (typeof figure === 'number' ? Number(figure.toFixed(6)) : figure)),
      roic: compared['roic']?.map((figure) => (typeof figure === 'number' ? Number(figure.toFixed(6)) : figure)),
      NetCashOperatingActivities: compared['NetCashOperatingActivities'],
      Goodwill: compared['Goodwill'],
    }).toEqual({
      Revenue: [null, 0.5, -0.2],
      roic: [null, 0.02, -0.03],
      NetCashOperatingActivities: [null, 'n.m.', 0.19999999999999996],
      Goodwill: [null, null, null],
    })
  })

  test('are set over revenue, the balance sheet over total assets, and nothing over what is zero', async () => {
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(years)) })
    const { compared } = await setup.open({ comparison: 'common-size' })
    expect({ GrossProfit: compared['GrossProfit'], Goodwill: compared['Goodwill'], roic: compared['roic'] }).toEqual({
      GrossProfit: [0.4, 0.3, 0.5],
      Goodwill: [0.1, null, 'n.m.'],
      roic: [null, null, null],
    })
  })

  test('end with the last twelve months of the quarters, which grow on the twelve before', async () => {
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(apple)) })
    const { values, compared, periods } = await setup.open({ basis: 'quarterly', comparison: 'yoy' })
    const last = periods.at(-1)
    expect([last?.kind, last?.endPeriod, last?.recordIds.length, values['Revenue']?.at(-1)]).toEqual([
      'ltm',
      '2024-09-28',
      4,
      391_035,
    ])
    // 391,035 on 383,285.
    expect(compared['Revenue']?.at(-1)).toBeCloseTo(0.0202199, 7)
  })

  test('do not grow over twelve months on any twelve but those just before: a quarter between them is missing', async () => {
    const fourth2022 = enhanced({ quarter: 'Q4', year: 2022, end: '2022-09-24' }, { Revenue: 90_146 })
    const held = [fourth2022, ...apple.filter(({ EndPeriod }) => EndPeriod !== '2023-09-30')]
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(held)) })
    const { values, compared } = await setup.open({ basis: 'quarterly', comparison: 'yoy' })
    expect([values['Revenue']?.at(-1), compared['Revenue']?.at(-1)]).toEqual([391_035, null])
  })

  test('have no last twelve months when a quarter is missing', async () => {
    const setup = await statementsSetup({
      enhanced: (response) => json(response, paged(apple.filter(({ EndPeriod }) => EndPeriod !== '2024-03-30'))),
    })
    expect(labels(await setup.open({ basis: 'quarterly' }))).not.toContain('LTM 2024')
  })

  test('do not grow on a label that is there twice: which one would be a guess', async () => {
    const twice = [...years, enhanced({ year: 2023, end: '2023-09-30' }, { Revenue: 7 })]
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(twice)) })
    const { periods, compared } = await setup.open({ comparison: 'yoy' })
    expect(labels({ periods } as Statements)).toEqual(['FY 2022', 'FY 2023', 'FY 2023', 'FY 2024'])
    expect(compared['Revenue']?.at(-1)).toBeNull()
  })

  test('name what was restated, what does not tie, and what came with the wrong type', async () => {
    const first = { Revenue: 100, CostOfRevenue: 60, GrossProfit: 40 }
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged([enhanced({}, first)])) })
    await setup.open()
    setup.gives.enhanced = (response) =>
      json(
        response,
        paged([enhanced({}, { ...first, GrossProfit: 45, Goodwill: 'n/a', EBITDA: '12', updated_at: '2026-01-04' })]),
      )
    const { periods, values } = await setup.open()
    expect(periods[0]).toMatchObject({
      restated: ['GrossProfit', 'EBITDA'],
      breaks: ['GrossProfit'],
      unreadable: ['Goodwill'],
      converted: ['EBITDA'],
      recordUpdatedAt: '2026-01-04',
    })
    expect([values['GrossProfit'], values['Goodwill'], values['EBITDA']]).toEqual([[45], [null], [12]])
  })
})

describe('which edition is shown', () => {
  const both = {
    enhanced: (response: Parameters<typeof json>[0]) => json(response, paged(years)),
    lite: (response: Parameters<typeof json>[0]) => json(response, [lite({ year: 2024 }, { Revenue: 120 })]),
  }

  test('is enhanced where the key allows it', async () => {
    const setup = await statementsSetup(both)
    expect(await setup.open()).toMatchObject({ edition: 'enhanced', liteReason: null, stored: ['enhanced'] })
  })

  test.each([
    [403, 'not-allowed'],
    [404, 'not-found'],
  ])('is lite when enhanced ends in %i, and says why', async (status, kind) => {
    const setup = await statementsSetup({ ...both, enhanced: (response) => json(response, { message: 'no' }, status) })
    expect(await setup.open()).toMatchObject({ edition: 'lite', liteReason: { kind }, stored: ['lite'] })
  })

  test('is lite when enhanced knows nothing of the company', async () => {
    const setup = await statementsSetup({ ...both, enhanced: (response) => json(response, paged([])) })
    expect(await setup.open()).toMatchObject({ edition: 'lite', liteReason: { kind: 'not-found' } })
  })

  test('is not silently lite when the service is in trouble: that would pass for all there is', async () => {
    const setup = await statementsSetup({ ...both, enhanced: (response) => json(response, {}, 501) })
    expect(await failureOfQuestion(setup.open())).toMatchObject({ kind: 'service-error', status: 501 })
    expect(setup.asked()).toEqual(['enhanced 1'])
  })

  test('is the one that was chosen, and both are kept next to each other', async () => {
    const setup = await statementsSetup(both)
    await setup.open()
    expect(await setup.open({ edition: 'lite' })).toMatchObject({
      edition: 'lite',
      stored: ['enhanced', 'lite'],
      liteReason: null,
    })
    expect((await setup.open({ freshness: 'library' })).edition).toBe('enhanced')
  })

  test('is neither when the company is unknown to both', async () => {
    const setup = await statementsSetup()
    expect(await failureOfQuestion(setup.open())).toMatchObject({ kind: 'not-found', operation: 'Lite fundamentals' })
    expect(await failureOfQuestion(setup.open({ freshness: 'library' }))).toEqual({
      kind: 'not-in-library',
      operation: 'Enhanced fundamentals',
    })
  })

  test('when no record states its period, is none: the sentence says so instead of “not found”', async () => {
    const setup = await statementsSetup({
      enhanced: (response) =>
        json(response, paged([{ symbol: 'ACME', Year: 'last', Quarter: 'FY', EndPeriod: '2024-12-31' }])),
    })
    expect(await failureOfQuestion(setup.open())).toMatchObject({
      kind: 'wrong-shape',
      detail: 'no record states its period',
    })
  })
})

describe('a company that is stored', () => {
  test('is shown at once without a request, and refreshed in the background when it is a day old', async () => {
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(years)) })
    await setup.open()
    setup.clock.advance(day)
    const unseen = await setup.open({ freshness: 'library-first' })
    setup.clock.advance(1)
    const { until } = await announcements(setup.api)
    const stale = await setup.open({ freshness: 'library-first' })
    await until(1)
    const refreshed = await setup.open({ freshness: 'library-first' })
    expect([unseen, stale, refreshed].map(({ stale, refreshing }) => [stale, refreshing])).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ])
    expect(setup.asked()).toEqual(['enhanced 1', 'enhanced 1'])
  })

  test('is not requested again and again because the service no longer sends one of its periods', async () => {
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(years)) })
    await setup.open()
    setup.gives.enhanced = (response) => json(response, paged(years.slice(1)))
    setup.clock.advance(2 * day)
    const { until } = await announcements(setup.api)
    await setup.open({ freshness: 'library-first' })
    await until(1)
    const after = await setup.open({ freshness: 'library-first' })
    expect([after.stale, after.refreshing, after.periods.map(({ stale }) => stale)]).toEqual([
      false,
      false,
      [true, false, false],
    ])
    expect(setup.asked()).toHaveLength(2)
  })

  test('rests for a minute after a refresh that failed, reports that failure, and stays', async () => {
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(years)) })
    await setup.open()
    setup.gives.enhanced = (response) => json(response, { message: 'no' }, 401)
    setup.clock.advance(2 * day)
    const { until } = await announcements(setup.api)
    await setup.open({ freshness: 'library-first' })
    await until(1)
    const resting = await setup.open({ freshness: 'library-first' })
    setup.clock.advance(60_000)
    await setup.open({ freshness: 'library-first' })
    await until(2)
    expect(resting).toMatchObject({ refreshing: false, failure: { kind: 'key-refused' }, periods: [{}, {}, {}] })
    expect(setup.asked()).toHaveLength(3)
  })

  test('in its enhanced edition stays so when the key no longer allows that, without being requested without end', async () => {
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(years)) })
    await setup.open()
    setup.gives.enhanced = (response) => json(response, { message: 'no' }, 403)
    setup.gives.lite = (response) => json(response, [lite({ year: 2024 }, { Revenue: 120 })])
    setup.clock.advance(2 * day)
    const { until } = await announcements(setup.api)
    await setup.open({ freshness: 'library-first' })
    await until(1)
    const after = await setup.open({ freshness: 'library-first' })
    expect(after).toMatchObject({ edition: 'enhanced', stored: ['enhanced', 'lite'], refreshing: false })
  })
})

describe('the pages of a company', () => {
  const pages = (size: number, all: readonly unknown[], told: (page: number) => Readonly<Record<string, unknown>>) => ({
    enhanced: (response: Parameters<typeof json>[0], { url }: { url: URL }) => {
      const page = Number(url.searchParams.get('page'))
      json(response, paged(all.slice((page - 1) * size, page * size), told(page)))
    },
  })
  const forty = Array.from({ length: 40 }, (_, index) => enhanced({ year: 1985 + index }, { Revenue: index }))

  test.each<[string, (page: number) => Readonly<Record<string, unknown>>, readonly string[]]>([
    [
      'are all fetched, though the service gives fewer than asked',
      (page) => ({ hits: 40, page, page_count: 4, page_size: 10 }),
      ['1', '2', '3', '4'],
    ],
    [
      'are fetched until one is empty when nothing is said of their number',
      () => ({ hits: null, page_count: null }),
      ['1', '2', '3', '4', '5'],
    ],
    [
      'are fetched as long as there are hits left, though page_count says one',
      () => ({ hits: 40, page_count: 1 }),
      ['1', '2', '3', '4'],
    ],
    [
      'end where one is empty, though page_count says a thousand million',
      () => ({ hits: 40, page_count: 1e9 }),
      ['1', '2', '3', '4', '5'],
    ],
  ])('%s', async (_, told, expected) => {
    const setup = await statementsSetup(pages(10, forty, told))
    expect((await setup.open()).periods).toHaveLength(40)
    expect(setup.asked()).toEqual(expected.map((page) => `enhanced ${page}`))
  })

  test('that repeat the first are not requested without end', async () => {
    const setup = await statementsSetup({
      enhanced: (response) => json(response, paged(forty.slice(0, 10), { hits: 1e9, page_count: 1e9, page_size: 10 })),
    })
    expect((await setup.open()).periods).toHaveLength(10)
    expect(setup.asked()).toEqual(['enhanced 1', 'enhanced 2'])
  })

  test('that never end are left after twenty', async () => {
    let year = 0
    const setup = await statementsSetup({
      enhanced: (response) => json(response, paged([enhanced({ year: (year += 1) })], { hits: 1e9, page_count: 1e9 })),
    })
    expect((await setup.open()).periods).toHaveLength(20)
  })

  test('of the lite edition end with the first that brings nothing new: a service that knows no pages gives all on each', async () => {
    const setup = await statementsSetup({
      lite: (response) => json(response, [lite({ year: 2023 }), lite({ year: 2024 })]),
    })
    expect((await setup.open({ edition: 'lite' })).periods).toHaveLength(2)
    expect(setup.asked()).toEqual(['lite 1', 'lite 2'])
  })

  test('that came before one failed stay in the library', async () => {
    const setup = await statementsSetup({
      enhanced: (response, { url }) =>
        url.searchParams.get('page') === '1'
          ? json(response, paged(forty.slice(0, 10), { hits: 40, page_count: 4 }))
          : json(response, {}, 501),
    })
    await failureOfQuestion(setup.open())
    expect((await setup.open({ freshness: 'library' })).periods).toHaveLength(10)
  })
})
