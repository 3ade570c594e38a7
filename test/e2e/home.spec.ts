import { expect, test } from './fixtures.ts'
import { openedItems } from './opened-items.ts'
import { CompanyPage } from './pages/company-page.ts'
import { HomePage } from './pages/home-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

test('the first tab says what is new, opens it at the spot, and lets go of what was seen', async ({ workspace }) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN VSPO')
  await list.refresh()
  // Meanwhile the service restates one period of HLDN, and three of VSPO.
  await list.refresh()
  const home = await HomePage.open(workspace)
  await expect(home.screen).toContainText('2 companies on 1 watchlist')
  await expect.poll(() => home.companies()).toEqual(['VSPO', 'HLDN'])
  await expect(home.row('HLDN')).toContainText(/Restated.*Q2 FY2026 revenue and \d+ more.*1,296\.8.*1,301\.2.*\(4\.4\)/)
  await expect(home.screen.getByRole('button', { name: '4 new' })).toBeVisible()
  await home.items.focus()
  await workspace.press('j')
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/HLDN\s*Restatements/)

  await workspace.press('g')
  await workspace.press('h')
  await home.items.focus()
  await workspace.press('e')
  await expect.poll(() => home.companies()).toEqual(['VSPO'])
  await workspace.press('u')
  await expect.poll(() => home.companies()).toEqual(['VSPO', 'HLDN'])
  await workspace.press('Shift+E')
  await expect(home.screen).toContainText('Nothing new since')
  await expect(home.screen.getByRole('row', { name: /HLDN Halden Instruments Q\d FY\d{4}/ })).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('what was opened is there to continue with, after a restart without the service too', async ({
  workspace,
  app,
}) => {
  await (await CompanyPage.open(workspace, 'HLDN')).showsFigures()
  await expect.poll(() => openedItems(app.profile)).toEqual(['company-HLDN'])
  const again = await HomePage.open(new WorkspacePage(await app.reopen()))
  await again.recent.filter({ hasText: 'HLDN' }).click()
  await expect(again.workspace.activeTab).toHaveText(/HLDN\s*Financials/)
})

test('Home is always the first tab: it is neither closed nor moved', async ({ workspace }) => {
  const home = await HomePage.open(workspace)
  await workspace.press('x')
  await expect(workspace.tabs.first()).toHaveText('Home')
  await expect(home.screen.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await expect(home.screen).toContainText('Shows what’s new at the companies you cover')
  await expect(home.screen.getByRole('button', { name: 'Load sample data' })).toBeVisible()
})
