import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sheetNamesOf, unpacked } from '../archive.ts'
import { noSpreadsheet, recalculated } from '../office.ts'
import { recalculation } from '../recalculated.ts'
import { workbookSetup } from './workbook-setup.ts'

/**
 * Workbooks of `workbookSetup` as Tearsheet exported them when Provenance came first, twelve months stood before the periods and no
 * sheet had a title of four lines (commit 644ffc4).
 */
const former = (name: 'company' | 'comparison') =>
  readFileSync(join(import.meta.dirname, 'former-layout', `${name}.xlsx`))

const noChanges = { restated: 0, withdrawn: 0, adjusted: 0, changed: 0, gone: 0, new: 0 }

test('a company’s workbook of the former layout gets its figures where they stood, and nothing that it did not have', async ({
  skip,
}) => {
  if (noSpreadsheet !== null) return skip(noSpreadsheet)
  const setup = await workbookSetup()
  await setup.move()
  const { workbook, told } = await setup.update(former('company'))
  expect(told.counts).toEqual({ ...noChanges, restated: 3, new: 2 })
  expect(told.notes).toEqual([])
  const parts = unpacked(workbook)
  expect(sheetNamesOf(parts)).toEqual([...sheetNamesOf(unpacked(former('company'))), 'Changes'])
  const sheets = recalculated(workbook)
  const [income, balance] = [sheets.get('Income, quarterly'), sheets.get('Balance sheet, quarterly')]
  const heads = ['LTM', 'Q1 FY2024', 'Q2 FY2024', 'Q3 FY2024', 'Q4 FY2024', 'Q1 FY2025']
  expect(income?.[3]?.slice(2)).toEqual(heads)
  expect(income?.[5]?.slice(2)).toEqual(['1810', '100', '210', '300', '600', '700'])
  expect(balance?.[3]?.slice(2)).toEqual(heads)
  expect(income?.slice(0, 2).map(([words]) => words)).toEqual(
    recalculated(former('company'))
      .get('Income, quarterly')
      ?.slice(0, 2)
      .map(([words]) => words),
  )
  const { differences, errors } = recalculation(workbook)
  expect({ differences, errors }).toEqual({ differences: [], errors: [] })
})

test('a comparison’s workbook of the former layout too', async ({ skip }) => {
  if (noSpreadsheet !== null) return skip(noSpreadsheet)
  const setup = await workbookSetup()
  await setup.move()
  const { workbook, told } = await setup.update(former('comparison'))
  expect(told.counts).toEqual({ ...noChanges, restated: 3, new: 2 })
  expect(told.notes).toEqual([])
  expect(sheetNamesOf(unpacked(workbook))).toEqual([...sheetNamesOf(unpacked(former('comparison'))), 'Changes'])
  const spread = recalculated(workbook).get('Spread')
  expect(spread?.[6]?.slice(0, 4)).toEqual(['Revenue', 'Revenue', '300', '600'])
  expect(spread?.[6]?.slice(10, 12)).toEqual(['700', 'n/a'])
  const { differences, errors } = recalculation(workbook)
  expect({ differences, errors }).toEqual({ differences: [], errors: [] })
})

test.each(['company', 'comparison'] as const)('a %s of it can be updated again and again', async (name) => {
  const setup = await workbookSetup()
  await setup.move()
  const once = await setup.update(former(name))
  const twice = await setup.update(once.workbook)
  expect(twice.told.counts).toEqual(noChanges)
  expect(sheetNamesOf(unpacked(twice.workbook))).toEqual(sheetNamesOf(unpacked(once.workbook)))
})
