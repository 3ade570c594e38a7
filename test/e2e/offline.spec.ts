import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Palette } from './pages/palette.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

/**
 * Stops the clock of a page in which it was installed, so that only what the test does checks the connection. The time at
 * which it stops must still be ahead when the page is told, and before the first automatic check.
 */
async function stopAutomaticChecks({ page }: WorkspacePage): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 4000)
}

test('with the service gone the library is still searched, by name and by identifier, and opened', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const search = await SecuritiesSearchPage.open(workspace)
  await search.list('MIC', 'XNAS')
  await expect(search.found).toContainText('100 securities')
  await search.search('HLDN')
  await expect(search.row('HLDN')).toBeVisible()
  await search.box.press('Enter')
  const company = new CompanyPage(workspace, 'HLDN')
  await company.showsFigures()

  await service.stop()
  await workspace.tab(/^Search|“/).click()
  await search.search('VSPO')
  await expect(workspace.title).toContainText('Offline')
  await search.search('halden instruments')
  await expect(search.row('HLDN')).toBeVisible()
  await expect(await search.cell(search.row('HLDN'), 'Source')).toHaveText(/^Library, /)
  const isin = await (await search.cell(search.row('HLDN'), 'ISIN')).innerText()
  await search.search(isin)
  await expect(search.row('HLDN')).toBeVisible()
  await expect(search.screen).toContainText('Offline: stored companies only')
  expect(await workspace.accessibilityFaults()).toEqual([])

  const palette = new Palette(workspace)
  await palette.open('FA halden')
  await expect(palette.active).toHaveAccessibleName(/Financials for HLDN, Halden Instruments stored/)
  await workspace.press('Enter')
  await company.showsFigures()
})

test('offline nothing is fetched automatically, the user may insist, and a response shows that the service is there', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  await service.stop()
  const search = await SecuritiesSearchPage.open(workspace)
  await search.search('HLDN')
  await expect(workspace.title).toContainText('Offline')
  await search.search('VSPO')
  await expect(search.screen).toContainText('No match for “VSPO” in the library.')
  await search.box.press('Control+Enter')
  await expect(search.screen.getByRole('note').filter({ hasText: /Can’t reach|sent nothing/ })).toBeVisible()
  await service.start()
  await search.box.press('Control+Enter')
  await expect(search.row('VSPO')).toBeVisible()
  await expect(workspace.title).toContainText('Online')
})

test('a user who is offline checks the connection in the title bar, and need not look for something to fetch', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const search = await SecuritiesSearchPage.open(workspace)
  await workspace.page.clock.install()
  await service.stop()
  await search.search('HLDN')
  const offline = workspace.title.getByRole('button', { name: 'Offline' })
  await expect(offline).toBeVisible()
  await stopAutomaticChecks(workspace)
  await offline.click()
  await expect(workspace.title.getByRole('button', { name: /^Checking/ })).toHaveCount(0)
  await expect(offline).toBeVisible()
  await service.start()
  await offline.focus()
  await workspace.press('Enter')
  await expect(workspace.title).toContainText('Online')
  const palette = new Palette(workspace)
  await palette.open('check connection')
  await expect(palette.active).toContainText('connected')
})

test('a service that responds again is found without a click', async ({ workspace, service }) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const search = await SecuritiesSearchPage.open(workspace)
  await service.stop()
  await search.search('HLDN')
  await expect(workspace.title).toContainText('Offline')
  await service.start()
  await expect(workspace.title).toContainText('Online')
})

test('a network that the machine has again lets the service be tried, once', async ({ workspace, service }) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const search = await SecuritiesSearchPage.open(workspace)
  await workspace.page.clock.install()
  await service.stop()
  await search.search('HLDN')
  await expect(workspace.title).toContainText('Offline')
  await stopAutomaticChecks(workspace)
  await service.start()
  await workspace.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(workspace.title).toContainText('Online')
})

test('a start without the service shows the companies on disk at once', async ({ workspace, service, app }) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const search = await SecuritiesSearchPage.open(workspace)
  await search.search('VSPO')
  await expect(search.row('VSPO')).toBeVisible()
  await search.box.press('Enter')
  await new CompanyPage(workspace, 'VSPO').showsFigures()
  await service.stop()
  const again = new WorkspacePage(await app.reopen())
  await expect(again.title).toContainText('Desk')
  await again.tab(/VSPO”/).click()
  const found = new SecuritiesSearchPage(again)
  await found.box.fill('')
  await expect(found.row('VSPO')).toBeVisible()
  await found.grid.press('Enter')
  await new CompanyPage(again, 'VSPO').showsFigures()
})
