import { describe, expect, test } from 'vitest'
import type { Period } from '#contract/api/financials.ts'
import type { TearSheetFacts } from '#contract/api/tear-sheet.ts'
import { sheetDocument } from '../../../../src/renderer/paper/tear-sheet/tear-sheet-document.ts'
import { sheetSources } from '../../../../src/renderer/paper/tear-sheet/tear-sheet-sources.ts'

const source = {
  records: 2,
  responses: 1,
  request: { operation: 'fundamentals.enhanced', path: '/fundamentals', parameters: { symbol: 'HLDN' } },
  fetchedAt: 0,
  packs: [],
  hash: '9f3c41ae00ff',
}
const remark = {
  kind: 'split',
  message: '4-for-1 share split inferred between FY2024 and FY2025.',
  label: '4-for-1 split',
}
const yearOf = (year: number, extra: Partial<Period>) => ({
  quarter: 'FY',
  year,
  yearRecordIds: null,
  stored: { quarter: 'FY', year, endPeriod: `${year}-12-31`, restated: [], breaks: [], remarks: [], ...extra },
})
const years = {
  columns: [
    yearOf(2024, { restated: ['Revenue'], breaks: ['Revenue'] }),
    yearOf(2025, { remarks: [remark] as Period['remarks'] }),
  ],
  lines: { Revenue: [90e6, 100e6], DilutedEarningsPerShare: [4, 1.1] },
  changes: { Revenue: [null, 0.111] },
  twelveMonths: null,
}
const nothing = { entries: [], total: 0 }
const facts = {
  symbol: 'HLDN',
  name: 'Halden',
  isSample: false,
  composedAt: 0,
  security: null,
  figures: {
    edition: 'enhanced',
    basis: 'annual',
    key: null,
    quarters: { columns: [], lines: {}, changes: {}, twelveMonths: null },
    years,
    balance: { period: yearOf(2025, {}).stored, lines: { TotalAssets: 5e8 } },
    ratios: { period: yearOf(2025, {}).stored, lines: { pe_ratio: 12 } },
    sentences: [['Revenue rose.']],
    ties: { tie: 1, known: 0, of: 2, unchecked: 0 },
    yearNotStored: null,
    restated: { figures: [], more: false },
  },
  call: null,
  ratings: { latest: [], opinions: [], ranges: [], changes: {}, total: 0, firms: 0 },
  news: nothing,
  filingText: [],
  notes: nothing,
  sources: { quarters: null, years: source, call: null, ratings: null, news: null, security: null },
} as unknown as TearSheetFacts
const settings = { size: 'a4', header: '', disclaimer: '', shows: () => true } as const

const { blocks } = sheetDocument({ facts, sources: sheetSources(facts, settings), settings, asOf: 0, title: 'HLDN' })
const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [block] : []))

describe('the Word document of a company with fiscal years alone', () => {
  test('gives each section the number of its source', () => {
    expect(headings.map(({ text }) => text)).toEqual([
      'Latest year (1)',
      'Balance sheet (1)',
      'Checks (1)',
      'Ratios as stored (1)',
      'Fiscal years (1)',
      'Sources',
    ])
  })

  test('has the marks of the printed page before their figures, what they mean, and how figures are calculated', () => {
    const table = blocks.find((block) => block.kind === 'table' && block.head.includes('FY2024'))
    if (table?.kind !== 'table') throw new Error('no table of years')
    expect(table.head).toEqual(['', 'FY2024', 'x FY2025'])
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['Revenue', 'r t 90.0', '100.0'],
      ['growth', 'n/a', '+11.1%'],
      ['Diluted EPS', '4.00', 'x 1.10'],
    ])
    expect(headings.find(({ text }) => text.startsWith('Fiscal years'))?.note).toBe(
      'reported currency, millions, except per share; r restated since first download, t tie-out break, x share split before this period',
    )
    const notes = blocks
      .flatMap((block) => (block.kind === 'paragraph' && block.style === 'note' ? block.text : []))
      .join(' ')
    expect(notes).toContain(remark.message)
    expect(notes).toContain('free cash flow (cash from operations less capital expenditure)')
    expect(notes).toContain('n.m.: not meaningful')
  })
})

test('notes in Word have their day, and that of a colleague its author', () => {
  const editedAt = Date.UTC(2025, 8, 27, 12)
  const entries = [
    { callId: 'one', note: 'Hers.', author: 'Ada', editedAt },
    { callId: 'one', note: 'Mine.', author: null, editedAt },
  ]
  const noted = { ...facts, notes: { entries, total: 2 } }
  const document = sheetDocument({ facts: noted, sources: sheetSources(noted, settings), settings, asOf: 0, title: '' })
  const at = document.blocks.findIndex((block) => block.kind === 'heading' && block.text === 'Notes')
  expect(document.blocks.slice(at + 1, at + 3)).toMatchObject([
    { text: 'Hers. (Ada, 27 Sep 2025)' },
    { text: 'Mine. (27 Sep 2025)' },
  ])
})
