import { sheetNamed, unpacked } from '../core/export/archive.ts'
import { withParts } from '../core/export/workbook-update/as-excel.ts'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { ComparePage } from './pages/compare-page.ts'
import { ExportDialog } from './pages/export-dialog.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { UpdateDialog } from './pages/update-dialog.ts'

test('what was found is saved in several formats at once, by one key, under a name of one’s own', async ({
  workspace,
  app,
}) => {
  const search = await SecuritiesSearchPage.open(workspace)
  await search.search('hldn')
  await expect(search.row('HLDN')).toBeVisible()
  await workspace.press('Tab')
  const dialog = await ExportDialog.open(workspace)
  await expect(dialog.name).toBeFocused()
  await expect(dialog.name).toHaveValue(/^Securities \d{4}-\d\d-\d\d$/)
  expect(await workspace.accessibilityFaults()).toEqual([])
  await dialog.name.fill('Halden')
  const files = await dialog.save('Workbook', 'CSV', 'JSON')
  expect([...files.keys()].sort()).toEqual(['Halden.csv', 'Halden.json', 'Halden.xlsx'])
  // Electron reports each file with its folder.
  await expect(workspace.status).toContainText(
    app.browser
      ? /Saved Halden\.xlsx and Halden\.csv and Halden\.json, \d+ rows?\./
      : /Saved .*Halden\.(?:xlsx|csv|json), \d+ rows?\./,
  )
  expect(files.get('Halden.csv')?.toString('utf8')).toMatch(
    /^\uFEFFSymbol,Name,Exchange,[^]*\r\nHLDN,Halden Instruments,/,
  )
  const parts = unpacked(files.get('Halden.xlsx') ?? Buffer.of())
  expect(sheetNamed(parts, 'Halden')).toContain('Halden Instruments')
  expect(sheetNamed(parts, 'Provenance')).toContain('hldn')
})

test('a comparison is saved as a workbook that calculates, and from the palette', async ({ workspace }) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  await workspace.press('Control+k')
  await workspace.page.keyboard.type('Export')
  await workspace.page.getByRole('option', { name: /Export…/ }).click()
  const files = await new ExportDialog(workspace.page).save('Workbook')
  const [[name, content] = ['', Buffer.of()]] = files
  expect(name).toMatch(/^HLDN KSTM \d{4}-\d\d-\d\d\.xlsx$/)
  const parts = unpacked(content)
  expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Over time"')
  expect(parts.get('xl/workbook.xml')).not.toContain('<sheet name="As shown"')
  expect(sheetNamed(parts, 'Spread')).toContain('<f>')
})

test('where there is nothing to save, nothing is, and the dialog says why', async ({ workspace }) => {
  const compare = await ComparePage.open(workspace, 'NONESUCH', 'NOTHING')
  await expect(compare.page.getByRole('button', { name: 'Export' })).toBeVisible()
  const dialog = await ExportDialog.open(workspace)
  await dialog.dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog.dialog).toContainText('Nothing was saved.')
  await workspace.page.keyboard.press('Escape')
  await expect(dialog.dialog).toBeHidden()
})

test('a company’s workbook is brought up to date, and what is no such workbook is left alone', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const [[, workbook] = ['', Buffer.of()]] = await (await ExportDialog.open(workspace)).save('Workbook')
  await workspace.page.getByRole('button', { name: 'Update a workbook' }).click()
  const update = new UpdateDialog(workspace.page)
  expect(await workspace.accessibilityFaults()).toEqual([])
  const revenue = /(<c r="D8"[^>]*>)<v>[^<]*<\/v>/
  const changed = await withParts(workbook, (parts) => {
    const income = parts.get('xl/worksheets/sheet1.xml') ?? ''
    parts.set('xl/worksheets/sheet1.xml', income.replace(revenue, '$1<v>123</v>'))
  })
  const [name, content] = await update.updated('My HLDN model.xlsx', changed)
  expect(name).toBe('My HLDN model.xlsx')
  // Only the time of the export may be another one.
  const income = (book: Buffer) => sheetNamed(unpacked(book), 'Income statement').replace(/>As of [^<]*</, '')
  expect(income(content)).toBe(income(workbook))
  await expect(update.dialog).toContainText('HLDN financials')
  await expect(update.dialog.getByRole('row', { name: /D8 Revenue .* Changed in the workbook/ })).toBeVisible()
  await update.choose('Prices.xlsx', Buffer.from('Symbol,Price'))
  await expect(update.dialog).toContainText(
    'The workbook was not updated: the file is not a workbook (.xlsx), or is incomplete.',
  )
  await expect(update.dialog).toContainText('Nothing was saved.')
  await workspace.page.keyboard.press('Escape')
  await expect(update.dialog).toBeHidden()
})
