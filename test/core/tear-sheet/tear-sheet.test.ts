import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SheetTable } from '#contract/api/tear-sheet.ts'
import { quartersOf } from '../comparisons/comparison-setup.ts'
import { filedRecords, fourfold } from '../fundamentals/split-filings.ts'
import { statementsSetup } from '../fundamentals/statements-setup.ts'
import { enhanced, paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'
import { callOf, day, newsOf, ratingOf, securityOf, twoYears, watchlistSetup } from '../watchlists/watchlist-setup.ts'

type Wire = Record<string, unknown>

async function stored(records: readonly Wire[]) {
  const setup = await statementsSetup({ enhanced: (response) => json(response, paged(records)) })
  await setup.open()
  return setup
}

async function sheetOf(records: readonly Wire[]) {
  const { api } = await stored(records)
  const sheet = await api.tearSheet.compose({ symbol: 'ACME' })
  if (!sheet.figures) throw new Error('no figures')
  return { ...sheet, figures: sheet.figures }
}

/** Quarters from Q1 2024 on: `at` 0 to 7; revenue and operating income grow by a tenth of the first year's in the second. */
const twoYearsOfQuarters = (extra: (at: number) => Wire = () => ({})) =>
  quartersOf(
    'ACME',
    { year: 2024, quarter: 1, end: '2024-03-31' },
    Array.from({ length: 8 }, (_, at) => ({
      Revenue: at < 4 ? 1000 : 1100,
      GrossProfit: at < 4 ? 400 : 473,
      OperatingIncome: at < 4 ? 100 : 132,
      EBITDA: at < 4 ? 150 : 200,
      NetCashOperatingActivities: at < 4 ? 85 : 110,
      PurchasePropertyPlantEquipment: at < 4 ? -25 : -30,
      DebtCurrent: 0,
      LongTermDebtCapitalLeaseObligations: at < 4 ? 500 : 400,
      CashEquivalents: 100,
      ShortTermInvestments: 0,
      TotalAssets: 2000 + at,
      'working_capital_days.dso': 40,
      ...extra(at),
    })),
  )

/** The same with amounts as they are printed, in millions. */
const inMillions = (records: readonly Wire[]) =>
  records.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([field, value]) => [
        field,
        typeof value === 'number' && /^[A-Z]/.test(field) && field !== 'Year' ? value * 1e6 : value,
      ]),
    ),
  )

const named = ({ columns }: SheetTable) =>
  columns.map(({ quarter, year, stored: has }) => `${quarter} ${year}${has ? '' : ' missing'}`)
interface SentenceFigure {
  readonly figure: number
  readonly as: string
}
const readAs = ({ figure, as }: SentenceFigure) => (as === 'money' ? figure / 1e6 : figure)
const bySentence = (sentences: readonly (readonly unknown[])[]) =>
  sentences.map((sentence) =>
    sentence
      .map((part) => (typeof part === 'string' ? part : Number(readAs(part as SentenceFigure).toFixed(4))))
      .join(''),
  )

describe('the figures of a tear sheet', () => {
  test('are those of eight quarters and twelve months, with growth on a year ago', async () => {
    const { figures } = await sheetOf(twoYearsOfQuarters())
    const { quarters, key } = figures
    expect(named(quarters)).toEqual([
      'Q1 2024',
      'Q2 2024',
      'Q3 2024',
      'Q4 2024',
      'Q1 2025',
      'Q2 2025',
      'Q3 2025',
      'Q4 2025',
    ])
    expect(quarters.lines['Revenue']).toEqual([1000, 1000, 1000, 1000, 1100, 1100, 1100, 1100])
    const growth = quarters.changes['Revenue']?.map((figure) =>
      typeof figure === 'number' ? figure.toFixed(3) : figure,
    )
    expect(growth).toEqual([null, null, null, null, '0.100', '0.100', '0.100', '0.100'])
    // Free cash flow of a quarter: 110 - 30. Net debt: 400 - 100, over an EBITDA of 4 times 200.
    expect(key?.lines).toMatchObject({
      Revenue: 4400,
      'calculated.free_cash_flow': 320,
      'calculated.operating_margin': 0.12,
      'calculated.net_debt_to_ebitda': 0.375,
    })
    expect(key?.changes['calculated.operating_margin']).toBeCloseTo(0.02)
  })

  test('are said in sentences: growth, the bridge of the margin, cash, and the change of net debt over the year', async () => {
    const { figures } = await sheetOf(inMillions(twoYearsOfQuarters()))
    expect(bySentence(figures.sentences)).toEqual([
      'Revenue rose 0.1 to 1100 and operating income 0.32 to 132.',
      'Operating margin was 0.12, up 0.02 from a year ago: gross margin contributed 0.03, operating expenses cost 0.01.',
      'Free cash flow was 80, up 20 from a year ago, after capital expenditure of 30.',
      'Net debt fell 100 over the year to 300, or 0.375 LTM EBITDA.',
    ])
  })

  test('leave a quarter that is missing empty, and say nothing that needs it', async () => {
    const records = twoYearsOfQuarters().filter((_, at) => at !== 3)
    const { figures } = await sheetOf(records)
    expect(named(figures.quarters)[3]).toBe('Q4 2024 missing')
    expect(figures.quarters.lines['Revenue']?.[3]).toBeNull()
    expect(figures.quarters.changes['Revenue']?.[7]).toBeNull()
    expect(bySentence((await sheetOf(inMillions(records))).figures.sentences)).toEqual([
      'Free cash flow was 80 after capital expenditure of 30.',
    ])
    // Net debt stands at the end of a quarter: the table has what the sentence says, in the quarters after the gap too.
    const gap = await sheetOf(inMillions(twoYearsOfQuarters().filter((_, at) => at !== 5)))
    expect(gap.figures.quarters.lines['calculated.net_debt']?.slice(4)).toEqual([300e6, null, 300e6, 300e6])
    expect(gap.figures.quarters.lines['calculated.net_debt_to_ebitda']?.slice(4)).toEqual([
      expect.anything(),
      null,
      null,
      null,
    ])
    expect(bySentence(gap.figures.sentences).at(-1)).toBe('Net debt fell 100 over the year to 300.')
    // The four quarters of the second year are there, the year before them is not whole.
    expect(figures.key?.lines['Revenue']).toBe(4400)
    expect(figures.key?.changes['Revenue']).toBeNull()
  })

  test('show growth of the first of ten years on the eleventh, which is not shown itself', async () => {
    const years = Array.from({ length: 12 }, (_, at) => enhanced({ year: 2014 + at }, { Revenue: 100 + 10 * at }))
    const { figures } = await sheetOf(years)
    expect(figures.basis).toBe('annual')
    expect(figures.years.columns.map(({ year }) => year)).toEqual(Array.from({ length: 10 }, (_, at) => 2016 + at))
    // 2016 has 120 on 110.
    expect(figures.years.changes['Revenue']?.[0]).toBeCloseTo(10 / 110)
    expect(figures.key?.lines['Revenue']).toBe(210)
    expect(bySentence((await sheetOf(inMillions(years))).figures.sentences)).toEqual(['Revenue rose 0.05 to 210.'])
  })

  test('of twelve months and of quarters before a split say that they were adjusted for it', async () => {
    const { api } = await stored(filedRecords('ACME', fourfold))
    const { figures } = await api.tearSheet.compose({ symbol: 'ACME', adjustSplits: true })
    const adjusted = figures?.quarters.columns.map((column) => column.stored?.adjusted?.figures ?? null)
    expect(adjusted?.slice(-3)).toEqual(['Adjusted for the 4-for-1 split between Q3 FY2020 and Q4 FY2020.', null, null])
    expect(figures?.key?.period.adjusted?.figures).toBe(adjusted?.at(-3))
    const reported = (await api.tearSheet.compose({ symbol: 'ACME' })).figures
    // Four quarters of which some were before the split are no sum.
    expect(reported?.quarters.changes['DilutedEarningsPerShare']?.at(-1)).toBe('n.m.')
    expect(reported?.key?.period.adjusted).toBeUndefined()
    expect(reported?.quarters.columns.at(-2)?.stored?.remarks.map(({ kind }) => kind)).toEqual(['split'])
  })

  test('have a balance sheet of the latest period that states one, and no line that it does not state', async () => {
    const { figures } = await sheetOf(twoYearsOfQuarters())
    expect(figures.balance?.period).toMatchObject({ quarter: 'Q4', year: 2025 })
    expect(figures.balance?.lines).toMatchObject({ TotalAssets: 2007, CashEquivalents: 100, Goodwill: null })
  })

  test('of a bank have no gross margin, free cash flow or net debt, and no sentence of them', async () => {
    const bank = securityOf('HLDN', { 'classification.gics_code': '40101015' })
    const fundamentals = inMillions(twoYearsOfQuarters()).map((record) => ({ ...record, symbol: 'HLDN' }))
    const setup = await watchlistSetup({ fundamentals, securities: [bank] })
    await setup.sync('HLDN')
    const sheet = () => setup.api.tearSheet.compose({ symbol: 'HLDN' })
    // Until the security record is stored nothing says that it is a bank.
    expect((await sheet()).figures?.key?.lines['calculated.net_debt']).toBe(300e6)
    await setup.search('HLDN')
    const { figures } = await sheet()
    const lines = ['calculated.gross_margin', 'calculated.free_cash_flow', 'calculated.net_debt_to_ebitda'] as const
    for (const line of lines) {
      expect(figures?.key?.lines[line], line).toBeNull()
      expect(figures?.quarters.lines[line], line).toEqual(Array.from({ length: 8 }, () => null))
    }
    expect(figures?.key?.lines['calculated.operating_margin']).toBe(0.12)
    expect(bySentence(figures?.sentences ?? [])).toEqual([
      'Revenue rose 0.1 to 1100 and operating income 0.32 to 132.',
      'Operating margin was 0.12, up 0.02 from a year ago.',
    ])
    const { rows } = await setup.api.overview.figures({ symbol: 'HLDN' })
    expect(rows.map(({ field }) => field)).not.toContain('calculated.net_debt')
  })

  test('say that a fiscal year is not stored, and no more once it is', async () => {
    const quarters = twoYearsOfQuarters()
    expect((await sheetOf(quarters)).figures.yearNotStored).toBe(2025)
    const year = enhanced({ year: 2025 }, { Revenue: 4400 })
    expect((await sheetOf([...quarters, year])).figures.yearNotStored).toBeNull()
  })
})

describe('where the figures of a tear sheet come from', () => {
  test('is the request of their records without a key, and a hash that anyone can calculate again', async () => {
    const { sources } = await sheetOf(twoYearsOfQuarters().slice(0, 2))
    const setup = await stored(twoYearsOfQuarters().slice(0, 2))
    const hashes = await Promise.all(
      (await setup.api.tearSheet.compose({ symbol: 'ACME' })).figures!.quarters.columns.map(async (column) => {
        const recordId = column.stored!.recordIds[0]!
        return Buffer.from((await setup.api.source.figure({ recordId, field: 'Revenue' })).hash, 'hex')
      }),
    )
    expect(sources.quarters).toMatchObject({ records: 2, responses: 1 })
    expect(sources.quarters?.request.parameters).toMatchObject({ symbol: 'ACME' })
    expect(Object.keys(sources.quarters?.request.parameters ?? {})).not.toContain('key')
    expect(sources.quarters?.hash).toBe(createHash('sha256').update(Buffer.concat(hashes)).digest('hex'))
    expect([sources.years, sources.call, sources.ratings, sources.news, sources.security]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })

  test('is nothing for a company of which nothing is stored', async () => {
    const { api } = await stored(twoYearsOfQuarters())
    const sheet = await api.tearSheet.compose({ symbol: 'NONE' })
    expect(sheet).toMatchObject({
      symbol: 'NONE',
      name: null,
      security: null,
      figures: null,
      call: null,
      filingText: [],
    })
    expect([sheet.ratings.total, sheet.news.total, sheet.notes.total]).toEqual([0, 0, 0])
    expect(Object.values(sheet.sources).every((source) => source === null)).toBe(true)
  })
})

describe('a tear sheet of an earlier day', () => {
  test('has the figures, ratings, news and calls that were stored then, and the hashes of those records', async () => {
    const on = (date: string) => `${date} 10:00:00.000000`
    const setup = await watchlistSetup({
      fundamentals: twoYears('HLDN'),
      calls: [callOf('HLDN', 'autumn', -80)],
      ratings: [ratingOf('HLDN', 1, on('2025-11-01'))],
      news: [newsOf('HLDN', 1, on('2025-11-02'))],
      securities: [securityOf('HLDN')],
    })
    await setup.sync('HLDN')
    await setup.search('HLDN')
    const monday = setup.clock.now()
    const before = await setup.api.tearSheet.compose({ symbol: 'HLDN' })
    setup.clock.advance(10 * day)
    const [restated = {}, ...others] = setup.knows.fundamentals.toReversed()
    setup.knows.fundamentals = [...others, { ...restated, Revenue: 175 }]
    setup.knows.calls.push(callOf('HLDN', 'winter', 5))
    setup.knows.ratings.push(ratingOf('HLDN', 2, on('2026-01-10'), { firm: 'larch-street' }))
    setup.knows.news.push(newsOf('HLDN', 2, on('2026-01-10')))
    await setup.sync('HLDN')
    const now = await setup.api.tearSheet.compose({ symbol: 'HLDN' })
    const then = await setup.api.tearSheet.compose({ symbol: 'HLDN', asOf: monday + day })
    const said = ({ figures, call, ratings, news, sources }: typeof now) => ({
      name: now.name,
      revenue: figures?.key?.lines['Revenue'],
      restated: figures?.restated.figures.map(({ previous, current }) => [previous, current]),
      call: call?.entry.callId,
      firms: ratings.latest.map(({ firm }) => firm),
      news: news.total,
      sources: [sources.quarters?.hash, sources.ratings?.records, sources.news?.records],
    })
    // 140 + 150 + 160 + 170, of which the last was restated to 175.
    expect(said(now)).toMatchObject({
      name: 'HLDN Corporation',
      revenue: 625,
      restated: [[170, 175]],
      call: 'winter',
      firms: ['larch-street', 'hollin-gate'],
      news: 2,
    })
    expect(said(then)).toEqual({
      ...said(before),
      revenue: 620,
      restated: [],
      call: 'autumn',
      firms: ['hollin-gate'],
      news: 1,
    })
    expect(now.sources.quarters?.hash).not.toBe(then.sources.quarters?.hash)
  })

  test('leaves out what was only stored later, whatever its own date, and says what the records said then', async () => {
    const on = (date: string) => `${date} 10:00:00.000000`
    const setup = await watchlistSetup({
      calls: [callOf('HLDN', 'autumn', -80)],
      ratings: [ratingOf('HLDN', 1, on('2025-11-01'), { price_target: '150.00' })],
      news: [newsOf('HLDN', 1, on('2025-11-02'), { headline: 'Halden rises' })],
      securities: [securityOf('HLDN', { 'company_info.total_employees': 900 })],
    })
    await setup.sync('HLDN')
    await setup.search('HLDN')
    const monday = setup.clock.now()
    setup.clock.advance(10 * day)
    // Older than the day that is asked about, and not known on it.
    setup.knows.calls.push(callOf('HLDN', 'late', -40))
    setup.knows.ratings[0] = ratingOf('HLDN', 1, on('2025-11-01'), { price_target: '90.00', action: 'Downgrades' })
    setup.knows.ratings.push(ratingOf('HLDN', 2, on('2025-12-01'), { price_target: '160.00' }))
    setup.knows.ratings.push(ratingOf('HLDN', 3, on('2025-10-01'), { price_target: '140.00' }))
    setup.knows.news[0] = newsOf('HLDN', 1, on('2025-11-02'), { headline: 'Halden falls' })
    setup.knows.news.push(newsOf('HLDN', 2, on('2025-12-01')))
    const renamed = { name: 'Halden Group', 'company_info.total_employees': 1200 }
    setup.knows.securities[0] = securityOf('HLDN', renamed)
    await setup.sync('HLDN')
    await setup.search('HLDN')
    const said = async (asOf?: number) => {
      const sheet = await setup.api.tearSheet.compose({ symbol: 'HLDN', ...(asOf !== undefined && { asOf }) })
      const [latest] = sheet.ratings.latest
      return {
        name: sheet.name,
        employees: sheet.security?.record['company_info.total_employees'],
        call: sheet.call?.entry.callId,
        rating: [latest?.action, latest?.target?.amount, latest?.previousTarget?.target.amount],
        ratings: sheet.ratings.total,
        headlines: sheet.news.entries.map(({ headline }) => headline),
        records: [sheet.sources.ratings?.records, sheet.sources.news?.records],
      }
    }
    expect(await said()).toEqual({
      name: 'Halden Group',
      employees: 1200,
      call: 'late',
      rating: ['Upgrades', 160, 90],
      ratings: 3,
      headlines: ['HLDN rises', 'Halden falls'],
      records: [3, 2],
    })
    expect(await said(monday)).toEqual({
      name: 'HLDN Corporation',
      employees: 900,
      call: 'autumn',
      // Its firm's earlier target was not stored then.
      rating: ['Upgrades', 150, undefined],
      ratings: 1,
      headlines: ['Halden rises'],
      records: [1, 1],
    })
    const before = await setup.api.tearSheet.compose({ symbol: 'HLDN', asOf: monday - day })
    expect([before.name, before.security, before.call, before.ratings.total, before.news.total]).toEqual([
      null,
      null,
      null,
      0,
      0,
    ])
  })

  test('prints the latest twelve news of its time, with how many there were, and names the records of those alone', async () => {
    const on = (at: number) => `2025-11-${String(at).padStart(2, '0')} 10:00:00.000000`
    const setup = await watchlistSetup({
      news: Array.from({ length: 13 }, (_, at) => newsOf('HLDN', at + 1, on(at + 1))),
    })
    // Of another company, which names this one.
    setup.knows.news.push({ ...newsOf('KSTM', 14, on(14)), securities: [{ ticker: 'HLDN' }] })
    setup.knows.news.push(newsOf('KSTM', 15, on(15)))
    await setup.sync('HLDN')
    await setup.sync('KSTM')
    const then = setup.clock.now()
    setup.clock.advance(day)
    // The oldest one is dated last since, and a new one is dated back.
    setup.knows.news[0] = newsOf('HLDN', 1, on(20))
    setup.knows.news.push(newsOf('HLDN', 16, on(16)))
    await setup.sync('HLDN')
    const said = async (asOf?: number) => {
      const { news, sources } = await setup.api.tearSheet.compose({
        symbol: 'HLDN',
        ...(asOf !== undefined && { asOf }),
      })
      return { ids: news.entries.map(({ id }) => id), total: news.total, records: sources.news?.records }
    }
    expect(await said()).toEqual({ ids: [1, 16, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5], total: 15, records: 12 })
    expect(await said(then)).toEqual({ ids: [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3], total: 14, records: 12 })
  })

  test('has the notes of its time, latest first, with how many there are in all', async () => {
    const setup = await watchlistSetup({ calls: [callOf('HLDN', 'autumn', -80)] })
    await setup.sync('HLDN')
    const passage = {
      hash: 'h',
      firstTurn: 0,
      from: 0,
      lastTurn: 0,
      to: 4,
      segmentId: null,
      quote: 'Jane',
      before: '',
      after: '',
    }
    const add = (note: string) => setup.api.notes.add({ callId: 'autumn', passage, color: 'violet', note })
    await add('Mix is backlog.')
    await add('  ')
    const first = setup.clock.now()
    setup.clock.advance(day)
    await add('Price in the whole base?')
    const notes = async (asOf?: number) => {
      const sheet = await setup.api.tearSheet.compose({ symbol: 'HLDN', ...(asOf !== undefined && { asOf }) })
      return [sheet.notes.entries.map(({ note }) => note), sheet.notes.total]
    }
    expect(await notes()).toEqual([['Price in the whole base?', 'Mix is backlog.'], 2])
    expect(await notes(first)).toEqual([['Mix is backlog.'], 1])
  })
})
