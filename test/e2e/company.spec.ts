import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'

test('a company is opened, read and questioned without the mouse', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'KSTM')
  await company.showsFigures()
  await expect(company.activeCell).toBeFocused()
  await company.page.keyboard.press('b')
  await expect(company.row('Cash and equivalents')).toBeVisible()
  await company.page.keyboard.press('ArrowDown')
  await company.page.keyboard.press('Enter')
  await expect(company.source).toContainText('Short-term investments')
  await company.page.keyboard.press('F6')
  expect(await workspace.focusedRegion()).toBe('drawer')
  await company.page.keyboard.press('Escape')
  await company.page.keyboard.press('g')
  await company.page.keyboard.press('p')
  await expect(company.screen.getByRole('heading', { name: 'Identifiers' })).toBeVisible()
  await company.page.keyboard.press('g')
  await company.page.keyboard.press('f')
  await expect(company.row('Short-term investments')).toBeVisible()
})

test('the profile has every group of the security record, and a click copies an identifier', async ({
  workspace,
  desk,
}) => {
  await desk.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
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

test('the stored record is shown whole, searched and copied', async ({ workspace, desk }) => {
  await desk.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await company.page.keyboard.press('Enter')
  await company.source.getByRole('button', { name: 'Full record' }).click()
  const dialog = company.page.getByRole('dialog', { name: /stored record/ })
  await dialog.getByRole('textbox').fill('dilutedearnings')
  await expect(dialog.getByRole('status')).toHaveText('1 line')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(workspace.status).toContainText('Copied the record.')
  expect(JSON.parse(await company.clipboard())).toMatchObject({ symbol: 'HLDN', Revenue: 1_318_400_000 })
})

test('the insights show the newest period beside earlier ones, and that the scales are the service’s own', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.view('Insights')
  await expect(company.screen).toContainText('scales of scores are the service’s own')
  const risks = company.screen.getByRole('table', { name: 'Risk factors' })
  await expect(risks.getByRole('row')).toHaveCount(6)
  await expect(risks.getByRole('row').nth(1)).toContainText('Q3 FY2026')
  await company.screen.getByRole('button', { name: /^All \d+ periods/ }).click()
  await expect(risks.getByRole('row')).toHaveCount(41)
})

test('a symbol that the service does not know is said plainly, and can be asked for again', async ({ workspace }) => {
  const page = workspace.page
  await CompanyPage.type(workspace, 'FA NONESUCH')
  await workspace.press('Enter')
  await expect(page.getByText('No fundamentals for NONESUCH at the service.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask again' })).toBeVisible()
})

test('the company page is usable by everyone: no fault that axe finds, in any of its views', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
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
  await company.showsFigures()
  await company.page.setViewportSize({ width: 720, height: 450 })
  await expect(company.activeCell).toBeInViewport()
  expect(await workspace.sidewaysOverflow()).toBe(0)
  await company.page.keyboard.press('Enter')
  await expect(company.source.getByRole('button', { name: 'Close' })).toBeInViewport()
  expect(await workspace.sidewaysOverflow()).toBe(0)
})
