import { ageLibraries } from './aged-library.ts'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

const daysAgo = (days: number) => {
  const date = new Date()
  date.setDate(date.getDate() - days)
  return date.toLocaleDateString('sv')
}

test('a company is seen as it was known on a day, from its figures to their sources, and as it is now again', async ({
  app,
  workspace,
}) => {
  const first = await CompanyPage.open(workspace, 'HLDN')
  await first.showsFigures()
  const was = await first.figure('Revenue', 'Q2 FY2026')

  const reopened = new WorkspacePage(await app.reopen(() => ageLibraries(app.profile, 10)))
  await reopened.isOpen()
  const company = await CompanyPage.open(reopened, 'HLDN')
  await company.showsFigures()
  // Stale data is requested automatically; the sample service gives the restated figures at the next request.
  await expect(company.workspace.status).toContainText('just now')
  await expect(company.screen.getByRole('button', { name: 'Refresh HLDN' })).toBeEnabled()
  await company.workspace.press('r')
  await expect(company.screen).toContainText('restated')
  await expect.poll(() => company.figure('Revenue', 'Q2 FY2026')).not.toBe(was)
  const now = await company.figure('Revenue', 'Q2 FY2026')

  await company.workspace.press('d')
  await expect(company.asOf).toBeFocused()
  await company.asOf.fill(daysAgo(5))
  await expect.poll(() => company.figure('Revenue', 'Q2 FY2026')).toBe(was)
  await expect(company.workspace.status).toContainText('As of')
  await expect(company.workspace.page.getByRole('tab', { name: /HLDN Financials as of/ })).toBeVisible()

  await (await company.cell('Revenue', 'Q2 FY2026')).click()
  await expect(company.source).toContainText('As of')
  await expect(company.source).toContainText('1,301,200,000')
  await expect(company.source).not.toContainText('Restated once')
  await expect(company.source.getByRole('table', { name: 'Versions' })).toContainText(/Later.*1,296\.8/)
  await (await company.cell('Revenue, y/y', 'Q2 FY2026')).click()
  await expect(company.source).toContainText('Revenue ÷ prior-year revenue − 1')
  await company.source.getByRole('button', { name: 'Revenue' }).first().click()
  await expect(company.source).toContainText('1,301,200,000')
  await company.workspace.press('Escape')

  await company.asOf.fill(daysAgo(20))
  await expect(company.screen).toContainText('No data was stored for HLDN on')
  await company.screen.getByRole('button', { name: /^Go to/ }).click()
  await expect.poll(() => company.figure('Revenue', 'Q2 FY2026')).toBe(was)

  // Lists of other features show current data, and must not pass for that of the day.
  for (const view of ['Ratings', 'News', 'Calls', 'Timeline', 'Profile'] as const) {
    await company.view(view)
    await expect(company.screen).toContainText('This view shows current data.')
  }
  await company.view('Financials')
  await expect(company.screen).toContainText('Nothing is fetched.')

  await company.screen.getByRole('button', { name: 'Show current data' }).click()
  await expect.poll(() => company.figure('Revenue', 'Q2 FY2026')).toBe(now)
  await expect(company.asOf).toHaveCount(0)
})
