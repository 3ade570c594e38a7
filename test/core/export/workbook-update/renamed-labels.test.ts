import { describe, expect, test } from 'vitest'
import { comparedLines, labelOf } from '#contract/api/figure-lines.ts'
import { formerLabels } from '#contract/api/former-labels.ts'
import { presentKeys } from '../../../../src/core/export/workbook-update/renamed-labels.ts'
import { comparisonSetup, quartersOf } from '../../comparisons/comparison-setup.ts'
import { unpacked } from '../archive.ts'
import { taken } from '../taken.ts'
import { withParts } from './as-excel.ts'
import { piecesOf, updatedBook, workbookSetup } from './workbook-setup.ts'

/** What an earlier version wrote where this one writes the text beside it. */
const formerTexts = [
  ['Told as', 'Shown as'],
  ['Aligned', 'Alignment'],
  ['As known on', 'As of'],
  ['Question', 'Update settings'],
  ['Made at (UTC)', 'Exported (UTC)'],
  ['Made by', 'Exported by'],
  ['LTM a year before', 'Prior-year LTM'],
  ['Tolerance, in units', 'Tolerance (units)'],
  ['What moved', 'Changes'],
  ['Median up, left', 'Median y, left'],
  ['Median up, right', 'Median y, right'],
  ['Median across, bottom', 'Median x, bottom'],
  ['Median across, top', 'Median x, top'],
  ['Drawn across', 'Plotted x'],
  ['Drawn up', 'Plotted y'],
  ...[...formerLabels].map(([field, former]) => [former, labelOf(field).replaceAll('&', '&amp;')] as const),
] as const

/** A workbook as a version exported it that had other texts and other ids of calculated lines. */
function formerly(workbook: Buffer, rename: (list: string) => string): Promise<Buffer> {
  return withParts(workbook, (parts) => {
    for (const [name, xml] of parts) {
      if (!name.startsWith('xl/worksheets/')) continue
      const former = formerTexts.reduce(
        (text, [earlier, present]) => text.replaceAll(`>${present}<`, `>${earlier}<`),
        xml
          .replaceAll(/calculated\.(?=[a-z_]+[<&])/g, 'reckoned.')
          .replaceAll('&quot;asOf&quot;:', '&quot;asKnownOn&quot;:')
          .replaceAll(/(<row [^>]*) hidden="1"/g, '$1'),
      )
      parts.set(name, former)
    }
    parts.set('xl/workbook.xml', rename(parts.get('xl/workbook.xml') ?? ''))
  })
}

/** Which cells each sheet has, and their formulas; sheets by their names without those of the test. */
function cellsOf(workbook: Buffer): Map<string, string[]> {
  return new Map(
    [...unpacked(workbook)]
      .filter(([name]) => name.startsWith('xl/worksheets/'))
      .map(([name, xml]) => [
        name,
        [...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*>(?:<f[^>]*>([^<]*)<\/f>)?/g)].map(
          ([, cell = '', formula = '']) => `${cell} ${formula.replaceAll(/'?My ([^'!]*)'?!/g, "'$1'!")}`,
        ),
      ]),
  )
}

const asItIs = (list: string) => list
const renamedByOpenpyxl = (list: string) => list.replaceAll(/(<sheet name=")([^"]*)/g, '$1My $2')

test.each([
  ['company', 'as it was exported', asItIs],
  ['comparison', 'as it was exported', asItIs],
  ['comparison', 'with its sheets renamed by openpyxl', renamedByOpenpyxl],
] as const)('a workbook of a %s, exported with the former labels, is updated in place: %s', async (kind, _, rename) => {
  const setup = await workbookSetup()
  const workbook = kind === 'company' ? await setup.exported() : await setup.compared()
  await setup.move()
  const present = await setup.update(
    await withParts(workbook, (parts) => {
      parts.set('xl/workbook.xml', rename(parts.get('xl/workbook.xml') ?? ''))
    }),
  )
  const former = await formerly(workbook, rename)
  const formerXml = [...unpacked(former).values()].join('')
  expect([formerXml.includes('>reckoned.gross_margin<'), formerXml.includes('asKnownOn')]).toEqual([true, true])
  const updated = await setup.update(former)
  expect(updated.told).toEqual(present.told)
  expect(cellsOf(updated.workbook)).toEqual(cellsOf(present.workbook))
  // Its own labels stay as they stand, and it can be updated again.
  expect([...unpacked(updated.workbook).values()].join('')).toContain('>reckoned.gross_margin<')
  const again = await setup.update(await formerly(updated.workbook, rename))
  expect(again.told.counts).toMatchObject({ restated: 0, new: 0 })
  expect([...unpacked(again.workbook).keys()]).toEqual([...unpacked(updated.workbook).keys()])
})

test('a comparison of renamed lines is updated in place, two of which had the same label', async () => {
  const lines = [
    'SellingGeneralAdministrative',
    'DepreciationDepletionAmortizationExpense',
    'DepreciationDepletionAmortization',
  ]
  const first = { year: 2024, quarter: 1, end: '2024-03-31' }
  const records = (symbol: string, sga: number) =>
    quartersOf(symbol, first, [Object.fromEntries(lines.map((field, at) => [field, at === 0 ? sga : 10 + at]))])
  const setup = await comparisonSetup({ ACME: records('ACME', 30), BOLT: records('BOLT', 40) })
  const exported = setup.api.exports.comparison({
    spec: setup.spec({ lines, basis: 'quarterly', periods: 1 }),
    title: 'Peers',
    as: 'xlsx',
    scale: 'units',
  })
  const { content } = await taken(exported)
  setup.clock.advance(86_400_000)
  setup.gives.ACME = records('ACME', 31)
  await setup.fetch('ACME')
  const update = async (workbook: Buffer) => updatedBook(await setup.api.exports.update(piecesOf(workbook)))
  const present = await update(await withParts(content, () => {}))
  const former = await formerly(content, asItIs)
  expect([...unpacked(former).values()].join('')).toContain('>Selling, general and administrative<')
  const updated = await update(former)
  expect(present.told.counts).toMatchObject({ restated: 1, new: 0 })
  expect(updated.told).toEqual({ ...present.told, changes: updated.told.changes })
  expect(cellsOf(updated.workbook)).toEqual(cellsOf(present.workbook))
})

describe('a former label', () => {
  test('is found inside a key, longer labels before those that they begin with', () => {
    const known = ['HLDN|Q1 FY2026|Gross profit − SG&A − D&A expense = Operating income', 'D&A|HLDN']
    const former = [
      'HLDN|Q1 FY2026|Gross profit − Selling, general and administrative − Depreciation and amortization = Operating income',
      'Depreciation and amortization|HLDN',
    ]
    expect(presentKeys(former, known)).toEqual(known)
  })

  test('of two lines is resolved by its number, and present labels stay as they are', () => {
    const known = ['D&A expense', 'Revenue', 'D&A']
    const twice = ['Depreciation and amortization', 'Revenue', 'Depreciation and amortization']
    expect(presentKeys(twice, known)).toEqual(known)
    expect(presentKeys(known, known)).toEqual(known)
    expect(presentKeys(['Added by the user'], known)).toEqual(['Added by the user'])
  })

  test('is no present label, and no two lines have the same label', () => {
    const labels = [...comparedLines.values()].map(({ label }) => label.toLowerCase())
    expect(labels.toSorted()).toEqual([...new Set(labels)].toSorted())
    expect([...formerLabels.values()].filter((former) => labels.includes(former.toLowerCase()))).toEqual([])
    expect([...formerLabels.keys()].filter((field) => !comparedLines.has(field))).toEqual([])
  })
})
