import { describe, expect, test } from 'vitest'
import type { Figure } from '#contract/api/financials.ts'
import { byCompany, comparisonSetup } from '../comparisons/comparison-setup.ts'
import { sheetNamed, sheetNamesOf, unpacked } from '../export/archive.ts'
import { allRecalculated, noSpreadsheet } from '../export/office.ts'
import { piecesOf, updatedBook } from '../export/workbook-update/workbook-setup.ts'
import { statementRow } from '../export/statement-row.ts'
import { taken } from '../export/taken.ts'
import { filedRecords, fourfold, tenfold, type Filed } from './split-filings.ts'

const eps = 'DilutedEarningsPerShare'
const shares = 'DilutedSharesOutstanding'
const betweenThirdAndFourth = 'Adjusted for the 4-for-1 split between Q3 FY2020 and Q4 FY2020.'

const splitSetup = () => comparisonSetup({ TENF: filedRecords('TENF', tenfold), FOUR: filedRecords('FOUR', fourfold) })

/** Four quarters, with a figure of each to be changed. */
const quarters = (...figures: readonly (readonly [income: number, perShare: number, shares: number])[]) =>
  figures.map(([income, perShare, count], at): Filed => {
    const ends = ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31']
    return [`Q${at + 1} 2024`, ends[at] ?? '', 1000, income, perShare, count, 5000]
  })

function rounded(figures: readonly Figure[] | undefined): readonly Figure[] {
  return (figures ?? []).map((figure) => (typeof figure === 'number' ? Number(figure.toFixed(6)) : figure))
}

describe('EPS and shares from before a split, in the shares after it', () => {
  test.each([
    ['4-for-1', fourfold.slice(0, 4), [1.25, 0.625, 0.65, 0.75], [18_000, 17_600, 17_600, 17_000]],
    ['3-for-2', quarters([300, 3, 100], [310, 2.06, 150.4]), [2, 2.06], [150, 150.4]],
    ['a reverse split, 1-for-8', quarters([80, 0.01, 8780], [90, 0.08, 1098]), [0.08, 0.08], [1097.5, 1098]],
    [
      'two splits one after the other',
      quarters([300, 3, 100], [310, 1.55, 200], [320, 0.4, 800]),
      [0.375, 0.3875, 0.4],
      [800, 800, 800],
    ],
    [
      'one that was given back: only the quarter between is in other shares',
      quarters([300, 3, 100], [310, 1.55, 200], [320, 3.2, 100]),
      [3, 3.1, 3.2],
      [100, 100, 100],
    ],
  ] as const)('%s', async (_, filed, perShare, counts) => {
    const setup = await comparisonSetup({ SOME: filedRecords('SOME', filed) })
    const question = { symbol: 'SOME', basis: 'quarterly' } as const
    const { values } = await setup.open({ ...question, adjustSplits: true })
    expect(rounded(values[eps]?.slice(0, filed.length))).toEqual(perShare)
    expect(rounded(values[shares]?.slice(0, filed.length).map((each) => Number(each) / 1e6))).toEqual(counts)
    const reported = await setup.open(question)
    expect(reported.values[eps]?.slice(0, filed.length)).toEqual(filed.map(([, , , , figure]) => figure))
  })

  test('growth and twelve months across the split are calculated from adjusted figures, and every one of them says so', async () => {
    const setup = await splitSetup()
    const question = { symbol: 'FOUR', basis: 'quarterly', comparison: 'qoq', adjustSplits: true } as const
    const { periods, values, compared } = await setup.open(question)
    // 0.625 + 0.65 + 0.75 + 1.70.
    expect(rounded(values[eps])).toEqual([1.25, 0.625, 0.65, 0.75, 1.7, 3.725])
    expect(rounded(compared[eps])).toEqual([null, -0.5, 0.04, 0.153846, 1.266667, null])
    expect(periods.map(({ adjusted }) => adjusted?.figures ?? null)).toEqual([
      betweenThirdAndFourth,
      betweenThirdAndFourth,
      betweenThirdAndFourth,
      null,
      null,
      betweenThirdAndFourth,
    ])
    // Q4 is as reported, and its growth is not.
    expect(periods.map(({ adjusted }) => adjusted !== undefined)).toEqual([true, true, true, true, false, true])
    expect(periods.flatMap(({ remarks }) => remarks.map(({ kind }) => kind))).toEqual([
      'adjusted-split',
      'adjusted-split',
    ])
    expect(values['Revenue']).toEqual((await setup.open({ ...question, adjustSplits: false })).values['Revenue'])
  })

  test('a year is adjusted by a split that only quarters show', async () => {
    const filed = [...fourfold.slice(0, 3), ['FY 2019', '2019-09-28', 260_000, 55_000, 12, 4580, 90_000] as const]
    const setup = await comparisonSetup({ FOUR: filedRecords('FOUR', [...filed, ...fourfold.slice(3, 4)]) })
    const { values, periods } = await setup.open({ symbol: 'FOUR', basis: 'annual', adjustSplits: true })
    expect(values[eps]).toEqual([3])
    expect(periods[0]?.adjusted?.figures).toBe(betweenThirdAndFourth)
  })

  test('a quarter made from quarters on both sides of a split counts in no shares: it is n.m.', async () => {
    const derived = tenfold.map((each): Filed =>
      each[0] === 'Q4 2024' ? [each[0], each[1], each[2], each[3], -0.23, 25_000, each[6]] : each,
    )
    const setup = await comparisonSetup({ TENF: filedRecords('TENF', derived) })
    const { values, periods } = await setup.open({ symbol: 'TENF', basis: 'quarterly', adjustSplits: true })
    expect(values[eps]?.slice(0, 4)).toEqual([0.08, 0.25, 0.37, 'n.m.'])
    expect(periods[3]?.adjusted?.figures).toMatch(/^Not adjusted/)
  })

  test('what ties is what was reported: the marks are the same with the option and without', async () => {
    const odd = fourfold.map((each): Filed =>
      each[0] === 'Q2 2020' ? ([...each.slice(0, 4), 2.7, 4400, 1] as never) : each,
    )
    const setup = await comparisonSetup({ FOUR: filedRecords('FOUR', odd) })
    const failing = async (adjustSplits: boolean) =>
      (await setup.open({ symbol: 'FOUR', basis: 'quarterly', adjustSplits })).periods.map(({ breaks }) => breaks)
    expect(await failing(true)).toEqual(await failing(false))
    expect((await failing(true)).flat()).toContain(eps)
  })
})

describe('the source of an adjusted figure', () => {
  test('names the reported figure, the split between two periods, the factor and the adjusted figure', async () => {
    const setup = await splitSetup()
    const { periods } = await setup.open({ symbol: 'FOUR', basis: 'quarterly' })
    const recordId = periods[2]?.recordIds[0] ?? 0
    const { source } = setup.api
    const figure = await source.figure({ recordId, field: eps, adjustSplits: true })
    expect(figure.value).toBe(2.6)
    expect(figure.adjustment).toEqual({
      reported: 2.6,
      factor: 4,
      isDivided: true,
      value: 0.65,
      explanation: betweenThirdAndFourth,
      splits: [
        {
          label: '4-for-1 split',
          before: { quarter: 'Q3', year: 2020, endPeriod: '2020-06-27' },
          after: { quarter: 'Q4', year: 2020, endPeriod: '2020-09-26' },
        },
      ],
    })
    expect((await source.figure({ recordId, field: eps })).adjustment).toBeNull()
    expect((await source.figure({ recordId, field: 'Revenue', adjustSplits: true })).adjustment).toBeNull()
    const after = periods[3]?.recordIds[0] ?? 0
    expect((await source.figure({ recordId: after, field: eps, adjustSplits: true })).adjustment).toBeNull()
  })

  test('of growth and twelve months across the split: the same figure as the table, and which inputs are adjusted', async () => {
    const setup = await splitSetup()
    const { periods } = await setup.open({ symbol: 'FOUR', basis: 'quarterly' })
    const { source } = setup.api
    const growth = await source.calculated({
      recordIds: periods[3]?.recordIds ?? [],
      field: eps,
      comparison: 'qoq',
      adjustSplits: true,
    })
    expect(rounded([growth.value])).toEqual([0.153846])
    expect(growth.rule).toBe(`Diluted EPS ÷ previous-period diluted EPS − 1. ${betweenThirdAndFourth}`)
    expect(growth.inputs.map(({ value, adjusted }) => [value, adjusted])).toEqual([
      [0.75, null],
      [0.65, betweenThirdAndFourth],
    ])
    const twelve = await source.calculated({
      recordIds: periods.at(-1)?.recordIds ?? [],
      field: eps,
      adjustSplits: true,
    })
    expect(twelve.value).toBe(3.725)
  })
})

describe('a comparison and its workbook', () => {
  test('index, growth and metrics across the split have figures, and the columns say that they are adjusted', async () => {
    const setup = await splitSetup()
    const { id } = await setup.api.metrics.save({
      name: 'EPS change',
      formula: '[Diluted EPS] - prior([Diluted EPS])',
      unit: 'per-share',
    })
    const spec = {
      companies: [{ symbol: 'FOUR' }],
      lines: [eps, shares, 'Revenue', `own.${id}`],
      basis: 'quarterly' as const,
      adjustSplits: true,
    }
    const values = await setup.table(spec)
    expect(byCompany(values, eps)).toEqual([[1.25, 0.625, 0.65, 0.75, 1.7]])
    expect(byCompany(values, `own.${id}`)).toEqual([[null, -0.625, 0.025, 0.1, 0.95]])
    expect(values.lines.map(({ isOfShares }) => isOfShares)).toEqual([true, true, false, true])
    const said = values.companies[0]?.periods.map((slot) => slot?.adjusted?.figures ?? null)
    expect(said).toEqual([betweenThirdAndFourth, betweenThirdAndFourth, betweenThirdAndFourth, null, null])
    const growth = await setup.table({ ...spec, mode: 'qoq' })
    expect(byCompany(growth, eps, 'shown')).toEqual([[null, -0.5, 0.04, 0.153846, 1.266667]])
    expect(growth.companies[0]?.periods[3]?.adjusted).toEqual({ figures: null, compared: betweenThirdAndFourth })
    expect(byCompany(await setup.table({ ...spec, mode: 'index' }), shares, 'shown')[0]).toEqual([
      100, 97.777778, 97.777778, 94.444444, 94.444444,
    ])
    expect(byCompany(await setup.table({ ...spec, basis: 'ltm' }), eps)).toEqual([[3.3, 3.725]])
  })

  test.for(['values', 'qoq', 'index'] as const)(
    'a workbook as %s calculates what the screen shows, from reported figures and their factors',
    async (mode, { skip }) => {
      if (noSpreadsheet !== null) return skip(noSpreadsheet)
      const setup = await splitSetup()
      const lines = [eps, shares]
      const specs = (['quarterly', 'ltm', 'annual-ltm'] as const).map((basis) =>
        setup.spec({ lines, basis, mode, adjustSplits: true }),
      )
      const files = []
      for (const spec of specs)
        files.push(await taken(setup.api.exports.comparison({ spec, title: 'Split', as: 'xlsx', scale: 'units' })))
      expect(files[0]?.done.fileName).toContain('Split split-adjusted')
      const books = allRecalculated(files.map(({ content }) => content))
      for (const [at, spec] of specs.entries()) {
        const table = await setup.table(spec)
        const width = table.columns.length
        for (const line of lines) {
          const row = books[at]?.get('Spread')?.find(([, field]) => field === line) ?? []
          const cells = table.companies.map((_, side) => row.slice(2 + side * (width + 1)).slice(0, width))
          const told = byCompany(table, line, mode === 'values' ? 'values' : 'shown')
          expect(cells.map((some) => some.map(asFigure))).toEqual(told)
        }
      }
      const note = books[0]?.get('Spread')?.[2]?.[0] ?? ''
      expect(note).toContain('EPS and shares adjusted for splits: TENF 10-for-1 split between Q1 FY2024 and Q2 FY2024')
      const [heads = [], ...records] = books[0]?.get('Records')?.slice(5) ?? []
      const factor = heads.indexOf('Split factor')
      const stated = heads.indexOf('Diluted EPS')
      const first = records.find(([symbol]) => symbol === 'FOUR')
      expect([first?.[stated], first?.[factor]]).toEqual(['5', '4'])
    },
  )
})

const thirdQuarter: Filed = ['Q3 2020', '2020-06-27', 60_000, 11_264, 2.56, 4400, 72_000]

describe('the files of a company', () => {
  const question = { symbol: 'FOUR', scale: 'units', asOf: null } as const

  test('its workbook has the reported figure and the factor in each adjusted cell, and its checks are of what was reported', async ({
    skip,
  }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const setup = await splitSetup()
    const both = await Promise.all(
      [true, false].map((adjustSplits) => taken(setup.api.exports.company({ ...question, as: 'xlsx', adjustSplits }))),
    )
    const [adjusted, reported] = allRecalculated(both.map(({ content }) => content))
    const income = adjusted?.get('Income statement')
    expect(statementRow(income, eps)?.map(asFigure)).toEqual([3.725, 1.25, 0.625, 0.65, 0.75, 1.7])
    expect(income?.[2]?.[0]).toContain(
      'EPS and shares adjusted for splits: FOUR 4-for-1 split between Q3 FY2020 and Q4 FY2020',
    )
    expect(adjusted?.get('Checks')?.slice(5)).toEqual(reported?.get('Checks')?.slice(5))
    expect(both.map(({ done }) => done.fileName.includes('split-adjusted'))).toEqual([true, false])
  })

  test('an update follows the option of the workbook, and distinguishes figures that a new split moved from those restated', async () => {
    const before = filedRecords('FOUR', fourfold.slice(0, 3))
    const setup = await comparisonSetup({ FOUR: before })
    const { content } = await taken(setup.api.exports.company({ ...question, as: 'xlsx', adjustSplits: true }))
    setup.clock.advance(86_400_000)
    const restated = fourfold.map((each): Filed => (each[0] === 'Q3 2020' ? [...thirdQuarter] : each))
    setup.gives.FOUR = filedRecords('FOUR', restated.slice(0, 4))
    await setup.fetch('FOUR')
    const { workbook, told } = await updatedBook(await setup.api.exports.update(piecesOf(content)))
    const moved = told.changes.filter(({ field }) => field === eps)
    expect(moved.map(({ period, previous, current, reason }) => [period, previous, current, reason])).toEqual([
      ['Q1 FY2020', 5, 1.25, 'adjusted'],
      ['Q2 FY2020', 2.5, 0.625, 'adjusted'],
      ['Q3 FY2020', 2.6, 0.64, 'restated'],
    ])
    const again = await updatedBook(await setup.api.exports.update(piecesOf(workbook)))
    expect(again.told.counts).toEqual({ restated: 0, withdrawn: 0, adjusted: 0, changed: 0, gone: 0, new: 0 })
  })

  test.each(['company', 'comparison'] as const)(
    'after an update no title of a %s denies the split that its figures are adjusted for',
    async (kind) => {
      const setup = await comparisonSetup({ FOUR: filedRecords('FOUR', fourfold.slice(0, 3)) })
      const spec = setup.spec({ lines: [eps, 'Revenue'], basis: 'quarterly', adjustSplits: true })
      const exported = await (kind === 'company'
        ? taken(setup.api.exports.company({ ...question, as: 'xlsx', adjustSplits: true }))
        : taken(setup.api.exports.comparison({ spec, title: 'Peers', as: 'xlsx', scale: 'units' })))
      const sheetsThatSay = (workbook: Buffer, words: string) => {
        const parts = unpacked(workbook)
        return sheetNamesOf(parts).filter((name) => sheetNamed(parts, name).includes(words))
      }
      const denying = sheetsThatSay(exported.content, 'no split found')
      expect(denying.length).toBeGreaterThan(4)
      setup.gives.FOUR = filedRecords('FOUR', fourfold.slice(0, 4))
      await setup.fetch('FOUR')
      const { workbook } = await updatedBook(await setup.api.exports.update(piecesOf(exported.content)))
      expect(sheetsThatSay(workbook, 'no split found')).toEqual([])
      expect(sheetsThatSay(workbook, 'FOUR 4-for-1 split between Q3 FY2020 and Q4 FY2020')).toEqual(denying)
    },
  )

  test('one table has adjusted figures below a row of their factors', async () => {
    const setup = await splitSetup()
    const { content, done } = await taken(setup.api.exports.company({ ...question, as: 'csv', adjustSplits: true }))
    expect(done.fileName).toContain('FOUR financials split-adjusted')
    const rows = content.toString('utf8').split('\r\n')
    const rowOf = (words: string) => rows.find((row) => row.includes(words))
    expect(rowOf('Split factor (EPS divided by, shares multiplied by)')).toMatch(/,1,4,4,4,1,1,$/)
    expect(rowOf('DilutedEarningsPerShare')).toMatch(/,3\.3,1\.25,0\.625,0\.65,0\.75,1\.7,3\.725$/)
    const plain = await taken(setup.api.exports.company({ ...question, as: 'csv' }))
    expect(plain.content.toString('utf8')).not.toContain('for splits')
  })

  test.each(['csv', 'tsv', 'markdown', 'json'] as const)(
    'a comparison as %s says for which splits of each company',
    async (as) => {
      const setup = await splitSetup()
      const spec = setup.spec({ lines: [eps], basis: 'quarterly', periods: 1 })
      const exported = async (adjustSplits: boolean) => {
        const whole = { ...spec, ...(adjustSplits && { adjustSplits }) }
        const { content } = await taken(
          setup.api.exports.comparison({ spec: whole, title: 'Split', as, scale: 'units' }),
        )
        return content.toString('utf8')
      }
      const told = await exported(true)
      expect(told).toContain('Share splits')
      expect(told).toContain('TENF 10-for-1 split between')
      expect(told).toContain('FOUR 4-for-1 split between Q3 FY2020 and Q4 FY2020')
      expect(await exported(false)).not.toContain('Share splits')
    },
  )
})

function asFigure(text: string): number | string | null {
  if (text === 'n/a' || text === '') return null
  return text === 'n.m.' ? text : Number(Number(text).toFixed(6))
}
