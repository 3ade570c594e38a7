import { expect, test } from 'vitest'
import { listSpread } from '../../../../src/renderer/paper/booklet/list-spread.ts'
import { comparisonSetup, quartersOf } from '../../../core/comparisons/comparison-setup.ts'
import { enhanced } from '../../../core/records.ts'

const year = (symbol: string, figures: Readonly<Record<string, unknown>>) => enhanced({ symbol, year: 2024 }, figures)

const quarters = (symbol: string, revenue: number) =>
  quartersOf(
    symbol,
    { year: 2024, quarter: 1, end: '2024-03-31' },
    [1, 2, 3, 4].map(() => ({ Revenue: revenue * 1e6, GrossProfit: revenue * 5e5 })),
  )

/** The spread of a booklet of these companies: what its note says, and the first cells of each row. */
async function printed(
  companies: Readonly<Record<string, readonly Record<string, unknown>[]>>,
  symbols: readonly string[] = Object.keys(companies),
) {
  const { api } = await comparisonSetup(companies)
  const { signal } = new AbortController()
  const spread = await listSpread(api, symbols, { asOf: null, adjustSplits: false, signal })
  const heads = spread.groups.flatMap(({ columns }) => columns.map(({ title }) => title))
  const at = ['Revenue', 'Gross margin'].map((head) => heads.indexOf(head))
  return {
    note: spread.note,
    ends: heads[0],
    rows: spread.rows.flatMap((row) =>
      row.kind === 'head' ? [] : [[row.label, ...[0, ...at].map((cell) => row.cells[cell]?.text)]],
    ),
  }
}

test('the spread of a booklet has the last twelve months of each company, and n/a of one without them', async () => {
  const { note, ends, rows } = await printed({
    ACME: quarters('ACME', 100),
    BOLT: [year('BOLT', { Revenue: 50e6, GrossProfit: 10e6 })],
  })
  expect(note).toMatch(/^last twelve months; amounts in /)
  expect(ends).toBe('LTM to')
  expect(rows).toEqual([
    ['ACME', '31 Dec 24', '400.0', '50.0%'],
    ['BOLT', 'n/a', 'n/a', 'n/a'],
  ])
})

test('where no company has four consecutive quarters, each has its own fiscal year, and the spread says so', async () => {
  const { note, ends, rows } = await printed({
    ACME: [year('ACME', { Revenue: 1000e6, GrossProfit: 400e6 })],
    BOLT: [year('BOLT', { Revenue: 50e6, GrossProfit: 10e6 })],
    CORE: [year('CORE', { Revenue: 7e6 })],
  })
  expect(note).toMatch(/^FY2024, since no company has four consecutive quarters; amounts in /)
  expect(ends).toBe('Year to')
  expect(rows).toEqual([
    ['ACME', '31 Dec 24', '1,000.0', '40.0%'],
    ['BOLT', '31 Dec 24', '50.0', '20.0%'],
    ['CORE', '31 Dec 24', '7.0', 'n/a'],
    ['Median', '', '', '30.0%'],
  ])
})

test('of companies without statements, the spread has no figures', async () => {
  const { rows } = await printed({}, ['ACME', 'BOLT'])
  expect(rows).toEqual([
    ['ACME', 'n/a', 'n/a', 'n/a'],
    ['BOLT', 'n/a', 'n/a', 'n/a'],
  ])
})
