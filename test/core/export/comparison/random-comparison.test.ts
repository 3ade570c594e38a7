import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ComparedTable } from '#contract/api/comparisons.ts'
import type { Figure } from '#contract/api/financials.ts'
import { periodColumnName } from '#contract/api/fiscal-period-name.ts'
import { comparisonSetup, quartersOf } from '../../comparisons/comparison-setup.ts'
import { allRecalculated, noSpreadsheet } from '../office.ts'
import { taken } from '../taken.ts'

const symbols = ['ACME', 'BOLT', 'CORE']
const lines = [
  'Revenue',
  'GrossProfit',
  'calculated.gross_margin',
  'calculated.revenue_growth',
  'roic',
  'working_capital_days.dso',
  'working_capital_days.dio',
]
const figure = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -900, max: 9000 }) }, fc.constantFrom(0, null))
const quarter = fc.record({
  Revenue: figure,
  GrossProfit: figure,
  CostOfRevenue: figure,
  Inventories: figure,
  working_capital_days: fc.record({ dso: fc.integer({ min: 0, max: 90 }), dio: fc.constantFrom(null, 40) }),
  roic: fc.oneof(
    fc.constant(null),
    fc.integer({ min: -50, max: 50 }).map((percent) => percent / 100),
  ),
})
const company = fc.record({
  startsIn: fc.integer({ min: 1, max: 4 }),
  quarters: fc.array(quarter, { minLength: 5, maxLength: 9 }),
  /** Months by which the ends of quarters move after the fourth: the year-end changed. */
  moved: fc.constantFrom(0, 0, 5),
})
const spec = fc.record({
  basis: fc.constantFrom('quarterly', 'ltm', 'annual-ltm'),
  alignment: fc.constantFrom('fiscal', 'calendar'),
  mode: fc.constantFrom('values', 'yoy', 'qoq', 'index', 'common-size', 'median', 'peer', 'cagr'),
  periods: fc.integer({ min: 1, max: 6 }),
  oneCurrency: fc.boolean(),
  look: fc.record({
    layout: fc.constantFrom('spread', 'period', 'time'),
    pivoted: fc.boolean(),
    ranks: fc.constantFrom('none', 'newest', 'all'),
    line: fc.constantFrom('', ...lines),
    period: fc.constant(''),
    chart: fc.constant('none'),
    scatter: fc.record({
      up: fc.constantFrom(...lines, 'calculated.operating_margin'),
      across: fc.constantFrom(...lines),
      period: fc.constantFrom('quarter', 'ltm', 'annual'),
      trail: fc.constant(4),
      medians: fc.boolean(),
      hidden: fc.constantFrom<string[]>([], ['BOLT']),
      selected: fc.constant(''),
      second: fc.constant(''),
      picture: fc.constant({ size: 'half', colours: 'light', title: true, source: true, table: false } as const),
    }),
  }),
} as const)
const comparison = fc.record({ companies: fc.tuple(company, company, company), spec })
type Asked = typeof comparison extends fc.Arbitrary<infer Value> ? Value : never

async function exported({ companies, spec: asked }: Asked) {
  const setup = await comparisonSetup(
    Object.fromEntries(
      companies.map(({ startsIn, quarters, moved }, at) => {
        const symbol = symbols[at] ?? ''
        const later = new Date(Date.UTC(2024, 3 + moved, 0)).toISOString().slice(0, 10)
        return [
          symbol,
          [
            ...quartersOf(symbol, { year: 2023, quarter: startsIn, end: '2023-03-31' }, quarters.slice(0, 4)),
            ...quartersOf(symbol, { year: 2024, quarter: startsIn, end: later }, quarters.slice(4)),
          ],
        ]
      }),
    ),
  )
  const wanted = setup.spec({ lines, peer: 'BOLT', years: 1, ...asked })
  const file = await taken(setup.api.exports.comparison({ spec: wanted, title: 'Random', as: 'xlsx', scale: 'units' }))
  return { table: await setup.table(wanted), content: file.content }
}

/** What the screen shows at a cell that its heads name, in whichever order they stand. */
function toldAt(table: ComparedTable, words: readonly string[], title: string) {
  const names = table.columns.map((column) => periodColumnName(column, table))
  const field = table.lines.find((line) => words.includes(line.field) || title.endsWith(`: ${line.label}`))
  const side = symbols.findIndex((symbol) => words.includes(symbol))
  const columnAt = names.findIndex((name) => words.includes(name) || words.includes(`Rank, ${name}`))
  const place = side * names.length + columnAt
  if (!field || columnAt < 0) throw new Error(`nothing is told by ${words.join(', ')}`)
  if (words.includes('Median')) return field.median.length === 0 ? '' : told(field.median[columnAt])
  if (words.some((word) => word.startsWith('Rank, '))) return String(field.ranks[place] ?? '')
  return told((field.shown.length > 0 ? field.shown : field.values)[place])
}

function told(value: Figure | undefined): string {
  return typeof value === 'number' ? rounded(value) : (value ?? 'n/a')
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(9)))
}

test('whatever is compared, in every layout and mode: a spreadsheet calculates what the screen shows', async ({
  skip,
}) => {
  if (noSpreadsheet !== null) return skip(noSpreadsheet)
  const isApart = ({ spec: { look } }: Asked) => look.layout !== 'spread' || look.pivoted || look.ranks !== 'newest'
  const files = []
  for (const asked of fc.sample(comparison.filter(isApart), 12)) files.push({ asked, ...(await exported(asked)) })
  const books = allRecalculated(files.map(({ content }) => content))
  let count = 0
  for (const [at, { asked, table }] of files.entries()) {
    const sheet = books[at]?.get('As shown') ?? []
    const title = /^(.*?) {3}/.exec(sheet[1]?.[0] ?? '')?.[1] ?? ''
    const [groups = [], heads = []] = [sheet[6]?.slice(2), sheet[7]?.slice(2)]
    for (const [label = '', group = '', ...cells] of sheet.slice(9)) {
      for (const [column, head] of heads.entries()) {
        const text = cells[column] ?? ''
        const cell = text === '' || Number.isNaN(Number(text)) ? text : rounded(Number(text))
        const words = [label, group, groups[column] ?? '', head]
        expect({ asked, words, cell }).toEqual({ asked, words, cell: toldAt(table, words, title) })
        count += 1
      }
    }
  }
  expect(count).toBeGreaterThan(100)
})
