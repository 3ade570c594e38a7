import { expect, test } from './fixtures.ts'
import { Listener } from './listen.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

/** What is taken offline: the dialog of a list, the list's mark, and the screen of the jobs. */
class OfflinePage {
  readonly workspace: WorkspacePage

  constructor(workspace: WorkspacePage) {
    this.workspace = workspace
  }

  get dialog() {
    return this.workspace.page.getByRole('dialog', { name: /^Download .+ for offline use$/ })
  }

  get screen() {
    return this.workspace.pageOf('Offline')
  }

  get jobs() {
    return this.screen.getByRole('list', { name: 'Jobs' })
  }

  get log() {
    return this.screen.getByRole('grid', { name: /^Log: / })
  }

  /** Kinds down, companies across. */
  get stored() {
    return this.screen.getByRole('table', { name: 'Stored, by kind and company' })
  }

  get missing() {
    return this.screen.getByRole('table', { name: 'Missing' })
  }

  async showLog(): Promise<void> {
    await this.screen.getByRole('navigation', { name: 'Job' }).getByRole('button', { name: /^Log/ }).click()
  }

  get start() {
    return this.dialog.getByRole('button', { name: 'Download', exact: true })
  }

  /** The dialog of the list on screen, once it says what it comes to. */
  async ask(): Promise<void> {
    await this.workspace.press('t')
    await expect(this.dialog.getByRole('row', { name: /^Total/ })).toBeVisible()
  }

  async show(): Promise<void> {
    await this.workspace.rail.getByRole('button', { name: 'Offline' }).click()
  }
}

test('a list is downloaded after its cost is shown, and its calls, ratings and news open without the service', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const lists = await WatchlistPage.open(workspace)
  await lists.make('Coverage', 'HLDN, VSPO')
  const offline = new OfflinePage(workspace)
  await lists.table.focus()
  await offline.ask()
  await expect(offline.dialog.getByRole('checkbox', { name: 'Statements, enhanced' })).toBeFocused()
  await offline.dialog.getByRole('checkbox', { name: 'Recordings of these calls' }).press('Space')
  await expect(offline.dialog.getByRole('row', { name: /^Recordings/ })).toContainText('MB')
  // Figures that are wider than their column would stand beside it.
  const sizes = offline.dialog.getByRole('row').locator('td:last-child')
  expect(await sizes.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth))).toEqual([])
  await offline.dialog.getByRole('checkbox', { name: 'Recordings of these calls' }).press('Space')
  await expect(offline.dialog).toContainText('free on disk')
  await expect(offline.dialog).toContainText('Estimate: some lists')
  await expect(offline.dialog.getByRole('row', { name: /^Transcripts/ })).toContainText('about')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await offline.start.click()
  const mark = lists.screen.getByRole('button', { name: /^Complete offline as of/ })
  await expect(mark).toBeVisible()
  await mark.click()
  await expect(workspace.drawer).toContainText('Offline download: 5 years of statements, 1 year of calls')
  await offline.show()
  await expect(offline.jobs.getByRole('listitem').first()).toHaveText(
    /Offline download: Coverage.*checked, nothing missing/,
  )
  await expect(offline.stored.getByRole('row', { name: /^Transcripts, 1 year/ })).toBeVisible()
  await expect(offline.screen).toContainText('2 of 2 companies complete')
  await expect(offline.screen).toContainText('Nothing is missing of what was chosen.')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await offline.showLog()
  await expect(offline.log.getByRole('row').filter({ hasText: 'Transcript' }).first()).toContainText('Downloaded')
  expect(await workspace.accessibilityFaults()).toEqual([])

  await service.stop()
  await offline.log.getByRole('row').filter({ hasText: 'HLDN' }).filter({ hasText: 'Ratings' }).dblclick()
  const ratings = workspace.pageOf(/HLDN/).getByRole('grid', { name: 'Ratings' })
  await expect(ratings.getByRole('row').nth(2)).toBeVisible()
  await offline.show()
  await offline.log
    .getByRole('row')
    .filter({ hasText: 'Transcript' })
    .filter({ hasText: 'Halden Instruments Q3 FY2026' })
    .dblclick()
  await expect(
    workspace
      .pageOf(/Q3 FY2026|Halden/)
      .getByText('Operator')
      .first(),
  ).toBeVisible()
})

test('a download in progress is paused and resumed, also while its list is looked at', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const lists = await WatchlistPage.open(workspace)
  await lists.make('Coverage', 'HLDN, VSPO')
  await service.start(['--slow', '400'])
  const offline = new OfflinePage(workspace)
  await lists.table.focus()
  await offline.ask()
  await offline.start.click()
  await lists.screen.getByRole('button', { name: 'Pause offline download: Coverage' }).click()
  await expect(lists.screen).toContainText(/Downloading\s*\d+ of \d+, paused/)
  await expect(workspace.status).toContainText('paused')
  await offline.show()
  await expect(offline.jobs).toContainText('paused')
  await workspace.press('p')
  await expect(offline.jobs).not.toContainText('paused')
  await expect(offline.jobs).toContainText('Done')
})

test('what failed says why, is shown by the list’s mark, and is fetched once it is tried again', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const lists = await WatchlistPage.open(workspace)
  await lists.make('Coverage', 'HLDN, VSPO')
  await service.start(['--fail', 'ratings=data-object'])
  const offline = new OfflinePage(workspace)
  await lists.table.focus()
  await offline.ask()
  await offline.start.click()
  const mark = lists.screen.getByRole('button', { name: /^Offline: 2 of 2 companies incomplete/ })
  await expect(mark).toBeVisible()
  await mark.click()
  await expect(workspace.drawer).toContainText('HLDN, 1 item missing')
  await expect(workspace.drawer).toContainText('Ratings')
  await offline.show()
  await expect(offline.stored.getByRole('row', { name: /^Ratings/ }).locator('td.failed')).toHaveCount(2)
  await expect(offline.screen).toContainText('0 of 2 companies complete')
  await expect(offline.missing.getByRole('row').filter({ hasText: 'Failed' })).toHaveCount(2)
  await expect(offline.missing.getByRole('row', { name: /HLDN/ })).toContainText('Ratings')
  expect(await workspace.accessibilityFaults()).toEqual([])
  const listener = await Listener.listen(workspace.page)
  await workspace.press('j')
  await expect(workspace.status).toContainText('VSPO, row 2 of 2 missing')
  await listener.hears(/^Ratings, VSPO, Failed.*, row 2 of 2$/)
  await offline.showLog()
  await offline.screen.getByRole('button', { name: 'Show failed items' }).click()
  await expect(offline.log.getByRole('row').filter({ hasText: 'Failed' })).toHaveCount(2)
  expect(await workspace.accessibilityFaults()).toEqual([])
  await service.start()
  await workspace.press('r')
  await expect(offline.jobs).toContainText('checked, nothing missing')
  await workspace.tab('Coverage').click()
  await expect(lists.screen.getByRole('button', { name: /^Complete offline as of/ })).toBeVisible()
})

test('without offline downloads the screen says where to begin', async ({ workspace }) => {
  const offline = new OfflinePage(workspace)
  await offline.show()
  await expect(offline.screen).toContainText('Download a whole watchlist to work without a network.')
  await offline.screen.getByRole('button', { name: 'New offline download' }).click()
  await expect(workspace.activeTab).toHaveText(/Watchlists/)
})

test('a new offline download is planned on its own page, for the watchlist that is chosen there', async ({
  workspace,
  page,
}) => {
  const lists = await WatchlistPage.open(workspace)
  await lists.make('Coverage', 'HLDN')
  await lists.screen.getByRole('button', { name: 'Lists' }).click()
  await page.getByRole('menuitem', { name: 'New watchlist…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Optics')
  await page.keyboard.press('Enter')
  await expect(lists.screen.getByRole('heading', { name: 'Optics', level: 1 })).toBeVisible()
  await lists.add('VSPO, KSTM')
  const offline = new OfflinePage(workspace)
  await offline.show()
  await offline.screen.getByRole('button', { name: 'New offline download' }).click()
  const plan = page.getByRole('dialog', { name: 'Download Coverage for offline use' })
  await expect(plan.getByRole('table', { name: 'Download size' })).toContainText('1 company')
  await plan.getByRole('combobox', { name: 'Watchlist' }).selectOption({ label: 'Optics, 2 companies' })
  const other = page.getByRole('dialog', { name: 'Download Optics for offline use' })
  await expect(other.getByRole('table', { name: 'Download size' })).toContainText('2 companies')
})

test('what is refreshed automatically is chosen, kept over a restart, and begun at once by its command', async ({
  workspace,
  app,
}) => {
  const lists = await WatchlistPage.open(workspace)
  await lists.make('Coverage', 'HLDN')
  await workspace.rail.getByRole('button', { name: 'Settings' }).click()
  const settings = workspace.pageOf('Settings')
  await settings.getByRole('navigation').getByRole('button', { name: 'Refresh' }).click()
  await settings.getByRole('combobox', { name: 'Check for due data' }).selectOption('daily')
  await settings.getByRole('combobox', { name: 'Ratings' }).selectOption('72')
  await settings.getByText('Also at startup').click()
  await expect(settings.getByRole('checkbox', { name: 'Also at startup' })).toBeChecked()
  expect(await workspace.accessibilityFaults()).toEqual([])
  // The schedule was behind from the moment that it was chosen.
  const offline = new OfflinePage(workspace)
  await offline.show()
  await expect(offline.jobs.getByRole('listitem').filter({ hasText: ', automatic' })).toContainText(
    /Refresh: All watchlists.*Done.*downloaded/,
  )
  await workspace.tab('Settings').click()
  await settings.getByRole('button', { name: 'Refresh due companies now' }).click()
  await expect(offline.jobs).toContainText('4 not due')
  await expect(offline.screen.getByRole('list', { name: 'History' })).toContainText('Automatic refresh: All watchlists')
  const reopened = new WorkspacePage(await app.reopen())
  await reopened.rail.getByRole('button', { name: 'Settings' }).click()
  const kept = reopened.pageOf('Settings')
  await kept.getByRole('navigation').getByRole('button', { name: 'Refresh' }).click()
  await expect(kept.getByRole('combobox', { name: 'Check for due data' })).toHaveValue('daily')
  await expect(kept.getByRole('combobox', { name: 'Ratings' })).toHaveValue('72')
  await expect(kept.getByRole('checkbox', { name: 'Also at startup' })).toBeChecked()
  await expect(kept).toContainText('Last automatic refresh: Done')
})
