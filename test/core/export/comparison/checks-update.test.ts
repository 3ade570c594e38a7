import { expect, test } from 'vitest'
import { comparisonSetup } from '../../comparisons/comparison-setup.ts'
import { enhanced } from '../../records.ts'
import { sheetNamed, unpacked } from '../archive.ts'
import { noSpreadsheet, recalculated } from '../office.ts'
import { recalculation } from '../recalculated.ts'
import { taken } from '../taken.ts'
import { piecesOf, updatedBook } from '../workbook-update/workbook-setup.ts'

const day = 86_400_000
const rule = 'Revenue − Cost of revenue = Gross profit'

/** Three years of a company; its gross profit of 2024 is off by so much. */
function years(symbol: string, off: number) {
  return [2022, 2023, 2024].map((year) =>
    enhanced(
      { symbol, year },
      { Revenue: 1200, CostOfRevenue: 700, GrossProfit: 500 + (year === 2024 ? off : 0), TotalAssets: 90 },
    ),
  )
}

/** ACME has a break, BOLT has none yet. */
async function compared() {
  const setup = await comparisonSetup({ ACME: years('ACME', -100), BOLT: years('BOLT', 0) })
  const spec = setup.spec({ lines: ['Revenue', 'GrossProfit'] })
  const asked = setup.api.exports.comparison({ spec, title: 'Peers', as: 'xlsx', scale: 'units' })
  return { ...setup, content: (await taken(asked)).content }
}

const rowsOf = (sheet: string[][] | undefined, label: string) =>
  sheet
    ?.find(([first]) => first === label)
    ?.slice(2)
    .map(Number)

test('a comparison’s checks are counted on one page, and every break stands there with its difference', async ({
  skip,
}) => {
  if (noSpreadsheet !== null) return skip(noSpreadsheet)
  const { content } = await compared()
  const checks = recalculated(content).get('Checks')
  expect(checks?.[5]?.slice(2)).toEqual(['ACME', 'BOLT', 'Breaks', 'Ties'])
  expect(rowsOf(checks, rule)).toEqual([1, 0, 1, 5])
  expect(rowsOf(checks, 'Figures with tie-out breaks')?.slice(0, 3)).toEqual([1, 0, 1])
  expect(rowsOf(checks, `FY2024   ${rule}`)?.[0]).toBe(-100)
  // Of all checks a reader sees the names of the companies, and opens one.
  const all = sheetNamed(unpacked(content), 'All checks')
  expect(all.match(/<row [^>]*hidden="1" outlineLevel="1"/g)?.length).toBe(6)
})

test('a long name does not run into the page number', async () => {
  const setup = await comparisonSetup({ ACME: years('ACME', 0) })
  const title = 'Companies that make instruments for the laboratories of other companies'
  const asked = setup.api.exports.comparison({ spec: setup.spec(), title, as: 'xlsx', scale: 'units' })
  expect(sheetNamed(unpacked((await taken(asked)).content), 'Spread')).toContain(
    'Companies that make instruments for the laborat…, comparison&amp;C',
  )
})

test('a break that an update brings is counted and listed too', async ({ skip }) => {
  if (noSpreadsheet !== null) return skip(noSpreadsheet)
  const setup = await compared()
  setup.clock.advance(3 * day)
  setup.gives.BOLT = years('BOLT', 30)
  await setup.fetch('BOLT')
  setup.clock.advance(day)
  const { workbook, told } = await updatedBook(await setup.api.exports.update(piecesOf(setup.content)))
  expect(told.counts.restated).toBeGreaterThan(0)
  const checks = recalculated(workbook).get('Checks')
  expect(rowsOf(checks, rule)).toEqual([1, 1, 2, 4])
  expect(rowsOf(checks, `FY2024   ${rule}`)?.slice(0, 2)).toEqual([-100, 30])
  const { differences, errors } = recalculation(workbook)
  expect({ differences, errors }).toEqual({ differences: [], errors: [] })
})
