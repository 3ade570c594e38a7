import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { Guidance } from '#core/guidance/guidance.ts'
import { claimsIn } from '#core/spoken-figures/find-claims.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { callOnWire, callsSetup, readable, transcribed } from '../calls/calls-service.ts'
import { ownFolder } from '../folders.ts'
import { openedCore, type ApiClient } from '../opened-core.ts'
import { enhanced } from '../records.ts'
import { guidingCompany, linesOf, quarterRecord } from './guiding-company.ts'

const form = { format: 'json', clean: false } as const

async function opened(api: ApiClient, callId: string): Promise<void> {
  for await (const piece of await api.calls.open({ callId, form, freshness: 'library-first' }))
    if (piece.call === null) continue
}

async function withSample(run: (api: ApiClient) => Promise<void>): Promise<void> {
  const service = await startSampleService()
  const { api } = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey } })
  await api.calls.fetchPage({ filter: { symbols: ['HLDN'] }, page: 'latest' })
  try {
    await run(api)
  } finally {
    await service.close()
  }
}

test('guidance stands by line and period over the stored calls, with what was reported when the period came', async () => {
  await withSample(async (api) => {
    const before = await api.calls.guidance({ symbol: 'HLDN' })
    expect(before).toMatchObject({ calls: [], rows: [] })
    expect(before.callsToDownload).toHaveLength(8)
    for (const callId of before.callsToDownload) await opened(api, callId)

    const unreported = await api.calls.guidance({ symbol: 'HLDN' })
    expect(unreported.rows.filter(({ reported }) => reported !== null)).toEqual([])

    await api.financials.open({ symbol: 'HLDN', basis: 'quarterly', comparison: 'none', freshness: 'service' })
    const table = await api.calls.guidance({ symbol: 'HLDN' })
    expect(table.callsToDownload).toEqual([])
    expect(table.calls.map(({ language }) => language)).toEqual(Array(8).fill('en-US'))
    expect(linesOf(table)).toEqual([
      'Revenue FY2026, given Q4 FY2025, raised Q1 FY2026, repeated Q2 FY2026, open',
      'Revenue Q3 FY2026, given Q2 FY2026, within',
      'Revenue Q2 FY2026, given Q1 FY2026, within',
      'Revenue Q1 FY2026, given Q4 FY2025, within',
      'Revenue FY2025, given Q4 FY2024, lowered Q1 FY2025, repeated Q2 FY2025, narrowed Q3 FY2025, within',
      'Revenue Q4 FY2025, given Q3 FY2025, above',
      'Revenue Q3 FY2025, given Q2 FY2025, within',
      'Revenue Q2 FY2025, given Q1 FY2025, within',
      'Revenue Q1 FY2025, given Q4 FY2024, within',
      'Capital expenditure FY2026, given Q4 FY2025, repeated Q1 FY2026, repeated Q2 FY2026, open',
      'Capital expenditure FY2025, given Q4 FY2024, repeated Q1 FY2025, repeated Q2 FY2025, repeated Q3 FY2025, above',
      'Gross margin FY2026, given Q4 FY2025, repeated Q1 FY2026, raised Q2 FY2026, open',
      'Gross margin FY2025, given Q4 FY2024, lowered Q1 FY2025, repeated Q2 FY2025, repeated Q3 FY2025, below',
    ])
    const latest = table.rows[0]?.cells.findLast((cell) => cell !== null)
    expect(latest?.is === 'stated' ? latest.passages[0] : latest).toMatchObject({
      speaker: expect.any(String) as string,
      second: expect.any(Number) as number,
      sentence: ['For fiscal 2026 we expect revenue between ', expect.stringContaining('billion') as string, '.'],
    })
  })
})

describe('a later call about the same year', () => {
  const given = { quarter: 'Q1' as const, year: 2025, lines: ['For the full year we expect revenue of 5.0 billion.'] }

  test('that may raise the guidance in words that are not read leaves nothing to compare', async () => {
    const first = 'For the third quarter we expect revenue of 5.0 billion.'
    const raised = 'We are raising our third-quarter revenue guidance from 5.0 billion to 5.2 billion.'
    const company = await guidingCompany(
      [
        { quarter: 'Q1', year: 2025, lines: [first] },
        { quarter: 'Q2', year: 2025, lines: [raised] },
      ],
      [quarterRecord('Q3', 2025, { Revenue: 5_240_000_000 })],
    )
    const [row] = (await company.table()).rows
    expect(row).toMatchObject({ outcome: null, notCompared: { is: 'later-unclear', call: { quarter: 'Q2' } } })
  })

  test('that speaks of the guidance in other words is not said to leave it out, and one that does not is', async () => {
    const next = 'Our guidance for the third quarter is revenue of 1.3 billion.'
    const marksWith = async (...lines: readonly string[]) =>
      (await (await guidingCompany([given, { quarter: 'Q2', year: 2025, lines: [next, ...lines] }])).lines())[0]
    expect(await marksWith()).toBe('Revenue FY2025, given Q1 FY2025, not-repeated Q2 FY2025, open')
    expect(await marksWith('Our outlook has not moved since April.')).toBe('Revenue FY2025, given Q1 FY2025, open')
    expect(await marksWith('Revenue exceeded our expectations.', 'The economic outlook is good.')).toContain(
      'not-repeated',
    )
  })

  test('that says in ordinary words what it now expects replaces what it expected', async () => {
    const company = await guidingCompany([
      given,
      { quarter: 'Q2', year: 2025, lines: ['At this point, we expect full-year revenue of 5.4 billion.'] },
    ])
    expect(await company.lines()).toEqual(['Revenue FY2025, given Q1 FY2025, raised Q2 FY2025, open'])
  })

  test.each([
    'We are raising our third-quarter revenue guidance by 50 million.',
    'We are raising the low end of our third-quarter revenue guidance to 5.02 billion.',
    'We now expect third-quarter revenue above the high end of our guidance range.',
    'We are moving our third-quarter revenue guidance up by 50 million.',
  ])('that says how the guidance changes, without the new figure, leaves nothing to compare: %s', async (changes) => {
    const first = 'For the third quarter we expect revenue of 4.9 billion to 5.1 billion.'
    const company = await guidingCompany(
      [
        { quarter: 'Q1', year: 2025, lines: [first] },
        { quarter: 'Q2', year: 2025, lines: [changes] },
      ],
      [quarterRecord('Q3', 2025, { Revenue: 5_060_000_000 })],
    )
    const [row] = (await company.table()).rows
    expect(row).toMatchObject({ outcome: null, notCompared: { is: 'later-unclear', call: { quarter: 'Q2' } } })
  })

  test('that is taken up to a figure is that figure, and no ceiling', async () => {
    const company = await guidingCompany(
      [
        { quarter: 'Q1', year: 2025, lines: ['For the third quarter we expect revenue of 5.0 billion.'] },
        {
          quarter: 'Q2',
          year: 2025,
          lines: ['We are taking our third-quarter revenue guidance up to 5.2 billion.'],
        },
      ],
      [quarterRecord('Q3', 2025, { Revenue: 5_060_000_000 })],
    )
    expect(await company.lines()).toEqual(['Revenue Q3 FY2025, given Q1 FY2025, raised Q2 FY2025, below'])
  })

  test('that says more of how a figure is adjusted at one place than at another says the same', async () => {
    const company = await guidingCompany([
      {
        quarter: 'Q1',
        year: 2025,
        lines: [
          'We expect adjusted EPS of $3.20 to $3.30 for the full year, excluding restructuring charges.',
          'For the full year we expect adjusted EPS of $3.20 to $3.30.',
        ],
      },
      { quarter: 'Q2', year: 2025, lines: ['For the full year we expect adjusted EPS of $3.20 to $3.30.'] },
    ])
    expect(await company.lines()).toEqual(['Diluted EPS FY2025, given Q1 FY2025, repeated Q2 FY2025, open'])
  })

  test('that guides for the second half leaves the guidance for its first quarter as it is', async () => {
    const growth = (percent: number) => `we expect revenue growth of ${percent} percent`
    const company = await guidingCompany(
      [
        { quarter: 'Q1', year: 2025, lines: [`For the third quarter ${growth(5)}.`] },
        { quarter: 'Q2', year: 2025, lines: [`In the second half ${growth(3)}.`] },
      ],
      [quarterRecord('Q3', 2024, { Revenue: 1_000_000_000 }), quarterRecord('Q3', 2025, { Revenue: 1_100_000_000 })],
    )
    expect(await company.lines()).toEqual(['Revenue Q3 FY2025, given Q1 FY2025, above'])
  })

  test('that adjusts growth in another way does not raise it', async () => {
    const company = await guidingCompany([
      {
        quarter: 'Q1',
        year: 2025,
        lines: ['On an organic basis, we expect revenue growth of 3 to 4 percent for the full year.'],
      },
      {
        quarter: 'Q2',
        year: 2025,
        lines: ['Excluding the divestiture, we expect revenue growth of 5 to 6 percent for the full year.'],
      },
    ])
    const [row] = (await company.table()).rows
    expect(row?.cells[1]).toMatchObject({ change: null, notCompared: { is: 'bases' } })
  })
})

describe('a wrong match', () => {
  const calls = [
    { quarter: 'Q1' as const, year: 2025, lines: ['For the full year we expect revenue of 2.4 billion.'] },
    {
      quarter: 'Q2' as const,
      year: 2025,
      lines: ['For the third quarter we expect revenue of 600 million.', 'We reiterate our full-year guidance.'],
    },
    { quarter: 'Q3' as const, year: 2025, lines: ['We are withdrawing our guidance.'] },
  ]
  const whole = [
    'Revenue FY2025, given Q1 FY2025, reaffirmed Q2 FY2025, withdrawn Q3 FY2025, open',
    'Revenue Q3 FY2025, given Q2 FY2025, open',
  ]

  /** Dismisses the words of a cell, or takes that back. */
  async function dismiss(
    { api, table }: Awaited<ReturnType<typeof guidingCompany>>,
    at: { row: number; call: number },
    dismissed: boolean,
  ): Promise<void> {
    const { calls: read, rows } = await table()
    const cell = rows[at.row]?.cells[at.call]
    const passage = cell?.is === 'stated' ? cell.passages[0] : cell && 'passage' in cell ? cell.passage : undefined
    const words = dismissed ? passage : rows[at.row]?.dismissed[at.call]?.[0]
    const call = read[at.call]
    if (!words || !call) throw new Error('the cell has no words')
    const { callId, form: its, hash } = call
    const { turn, from, to } = words
    await api.calls.setFigureDismissed({ callId, form: its, hash, turn, from, to, dismissed })
  }

  test('of guidance counts nowhere, stays as one after a restart, and counts again when that is undone', async () => {
    const company = await guidingCompany(calls)
    expect(await company.lines()).toEqual(whole)
    await dismiss(company, { row: 0, call: 0 }, true)
    expect(await company.lines()).toEqual(['Revenue FY2025, open', 'Revenue Q3 FY2025, given Q2 FY2025, open'])
    await company.close()
    const later = company.reopened()
    const { rows } = await later.table()
    expect(rows[0]).toMatchObject({
      reported: null,
      dismissed: [[{ sentence: ['For the full year we expect revenue of ', '2.4 billion', '.'] }], [], []],
    })
    await dismiss(later, { row: 0, call: 0 }, false)
    expect(await later.lines()).toEqual(whole)
  })

  test.each([
    ['a reaffirmation', 1, 'Revenue FY2025, given Q1 FY2025, withdrawn Q3 FY2025, open'],
    ['a withdrawal', 2, 'Revenue FY2025, given Q1 FY2025, reaffirmed Q2 FY2025, open'],
  ])('of %s counts nowhere, and counts again when that is undone', async (_, call, line) => {
    const company = await guidingCompany(calls)
    await dismiss(company, { row: 0, call }, true)
    expect(await company.lines()).toEqual([line, whole[1]])
    expect((await company.table()).rows.map(({ dismissed }) => dismissed[call]?.length)).toEqual([1, 0])
    await dismiss(company, { row: 0, call }, false)
    expect(await company.lines()).toEqual(whole)
  })
})

test('guidance that the company reaffirms without a figure is repeated in that call, with the words that say so', async () => {
  await withSample(async (api) => {
    const { callsToDownload } = await api.calls.guidance({ symbol: 'HLDN' })
    for (const callId of callsToDownload.slice(-3, -1)) await opened(api, callId)
    const before = await api.calls.guidance({ symbol: 'HLDN' })
    const row = before.rows.find(({ period }) => period.quarter === 'FY')
    const cell = row?.cells.at(-1)
    const callId = before.calls.at(-1)?.callId ?? ''
    if (cell?.is !== 'stated') throw new Error('the latest call has no guidance for the year')
    for (const { turn, sentence } of cell.passages) {
      const call = await readable(await api.calls.open({ callId, form, freshness: 'library' }))
      const text = call.turns.text[turn] ?? ''
      const correction = text.replace(sentence.join(''), 'We reiterate our full-year guidance.')
      await api.turnChecks.save({ callId, turn, text, correction })
    }
    const after = await api.calls.guidance({ symbol: 'HLDN' })
    const reaffirmed = after.rows.find(({ label, period }) => label === row?.label && period.quarter === 'FY')
    expect(after.rows.some(({ label, cells }) => label === row?.label && cells.at(-1)?.is === 'stated')).toBe(true)
    expect(reaffirmed?.cells.at(-1)).toMatchObject({
      is: 'reaffirmed',
      previous: 0,
      passage: { sentence: ['', 'We reiterate our full-year guidance', '.'] },
    })
  })
})

test('guidance that the company withdraws is marked in that call, with the words that say so', async () => {
  await withSample(async (api) => {
    const { callsToDownload } = await api.calls.guidance({ symbol: 'HLDN' })
    for (const callId of callsToDownload.slice(-3, -1)) await opened(api, callId)
    const before = await api.calls.guidance({ symbol: 'HLDN' })
    const row = before.rows.find(({ period }) => period.quarter === 'FY')
    const cell = row?.cells.at(-1)
    const callId = before.calls.at(-1)?.callId ?? ''
    if (cell?.is !== 'stated') throw new Error('the latest call has no guidance for the year')
    for (const { turn, sentence } of cell.passages) {
      const call = await readable(await api.calls.open({ callId, form, freshness: 'library' }))
      const text = call.turns.text[turn] ?? ''
      const correction = text.replace(sentence.join(''), 'We are withdrawing our guidance for the full year.')
      await api.turnChecks.save({ callId, turn, text, correction })
    }
    const after = await api.calls.guidance({ symbol: 'HLDN' })
    const withdrawn = after.rows.find(({ label, period }) => label === row?.label && period.quarter === 'FY')
    expect(withdrawn?.cells.at(-1)).toMatchObject({
      is: 'withdrawn',
      passage: { sentence: ['', 'We are withdrawing our guidance', ' for the full year.'] },
    })
  })
})

describe('guidance for "sales and earnings", of which earnings may be several lines', () => {
  const third = 'For the third quarter we expect earnings per share of 0.50 dollars.'
  const company = (remark: string) =>
    guidingCompany(
      [
        {
          quarter: 'Q1',
          year: 2025,
          lines: [
            'For the full year we expect earnings per share of 2.00 dollars.',
            'For the full year we expect revenue of 8 billion dollars.',
          ],
        },
        { quarter: 'Q2', year: 2025, lines: [remark, third] },
      ],
      [
        quarterRecord('Q3', 2025, { Revenue: 1_900_000_000, DilutedEarningsPerShare: 0.4 }),
        enhanced({ year: 2025 }, { Revenue: 7_600_000_000, DilutedEarningsPerShare: 1.6 }),
      ],
    )

  test('that is reaffirmed, is not "not repeated" for earnings per share', async () => {
    const { lines } = await company('We reiterate our full-year sales and earnings guidance.')
    expect(await lines()).toEqual([
      'Revenue FY2025, given Q1 FY2025, reaffirmed Q2 FY2025, within',
      'Diluted EPS FY2025, given Q1 FY2025, below',
      'Diluted EPS Q3 FY2025, given Q2 FY2025, below',
    ])
  })

  test('that is withdrawn, is not judged for earnings per share, and says which call leaves that open', async () => {
    const { lines, table } = await company('We are withdrawing our full-year sales and earnings guidance.')
    expect(await lines()).toEqual([
      'Revenue FY2025, given Q1 FY2025, withdrawn Q2 FY2025, open',
      'Diluted EPS FY2025, given Q1 FY2025, open',
      'Diluted EPS Q3 FY2025, given Q2 FY2025, below',
    ])
    expect((await table()).rows[1]?.notCompared).toEqual({
      is: 'withdrawal-unclear',
      call: { quarter: 'Q2', year: 2025 },
    })
  })
})

test('guidance is judged by the figure as it was stored first, and the restatement is named', async () => {
  const said = 'For the third quarter we expect revenue between $1.30 billion and $1.32 billion.'
  const { restate, table } = await guidingCompany(
    [{ quarter: 'Q2', year: 2025, lines: [said] }],
    [quarterRecord('Q3', 2025, { Revenue: 1_310_000_000 })],
  )
  expect((await table()).rows).toMatchObject([
    { outcome: 'within', reported: { value: 1_310_000_000 }, restated: null },
  ])
  await restate([quarterRecord('Q3', 2025, { Revenue: 1_250_000_000 })])
  expect((await table()).rows).toMatchObject([
    {
      outcome: 'within',
      reported: { value: 1_310_000_000 },
      restated: { value: 1_250_000_000, at: expect.any(Number) as number },
    },
  ])
})

describe('guided growth is judged by growth that was stored', () => {
  const said = {
    quarter: 'Q2',
    year: 2025,
    lines: ['For the third quarter we expect revenue growth of 10 percent.'],
  } as const
  const base = (millions: number) => quarterRecord('Q3', 2024, { Revenue: millions * 1e6 })
  const guided = (millions: number) => quarterRecord('Q3', 2025, { Revenue: millions * 1e6 })
  const row = async ({ table }: Pick<Awaited<ReturnType<typeof guidingCompany>>, 'table'>) => {
    const [{ reported, restated, outcome } = { reported: null, restated: null, outcome: null }] = (await table()).rows
    return [reported?.value.toFixed(3), restated?.value.toFixed(3) ?? null, outcome]
  }

  test('where the earlier year was restated before the guided period was stored', async () => {
    const company = await guidingCompany([said], [base(1000)])
    await company.restate([base(900)])
    await company.restate([base(900), guided(990)])
    expect(await row(company)).toEqual(['0.100', null, 'within'])
  })

  test('where the earlier year was restated with it', async () => {
    const company = await guidingCompany([said], [base(1000)])
    await company.restate([base(900), guided(990)])
    expect(await row(company)).toEqual(['0.100', null, 'within'])
  })

  test('and where it was restated since, the restatement is named', async () => {
    const company = await guidingCompany([said], [base(900), guided(990)])
    await company.restate([base(1000), guided(990)])
    expect(await row(company)).toEqual(['0.100', '-0.010', 'within'])
  })
})

/** A quarter of a company that earns 400 million on this many million shares. */
function earning(quarter: 'Q1' | 'Q2' | 'Q3', perShare: number, millions: number) {
  return quarterRecord(quarter, 2025, {
    Revenue: 2_000_000_000,
    NetIncomeLossAttributableCommonShareholders: 400_000_000,
    DilutedEarningsPerShare: perShare,
    BasicEarningsPerShare: perShare,
    DilutedSharesOutstanding: millions * 1e6,
    BasicSharesOutstanding: millions * 1e6,
  })
}

describe('guidance per share across a share split', () => {
  const guided = (quarter: 'Q1' | 'Q2', perShare: string, forQuarter: string) => ({
    quarter,
    year: 2025,
    lines: [
      `For the full year we expect earnings per share of ${perShare} dollars.`,
      `For the ${forQuarter} quarter we expect earnings per share of ${perShare} dollars.`,
    ],
  })
  const calls = [guided('Q1', '4.00', 'third'), guided('Q2', '2.00', 'third')]

  test('is compared neither with earlier guidance nor with what is reported', async () => {
    const { lines, table } = await guidingCompany(calls, [earning('Q1', 4.02, 100), earning('Q2', 2.03, 200)])
    expect(await lines()).toEqual([
      'Diluted EPS FY2025, given Q1 FY2025, unclear Q2 FY2025, open',
      'Diluted EPS Q3 FY2025, given Q1 FY2025, unclear Q2 FY2025, open',
    ])
    const split = {
      is: 'split',
      before: { quarter: 'Q1', year: 2025 },
      after: { quarter: 'Q2', year: 2025 },
    }
    expect((await table()).rows[0]?.cells[1]).toMatchObject({ change: null, notCompared: split })

    const later = await guidingCompany(calls.slice(0, 1), [
      earning('Q1', 4.02, 100),
      earning('Q2', 4.03, 100),
      earning('Q3', 2.05, 200),
    ])
    expect((await later.table()).rows.find(({ period }) => period.quarter === 'Q3')).toMatchObject({
      reported: { value: 2.05 },
      outcome: null,
      notCompared: { is: 'split', before: { quarter: 'Q2' }, after: { quarter: 'Q3' } },
    })
  })

  test('is compared where no shares were split', async () => {
    const same = [guided('Q1', '4.00', 'third'), guided('Q2', '4.10', 'third')]
    const { lines } = await guidingCompany(same, [
      earning('Q1', 4.02, 100),
      earning('Q2', 4.03, 100),
      earning('Q3', 4.05, 100),
    ])
    expect(await lines()).toContainEqual('Diluted EPS Q3 FY2025, given Q1 FY2025, raised Q2 FY2025, below')
  })

  test('is in the shares of its time where the service adjusts earlier periods later', async () => {
    const { restate, table } = await guidingCompany(calls.slice(0, 1), [earning('Q1', 4.02, 100)])
    await restate([earning('Q1', 2.01, 200), earning('Q2', 2.03, 200), earning('Q3', 2.05, 200)])
    expect((await table()).rows.find(({ period }) => period.quarter === 'Q3')).toMatchObject({
      reported: { value: 2.05 },
      outcome: null,
      notCompared: { is: 'split', before: { quarter: 'Q1' }, after: { quarter: 'Q2' } },
    })
  })
})

test('guidance is read in a transcript that names no roles, from whoever presents the results', async () => {
  const results = Array.from({ length: 12 }, (_, at) => `We had revenue of ${500 + at} million in the second quarter.`)
  const guided = 'For the third quarter we expect revenue of 600 million.'
  const calls = (isUnlisted: boolean, presented: readonly string[]) => [
    { quarter: 'Q1' as const, year: 2025, lines: ['For the full year we expect revenue of 2.4 billion.'] },
    {
      quarter: 'Q2' as const,
      year: 2025,
      lines: [...presented, guided, 'We reiterate our full-year guidance.'],
      isUnlisted,
    },
  ]
  const presenting = await guidingCompany(calls(true, results))
  expect(await presenting.lines()).toEqual([
    'Revenue FY2025, given Q1 FY2025, reaffirmed Q2 FY2025, open',
    'Revenue Q3 FY2025, given Q2 FY2025, open',
  ])
  const unknown = await guidingCompany(calls(true, []))
  expect(await unknown.lines()).toEqual(['Revenue FY2025, given Q1 FY2025, open'])
})

describe('guidance for a metric of the user', () => {
  const calls = [
    { quarter: 'Q1' as const, year: 2025, lines: ['For the third quarter we expect cash conversion of 45 percent.'] },
    {
      quarter: 'Q2' as const,
      year: 2025,
      lines: [
        'For the third quarter we expect cash conversion of 46 percent.',
        'We expect gross cash conversion of 60 percent for the third quarter.',
        'Adjusted cash conversion should be 50 percent in the third quarter.',
      ],
    },
  ]
  const record = (grossProfit: number) =>
    quarterRecord('Q3', 2025, { Revenue: 1_000_000_000, GrossProfit: grossProfit, CostOfRevenue: 0 })
  const metric = { name: 'Cash conversion', formula: '[Gross profit] / Revenue', unit: 'percent' } as const

  test('has a row by its name, with what the metric is by the statements, as long as there is one of that name', async () => {
    const { api, lines, table } = await guidingCompany(calls, [record(461_000_000)])
    expect(await lines()).toEqual([])
    const { id } = await api.metrics.save(metric)
    expect(await lines()).toEqual(['Cash conversion Q3 FY2025, given Q1 FY2025, raised Q2 FY2025, within'])
    expect((await table()).rows[0]).toMatchObject({
      field: `own.${id}`,
      reported: { field: `own.${id}`, value: 0.461, origin: 'own-metric' },
    })
    await api.metrics.save({ ...metric, id, formula: '([Gross profit] + Revenue) / Revenue' })
    expect(await lines()).toEqual(['Cash conversion Q3 FY2025, given Q1 FY2025, raised Q2 FY2025, open'])
    expect((await table()).rows[0]).toMatchObject({ reported: { value: 1.461 }, notCompared: { is: 'own-metric' } })
    await api.metrics.save({ ...metric, id, unit: 'ratio' })
    expect(await lines()).toEqual([])
    await api.metrics.remove({ id })
    expect(await lines()).toEqual([])
  })

  test('is judged by the metric of the figures as they were stored first', async () => {
    const { api, lines, restate, table } = await guidingCompany(calls, [record(461_000_000)])
    await api.metrics.save(metric)
    await restate([record(300_000_000)])
    expect(await lines()).toEqual(['Cash conversion Q3 FY2025, given Q1 FY2025, raised Q2 FY2025, within'])
    expect((await table()).rows[0]?.restated).toMatchObject({ value: 0.3 })
  })
})

test('a call is read again only when its words, its times or the corrections of it are others', async () => {
  const setup = await callsSetup()
  const line = 'Jane Doe: For the third quarter we expect revenue of 600 million.'
  const people = [{ name: 'Jane Doe', role: 'Chief Financial Officer', organization: 'Acme Inc' }]
  setup.resource.calls = [
    callOnWire('a', { call_title: 'Q2 FY2025 earnings call', participants: people, ...transcribed(line) }),
  ]
  const reading = await setup.open('a')
  const open = openDatabase(join(ownFolder(), 'library.db'), libraryDatabase)
  onTestFinished(() => open.close())
  const read: string[] = []
  const versions = { words: 'first', corrections: 'none' }
  const guidance = new Guidance({
    library: open,
    calls: {
      ofCompanies: () => [{ entry: reading.entry }],
      latestVersion: (callId) => {
        read.push(callId)
        return reading
      },
      versionOfLatest: () => versions.words,
    },
    spokenFigures: {
      claims: ({ turns, speakers, entry }) =>
        Promise.resolve(
          claimsIn(
            turns,
            speakers.map(({ side }) => side),
            entry.quarter,
          ),
        ),
      corrected: (call) => ({ ...call, corrections: [], version: 'first' }),
      dismissedIn: () => () => false,
    },
    ownMetrics: () => new Map(),
    versionOfCorrections: () => versions.corrections,
  })
  const first = await guidance.table({ symbol: 'ACME' })
  expect(linesOf(first)).toEqual(['Revenue Q3 FY2025, given Q2 FY2025, open'])
  expect(await guidance.table({ symbol: 'ACME' })).toEqual(first)
  expect(read).toEqual(['a'])
  versions.words = 'second'
  await guidance.table({ symbol: 'ACME' })
  expect(read).toEqual(['a', 'a'])
  versions.corrections = 'one'
  await guidance.table({ symbol: 'ACME' })
  expect(read).toEqual(['a', 'a', 'a'])
})
