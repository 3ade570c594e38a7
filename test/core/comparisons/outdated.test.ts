import { describe, expect, test } from 'vitest'
import { outdatedAmong } from '#contract/api/outdated-periods.ts'
import { allRecalculated, noSpreadsheet } from '../export/office.ts'
import { taken } from '../export/taken.ts'
import { byCompany, comparisonSetup, quartersOf } from './comparison-setup.ts'

const margin = 'calculated.gross_margin'

/** Four quarters with this gross profit of a revenue of 100 each. */
const year = (symbol: string, of: { year: number; quarter: number; end: string }, profit: number) =>
  quartersOf(
    symbol,
    of,
    Array.from({ length: 8 }, () => ({ Revenue: 100, GrossProfit: profit })),
  )
const upTo2025 = { year: 2024, quarter: 1, end: '2024-03-31' }

/** GONE stopped at 31 December 2023; the others report up to the end of 2025. */
const companies = {
  ACME: year('ACME', upTo2025, 40),
  BOLT: year('BOLT', upTo2025, 20),
  CORE: year('CORE', upTo2025, 30),
  GONE: year('GONE', { year: 2022, quarter: 1, end: '2022-03-31' }, 90),
}

async function latest(
  mode: 'values' | 'median' | 'peer',
  wanted: readonly (keyof typeof companies)[] = ['ACME', 'BOLT', 'CORE', 'GONE'],
) {
  const setup = await comparisonSetup(Object.fromEntries(wanted.map((symbol) => [symbol, companies[symbol]])))
  const spec = { lines: [margin], basis: 'annual-ltm' as const, periods: 1, mode, peer: 'GONE' }
  const table = await setup.table(spec)
  const [line] = table.lines
  return { setup, spec, table, line, ranks: line?.ranks, median: line?.median }
}

describe('latest twelve months that are two years older than the others’', () => {
  test('have no rank and no part in the median, and say so', async () => {
    const { table, ranks, median } = await latest('values')
    expect(ranks).toEqual([1, 3, 2, null])
    // With GONE's 90% it would be 35%.
    expect(median).toEqual([0.3])
    expect(table.companies.map(({ periods }) => [periods[0]?.endPeriod, periods[0]?.outdated])).toEqual([
      ['2025-12-31', false],
      ['2025-12-31', false],
      ['2025-12-31', false],
      ['2023-12-31', true],
    ])
  })

  test('are not set against the median, and nobody is set against them', async () => {
    const against = await latest('median')
    expect(byCompany(against.table, margin, 'shown')).toEqual([[0.1], [-0.1], [0], [null]])
    const peer = await latest('peer')
    expect(byCompany(peer.table, margin, 'shown')).toEqual([[null], [null], [null], [null]])
  })

  test('leave one company alone: it has neither rank nor median', async () => {
    const two = await latest('values', ['ACME', 'GONE'])
    expect([two.ranks, two.median]).toEqual([[null, null], [null]])
    const one = await latest('values', ['ACME'])
    expect([one.ranks, one.median]).toEqual([[null], [null]])
  })

  test('are left out in the workbook as on the screen', async ({ skip }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const { setup, spec } = await latest('values')
    const files = []
    for (const mode of ['values', 'median'] as const) {
      const asked = { spec: setup.spec({ ...spec, mode }), title: 'Old', as: 'xlsx', scale: 'units' } as const
      files.push(await taken(setup.api.exports.comparison(asked)))
    }
    const books = allRecalculated(files.map(({ content }) => content))
    const rows = books.map((sheets) =>
      sheets
        .get('Spread')
        ?.find(([, field]) => field === margin)
        ?.slice(2),
    )
    expect(rows).toEqual([
      ['0.4', '1', '0.2', '3', '0.3', '2', '0.9', '', '0.3'],
      ['0.1', '1', '-0.1', '3', '0', '2', 'n/a', '', '0.3'],
    ])
    expect(books[0]?.get('Provenance')?.flat()).toContain('Not ranked: latest period ends 2023-12-31')
  })
})

test('a period is old compared with the latest that has ended, by more than 100 days', () => {
  const ends = ['2025-12-31', '2025-09-30', '2025-09-21', '2025-09-22', null]
  expect(outdatedAmong(ends, '2026-01-31')).toEqual([false, false, true, false, false])
  // A slip in the future makes nobody old.
  expect(outdatedAmong(['2062-12-31', '2025-12-31'], '2026-01-31')).toEqual([false, false])
  expect(outdatedAmong(['2024-01-31'], '2026-01-31')).toEqual([false])
})
