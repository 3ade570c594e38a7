import { describe, expect, test } from 'vitest'
import type { ComparedCompany, ComparisonChunk, PeriodColumnRecords } from '#contract/api/comparisons.ts'
import { readTable, tableOf, type LineNumbers, type TableNumbers } from '#contract/api/packed-figures.ts'
import { packTable } from '#core/comparisons/pack-table.ts'

const record = (marks: Partial<PeriodColumnRecords> = {}): PeriodColumnRecords => ({
  recordIds: [1],
  yearAgo: [],
  prior: [],
  how: 'filed',
  quarter: 'FY',
  year: 2024,
  endPeriod: '2024-12-31',
  stale: false,
  fetchedAt: Date.UTC(2026, 0, 5),
  outdated: false,
  remarks: [],
  restated: [],
  breaks: [],
  knownBreaks: [],
  unreadable: [],
  converted: [],
  imprecise: [],
  kept: [],
  withdrawn: [],
  ...marks,
})

const company = (periods: ComparedCompany['periods']): ComparedCompany => ({
  symbol: 'ACME',
  name: null,
  edition: 'enhanced',
  yearEnd: 12,
  periods,
  missing: [],
})

const line = (field: string, lists: Partial<LineNumbers> = {}): LineNumbers => ({
  field,
  label: field,
  unit: 'money',
  favor: 'up',
  first: 'highest',
  isRanked: true,
  isOfShares: false,
  largest: [5],
  values: Float64Array.of(1, 2),
  shown: new Float64Array(0),
  ranks: Uint8Array.of(1, 2),
  median: Float64Array.of(1.5),
  ...lists,
})

const table = (lines: readonly LineNumbers[], companies: readonly ComparedCompany[] = []): TableNumbers => ({
  columns: [],
  alignment: 'fiscal',
  unknownLines: [],
  companies: [...companies],
  lines,
})

async function chunksOf(packed: TableNumbers, ahead: readonly string[]): Promise<ComparisonChunk[]> {
  return Array.fromAsync(packTable(packed, ahead))
}

describe('a table that crosses to the window', () => {
  test('arrives as it was calculated, marks and all', async () => {
    const fields = ['restated', 'fails', 'known', 'marked', 'converted', 'imprecise', 'kept', 'withdrawn'] as const
    const periods = [null, record(), ...fields.map((field) => record({ [field]: ['Revenue'] })), record()]
    const whole = table(
      [line('a'), line('b', { shown: Float64Array.of(0.1, 0.2) })],
      [company(periods), company([null])],
    )
    const read = await readTable(packTable(whole, ['b']))
    const expected = tableOf(whole)
    expect(read.companies).toMatchObject(expected.companies)
    expect(read.lines.map((each) => ({ ...each }))).toEqual(expected.lines)
  })

  test('sends equal marks once', async () => {
    const periods = [record(), record(), record({ breaks: ['a', 'b'] }), record({ breaks: ['a', 'b'] }), record()]
    const [first] = await chunksOf(table([], [company(periods)]), [])
    const { marks, companies } = first?.head ?? { marks: [], companies: [] }
    expect(companies.flatMap(({ periods: packed }) => packed.map((period) => period?.marks))).toEqual([0, 0, 1, 1, 0])
    expect(marks.map(({ breaks }) => breaks)).toEqual([[], ['a', 'b']])
  })

  test('is painted with the visible lines, the others follow in pieces of eight', async () => {
    const fields = Array.from({ length: 18 }, (_, at) => `line ${at}`)
    const pieces = await chunksOf(table(fields.map((field) => line(field))), ['line 3', 'line 17'])
    expect(pieces.map(({ head, lines }) => [head?.lines.length, lines.map(({ field }) => field)])).toEqual([
      [18, ['line 3', 'line 17']],
      [undefined, fields.filter((field) => field !== 'line 3' && field !== 'line 17').slice(0, 8)],
      [undefined, fields.filter((field) => field !== 'line 3' && field !== 'line 17').slice(8)],
    ])
  })

  test('sends what is shown ahead of the figures that it is made of, and those afterwards', async () => {
    const grown = line('a', { shown: Float64Array.of(0.1, 0.2) })
    const pieces = await chunksOf(table([grown, line('b')]), ['a', 'b'])
    const [first, second] = pieces
    expect(first?.lines.map(({ field, values, shown }) => [field, values !== '', shown !== ''])).toEqual([
      ['a', false, true],
      ['b', true, false],
    ])
    expect(second?.lines.map(({ field, values, shown }) => [field, values !== '', shown !== ''])).toEqual([
      ['a', true, true],
    ])
    expect(pieces).toHaveLength(2)
  })
})
