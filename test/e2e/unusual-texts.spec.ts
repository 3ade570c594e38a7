import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Palette } from './pages/palette.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'

const heightOf = async (part: Locator) => Math.round((await part.boundingBox())?.height ?? 0)

test('a name over several lines and a home page of 400 characters break no line of any list, head, tab or menu', async ({
  workspace,
  service,
}) => {
  const { page } = workspace
  await new SettingsPage(workspace).connectTo(service, 'Mine')
  await service.start(['--fail', 'odd-texts'])
  await page.setViewportSize({ width: 1024, height: 800 })
  const oneLine = async (part: Locator, most: number, what: string) => {
    await expect(part.first(), what).toBeVisible()
    for (const each of await part.all()) expect(await heightOf(each), what).toBeLessThanOrEqual(most)
  }

  await workspace.press('Control+t')
  const search = await SecuritiesSearchPage.open(workspace)
  await search.search('HLDN')
  await expect(search.row('HLDN')).toContainText('Consolidated Subsidiaries')
  await oneLine(search.rows, 30, 'search')

  const company = await CompanyPage.open(workspace, 'HLDN')
  await expect(company.name).toContainText('Consolidated Subsidiaries')
  await oneLine(company.name, 36, 'head of the company')
  expect(await company.name.innerText()).not.toMatch(/\s\s/)
  await oneLine(workspace.tabs, 40, 'tabs')
  await company.view('Profile')
  const link = company.screen.getByRole('button', { name: /investor-relations/ })
  await oneLine(link, 24, 'home page')

  const palette = new Palette(workspace)
  await palette.open('HLDN')
  // What the library has comes a moment after the commands.
  await expect(palette.active).not.toContainText('as typed')
  await oneLine(palette.entries, 40, 'palette')
  await workspace.press('Escape')

  const list = await WatchlistPage.open(workspace)
  await list.make('Odd', 'HLDN VSPO')
  await oneLine(list.row('HLDN'), 30, 'watchlist')
  await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
})

test('companies are not said to be unknown to a service that did not respond', async ({ workspace, service }) => {
  await new SettingsPage(workspace).connectTo(service, 'Mine')
  const list = await WatchlistPage.open(workspace)
  await list.screen.getByRole('button', { name: 'New watchlist' }).click()
  await workspace.page.getByRole('textbox', { name: 'Name' }).fill('Coverage')
  await workspace.press('Enter')
  await list.screen.getByRole('button', { name: 'Companies', exact: true }).click()
  await list.adding.getByRole('textbox').fill('HLDN NSUCH')
  await service.start(['--fail', 'securities=500'])
  const ask = list.adding.getByRole('button', { name: /^Look up 2/ })
  await ask.click()
  const entry = (text: string) => list.adding.getByRole('listitem').filter({ hasText: text })
  await expect(entry('HLDN')).toContainText('could not be checked at the service')
  await expect(entry('NSUCH')).toContainText('could not be checked at the service')
  await expect(list.adding).not.toContainText('not found')

  await service.start()
  await ask.click()
  await expect(entry('HLDN')).toContainText('Halden Instruments')
  await expect(entry('NSUCH')).toContainText('not found at the service')
})
