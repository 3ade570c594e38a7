import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SettingsPage } from './pages/settings-page.ts'

test('a company is opened, read and questioned without the mouse', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'KSTM')
  await company.showsFigures()
  await expect(company.activeCell).toBeFocused()
  await company.page.keyboard.press('b')
  await expect(company.row('Cash and equivalents')).toBeVisible()
  await expect(company.activeCell).toBeFocused()
  await company.page.keyboard.press('ArrowDown')
  await company.page.keyboard.press('Enter')
  await expect(company.source).toContainText('Short-term investments')
  await company.page.keyboard.press('F6')
  await expect.poll(() => workspace.focusedRegion()).toBe('drawer')
  await company.page.keyboard.press('Escape')
  await company.page.keyboard.press('g')
  await company.page.keyboard.press('p')
  await expect(company.screen.getByRole('heading', { name: 'Identifiers' })).toBeVisible()
  await company.page.keyboard.press('g')
  await company.page.keyboard.press('f')
  await expect(company.row('Short-term investments')).toBeVisible()
})

test('the profile has every group of the security record, and a click copies an identifier', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.view('Profile')
  const groups = ['Security', 'Classification', 'Company', 'Exchange', 'Financials', 'Identifiers', 'Ticker']
  await expect(company.screen.getByRole('heading', { level: 2 })).toHaveText(groups)
  await company.screen.getByRole('button', { name: /^Copy ISIN/ }).click()
  await expect(workspace.status).toContainText(/Copied ISIN US/)
  expect(await company.clipboard()).toMatch(/^US[A-Z0-9]{10}$/)
  await company.screen.getByRole('button', { name: 'Source of this record' }).click()
  await expect(company.source).toContainText('Securities search')
})

test('the stored record is shown whole, searched and copied', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.hasKeys()
  await company.page.keyboard.press('Enter')
  await company.source.getByRole('button', { name: 'Full record' }).click()
  const dialog = company.page.getByRole('dialog', { name: /stored record/ })
  await dialog.getByRole('textbox').fill('dilutedearnings')
  await expect(dialog.getByText('1 line', { exact: true }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(workspace.status).toContainText('Copied the record.')
  expect(JSON.parse(await company.clipboard())).toMatchObject({ symbol: 'HLDN', Revenue: 1_318_400_000 })
})

test('the insights show the latest period next to earlier ones, and that the scales are the service’s own', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.view('Insights')
  await expect(company.screen).toContainText('score scales are not disclosed')
  const risks = company.screen.getByRole('table', { name: 'Risk factors' })
  await expect(risks.getByRole('row')).toHaveCount(6)
  await expect(risks.getByRole('row').nth(1)).toContainText('Q3 FY2026')
  await company.screen.getByRole('button', { name: /^All \d+ periods/ }).click()
  await expect(risks.getByRole('row')).toHaveCount(41)
})

test('a symbol that the service does not know is said plainly, and can be requested again', async ({ workspace }) => {
  const page = workspace.page
  await CompanyPage.type(workspace, 'FA NONESUCH')
  await workspace.press('Enter')
  await expect(workspace.pages.getByText('No statements found for NONESUCH.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('the company page is usable by everyone: no fault that axe finds, in any of its views', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.hasKeys()
  await company.page.keyboard.press('Enter')
  await expect(company.source).toContainText('Stored record')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await company.page.keyboard.press('Escape')
  await company.view('Insights')
  await expect(company.screen.getByRole('table', { name: 'Litigation' })).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await company.view('Profile')
  await expect(company.screen.getByRole('heading', { name: 'Identifiers' })).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('at 200 % zoom nothing is lost: the tools wrap, the drawer covers the page', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.hasKeys()
  await company.page.setViewportSize({ width: 720, height: 450 })
  await expect(company.activeCell).toBeInViewport()
  await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
  await company.page.keyboard.press('Enter')
  await expect(company.source.getByRole('button', { name: 'Close' })).toBeInViewport()
  await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
})

test.describe('without the service', () => {
  test('a company that was opened once is read, compared and questioned as before', async ({ workspace, service }) => {
    await new SettingsPage(workspace).connectTo(service, 'Live')
    const company = await CompanyPage.open(workspace, 'HLDN')
    await company.showsFigures()
    await service.stop()
    await company.page.keyboard.press('r')
    await expect(workspace.title).toContainText('Offline')
    await company.show('Cash flow')
    await expect(company.row('Cash from operations')).toBeVisible()
    await company.show('Income')
    await company.periods('Annual')
    await expect.poll(() => company.figure('Revenue', 'FY2025')).toMatch(/^4,7\d\d\.\d$/)
    await company.compare('Common size')
    await expect(company.row('Revenue, % of revenue')).toContainText('100.0%')
    await (await company.cell('Revenue', 'FY2025')).click()
    await expect(company.source).toContainText('Enhanced fundamentals')
    await expect(workspace.status).toContainText('Fetched')
  })

  test('one that was not is named as missing, and nothing else is lost', async ({ workspace, service }) => {
    await new SettingsPage(workspace).connectTo(service, 'Live')
    await service.stop()
    await CompanyPage.type(workspace, 'DES KSTM')
    await workspace.press('Enter')
    await expect(workspace.pageOf('KSTM Overview')).toContainText('No statements are stored.')
    await expect(workspace.pageOf('KSTM Overview')).not.toContainText('No restatements')
    await CompanyPage.type(workspace, 'FA KSTM')
    await workspace.press('Enter')
    const absent = workspace.pages.getByText('KSTM is not in the library, and the service is unavailable.')
    await expect(absent.filter({ visible: true })).toHaveCount(1)
    await service.start()
    await workspace.page.getByRole('button', { name: 'Retry' }).click()
    const company = new CompanyPage(workspace, 'KSTM')
    await company.showsFigures()
    await expect(company.name).toHaveText('Kestrel Metrology')
  })
})

test('a key that is refused costs no figure, and the way to change it is offered', async ({ workspace, service }) => {
  await new SettingsPage(workspace).connectTo(service, 'Live')
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await service.start(['--fail', 'fundamentals.enhanced=401'])
  await company.page.keyboard.press('r')
  const strip = company.screen.getByRole('note').filter({ hasText: 'The API key was rejected' })
  await expect(strip).toContainText('Still showing data as of')
  await expect.poll(() => company.figure('Revenue', 'Q3 FY2026')).toBe('1,318.4')
  await strip.getByRole('button', { name: 'Replace key' }).click()
  await expect(workspace.activeTab).toHaveText(/Settings/)
})

test('where the key does not allow enhanced, the lite edition is shown, and it says so and why', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Live')
  await service.start(['--fail', 'fundamentals.enhanced=403'])
  const company = await CompanyPage.open(workspace, 'VSPO')
  await company.showsFigures()
  await expect(company.screen).toContainText('Lite edition: Your API key does not include Enhanced fundamentals.')
  await expect(workspace.status).toContainText('Lite')
  await company.show('Metrics')
  await expect(company.table.getByRole('rowheader', { name: /^Service metrics/ })).toContainText(
    'not in the lite edition',
  )
  await expect(company.row('Operating margin')).toBeVisible()
  await company.view('Insights')
  await expect(company.screen).toContainText('VSPO is shown in the lite edition, which has no insights.')
})

test('while the first response takes its time, every line stands at its final place', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Live')
  await service.start(['--fail', 'fundamentals.enhanced=slow;ms=3000'])
  const company = await CompanyPage.open(workspace, 'TMSN')
  const place = async () => company.row('Operating income').evaluate((row) => row.getBoundingClientRect().top)
  await expect(company.row('Operating income')).toBeVisible()
  const before = await place()
  await company.showsFigures()
  expect(await place()).toBe(before)
})
