import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { overlayFaultsInSmallWindows } from './overlay-faults.ts'
import { CallPage } from './pages/call-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Palette } from './pages/palette.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { screenFaults } from './screen-faults.ts'

/** From the menu of the title bar, and until the window shows it. */
async function switchTo(workspace: WorkspacePage, name: string): Promise<void> {
  const button = workspace.title.getByRole('button', { name: /^Workspace:/ })
  await button.click()
  await workspace.page.getByRole('menuitemradio', { name, exact: true }).click()
  await expect(button).toContainText(name)
}

const tabNames = async (workspace: WorkspacePage) =>
  (await workspace.tabs.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())

/** Commands that the palette finds for these letters. */
async function commands(workspace: WorkspacePage, text: string): Promise<string[]> {
  const palette = new Palette(workspace)
  await palette.open(text)
  await expect(palette.entries.first()).toBeVisible()
  const found = await palette.group('Commands').getByRole('option').allInnerTexts()
  await workspace.press('Escape')
  await expect(palette.dialog).toHaveCount(0)
  return found.map((entry) => entry.split('\n')[0] ?? '')
}

test('each workspace has its own tabs and commands, there and back as often as one switches', async ({
  workspace,
  service,
}) => {
  const halden = await CompanyPage.open(workspace, 'HLDN')
  await halden.showsFigures()
  await new SettingsPage(workspace).connectTo(service, 'Live')
  await expect.poll(() => tabNames(workspace)).toEqual(['Home'])

  const vesper = await CompanyPage.open(workspace, 'VSPO')
  await vesper.showsFigures()
  await expect.poll(() => commands(workspace, 'Refresh')).toContain('Refresh VSPO')

  for (let round = 0; round < 2; round += 1) {
    await switchTo(workspace, 'Sample')
    await expect.poll(() => tabNames(workspace)).toEqual(['Home', 'Search', 'HLDN Financials', 'Settings'])
    await workspace.tab(/HLDN/).click()
    await halden.showsFigures()
    await expect.poll(() => commands(workspace, 'Refresh')).toContain('Refresh HLDN')
    expect(await commands(workspace, 'Refresh')).not.toContain('Refresh VSPO')
    await halden.table.locator('[role=gridcell][data-active]').click()
    await expect(workspace.drawer).toBeVisible()
    await workspace.tab(/Settings/).click()

    await switchTo(workspace, 'Live')
    await expect.poll(() => tabNames(workspace)).toEqual(['Home', 'VSPO Financials'])
    await expect(workspace.drawer).toHaveCount(0)
    await vesper.showsFigures()
    await expect.poll(() => commands(workspace, 'Refresh')).toContain('Refresh VSPO')
    expect(await commands(workspace, 'Refresh')).not.toContain('Refresh HLDN')
  }
  await workspace.press('d')
  await expect(vesper.asOf).toBeVisible()
})

test('a list of one workspace is not offered for the companies of another', async ({ workspace, service }) => {
  await (await WatchlistPage.open(workspace)).make('Coverage', 'HLDN')
  await CompanyPage.open(workspace, 'HLDN')
  await expect.poll(() => commands(workspace, 'Add HLDN to')).toContain('Add HLDN to Coverage')
  await new SettingsPage(workspace).connectTo(service, 'Live')
  await (await WatchlistPage.open(workspace)).make('Growth', 'VSPO')
  const vesper = await CompanyPage.open(workspace, 'VSPO')
  await vesper.showsFigures()
  const offered = async () => (await commands(workspace, 'Add VSPO to')).filter((title) => title.startsWith('Add'))
  await expect.poll(offered).toEqual(['Add VSPO to Growth'])
})

test('a second window follows when another workspace is opened in the first, with tabs of its own', async ({
  workspace,
  service,
}) => {
  await CompanyPage.open(workspace, 'HLDN')
  const second = await workspace.newWindow()
  await CompanyPage.open(second, 'VSPO')
  await new SettingsPage(workspace).connectTo(service, 'Live')
  await expect(second.title).toContainText('Live')
  await expect.poll(() => tabNames(second)).toEqual(['Home'])
  await switchTo(workspace, 'Sample')
  await expect(second.title).toContainText('Sample')
  await expect(second.tab(/VSPO/)).toBeVisible()
  await expect.poll(() => tabNames(workspace)).not.toContain('VSPO Financials')
})

test('the place in a recording is kept to the second when another window opens another workspace', async ({
  app,
  workspace,
  service,
}) => {
  const second = await workspace.newWindow()
  await new SettingsPage(second).connectTo(service, 'Live')
  // It follows there and back: what is opened on the way would be left behind.
  await expect(workspace.title).toContainText('Live')
  await switchTo(second, 'Sample')
  await expect(workspace.title).toContainText('Sample')
  const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'
  const call = new CallPage(workspace)
  // The title says where the window goes before its tabs are there: a step of its history is lost until then.
  await expect(async () => {
    await CallPage.open(workspace, speech)
    await expect(call.turns.first()).toBeVisible({ timeout: 3000 })
  }).toPass()
  await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
  const player = new PlayerBar(workspace)
  // It is kept every five seconds while it plays.
  await player.isHeardBeyond(8)
  const heard = await player.seconds()
  await switchTo(second, 'Live')
  const kept = new Database(join(app.profile, 'workspaces', 'sample', 'desk.db'), { readonly: true })
  try {
    const seconds = kept.prepare('SELECT seconds FROM listening_position WHERE call_id = ?').pluck()
    // The other window may follow a moment later.
    await expect.poll(() => seconds.get(speech)).toBeGreaterThanOrEqual(heard)
  } finally {
    kept.close()
  }
})

test('the way back ends where the workspace was opened', async ({ workspace, service }) => {
  await CompanyPage.open(workspace, 'HLDN')
  await new SettingsPage(workspace).connectTo(service, 'Live')
  await CompanyPage.open(workspace, 'VSPO')
  await workspace.page.goBack()
  await expect(workspace.activeTab).toHaveText(/Home/)
  await workspace.page.goBack()
  await workspace.press('Alt+ArrowRight')
  await expect(workspace.activeTab).toHaveText(/VSPO/)
  await expect.poll(() => tabNames(workspace)).toEqual(['Home', 'VSPO Financials'])
})

test('what was opened, listed and played in one workspace is nowhere in the other, also after a restart', async ({
  workspace,
  service,
  app,
}) => {
  await (await WatchlistPage.open(workspace)).make('Sample coverage', 'HLDN')
  const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
  await new PlayerBar(workspace).isHeardBeyond(1)
  await new SettingsPage(workspace).connectTo(service, 'Live')

  const showsNothingOfTheSample = async (now: WorkspacePage) => {
    await expect(now.title).not.toContainText('Invented data')
    await expect(now.page.getByRole('region', { name: 'Player' })).toHaveCount(0)
    await now.rail.getByRole('button', { name: 'Home' }).click()
    await expect(now.pageOf('Home').getByRole('button', { name: 'Add your coverage' })).toBeVisible()
    await expect(now.pageOf('Home')).not.toContainText('Sample coverage')
    const palette = new Palette(now)
    await palette.open()
    await expect(palette.group('Commands').getByRole('option').first()).toBeVisible()
    await expect(palette.dialog).not.toContainText('Sample coverage')
    await expect(palette.dialog).not.toContainText('HLDN')
    await now.press('Escape')
    await expect(palette.dialog).toHaveCount(0)
  }
  await showsNothingOfTheSample(workspace)
  const reopened = new WorkspacePage(await app.reopen())
  await reopened.isOpen()
  await expect(reopened.title).toContainText('Live')
  await showsNothingOfTheSample(reopened)

  await switchTo(reopened, 'Sample')
  await expect(reopened.title).toContainText('Invented data')
  await expect.poll(() => tabNames(reopened)).toContain('Settings')
  await reopened.rail.getByRole('button', { name: 'Home' }).click()
  await expect(reopened.pageOf('Home')).toContainText('Sample coverage')
})

test('the open workspace is deleted once its name was typed, and nothing of it comes back with a new one of its name', async ({
  app,
  workspace,
  service,
}) => {
  const settings = new SettingsPage(workspace)
  await settings.connectTo(service, 'Live')
  await CompanyPage.open(workspace, 'VSPO')
  await settings.open('Workspaces')
  await settings.screen.getByRole('button', { name: 'Delete workspace…' }).click()
  const dialog = workspace.page.getByRole('dialog', { name: 'Delete Live' })
  const confirm = dialog.getByRole('button', { name: 'Delete workspace' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  expect(await screenFaults(workspace.page)).toEqual([])
  expect(await overlayFaultsInSmallWindows(workspace.page)).toEqual([])
  await dialog.getByLabel('Type Live to confirm').fill('Live')
  await confirm.click()
  await expect(workspace.title).toContainText('Sample')
  await expect.poll(() => tabNames(workspace)).toEqual(['Home', 'Search', 'Settings'])
  await settings.open('Workspaces')
  await expect(settings.listed('Sample')).toBeVisible()
  await expect(settings.listed('Live')).toHaveCount(0)
  await expect.poll(() => existsSync(join(app.profile, 'workspaces', 'live'))).toBe(false)

  // Without the key of the first one the service does not accept its requests.
  await settings.baseUrl.fill(service.origin)
  await settings.name.fill('Live')
  await settings.connect.click()
  await expect(settings.operation('Ratings')).toContainText('key')
  await settings.enter('Live').click()
  await expect.poll(() => tabNames(workspace)).toEqual(['Home'])
})
