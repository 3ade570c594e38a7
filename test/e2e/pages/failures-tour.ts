import { expect } from '@playwright/test'
import type { SampleService } from '../sample-service.ts'
import { CallPage } from './call-page.ts'
import { CompanyPage } from './company-page.ts'
import { Palette } from './palette.ts'
import { SecuritiesSearchPage } from './securities-search-page.ts'
import { SettingsPage } from './settings-page.ts'
import { storedCalls } from './transcript-search-page.ts'
import { WatchlistPage } from './watchlist-page.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** A walk through a workspace whose service answers in another format: what was stored before, and what was never loaded. */
export async function* failures(workspace: WorkspacePage, service: SampleService): AsyncGenerator<string> {
  const { page } = workspace
  const panel = page.getByRole('tabpanel')
  const failed = panel
    .getByText(/unexpected response format/)
    .filter({ visible: true })
    .first()
  const palette = new Palette(workspace)
  const command = async (text: string) => {
    await palette.open(text)
    await workspace.press('Enter')
    await expect(palette.dialog).toHaveCount(0)
  }
  const settings = new SettingsPage(workspace)
  await settings.connectTo(service, 'Desk')
  await (await WatchlistPage.open(workspace)).make('Coverage', 'HLDN')
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await service.start(['--fail', 'data-object'])
  await workspace.press('r')
  await expect(failed).toBeVisible()
  yield 'stored statements that could not be refreshed'
  await workspace.rail.getByRole('button', { name: 'Home' }).click()
  await panel.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(panel.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  yield 'Home with what failed'
  for (const code of ['FA', 'TRAN', 'CN', 'DES'] as const) {
    await command(`${code} KSTM`)
    await expect(failed).toBeVisible()
    yield `${code} of a company that could not be loaded`
  }
  for (const screen of ['Calls', 'Ratings and news'] as const) {
    await workspace.rail.getByRole('button', { name: new RegExp(`^${screen}`) }).click()
    await expect(failed).toBeVisible()
    yield `${screen}, not loaded`
  }
  await service.start(['--fail', '403'])
  await CallPage.open(workspace, storedCalls.speech)
  await expect(panel.getByText(/does not include/)).toBeVisible()
  yield 'a call that could not be loaded'
  const securities = await SecuritiesSearchPage.open(workspace)
  await securities.search('VSPO')
  await workspace.press('Enter')
  yield 'a search that failed'
  await settings.open('Workspaces')
  await settings.test.click()
  await expect(settings.report).not.toContainText('Works')
  yield 'a failed test of the connection'
  await settings.screen.getByRole('button', { name: 'Delete workspace…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  yield 'dialog Delete workspace'
  await workspace.press('Escape')
}
