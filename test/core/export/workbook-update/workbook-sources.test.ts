import { describe, expect, test } from 'vitest'
import { comparisonSetup, quartersOf } from '../../comparisons/comparison-setup.ts'
import { failureOfQuestion } from '../../opened-core.ts'
import { unpacked } from '../archive.ts'
import { noHands, noSpreadsheet, recalculated, seenInLibreOffice, workedOn } from '../office.ts'
import { recalculation } from '../recalculated.ts'
import { taken } from '../taken.ts'
import { readSheet } from '../workbook/read-sheet.ts'
import { asExcelSaves, withParts } from './as-excel.ts'
import { piecesOf, updatedBook, workbookSetup } from './workbook-setup.ts'

/** A sheet of the user's own over ours, with a look, a rule for looks and a chart; the quarters' sheet renamed and moved. */
const extended = `
from com.sun.star.awt import Rectangle
from com.sun.star.sheet.ConditionOperator import GREATER
from com.sun.star.beans import PropertyValue
sheets.insertNewByName("My model", 0)
mine = sheets.getByName("My model")
for at, formula in enumerate(["='Income statement'.C8", "='Income statement'.D8", "='Income statement'.L8", "=SUM(B1:B2)"]):
    mine.getCellByPosition(0, at).String = "Line %d" % at
    mine.getCellByPosition(1, at).Formula = formula.replace("='", "=$'")
mine.getCellRangeByName("B1:B4").CellBackColor = 0xffcc00
rules = mine.getCellRangeByName("B1:B4").ConditionalFormat
rules.addNew((PropertyValue(Name="Operator", Value=GREATER), PropertyValue(Name="Formula1", Value="250"), PropertyValue(Name="StyleName", Value="Result")))
mine.getCellRangeByName("B1:B4").ConditionalFormat = rules
mine.Charts.addNewByName("Revenue", Rectangle(8000, 500, 9000, 7000), (mine.getCellRangeByName("A1:B4").RangeAddress,), False, True)
quarters = sheets.getByName("Income statement")
quarters.Name = "Quarters"
sheets.moveByName("Quarters", 1)
`

/** Parts of a workbook that are not of our sheets, nor of what lists them. */
function otherParts(workbook: Buffer): Map<string, string> {
  const files = unpacked(workbook)
  const lists = /^(\[Content_Types\]\.xml|xl\/(workbook|styles)\.xml|xl\/_rels\/workbook\.xml\.rels)$/
  const ours = [...files].filter(
    ([name, xml]) => lists.test(name) || xml.includes('>Field<') || name.includes('worksheets/sheet'),
  )
  return new Map([...files].filter(([name]) => !ours.some(([our]) => our === name)))
}

describe('a workbook that its user has extended in LibreOffice', () => {
  test('gets our figures where they stood, and its own sheets, looks and charts are as they were', async ({ skip }) => {
    if (noHands !== null) return skip(noHands)
    const setup = await workbookSetup()
    const exported = await setup.exported()
    await setup.move()
    const mine = workedOn(exported, extended)
    const { workbook, told } = await setup.update(mine)
    const [before, after] = [unpacked(mine), unpacked(workbook)]
    for (const [name, text] of otherParts(mine)) expect(after.get(name), name).toBe(text)
    const model = [...before].find(([, xml]) => xml.includes('<conditionalFormatting'))
    expect(model).toBeDefined()
    // LibreOffice believes results of its own: without them it calculates.
    expect(after.get(model?.[0] ?? '')).toBe(model?.[1].replaceAll(/(<f [^>]*>[^<]*<\/f>)<v>[^<]*<\/v>/g, '$1'))
    expect([...after.keys()].filter((name) => name.includes('chart'))).toEqual(
      [...before.keys()].filter((name) => name.includes('chart')),
    )
    const sheets = seenInLibreOffice(workbook)
    expect(sheets.get('My model')?.map(([, value]) => value)).toEqual(['100', '210', '1810', '310'])
    // The new quarter is next to the last one, and the twelve months after it stay where they were.
    expect(sheets.get('Quarters')?.[5]?.slice(2)).toEqual([
      ...['Q1 FY2024', 'Q2 FY2024', 'Q3 FY2024', 'Q4 FY2024', 'Q1 FY2025'],
      ...['', '', '', 'Prior-year LTM', 'LTM', 'y/y'],
    ])
    expect(sheets.get('Quarters')?.[7]?.slice(2)).toEqual([
      ...['100', '210', '300', '600', '700', '', '', ''],
      ...['n/a', '1810', 'n/a'],
    ])
    expect(told.counts).toEqual({ restated: 3, withdrawn: 0, adjusted: 0, changed: 0, gone: 0, new: 2 })
    const moved = sheets.get('Changes') ?? []
    expect(moved.find(([, cell]) => cell === 'D8')?.slice(0, 9)).toEqual([
      'Quarters',
      'D8',
      'Revenue',
      'Revenue',
      'Q2 FY2024',
      '200',
      '210',
      '10',
      '0.05',
    ])
  })

  test('keeps the user’s own rows, columns and words in our sheets, and reports a figure that was changed by hand', async ({
    skip,
  }) => {
    if (noHands !== null) return skip(noHands)
    const setup = await workbookSetup()
    const exported = await setup.exported()
    await setup.move()
    const mine = workedOn(
      exported,
      `
quarters = sheets.getByName("Income statement")
quarters.Rows.insertByIndex(7, 2)
quarters.Columns.insertByIndex(3, 1)
quarters.getCellRangeByName("D10").String = "my note"
quarters.getCellRangeByName("A8").Formula = "=C10*3"
quarters.getCellRangeByName("C10").Value = 111
quarters.getCellRangeByName("F1").String = "mine too"
sheets.removeByName("Cash flow")
`,
    )
    const { workbook, told } = await setup.update(mine)
    const sheet = seenInLibreOffice(workbook).get('Income statement')
    expect(sheet?.[9]?.slice(2, 8)).toEqual(['100', 'my note', '210', '300', '600', '700'])
    expect(sheet?.[5]?.[7]).toBe('Q1 FY2025')
    expect(sheet?.[7]?.[0]).toBe('300')
    expect(sheet?.[0]?.[5]).toBe('mine too')
    expect(told.changes.find(({ cell }) => cell === 'C10')).toMatchObject({
      previous: 111,
      current: 100,
      reason: 'changed',
    })
    expect(told.notes.join(' ')).toContain('“Cash flow” was deleted')
  })

  test('gets a sheet that it has lost again, printed on the paper of the others', async () => {
    const setup = await workbookSetup()
    // As LibreOffice deletes a sheet: with the names that refer to it.
    const without = await withParts(await setup.exported('a4'), (parts) => {
      const list = parts.get('xl/workbook.xml') ?? ''
      const names = /<definedName [^>]*>[^<]*'Balance sheet'![^<]*<\/definedName>/g
      parts.set('xl/workbook.xml', list.replace(/<sheet name="Balance sheet"[^>]*>/, '').replaceAll(names, ''))
    })
    await setup.move()
    const { workbook, told } = await setup.update(without)
    expect(told.notes).toEqual(['“Balance sheet” was added as a new sheet.'])
    const sizes = [...unpacked(workbook).values()].flatMap(
      (xml) => /<pageSetup [^>]*paperSize="(\d+)"/.exec(xml)?.[1] ?? [],
    )
    expect(new Set(sizes)).toEqual(new Set(['9']))
  })

  test('is brought up to date again and again', async () => {
    const setup = await workbookSetup()
    const exported = await setup.exported()
    await setup.move()
    const once = await setup.update(exported)
    const twice = await setup.update(once.workbook)
    expect(twice.told.counts).toEqual({ restated: 0, withdrawn: 0, adjusted: 0, changed: 0, gone: 0, new: 0 })
    expect(unpacked(twice.workbook).size).toBe(unpacked(once.workbook).size)
  })
})

test.for(['company', 'comparison'] as const)(
  'of a %s a figure that the service withdrew is n/a, and apart from what it restated',
  async (kind, { skip }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const first = { year: 2024, quarter: 1, end: '2024-03-31' }
    const others = { EBITDA: 2, Goodwill: 3, Inventories: 4, TotalAssets: 5, NetPropertyPlantEquipment: 6 }
    const quarters = (Revenue: number | null, GrossProfit: number) =>
      quartersOf('ACME', first, [
        { Revenue: 90, GrossProfit: 30, ...others },
        { Revenue, GrossProfit, ...others },
      ])
    const setup = await comparisonSetup({ ACME: quarters(100, 40) })
    const spec = setup.spec({ lines: ['Revenue', 'GrossProfit'], basis: 'quarterly' })
    const as = { as: 'xlsx', scale: 'units' } as const
    const exported = await (kind === 'company'
      ? taken(setup.api.exports.company({ symbol: 'ACME', asOf: null, ...as }))
      : taken(setup.api.exports.comparison({ spec, title: 'Peers', ...as })))
    setup.clock.advance(86_400_000)
    const seenAt = setup.clock.now()
    setup.gives.ACME = quarters(null, 44)
    await setup.fetch('ACME')
    const { workbook, told } = await updatedBook(await setup.api.exports.update(piecesOf(exported.content)))
    expect(told.counts).toMatchObject({ restated: 1, withdrawn: 1, changed: 0 })
    expect(told.changes.find(({ reason }) => reason === 'withdrawn')).toMatchObject({
      field: 'Revenue',
      previous: 100,
      current: null,
      seenAt,
    })
    const { differences, errors } = recalculation(workbook)
    expect({ differences, errors }).toEqual({ differences: [], errors: [] })
    const changes = recalculated(workbook).get('Changes')?.slice(4) ?? []
    expect(changes.map((row) => [...row.slice(3, 4), ...row.slice(5, 9), row.at(-1)])).toEqual([
      ['GrossProfit', '40', '44', '4', '0.1', 'Restated by the service'],
      ['Revenue', '100', 'n/a', '', '', 'Withdrawn by the service'],
    ])
    // Notes and shading are of restated figures alone.
    expect([...unpacked(workbook).values()].join('')).not.toContain('100 to n/a')
  },
)

/** openpyxl gives a sheet another title and leaves the defined names that refer to it as they were. */
function renamedByOpenpyxl(workbook: Buffer): Promise<Buffer> {
  return withParts(workbook, (parts) => {
    const list = parts.get('xl/workbook.xml') ?? ''
    parts.set('xl/workbook.xml', list.replaceAll(/(<sheet name=")([^"]*)/g, '$1My $2'))
  })
}

describe('a workbook whose sheets openpyxl has renamed', () => {
  test('gets our figures in the renamed sheets, and no sheet twice', async () => {
    const setup = await workbookSetup()
    const exported = await setup.exported()
    await setup.move()
    const same = await setup.update(exported)
    const { workbook, told } = await setup.update(await renamedByOpenpyxl(exported))
    expect(told.counts).toEqual(same.told.counts)
    const [parts, usual] = [unpacked(workbook), unpacked(same.workbook)]
    expect([...parts.keys()]).toEqual([...usual.keys()])
    const names = (text = '') =>
      [...text.matchAll(/<definedName name="Tearsheet[^>]*>([^<]*)</g)].map(([, address]) => address)
    // Nothing leads to a sheet that does not exist; “Changes” is new and has its own name.
    expect(names(parts.get('xl/workbook.xml'))).toEqual(
      names(usual.get('xl/workbook.xml')).map((address) =>
        address?.startsWith("'Changes'") === true ? address : address?.replace(/^'?([^'!]*)'?!/, "'My $1'!"),
      ),
    )
  })

  test('is brought up to date again, with the list of changes in its sheet', async () => {
    const setup = await workbookSetup()
    const exported = await setup.exported()
    await setup.move()
    const once = await setup.update(exported)
    const twice = await setup.update(await renamedByOpenpyxl(once.workbook))
    expect(twice.told.counts).toEqual({ restated: 0, withdrawn: 0, adjusted: 0, changed: 0, gone: 0, new: 0 })
    expect(unpacked(twice.workbook).size).toBe(unpacked(once.workbook).size)
  })
})

/** Rows of a comparison’s sheets: whose, and the first line. */
const [groupRow, firstLine] = [6, 9]

describe('a comparison’s workbook', () => {
  test('has the next period in its scatter, wherever that was moved, with its name above', async ({ skip }) => {
    if (noHands !== null) return skip(noHands)
    const setup = await workbookSetup()
    const exported = await setup.compared({
      up: 'calculated.gross_margin',
      across: 'Revenue',
      period: 'quarter',
      trail: 4,
      medians: true,
      hidden: [],
      selected: '',
      second: '',
      picture: { size: 'half', colours: 'light', title: true, source: true, table: false },
    })
    await setup.move()
    const mine = workedOn(
      exported,
      `
sheets.getByName("Scatter").Rows.insertByIndex(0, 2)
sheets.getByName("Scatter").Name = "Map"
`,
    )
    const { workbook, told } = await setup.update(mine)
    expect(told.notes).toEqual([])
    const sheets = recalculated(workbook)
    expect(
      sheets
        .get('Map')
        ?.slice(8, 11)
        .map((row) => row.slice(0, 5)),
    ).toEqual([
      ['', '', 'Q1 FY2025', 'Q1 FY2025', ''],
      ['ACME', '', '700', '0.25', ''],
      ['BOLT', '', 'n/a', 'n/a', 'No figures for this period'],
    ])
    expect([...sheets.values()].flat(2).filter((text) => /^(?:#|Err:)/.test(text))).toEqual([])
  })

  test('keeps every shown period in its place, and adds new ones at the end', async ({ skip }) => {
    if (noHands !== null) return skip(noHands)
    const setup = await workbookSetup()
    const exported = await setup.compared()
    await setup.move()
    const mine = workedOn(
      exported,
      `
sheets.insertNewByName("Model", 0)
sheets.getByName("Model").getCellRangeByName("A1").Formula = "=$Spread.D11+$Spread.G11"
sheets.getByName("Over time").Name = "Time"
`,
    )
    const { workbook, told } = await setup.update(mine)
    const sheets = seenInLibreOffice(workbook)
    expect(sheets.get('Spread')?.[groupRow]?.slice(-11)).toEqual([
      'ACME',
      'ACME',
      'ACME',
      'BOLT',
      'BOLT',
      'BOLT',
      'Median',
      'Median',
      'ACME',
      'BOLT',
      'Median',
    ])
    expect(sheets.get('Spread')?.[groupRow + 1]?.slice(2)).toEqual([
      'Q3 FY2024',
      'Q4 FY2024',
      'Rank',
      'Q3 FY2024',
      'Q4 FY2024',
      'Rank',
      'Q3 FY2024',
      'Q4 FY2024',
      'Q1 FY2025',
      'Q1 FY2025',
      'Q1 FY2025',
    ])
    // Below the head of its group.
    expect(sheets.get('Spread')?.[firstLine + 1]?.slice(2, 5)).toEqual(['300', '600', ''])
    expect(sheets.get('Spread')?.[firstLine + 1]?.slice(10, 12)).toEqual(['700', 'n/a'])
    expect(sheets.get('Time')?.[firstLine]?.slice(0, 5)).toEqual(['Revenue', 'ACME', '300', '600', '700'])
    expect(sheets.get('One period')?.[groupRow + 1]?.slice(2)).toEqual(['Q1 FY2025', 'Q1 FY2025'])
    expect(sheets.get('Model')).toEqual([['608']])
    // Ranks are of the new period, and the words below them stay as they were.
    expect(
      sheets
        .get('Spread')
        ?.flat()
        .find((text) => text.includes('Rank on')),
    ).toContain('Rank on the latest column; 1: highest.')
    expect(told).toMatchObject({
      subject: 'Peers',
      counts: { restated: 3, withdrawn: 0, adjusted: 0, changed: 0, gone: 0, new: 2 },
    })
    expect(told.changes.find(({ field }) => field === 'Revenue')).toMatchObject({
      sheet: 'Records',
      period: 'ACME Q2 FY2024',
    })
  })
})

/** What the charts of a workbook draw, by the cells that they refer to. */
function drawnCells(workbook: Buffer): string[] {
  const charts = [...unpacked(workbook)].filter(([name]) => name.startsWith('xl/charts/'))
  return charts.flatMap(([, xml]) => [...xml.matchAll(/<c:f>([^<]*)<\/c:f>/g)].map(([, cells = '']) => cells))
}

const firstQuarter = { year: 2023, quarter: 1, end: '2023-03-31' }
const exportedAs = { as: 'xlsx', scale: 'units' } as const

test('the charts of a company’s workbook move on to its latest quarters, as many as they had', async ({ skip }) => {
  if (noSpreadsheet !== null) return skip(noSpreadsheet)
  const quarters = (count: number) =>
    quartersOf(
      'ACME',
      firstQuarter,
      Array.from({ length: count }, (_, at) => ({ Revenue: 100 + at, OperatingIncome: 10 })),
    )
  const setup = await comparisonSetup({ ACME: quarters(8) })
  const { content } = await taken(setup.api.exports.company({ symbol: 'ACME', asOf: null, ...exportedAs }))
  expect(drawnCells(content)).toContain("'Charts'!$AA$9:$AH$9")
  setup.gives.ACME = quarters(10)
  await setup.fetch('ACME')
  const { workbook } = await updatedBook(await setup.api.exports.update(piecesOf(content)))
  expect(drawnCells(workbook)).toEqual(drawnCells(content))
  const charts = recalculated(workbook).get('Charts') ?? []
  expect(charts[7]?.slice(25)).toEqual([
    'Periods',
    ...['Q3 FY2023', 'Q4 FY2023', 'Q1 FY2024', 'Q2 FY2024', 'Q3 FY2024', 'Q4 FY2024', 'Q1 FY2025', 'Q2 FY2025'],
  ])
  expect(charts[8]?.slice(25)).toEqual(['Revenue', '102', '103', '104', '105', '106', '107', '108', '109'])
  // The words above a chart are of the same twelve months.
  expect(charts[5]?.[4]).toBe('LTM 430, +3.9% y/y')
})

test('the charts of a company’s workbook draw what the library has, after it had fewer quarters, and no cell next to their data', async ({
  skip,
}) => {
  if (noHands !== null) return skip(noHands)
  const quarters = (count: number) =>
    quartersOf(
      'ACME',
      firstQuarter,
      Array.from({ length: count }, (_, at) => ({ Revenue: 100 + at, OperatingIncome: 10 })),
    )
  const [whole, short] = [await comparisonSetup({ ACME: quarters(8) }), await comparisonSetup({ ACME: quarters(5) })]
  const { content } = await taken(whole.api.exports.company({ symbol: 'ACME', asOf: null, ...exportedAs }))
  const mine = workedOn(content, `sheets.getByName("Charts").getCellRangeByName("AI8").String = "Peak"`)
  const { workbook: shortened } = await updatedBook(await short.api.exports.update(piecesOf(mine)))
  expect(recalculated(shortened).get('Charts')?.[8]?.slice(25, 34)).toEqual([
    'Revenue',
    ...['', '', '', '100', '101', '102', '103', '104'],
  ])
  const { workbook } = await updatedBook(await whole.api.exports.update(piecesOf(shortened)))
  const charts = recalculated(workbook).get('Charts') ?? []
  expect(charts[7]?.slice(25)).toEqual([
    'Periods',
    ...['Q1 FY2023', 'Q2 FY2023', 'Q3 FY2023', 'Q4 FY2023', 'Q1 FY2024', 'Q2 FY2024', 'Q3 FY2024', 'Q4 FY2024'],
    'Peak',
  ])
  expect(charts[8]?.slice(25, 34)).toEqual(['Revenue', '100', '101', '102', '103', '104', '105', '106', '107'])
})

test('the charts of a comparison stay below the columns of its spread, with the figures of now', async ({ skip }) => {
  if (noSpreadsheet !== null) return skip(noSpreadsheet)
  const quarters = (symbol: string, count: number, first: number) =>
    quartersOf(
      symbol,
      firstQuarter,
      Array.from({ length: count }, (_, at) => ({ Revenue: 100, GrossProfit: first + at })),
    )
  const setup = await comparisonSetup({ ACME: quarters('ACME', 6, 20), BOLT: quarters('BOLT', 6, 40) })
  const spec = setup.spec({ lines: ['Revenue', 'calculated.gross_margin'], basis: 'quarterly', periods: 6 })
  const { content } = await taken(setup.api.exports.comparison({ spec, title: 'Peers', ...exportedAs }))
  setup.gives.ACME = quarters('ACME', 7, 30)
  await setup.fetch('ACME')
  const { workbook } = await updatedBook(await setup.api.exports.update(piecesOf(content)))
  expect(drawnCells(workbook)).toEqual(drawnCells(content))
  expect(recalculated(workbook).get('Chart data')?.slice(6)).toEqual(
    ['Q1 FY2023', 'Q2 FY2023', 'Q3 FY2023', 'Q4 FY2023', 'Q1 FY2024', 'Q2 FY2024'].map((period, at) => [
      'calculated.gross_margin',
      period,
      String((30 + at) / 100),
      String((40 + at) / 100),
    ]),
  )
  const { differences, errors } = recalculation(workbook)
  expect({ differences, errors }).toEqual({ differences: [], errors: [] })
})

test('a comparison whose amounts were deleted has no median and no rank', async ({ skip }) => {
  if (noHands !== null) return skip(noHands)
  const setup = await workbookSetup()
  const mine = workedOn(await setup.compared(), 'sheets.removeByName("Amounts")')
  const { workbook, told } = await setup.update(mine)
  expect(told.notes).toEqual(['“Amounts” was deleted from the workbook and was not added again.'])
  const spread = recalculated(workbook).get('Spread') ?? []
  const heads = spread[groupRow + 1] ?? []
  const margin = spread.find(([, field]) => field === 'calculated.gross_margin') ?? []
  expect(heads.flatMap((head, at) => (/^Q|^Rank/.test(head) ? [[head, margin[at]]] : []))).toEqual([
    ...[0, 1].flatMap(() => [
      ['Q3 FY2024', 'n/a'],
      ['Q4 FY2024', 'n/a'],
      ['Rank', ''],
    ]),
    ['Q3 FY2024', 'n/a'],
    ['Q4 FY2024', 'n/a'],
  ])
})

test('a comparison whose records were deleted has no check that ties', async ({ skip }) => {
  if (noHands !== null) return skip(noHands)
  const setup = await workbookSetup()
  const exported = await setup.compared()
  const statuses = (workbook: Buffer) => {
    const [heads = [], ...rows] = recalculated(workbook).get('All checks')?.slice(5) ?? []
    return new Set(rows.map((row) => row[heads.indexOf('Status')]).filter(Boolean))
  }
  expect(statuses(exported)).toContain('ties')
  const { workbook } = await setup.update(workedOn(exported, 'sheets.removeByName("Records")'))
  expect(statuses(workbook)).not.toContain('ties')
})

/** Of the sheet of a company's quarterly income: the width of each column, and what stands in its head. */
function quarterlyColumns(workbook: Buffer): [head: unknown, width: number][] {
  const isIt = (text: string) =>
    ['>Prior-year LTM<', '>Q1 FY2024<', '>Gross profit<', '>GrossProfit<', '>growth.Revenue<'].every((part) =>
      text.includes(part),
    )
  const xml = [...unpacked(workbook).values()].find(isIt) ?? ''
  const widths = [...xml.matchAll(/<col min="(\d+)" max="(\d+)"[^>]*? width="([\d.]+)"/g)].flatMap(
    ([, min, max, width]) => Array.from({ length: Number(max) - Number(min) + 1 }, () => Number(width)),
  )
  const heads = [...readSheet(xml)].filter(([, { value }]) => /^Q\d FY\d+$/.test(String(value)))
  return heads.map(([cell, { value }]) => [value, widths[cell.charCodeAt(0) - 65] ?? 0])
}

test('a new quarter with larger figures than before is shown in full', async () => {
  const setup = await workbookSetup()
  const exported = await setup.exported()
  await setup.move(1_234_567_890_123)
  const { workbook } = await setup.update(exported)
  const columns = quarterlyColumns(workbook)
  expect(columns.map(([head]) => head)).toContain('Q1 FY2025')
  expect(columns).toEqual(quarterlyColumns(await setup.exported()))
  expect(new Map(columns).get('Q1 FY2025')).toBeGreaterThan('1,234,567,890,123'.length)
})

describe('a workbook that was saved by Excel', () => {
  test('keeps every part that is not ours byte for byte, and loses its calculation chain', async () => {
    const setup = await workbookSetup()
    const mine = await asExcelSaves(await setup.exported(), "'Income statement'!D8")
    await setup.move()
    const { workbook, told } = await setup.update(mine)
    expect(told.counts).toEqual({ restated: 3, withdrawn: 0, adjusted: 0, changed: 0, gone: 0, new: 2 })
    const [before, after] = [unpacked(mine), unpacked(workbook)]
    const kept = [
      'xl/worksheets/sheet99.xml',
      'xl/worksheets/_rels/sheet99.xml.rels',
      'xl/drawings/drawing1.xml',
      'xl/sharedStrings.xml',
    ]
    for (const name of kept) expect(after.get(name), name).toBe(before.get(name))
    expect(after.has('xl/calcChain.xml')).toBe(false)
    expect([...after.values()].join('')).not.toContain('calcChain')
    expect(after.get('xl/workbook.xml')).toContain('fullCalcOnLoad="1" calcId="191029"')
    expect(after.get('xl/styles.xml')).toContain('<dxfs count="1">')
    const quarterly = readSheet(after.get('xl/worksheets/sheet1.xml') ?? '')
    expect(quarterly.get('D8')?.value).toBe(210)
    expect(quarterly.get('G8')).toMatchObject({ value: 700, style: quarterly.get('F8')?.style })
  })

  test('opens in LibreOffice with its own formulas over our new figures', async ({ skip }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const setup = await workbookSetup()
    const mine = await asExcelSaves(await setup.exported(), "'Income statement'!D8")
    await setup.move()
    const { workbook } = await setup.update(mine)
    const sheets = recalculated(workbook)
    expect(sheets.get('Model')).toEqual([['210']])
    expect(sheets.get('Changes')?.[0]).toContain('Changes')
  })
})

describe('a workbook that takes long to read', () => {
  const large = async (exported: () => Promise<Buffer>) => {
    const cells = `<row>${'<c t="str"><f>A1</f><v>a</v></c>'.repeat(1000)}</row>`.repeat(300)
    return withParts(await exported(), (parts) =>
      parts.set(
        'xl/worksheets/sheet1.xml',
        (parts.get('xl/worksheets/sheet1.xml') ?? '').replace('</sheetData>', `${cells}</sheetData>`),
      ),
    )
  }

  test('keeps nobody waiting: a request made meanwhile gets its response before it ends', async () => {
    const setup = await workbookSetup()
    const workbook = await large(setup.exported)
    const ended: string[] = []
    const updating = setup.update(workbook).then(() => ended.push('the update'))
    for (let at = 0; at < 100; at += 1) await setup.api.metrics.list()
    ended.push('a hundred questions')
    await updating
    expect(ended).toEqual(['a hundred questions', 'the update'])
  })

  test('is canceled when its user goes', async () => {
    const setup = await workbookSetup()
    const gone = new AbortController()
    const updating = setup.update(await large(setup.exported), gone.signal)
    gone.abort()
    await expect(updating).rejects.toThrow()
  })
})

describe('is refused, and stays as it is', () => {
  const cell = /outside the limits of a spreadsheet/
  const isRefused = async (workbook: Buffer, words: RegExp) => {
    const setup = await workbookSetup()
    const failure = await failureOfQuestion(setup.update(workbook))
    expect(failure).toMatchObject({ kind: 'workbook-refused', detail: expect.stringMatching(words) as string })
  }
  const changed = (part: string, before: string | RegExp, after: string) => async () => {
    const { exported } = await workbookSetup()
    return withParts(await exported(), (parts) => parts.set(part, (parts.get(part) ?? '').replace(before, after)))
  }

  test.each([
    ['a file that is no archive', () => Buffer.from('Symbol,Revenue'), /not a workbook/],
    ['one with a password', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /password/],
    ['one with macros', changed('[Content_Types].xml', 'sheet.main+xml', 'sheet.macroEnabled.main+xml'), /macros/],
    [
      'a Strict one',
      changed(
        '_rels/.rels',
        /http:\/\/schemas.openxmlformats.org\/officeDocument\/2006\/relationships\/officeDocument/,
        'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument',
      ),
      /Strict/,
    ],
    [
      'one of another program',
      changed('xl/workbook.xml', /<definedNames>.*<\/definedNames>/, ''),
      /not exported by Tearsheet/,
    ],
    [
      'one whose settings were edited',
      changed('xl/worksheets/sheet12.xml', '&quot;layout&quot;', '&quot;lay&quot;'),
      /Update settings/,
    ],
    [
      'one whose words under Field were taken out',
      changed('xl/worksheets/sheet1.xml', /(<c r="B\d+"[^>]*>)<is>.*?<\/is>/g, '$1<is><t>x</t></is>'),
      /no line of “Income statement” can be identified/,
    ],
    [
      'one in which a formula was filled over ours',
      changed(
        'xl/worksheets/sheet1.xml',
        /<c r="C8"[^>]*>.*?<\/c>/,
        '<c r="C8"><f t="array" ref="C8:D8">1</f><v>1</v></c>',
      ),
      /C8 of “Income statement” has an array formula/,
    ],
    [
      'one whose looks are nested without end',
      changed('xl/styles.xml', '</styleSheet>', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</styleSheet>`),
      /nested more than 100 levels deep/,
    ],
    [
      'one whose sheet is nested without end',
      changed('xl/worksheets/sheet1.xml', '<sheetData>', `<sheetData>${'<a>'.repeat(100_000)}`),
      /nested more than 100 levels deep/,
    ],
    [
      'one with words that stand for others',
      changed('xl/workbook.xml', '<workbook', '<!DOCTYPE workbook [<!ENTITY a "b">]><workbook'),
      /declares a document type/,
    ],
    [
      'one with a row that no sheet has',
      changed('xl/worksheets/sheet1.xml', '<row r="1"', '<row r="99999999999"'),
      cell,
    ],
    ['one with a column that no sheet has', changed('xl/worksheets/sheet1.xml', ' r="A1"', ' r="ZZZZZZ1"'), cell],
    ['one with a row that is no number', changed('xl/worksheets/sheet1.xml', '<row r="1"', '<row r="NaN"'), cell],
    [
      'one with more cells than are read',
      changed(
        'xl/worksheets/sheet1.xml',
        '<sheetData>',
        `<sheetData>${`<row>${'<c/>'.repeat(10_000)}</row>`.repeat(101)}`,
      ),
      /more than a million cells/,
    ],
  ] as const)('%s', async (_, workbook, words) => {
    await isRefused(await workbook(), words)
  })

  test('one with a part that would unpack to more than is read', async () => {
    const { exported } = await workbookSetup()
    const workbook = Buffer.from(await exported())
    const entry = workbook.lastIndexOf('xl/workbook.xml') - 46
    workbook.writeUInt32LE(129 * 1024 * 1024, entry + 24)
    await isRefused(workbook, /larger than 128 MB/)
  })

  test('one that was cut short', async () => {
    const { exported } = await workbookSetup()
    await isRefused((await exported()).subarray(0, 20_000), /incomplete/)
  })

  test('one of more than 4 GB (Zip64)', async () => {
    const { exported } = await workbookSetup()
    const workbook = Buffer.from(await exported())
    workbook.writeUInt16LE(0xffff, workbook.length - 12)
    await isRefused(workbook, /Zip64/)
  })
})
