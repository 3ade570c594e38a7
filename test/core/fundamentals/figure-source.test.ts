import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { someMonday } from '../clocks.ts'
import { failureOfQuestion } from '../opened-core.ts'
import { enhanced, lite, paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'
import { quarters2024 } from './apple.ts'
import { statementsSetup } from './statements-setup.ts'

const day = 86_400_000
const first = enhanced(
  {},
  { Revenue: 100, CostOfRevenue: 60, GrossProfit: 40, working_capital_days: { dso: 41.5 }, updated_at: 'A' },
)
const second = enhanced(
  {},
  {
    Revenue: 101,
    CostOfRevenue: 60,
    GrossProfit: 41,
    Goodwill: 'x',
    working_capital_days: { dso: 42 },
    updated_at: 'B',
  },
)

/** A desk on which a period was fetched, restated two days later, and seen once more the day after. */
async function restatedSetup() {
  const setup = await statementsSetup({
    enhanced: (response) => json(response, paged([first])),
    lite: (response) => json(response, [lite({}, { Revenue: 99 })]),
  })
  await setup.open()
  await setup.open({ edition: 'lite' })
  setup.clock.advance(day)
  await setup.open()
  setup.clock.advance(day)
  setup.gives.enhanced = (response) => json(response, paged([second]))
  await setup.open()
  setup.clock.advance(day)
  const { periods } = await setup.open()
  return { ...setup, recordId: periods[0]!.recordIds[0]! }
}

describe('the source of a figure', () => {
  test('is the record as received, its request without the key, when it was fetched, and what it was before', async () => {
    const { api, recordId } = await restatedSetup()
    const source = await api.source.figure({ recordId, field: 'Revenue' })
    const hash = (record: object) => createHash('sha256').update(JSON.stringify(record)).digest('hex')
    expect(source).toMatchObject({
      value: 101,
      record: JSON.stringify(second, null, 2),
      request: {
        operation: 'fundamentals.enhanced',
        path: '/delivery/api/v1/fundamentals/enhanced',
        parameters: { symbol: 'ACME', page: '1', page_size: '100' },
      },
      fetchedAt: someMonday + 3 * day,
      firstFetchedAt: someMonday,
      recordUpdatedAt: 'B',
      hash: hash(second),
      ties: [{ field: 'GrossProfit' }, { result: 'fails', terms: [{ value: 99, from: { edition: 'lite' } }] }],
      marks: [],
    })
    expect(source.versions).toEqual([
      {
        knownFrom: someMonday + 2 * day,
        lastSeen: someMonday + 3 * day,
        recordUpdatedAt: 'B',
        hash: hash(second),
        value: 101,
        state: 'received',
        change: 1,
      },
      {
        knownFrom: someMonday,
        lastSeen: someMonday + day,
        recordUpdatedAt: 'A',
        hash: hash(first),
        value: 100,
        state: 'received',
        change: null,
      },
    ])
    expect(source.ties.map(({ field, result }) => [field, result])).toEqual([
      ['GrossProfit', 'ties'],
      ['Revenue', 'fails'],
    ])
  })

  test.each([
    ['Revenue', '  "Revenue": 101,'],
    ['working_capital_days.dso', '    "dso": 42'],
    ['Goodwill', '  "Goodwill": "x",'],
  ])('says on which line of the record %s stands', async (field, line) => {
    const { api, recordId } = await restatedSetup()
    const source = await api.source.figure({ recordId, field })
    expect(source.record.split('\n')[source.line ?? -1]).toBe(line)
  })

  test('of a field with the wrong type shows what came, and the mark', async () => {
    const { api, recordId } = await restatedSetup()
    const { value, marks } = await api.source.figure({ recordId, field: 'Goodwill' })
    expect([value, marks]).toEqual([
      'x',
      [
        {
          record: 0,
          kind: 'unreadable',
          path: 'Goodwill',
          problem: 'Invalid input: expected number, received string',
          received: '"x"',
        },
      ],
    ])
  })

  test('that the record does not have is absent, not zero', async () => {
    const { api, recordId } = await restatedSetup()
    expect(await api.source.figure({ recordId, field: 'Inventories' })).toMatchObject({
      line: null,
      ties: [{ result: 'unknown' }],
    })
  })

  test('of a record that is not stored is not there', async () => {
    const { api } = await restatedSetup()
    expect(await failureOfQuestion(api.source.figure({ recordId: 999, field: 'Revenue' }))).toEqual({
      kind: 'not-in-library',
    })
  })
})

describe('the versions of a figure', () => {
  /** A day apart; the second lacks too many figures, the third one of them, the fourth withdraws it, the fifth gives it again. */
  const figures = { Revenue: 100, CostOfRevenue: 60, GrossProfit: 40, Goodwill: 7, Inventories: 8, EBITDA: 9 }
  const contents = [
    figures,
    { Revenue: 100 },
    { ...figures, Goodwill: undefined },
    { ...figures, Goodwill: null },
    { ...figures, Goodwill: 5 },
  ]

  async function versionsSetup() {
    const setup = await statementsSetup()
    let recordId = -1
    for (const content of contents) {
      setup.gives.enhanced = (response) => json(response, paged([enhanced({}, content)]))
      recordId = (await setup.open({ edition: 'enhanced' })).periods[0]!.recordIds[0]!
      setup.clock.advance(day)
    }
    return { ...setup, recordId }
  }

  test('say what each response was to it: shown, not accepted, without it, or withdrawing it', async () => {
    const { api, recordId } = await versionsSetup()
    const { versions } = await api.source.figure({ recordId, field: 'Goodwill' })
    expect(versions.toReversed().map(({ value, state, change }) => [value, state, change])).toEqual([
      [7, 'received', null],
      [undefined, 'held-back', null],
      [7, 'kept', 0],
      [null, 'withdrawn', null],
      [5, 'received', null],
    ])
  })

  test('of one that is kept as of a day lead to the record that gave it', async () => {
    const { api, recordId } = await versionsSetup()
    const asOf = someMonday + 2 * day
    const source = await api.source.figure({ recordId, field: 'Goodwill', asOf })
    expect([source.value, source.marks.map(({ kind }) => kind), source.shownVersion]).toEqual([7, ['kept'], 2])
    expect(JSON.parse(source.record)).toMatchObject({ Goodwill: 7 })
  })

  test('of one that was accepted are shown, and what it lacks is withdrawn', async () => {
    const setup = await statementsSetup()
    for (const content of contents.slice(0, 2)) {
      setup.gives.enhanced = (response) => json(response, paged([enhanced({}, content)]))
      await setup.open({ edition: 'enhanced' })
      setup.clock.advance(day)
    }
    await setup.api.financials.acceptNewFigures({ symbol: 'ACME' })
    const { periods } = await setup.open({ freshness: 'library' })
    const of = async (field: string) => {
      const { versions } = await setup.api.source.figure({ recordId: periods[0]!.recordIds[0]!, field })
      return versions.map(({ value, state }) => [value, state])
    }
    expect(await of('Goodwill')).toEqual([
      [null, 'withdrawn'],
      [7, 'received'],
    ])
    expect(await of('Revenue')).toEqual([
      [100, 'received'],
      [100, 'received'],
    ])
  })
})

describe('the source of a calculated figure', () => {
  test('is its rule and its inputs, each of which opens as a figure of its own', async () => {
    const { api, recordId } = await restatedSetup()
    const source = await api.source.calculated({ recordIds: [recordId], field: 'calculated.gross_margin' })
    expect(source).toEqual({
      field: 'calculated.gross_margin',
      label: 'Gross margin',
      rule: 'Gross profit ÷ revenue',
      value: 41 / 101,
      inputs: [
        {
          recordId,
          field: 'GrossProfit',
          label: 'Gross profit',
          quarter: 'FY',
          year: 2024,
          endPeriod: '2024-12-31',
          value: 41,
          adjusted: null,
        },
        {
          recordId,
          field: 'Revenue',
          label: 'Revenue',
          quarter: 'FY',
          year: 2024,
          endPeriod: '2024-12-31',
          value: 101,
          adjusted: null,
        },
      ],
    })
  })

  test('over twelve months is the four quarters, and the value is that of the table', async () => {
    const quarters = quarters2024.map(({ quarter, end, ...figures }) =>
      enhanced({ quarter, end, year: 2024 }, { ...figures, GrossProfit: 1000 }),
    )
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(quarters)) })
    const { periods, values } = await setup.open({ basis: 'quarterly' })
    const { recordIds } = periods.at(-1)!
    const [revenue, margin] = await Promise.all(
      ['Revenue', 'calculated.gross_margin'].map((field) => setup.api.source.calculated({ recordIds, field })),
    )
    expect([revenue?.value, margin?.value]).toEqual([391_035, values['calculated.gross_margin']?.at(-1)])
    expect([revenue?.inputs.length, margin?.inputs.length]).toEqual([4, 8])
    expect(revenue?.rule).toBe('Revenue, last four consecutive quarters')
  })

  test.each([
    ['of a line that does not exist', 1, 'calculated.nonsense'],
    ['of a metric that is the service’s own', 1, 'pe_ratio'],
    ['of two periods, which make neither a period nor a year', 2, 'Revenue'],
  ])('%s is refused', async (_, count, field) => {
    const { api, recordId } = await restatedSetup()
    const recordIds = Array.from({ length: count }, () => recordId)
    expect(await failureOfQuestion(api.source.calculated({ recordIds, field }))).toMatchObject({ kind: 'bad-request' })
  })
})

describe('insights', () => {
  test('are read from every enhanced record that has some, latest first, with what is missing as missing', async () => {
    const periods = [
      enhanced(
        { year: 2022 },
        { mdna: { tone_score: 0.1, forward_looking_term_count: 7, key_topics: ['a', {}, 'b'] } },
      ),
      enhanced({ year: 2023 }),
      enhanced(
        { year: 2024 },
        { risk_factors: { count: 3, most_negative_risk: { heading: 'Supply' } }, litigation_mentions: {} },
      ),
    ]
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(periods)) })
    await setup.open()
    const insights = await setup.api.financials.insights({ symbol: 'ACME' })
    expect(insights.periods.map(({ recordId: _, ...insight }) => insight)).toEqual([
      {
        quarter: 'FY',
        year: 2024,
        endPeriod: '2024-12-31',
        riskFactors: {
          count: 3,
          topThemes: [],
          averageSentiment: null,
          mostNegative: { heading: 'Supply', sentiment: null },
        },
        mdna: null,
        litigation: { count: null, recentHeadings: [] },
      },
      {
        quarter: 'FY',
        year: 2022,
        endPeriod: '2022-12-31',
        riskFactors: null,
        mdna: { forwardLookingTerms: 7, forwardToHistorical: null, tone: 0.1, keyTopics: ['a', 'b'] },
        litigation: null,
      },
    ])
  })
})
