import { copiedText } from './clipboard.ts'
import { expect, test } from './fixtures.ts'
import { ComparePage } from './pages/compare-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { ScatterPage } from './pages/scatter-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

const five = ['HLDN', 'KSTM', 'VSPO', 'TMSN', 'ESKD']

test('five companies are a scatter from the command field, by other axes, copied, and the same after a restart', async ({
  workspace,
  app,
}) => {
  const scatter = await ScatterPage.open(workspace, ...five)
  await scatter.shows(...five)
  await expect(scatter.chart).toHaveAccessibleName(
    /^x axis: Revenue growth; y axis: Operating margin; LTM\. .*HLDN \+.*Medians /,
  )
  // Sorted by the y axis, which says so to those who do not see the arrow.
  await expect(scatter.values.locator('[aria-sort]')).toHaveAttribute('aria-sort', 'descending')
  await scatter.across.selectOption({ label: 'Gross margin' })
  await expect(scatter.chart).toHaveAccessibleName(/^x axis: Gross margin; y axis: Operating margin; LTM/)
  await scatter.choose('8 quarters')
  await scatter.selects('HLDN')

  // By the keys: the next company of the table, out of the drawing, and into it again.
  // HLDN is selected from the start: what is chosen and found again is another one.
  const [, first = '', second = ''] = await scatter.symbols()
  expect(second).not.toBe('HLDN')
  await scatter.row(first).getByRole('button', { name: first, exact: true }).click()
  await scatter.page.keyboard.press('j')
  await scatter.selects(second)
  await expect(scatter.screen.getByRole('region', { name: `${second} trail` }).getByRole('row')).toHaveCount(11)
  await scatter.screen.getByRole('heading', { name: 'Values' }).click()
  await scatter.page.keyboard.press('Space')
  await expect(scatter.chart).not.toHaveAccessibleName(new RegExp(`${second} `))
  await expect(scatter.row(second).getByRole('checkbox')).not.toBeChecked()
  await scatter.row(second).getByRole('checkbox').check({ force: true })
  await expect(scatter.chart).toHaveAccessibleName(new RegExp(`${second} `))
  await scatter.page.keyboard.press('x')
  await expect(scatter.chart).toHaveAccessibleName(/^x axis: Operating margin; y axis: Gross margin/)

  await scatter.screen.getByRole('button', { name: 'Copy values' }).click()
  await expect(workspace.status).toContainText('Copied the values')
  const rows = (await copiedText(app.page)).split('\r\n').map((row) => row.split('\t'))
  expect(rows[0]?.slice(0, 6)).toEqual([
    'Reported currency, unscaled',
    'Company',
    'Period',
    'Period end',
    'Operating margin',
    'Gross margin',
  ])
  expect(new Set(rows.slice(1, -1).map(([symbol]) => symbol))).toEqual(new Set(five))
  const own = rows.find(([symbol]) => symbol === 'HLDN')
  expect(own?.[4]).toMatch(/^0\.\d{6,}$/)
  await scatter.page.keyboard.press('ControlOrMeta+Shift+c')
  await expect(workspace.status).toContainText('Copied the chart')

  expect(await workspace.accessibilityFaults()).toEqual([])
  const workspaceAgain = new WorkspacePage(await app.reopen())
  await workspaceAgain.isOpen()
  const again = new ScatterPage(workspaceAgain)
  await expect(again.chart).toHaveAccessibleName(/^x axis: Operating margin; y axis: Gross margin/)
  await expect(again.screen.getByRole('radio', { name: '8 quarters' })).toBeChecked()
  await again.selects(second)
})

test('a scatter says what the spread says: the same figure, its median, its source; and is saved with the comparison', async ({
  workspace,
}) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM', 'VSPO')
  await compare.showsFigures('HLDN', 'KSTM', 'VSPO')
  // It is there when every company has come.
  await expect.poll(() => compare.figure('Operating margin', 'HLDN', 3)).toMatch(/^\d$/)
  const ltm = await compare.figure('Operating margin', 'HLDN', 2)
  const rank = await compare.figure('Operating margin', 'HLDN', 3)
  await compare.view('Scatter')
  const scatter = new ScatterPage(workspace)
  await scatter.shows('HLDN', 'KSTM', 'VSPO')
  const cells = scatter.row('HLDN').getByRole('cell')
  await expect(cells.nth(4)).toHaveText(ltm)
  await expect(cells.nth(5)).toHaveText(rank)
  await cells.nth(4).getByRole('button').click()
  await expect(compare.source).toContainText('last four consecutive quarters')
  await scatter.page.keyboard.press('Escape')

  // Money of companies whose currency is not stated has no axis in common, until the user says that it is one.
  await scatter.up.selectOption({ label: 'Revenue' })
  await expect(scatter.screen).toContainText('Currency not stated: amounts of Revenue cannot be compared.')
  await expect(scatter.chart).toBeHidden()
  await scatter.screen.getByRole('button', { name: 'Treat as one currency' }).last().click()
  await expect(scatter.chart).toHaveAccessibleName(/y axis: Revenue;/)
  await expect(workspace.status).toContainText('Treated as one currency')

  await compare.saved('Save as…')
  await compare.page
    .getByRole('dialog', { name: 'Save comparison' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Instruments')
  await compare.page.keyboard.press('Enter')
  const kept = new ScatterPage(workspace, 'Instruments')
  await expect(kept.chart).toHaveAccessibleName(/y axis: Revenue;/)
  await CompanyPage.type(workspace, 'Instruments')
  await kept.page
    .getByRole('option', { name: /Instruments.*comparison/ })
    .first()
    .click()
  await expect(kept.chart).toHaveAccessibleName(/y axis: Revenue;/)
})

test('a company whose last twelve months are incomplete is plotted as a hollow circle, excluded from the medians, with what to do', async ({
  workspace,
}) => {
  const scatter = await ScatterPage.open(workspace, 'HLDN', 'KSTM', 'BKAN')
  await scatter.shows('HLDN', 'KSTM', 'BKAN')
  await expect(scatter.values).toContainText(/BKAN LTM n\/a: Q4 FY\d+ missing; the last complete LTM ends/)
  await expect(scatter.row('BKAN')).toContainText('at 31 Dec')
  await expect(scatter.row('Median')).toContainText('of 2')
  await expect(scatter.screen.locator('.point.hollow')).toHaveCount(1)
  await expect(scatter.values.getByRole('button', { name: 'Download quarters' })).toBeVisible()
  await expect(workspace.status).toContainText('BKAN excluded from the medians')
  await scatter.screen.locator('.point.hollow').click()
  await scatter.selects('BKAN')
  await scatter.page.keyboard.press('Enter')
  await expect(workspace.tab(/^BKAN/)).toBeVisible()
})

test('a company that is not plotted still counts in the medians, and the page says so', async ({ workspace }) => {
  const scatter = await ScatterPage.open(workspace, 'HLDN', 'KSTM', 'VSPO')
  await scatter.shows('HLDN', 'KSTM', 'VSPO')
  const median = await scatter.row('Median').innerText()
  await expect(workspace.status).not.toContainText('not plotted')
  await scatter.row('KSTM').getByRole('checkbox', { name: 'Plot KSTM' }).uncheck({ force: true })
  await expect(workspace.status).toContainText('KSTM not plotted, included in the medians')
  await expect(scatter.row('Median')).toContainText('of 3')
  await expect(scatter.row('Median')).toHaveText(median, { useInnerText: true })
})

test('a scatter of one company says what it needs', async ({ workspace }) => {
  const scatter = await ScatterPage.open(workspace, 'HLDN')
  await workspace.page.keyboard.press('Escape')
  await expect(scatter.screen).toContainText('Add at least two companies.')
  await scatter.screen.getByRole('button', { name: 'Add companies' }).click()
  await workspace.page.getByRole('combobox', { name: 'Company, symbol or identifier' }).fill('KSTM')
  await workspace.page.keyboard.press('Enter')
  await workspace.page.keyboard.press('Escape')
  await scatter.shows('HLDN', 'KSTM')
})
