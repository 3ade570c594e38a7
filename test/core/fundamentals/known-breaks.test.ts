import { describe, expect, test } from 'vitest'
import { readTable } from '#contract/api/packed-figures.ts'
import { deskDatabase } from '#core/database/desk-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { KnownBreaks } from '#core/fundamentals/known-breaks.ts'
import { join } from 'node:path'
import { quartersOf } from '../comparisons/comparison-setup.ts'
import { recalculated, noSpreadsheet } from '../export/office.ts'
import { taken } from '../export/taken.ts'
import { copyOf, ownFolder } from '../folders.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { enhanced, lite, paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'
import { statementsSetup } from './statements-setup.ts'

const quarter = { Revenue: 100, CashEquivalents: 10, ChangeCashEquivalents: 0 }
const year = {
  Revenue: 430,
  CostOfRevenue: 100,
  GrossProfit: 320,
  CashEquivalents: 10,
  ChangeCashEquivalents: 25,
  NetIncomeLossAttributableCommonShareholders: 100,
  DilutedEarningsPerShare: 3,
  DilutedSharesOutstanding: 50,
  TotalAssets: 60,
  TotalLiabilitiesEquity: 65,
  Goodwill: 5,
}
/** Of 2024: gross profit, total assets, EPS, change in cash, revenue of its quarters, goodwill of the lite record. */
const broken = [
  'GrossProfit',
  'TotalAssets',
  'DilutedEarningsPerShare',
  'ChangeCashEquivalents',
  'Revenue',
  'Goodwill',
].toSorted()

/** A company with every kind of break; `change` gives its year other figures. */
async function brokenSetup() {
  const figures = { year: { ...year } as Record<string, number>, goodwill: 4 }
  const setup = await statementsSetup({
    enhanced: (response) =>
      json(
        response,
        paged([
          enhanced({ year: 2023 }, { CashEquivalents: 10, TotalAssets: 50 }),
          enhanced({ year: 2024 }, figures.year),
          ...quartersOf('ACME', { year: 2024, quarter: 1, end: '2024-03-31' }, [quarter, quarter, quarter, quarter]),
        ]),
      ),
    lite: (response) => json(response, [lite({ year: 2024 }, { Goodwill: figures.goodwill, Revenue: 430 })]),
  })
  await setup.open({ edition: 'lite' })
  await setup.open({ edition: 'enhanced' })
  const periodOf = async (label: string, edition: 'enhanced' | 'lite' = 'enhanced') => {
    const basis = label === 'FY' ? 'annual' : 'quarterly'
    const { periods } = await setup.open({ edition, basis, freshness: 'library' })
    const period = periods.find(({ quarter: of, year: when }) => of === label && when === 2024)
    if (!period) throw new Error(`${label} is not there`)
    return period
  }
  const recordOf = async (label: string, edition?: 'enhanced' | 'lite') =>
    (await periodOf(label, edition)).recordIds[0] ?? -1
  return {
    ...setup,
    figures,
    periodOf,
    recordOf,
    breaks: async (label = 'FY', edition?: 'enhanced' | 'lite') => {
      const { breaks, knownBreaks } = await periodOf(label, edition)
      return { fails: breaks.toSorted(), known: knownBreaks.toSorted() }
    },
    tiesOf: async (label: string, field: string, edition?: 'enhanced' | 'lite') =>
      (await setup.api.source.figure({ recordId: await recordOf(label, edition), field })).ties,
  }
}

const without = (field: string) => broken.filter((each) => each !== field)

describe('a tie-out break that is marked as known', () => {
  test.each(broken)('%s no longer counts, and the others do', async (field) => {
    const { api, breaks, recordOf } = await brokenSetup()
    expect(await breaks()).toEqual({ fails: broken, known: [] })
    await api.financials.markKnown({ recordId: await recordOf('FY'), field })
    expect(await breaks()).toEqual({ fails: without(field), known: [field] })
  })

  test('is shown where the figure comes from, with its note', async () => {
    const { api, clock, recordOf, tiesOf } = await brokenSetup()
    const question = { recordId: await recordOf('FY'), field: 'GrossProfit' }
    await api.financials.markKnown(question)
    const markedAt = clock.now()
    clock.advance(60_000)
    await api.financials.markKnown({ ...question, note: 'Excise duties' })
    // A tie that has none of the breaks has nothing to mark.
    expect(
      (await tiesOf('FY', 'GrossProfit')).map(({ result, check, known }) => ({ result, check, known })),
    ).toContainEqual({
      result: 'fails',
      check: 'check.GrossProfit',
      known: { note: 'Excise duties', markedAt, lapsed: false },
    })
    expect(
      (await tiesOf('FY', 'Revenue')).filter(({ result }) => result !== 'fails').every(({ check }) => check === null),
    ).toBe(true)
  })

  test.each([
    ['the figure that is stated', 'GrossProfit', { GrossProfit: 321 }],
    ['a figure that it follows from', 'GrossProfit', { CostOfRevenue: 101 }],
    ['a number of shares', 'DilutedEarningsPerShare', { DilutedSharesOutstanding: 51 }],
    ['the year’s figure', 'Revenue', { Revenue: 431, GrossProfit: 321 }],
  ])('counts again when %s changes, and says that it was marked', async (_, field, change) => {
    const { api, open, figures, breaks, recordOf, tiesOf } = await brokenSetup()
    await api.financials.markKnown({ recordId: await recordOf('FY'), field, note: 'seen' })
    Object.assign(figures.year, change)
    await open({ edition: 'enhanced' })
    const now = await breaks()
    expect([now.known, now.fails.includes(field)]).toEqual([[], true])
    expect((await tiesOf('FY', field)).find((tie) => tie.field === field && tie.result === 'fails')).toMatchObject({
      known: { note: 'seen', lapsed: true },
    })
    // Marking it again keeps what the user wrote.
    const { added } = await api.financials.markKnown({ recordId: await recordOf('FY'), field })
    expect(added.map(({ note }) => note)).toEqual(added.map(() => 'seen'))
  })

  test('stays when figures change that take no part in it', async () => {
    const { api, open, figures, breaks, recordOf } = await brokenSetup()
    await api.financials.markKnown({ recordId: await recordOf('FY'), field: 'GrossProfit' })
    figures.year['TotalAssets'] = 61
    await open({ edition: 'enhanced' })
    expect((await breaks()).known).toEqual(['GrossProfit'])
  })

  test('of a year and its quarters is one break in the year and in its last quarter, and can be marked in any of them', async () => {
    const { api, breaks, recordOf, tiesOf } = await brokenSetup()
    const [tie] = (await tiesOf('Q2', 'Revenue')).filter(({ result }) => result === 'fails')
    expect(await breaks('Q4')).toEqual({ fails: ['ChangeCashEquivalents', 'Revenue'], known: [] })
    await api.financials.markKnown({
      recordId: await recordOf('Q2'),
      field: 'Revenue',
      ...(tie?.check != null && { check: tie.check }),
    })
    expect([await breaks('FY'), await breaks('Q4')]).toEqual([
      { fails: without('Revenue'), known: ['Revenue'] },
      { fails: ['ChangeCashEquivalents'], known: ['Revenue'] },
    ])
  })

  test('of the two editions is one break in both', async () => {
    const { api, breaks, recordOf } = await brokenSetup()
    await api.financials.markKnown({ recordId: await recordOf('FY', 'lite'), field: 'Goodwill' })
    expect((await breaks('FY', 'lite')).known).toEqual(['Goodwill'])
    expect((await breaks('FY')).known).toEqual(['Goodwill'])
  })

  test('where a figure has two breaks counts until both are known', async () => {
    const { api, figures, open, breaks, recordOf, tiesOf } = await brokenSetup()
    figures.goodwill = 5
    // Total assets do not equal what stands against them, nor the sum of their parts.
    const parts = { PropertyPlantEquipmentNet: 5, IntangibleAssetsNet: 5, OtherAssets: 5 }
    Object.assign(figures.year, { TotalCurrentAssets: 20, ...parts })
    await open({ edition: 'enhanced' })
    const checks = (await tiesOf('FY', 'TotalAssets')).flatMap(({ check, field }) =>
      check !== null && field === 'TotalAssets' ? check : [],
    )
    expect(checks).toHaveLength(2)
    const recordId = await recordOf('FY')
    for (const [marked, check] of checks.entries()) {
      await api.financials.markKnown({ recordId, field: 'TotalAssets', check })
      expect((await breaks()).known).toEqual(marked === 1 ? ['TotalAssets'] : [])
    }
  })

  test('can be unmarked, and either be undone', async () => {
    const { api, breaks, recordOf, tiesOf } = await brokenSetup()
    const question = { recordId: await recordOf('FY'), field: 'GrossProfit' }
    const marked = await api.financials.markKnown({ ...question, note: 'Excise duties' })
    await api.financials.revertKnown(marked)
    expect((await breaks()).known).toEqual([])
    await api.financials.revertKnown({ added: marked.removed, removed: marked.added })
    const unmarked = await api.financials.unmarkKnown(question)
    expect((await breaks()).known).toEqual([])
    await api.financials.revertKnown(unmarked)
    expect((await breaks()).known).toEqual(['GrossProfit'])
    expect((await tiesOf('FY', 'GrossProfit')).flatMap(({ known }) => known?.note ?? [])).toEqual(['Excise duties'])
  })

  test('is announced to the windows, and is there after the program was killed', async () => {
    const { api, profile, clock, recordOf } = await brokenSetup()
    const changes = await api.status.changes({ window: 'w' })
    const told = (async () => {
      for await (const change of changes) if (change.kind === 'fundamentals') return change.symbol
      return null
    })()
    await api.financials.markKnown({ recordId: await recordOf('FY'), field: 'GrossProfit' })
    expect(await told).toBe('ACME')
    // The files as a kill leaves them.
    const again = openedCore({ profile: copyOf(profile), clock })
    const { periods } = await again.api.financials.open({
      symbol: 'ACME',
      basis: 'annual',
      comparison: 'none',
      freshness: 'library',
      edition: 'enhanced',
    })
    expect(periods.at(-1)?.knownBreaks).toEqual(['GrossProfit'])
  })

  test('is known in a comparison too', async () => {
    const { api, recordOf } = await brokenSetup()
    await api.financials.markKnown({ recordId: await recordOf('FY'), field: 'GrossProfit' })
    const spec = {
      companies: [{ symbol: 'ACME' }],
      lines: ['GrossProfit'],
      basis: 'annual' as const,
      alignment: 'fiscal' as const,
      mode: 'values' as const,
      periods: 4,
      asOf: null,
    }
    const table = await readTable(await api.comparisons.table({ ...spec, firstLines: [] }))
    const latest = table.companies[0]?.periods.at(-1)
    expect([latest?.knownBreaks, latest?.breaks.includes('GrossProfit')]).toEqual([['GrossProfit'], false])
  })

  test('of a figure that ties is refused', async () => {
    const { api, recordOf } = await brokenSetup()
    const question = { recordId: await recordOf('FY'), field: 'CostOfRevenue' }
    expect(await failureOfQuestion(api.financials.markKnown(question))).toMatchObject({ kind: 'bad-request' })
  })

  test('is not written on a profile that cannot be', async () => {
    const { api, recordOf } = await brokenSetup()
    const marked = await api.financials.markKnown({ recordId: await recordOf('FY'), field: 'GrossProfit' })
    const { reader } = openDatabase(join(ownFolder(), 'desk.db'), deskDatabase)
    const library = { reader, clock: { now: () => 0, monotonic: () => 0 }, announce: () => undefined }
    const known = new KnownBreaks(library as never, { reader, writer: null })
    expect(() => known.revert(marked)).toThrow(expect.objectContaining({ failure: { kind: 'read-only' } }))
  })
})

describe('workbooks and the screen count the same breaks', () => {
  test('a company’s', async ({ skip }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const { api, breaks, recordOf } = await brokenSetup()
    for (const field of ['GrossProfit', 'Revenue', 'Goodwill'])
      await api.financials.markKnown({ recordId: await recordOf('FY'), field })
    const question = { symbol: 'ACME', edition: 'enhanced', as: 'xlsx', scale: 'units', asOf: null } as const
    const checks = recalculated((await taken(api.exports.company(question))).content).get('Checks, annual') ?? []
    const latest = (checks.find(([, field]) => field === 'Field') ?? []).indexOf('FY2024')
    const row = (label: string) => checks.find(([first]) => first === label)?.[latest]
    const onScreen = await breaks()
    expect([onScreen.fails.length, onScreen.known.length]).toEqual([3, 3])
    expect([row('Figures with tie-out breaks'), row('Figures with known breaks only')]).toEqual(['3', '3'])
    const statusOf = (key: string) => checks.find(([, field]) => field === `${key}: status`)?.[latest]
    expect([
      statusOf('check.GrossProfit'),
      statusOf('cross.year.Revenue'),
      statusOf('cross.edition.Goodwill'),
      statusOf('cross.earnings.DilutedEarningsPerShare'),
    ]).toEqual(['known', 'known', 'known', 'break'])
  })

  test('a comparison’s, of every kind of check', async ({ skip }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const { api, breaks, recordOf } = await brokenSetup()
    for (const field of ['GrossProfit', 'Revenue'])
      await api.financials.markKnown({ recordId: await recordOf('FY'), field })
    const spec = {
      companies: [{ symbol: 'ACME', edition: 'enhanced' as const }],
      lines: broken,
      basis: 'annual' as const,
      alignment: 'fiscal' as const,
      mode: 'values' as const,
      periods: 4,
      asOf: null,
    }
    const asked = api.exports.comparison({ spec, title: 'Breaks', as: 'xlsx', scale: 'units' })
    const sheets = recalculated((await taken(asked)).content)
    const listed = sheets.get('All checks') ?? []
    const headAt = listed.findIndex(([first]) => first === 'Symbol')
    const [heads = [], ...rows] = listed.slice(headAt)
    const figures = (status: string) =>
      new Set(
        rows
          .filter((row) => row[heads.indexOf('Status')] === status)
          .map((row) => `${row[1] ?? ''} ${row[heads.indexOf('Figure')] ?? ''}`),
      ).size
    const onScreen = await Promise.all(['FY', 'Q1', 'Q2', 'Q3', 'Q4'].map((label) => breaks(label)))
    const count = (of: 'fails' | 'known') => onScreen.reduce((sum, each) => sum + each[of].length, 0)
    expect([figures('break'), figures('known')]).toEqual([count('fails'), count('known')])
    expect([count('fails'), count('known')]).toEqual([5, 3])
    const counted = (label: string) => sheets.get('Checks')?.find(([first]) => first === label)?.[2]
    expect([counted('Figures with tie-out breaks'), counted('Figures with known breaks only')]).toEqual(['5', '3'])
    const company = sheets.get('Provenance')?.find(([first]) => first === 'ACME') ?? []
    expect(company.slice(6, 8)).toEqual(['5', '3'])
    const row = (check: string) => rows.find((each) => each[1] === 'FY2024' && each[2]?.startsWith(check))?.slice(3, 9)
    expect(row('Net income to common')).toEqual(['Diluted EPS', '3', '2', '1', expect.any(String), 'break'])
    expect(row('Revenue: fiscal year')).toEqual(['Revenue', '430', '400', '30', expect.any(String), 'known'])
    expect(row('Goodwill: enhanced record')).toEqual(['Goodwill', '5', '4', '1', expect.any(String), 'break'])
  })
})
