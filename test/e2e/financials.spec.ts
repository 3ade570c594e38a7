import { unpacked } from '../core/export/archive.ts'
import { copiedText } from './clipboard.ts'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { ExportDialog } from './pages/export-dialog.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

test('the three statements of a company are read, year by year and quarter by quarter', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await expect(company.name).toHaveText('Halden Instruments')
  await expect.poll(() => company.figure('Revenue', 'Q3 FY2026')).toBe('1,318.4')
  await expect.poll(() => company.figure('Revenue', 'LTM')).toMatch(/^5,1\d\d\.\d$/)
  await company.show('Balance sheet')
  await expect(company.row('Total current assets')).toBeVisible()
  await company.show('Cash flow')
  await expect(company.row('Cash from operations')).toBeVisible()
  await company.show('Metrics')
  await expect(company.row('Operating margin')).toBeVisible()
  await company.show('Income')
  await company.periods('Annual')
  await expect(company.head('FY2025')).toBeVisible()
  await expect(company.head('LTM')).toHaveCount(0)
  await expect(company.head('Q3 FY2026')).toHaveCount(0)
})

test('growth and common size stand below the totals, and by the line where that is chosen', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await expect.poll(() => company.figure('Revenue, y/y', 'Q3 FY2026')).toBe('+9.4%')
  await company.compare('Common size')
  await expect(company.row('Revenue, % of revenue')).toContainText('100.0%')
  await company.compare('Values')
  await expect(company.row('Revenue, % of revenue')).toHaveCount(0)
  await company.compare('q/q')
  await expect(company.row('Revenue, q/q')).toBeVisible()
  await workspace.page.getByRole('button', { name: 'Growth and common size below totals' }).click()
  await workspace.page.getByRole('menuitemradio', { name: 'instead of values' }).click()
  await expect(company.row('Revenue, q/q')).toContainText('%')
  await expect(company.row('Revenue')).toHaveCount(0)
})

test('a range taken with the keys goes into a spreadsheet as numbers, with its heads when they are in it', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await (await company.cell('Revenue', 'Q3 FY2026')).focus()
  await company.page.keyboard.press('Shift+ArrowLeft')
  await company.page.keyboard.press('Shift+ArrowDown')
  await expect(workspace.status).toContainText('Mixed units: no sum or average')
  await company.page.keyboard.press('Control+c')
  await expect(workspace.status).toContainText('Copied 4 figures.')
  const [revenue, growth] = (await company.clipboard()).split('\r\n').map((line) => line.split('\t').map(Number))
  expect(revenue?.[1]).toBe(1_318_400_000)
  expect(growth?.[1]).toBeCloseTo(0.094, 3)
  expect((await company.clipboardCells()).map((cells) => cells.map(Number))).toEqual([revenue, growth])

  await company.head('Q3 FY2026').click()
  await company.page.keyboard.press('Control+c')
  const lines = (await company.clipboard()).split('\r\n')
  expect(lines.slice(0, 3)).toEqual([
    'HLDN, reported currency, unscaled\tQ3 FY2026',
    'Period end\t2026-09-26',
    'Revenue\t1318400000',
  ])
})

test('a range says what it adds up to', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await (await company.cell('Revenue', 'Q3 FY2026')).focus()
  for (const _ of [1, 2, 3]) await company.page.keyboard.press('Shift+ArrowLeft')
  await expect(workspace.status).toContainText(/Sum 5,1\d\d\.\d Average 1,2\d\d\.\d Count 4 Low 1,241\.6 High 1,318\.4/)
})

test('Enter opens the source of a figure, arrows take it along, Esc puts it away', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.hasKeys()
  await company.page.keyboard.press('Enter')
  await expect(company.source).toContainText('Revenue, Q3 FY2026')
  await expect(company.source).toContainText('1,318,400,000')
  await expect(company.source).toContainText('Enhanced fundamentals')
  await expect(company.source).toContainText('not stored')
  await expect(company.source).toContainText('"Revenue": 1318400000')
  await expect(company.source).toContainText('Revenue − Cost of revenue = Gross profit')
  await expect(company.source).not.toContainText('sample-key')
  await company.page.keyboard.press('ArrowLeft')
  await expect(company.source).toContainText('Revenue, Q2 FY2026')
  await company.page.keyboard.press('Escape')
  await expect(company.source).toHaveCount(0)
  await expect(company.activeCell).toBeFocused()
})

test('a figure of the last twelve months leads to its four quarters, and each of them to its record', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await (await company.cell('Revenue', 'LTM')).click()
  await expect(company.source).toContainText('last four consecutive quarters')
  await expect(company.source.getByRole('row')).toHaveCount(5)
  await company.source.getByRole('button', { name: 'Revenue' }).first().click()
  await expect(company.source).toContainText('Q4 FY2025')
  await expect(company.source).toContainText('as stored')
  await company.source.getByRole('button', { name: 'Revenue, LTM' }).click()
  await expect(company.source).toContainText('last four consecutive quarters')
})

test('what the service restated is said in one line, flagged, and shown next to what it was', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await expect.poll(() => company.figure('Revenue', 'Q2 FY2026')).toBe('1,301.2')
  await company.page.keyboard.press('r')
  const news = company.screen.getByRole('note').filter({ hasText: 'restated since your last visit' })
  await expect(news).toBeVisible()
  await expect.poll(() => company.figure('Revenue', 'Q2 FY2026')).toBe('1,296.8')
  await news.getByRole('button', { name: 'Show' }).click()
  await expect(news).toHaveCount(0)
  const list = company.screen.getByRole('table', { name: 'Restatements' })
  const revenue = list
    .getByRole('row')
    .filter({ has: company.page.getByRole('button', { name: 'Revenue', exact: true }) })
  await expect(revenue.first()).toContainText(/Q2 FY2026.*1,301\.2.*1,296\.8.*\(4\.4\)/)
  await company.screen.getByRole('region', { name: 'Restated figures' }).focus()
  await company.page.keyboard.press('Control+c')
  await expect(workspace.status).toContainText(/Copied \d+ restatements? with column heads\./)
  const lines = (await copiedText(company.page)).split('\r\n')
  expect(lines[0]).toMatch(/^Detected\tCompany\tPeriod\t/)
  expect(lines.find((line) => line.includes('\tRevenue\t'))).toMatch(/\t1301200000\t1296800000\t-4400000\t\d+$/)
  await revenue.first().getByRole('button').click()
  await expect(company.source).toContainText('Restated once. This figure was 1,301,200,000 until')
  await expect(company.source.getByRole('table', { name: 'Versions' }).getByRole('row')).toHaveCount(3)
  await company.page.keyboard.press('Escape')
  await company.view('Financials')
  await company.page.keyboard.press('Shift+R')
  await expect(company.activeCell).toHaveAccessibleName(/Restated since first download/)
  await company.page.keyboard.press('r')
  await expect(workspace.status).toContainText('Fetched just now')
  await expect(news).toHaveCount(0)
})

test('the order of the periods turns by a key, and the figure that is looked at stays', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const before = await company.activeCell.innerText()
  await company.page.keyboard.press('t')
  await expect(company.table.getByRole('columnheader').nth(1)).toContainText('LTM')
  await expect(company.activeCell).toHaveText(before, { useInnerText: true })
})

test('the scale steps through by a key, and stays what was chosen', async ({ workspace, app }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await company.page.keyboard.press('u')
  await expect(company.table.getByRole('columnheader').first()).toContainText('billions')
  await expect.poll(() => company.figure('Revenue', 'Q3 FY2026')).toBe('1.32')
  await app.reopen()
  const window = new WorkspacePage(app.page)
  await window.isOpen()
  const again = await CompanyPage.open(window, 'HLDN')
  await again.showsFigures()
  await expect(again.table.getByRole('columnheader').first()).toContainText('billions')
})

test('selected lines are charted over their own periods, and the same key takes them away', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await expect(company.screen.getByRole('img', { name: /Revenue: .* The figures are in the table/ })).toBeVisible()
  await (await company.cell('Gross profit', 'Q3 FY2026')).focus()
  await company.page.keyboard.press('c')
  await expect(company.screen.getByRole('img', { name: /Gross profit/ })).toBeVisible()
  await company.page.keyboard.press('c')
  await expect(company.screen.getByRole('img', { name: /Gross profit/ })).toHaveCount(0)
})

test('of a long table only what is visible is drawn, and every cell is reached by the keys', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await company.show('All')
  const rows = async () => Number(await company.table.getAttribute('aria-rowcount'))
  await expect.poll(rows).toBeGreaterThan(100)
  await (await company.cell('Revenue', 'Q3 FY2026')).focus()
  await company.page.keyboard.press('Control+Home')
  await expect(company.activeCell).toBeInViewport()
  await company.page.keyboard.press('Control+End')
  await expect(company.activeCell).toBeFocused()
  await expect(company.activeCell).toBeInViewport()
  await expect(company.row('Days payable outstanding')).toBeInViewport()
  expect(await company.table.getByRole('gridcell').count()).toBeLessThan(1500)
  expect(await rows()).toBeGreaterThan(100)
})

test('a right click offers what can be done with the figure, and acts on it', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await (await company.cell('Gross profit', 'Q2 FY2026')).click({ button: 'right' })
  await company.page.getByRole('menuitem', { name: 'Copy with periods and labels' }).click()
  await expect(workspace.status).toContainText('Copied 1 figure.')
  expect((await company.clipboard()).split('\r\n')).toEqual([
    'HLDN, reported currency, unscaled\tQ2 FY2026',
    'Period end\t2026-06-27',
    expect.stringMatching(/^Gross profit\t\d{9}$/),
  ])
  await (await company.cell('Revenue', 'Q2 FY2026')).click({ button: 'right' })
  await company.page.getByRole('menuitem', { name: 'Show source of figure' }).click()
  await expect(company.source).toContainText('Revenue, Q2 FY2026')
})

test('with the service gone all statements go into a workbook, whole and with where they come from', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await service.stop()
  const [[name, book] = ['', Buffer.of()]] = await (await ExportDialog.open(workspace)).save('Workbook')
  expect(name).toMatch(/^HLDN financials \d{4}-\d\d-\d\d\.xlsx$/)
  await expect(workspace.status).toContainText(/Saved .*HLDN financials .*\.xlsx, \d+ rows\./)
  const files = unpacked(book)
  expect(files.get('xl/workbook.xml')).toContain('<sheet name="Provenance"')
  expect(files.get('xl/workbook.xml')).toContain('<sheet name="Income statement"')
  expect([...files.values()].join('')).toContain('<v>1318400000</v>')

  await workspace.page.getByRole('button', { name: 'Export all statements' }).click()
  const [[, table] = ['', Buffer.of()]] = await new ExportDialog(workspace.page).save('CSV')
  expect(table.toString('utf8')).toMatch(/\r\nincome,Revenue,Revenue,money,\d/)
})

test('a year of 53 weeks and a quarter without a record say so in their heads, by the keys and to screen readers', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'BKAN')
  await company.showsFigures()
  const missing = company.head('Q4 FY2026')
  const says = 'Q4 FY2026 is missing: the library has no record of it.'
  await expect(missing).toHaveAccessibleName(`Q4 FY2026 no record ${says}`)
  await missing.focus()
  await expect(workspace.page.locator('.tip', { hasText: says })).toBeVisible()
  await workspace.press('ArrowLeft')
  await expect(workspace.page.locator('.tip')).toHaveCount(0)
  const halden = await CompanyPage.open(workspace, 'HLDN')
  await halden.showsFigures()
  await halden.periods('Annual')
  await halden.head('FY2022').hover()
  const tip = workspace.page.locator('.tip', { hasText: 'FY2022 has 53 weeks (371 days)' })
  await expect(tip).toBeVisible()
  // The pointer may go onto it, and Esc takes it away wherever the focus is (WCAG 1.4.13).
  await tip.hover()
  await halden.activeCell.focus()
  await expect(tip).toBeVisible()
  await workspace.press('Escape')
  await expect(tip).toHaveCount(0)
})

test('a year that its quarters do not add up to is marked, and its source says by how much and leads to them', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'QLND')
  await company.showsFigures()
  await company.periods('Annual')
  await expect(await company.cell('Revenue', 'FY2021')).toHaveAccessibleName(/Tie-out break/)
  await (await company.cell('Revenue', 'FY2021')).click()
  await expect(company.source).toContainText('Q1 + Q2 + Q3 + Q4 = FY2021')
  await expect(company.source).toContainText('stated 1,256.8, off by 5.0; rounding explains up to 0.0025')
  await company.source.getByRole('button', { name: 'Q3 FY2021' }).click()
  await expect(company.source).toContainText('310,300,000')
})

test('a break that is known is gray, not counted and passed over, until it is unmarked or its figures change', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'QLND')
  await company.showsFigures()
  await company.periods('Annual')
  const revenue = await company.cell('Revenue', 'FY2021')
  await revenue.click()
  const alarm = company.screen.getByRole('button', { name: /tie-out break/ })
  const before = Number.parseInt((await alarm.innerText()).replace(/\D/g, ''), 10)
  await workspace.press('Shift+K')
  await expect(revenue).toHaveAccessibleName(/Known tie-out break/)
  await expect(company.screen.getByRole('button', { name: '1 known' })).toBeVisible()
  await expect(alarm).toHaveCount(before > 1 ? 1 : 0)
  await expect(company.source).toContainText(/Known since \d/)

  await company.source.getByRole('button', { name: 'Add note' }).click()
  await workspace.page.getByRole('textbox', { name: 'Reason' }).fill('Excise duties')
  await workspace.press('Enter')
  await expect(company.source).toContainText(/Known since \d[^:]*: Excise duties\./)

  await company.source.getByRole('button', { name: 'Unmark' }).click()
  await expect(revenue).toHaveAccessibleName(/Tie-out break/)
  // Until then Undo is that of the note.
  await expect(workspace.status).toContainText('The break is no longer marked as known.')
  await workspace.page.getByRole('button', { name: 'Undo' }).click()
  await expect(revenue).toHaveAccessibleName(/Known tie-out break/)
  await expect(company.source).toContainText('Excise duties')
})
