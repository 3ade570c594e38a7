import { expect, test } from './fixtures.ts'
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
    return this.workspace.page.getByRole('dialog', { name: /^Take .+ offline$/ })
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

  get start() {
    return this.dialog.getByRole('button', { name: 'Take offline' })
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

test('a list is taken offline after it is said what that costs, and its calls, ratings and news open without the service', async ({
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
  await offline.dialog.getByRole('checkbox', { name: 'Recordings of those calls' }).press('Space')
  await expect(offline.dialog.getByRole('row', { name: /^Recordings/ })).toContainText('MB')
  // Figures that are wider than their column would stand beside it.
  const sizes = offline.dialog.getByRole('row').locator('td:last-child')
  expect(await sizes.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth))).toEqual([])
  await offline.dialog.getByRole('checkbox', { name: 'Recordings of those calls' }).press('Space')
  await expect(offline.dialog).toContainText('free on disk')
  await expect(offline.dialog).toContainText('Estimate: some lists')
  await expect(offline.dialog.getByRole('row', { name: /^Transcripts/ })).toContainText('about')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await offline.start.click()
  const mark = lists.screen.getByRole('button', { name: /^Complete offline as of/ })
  await expect(mark).toBeVisible()
  await mark.click()
  await expect(workspace.drawer).toContainText('Kept offline: statements of 5 years, calls of 1 year')
  await offline.show()
  await expect(offline.jobs.getByRole('listitem')).toHaveText(/Coverage offline.*checked, nothing missing/)
  await expect(offline.log.getByRole('row').filter({ hasText: 'Transcript' }).first()).toContainText('Updated')
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

test('what is under way is paused and gone on with, also while its list is looked at', async ({
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
  await lists.screen.getByRole('button', { name: 'Pause: Coverage offline' }).click()
  await expect(lists.screen).toContainText(/Taking offline\s*\d+ of \d+, paused/)
  await expect(workspace.status).toContainText('paused')
  await offline.show()
  await expect(offline.jobs).toContainText('paused')
  await workspace.press('p')
  await expect(offline.jobs).not.toContainText('paused')
  await expect(offline.jobs).toContainText('Done')
})

test('what failed says why, is told by the list’s mark, and is fetched once it is tried again', async ({
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
  await offline.screen.getByRole('button', { name: 'Show failed items' }).click()
  await expect(offline.log.getByRole('row').filter({ hasText: 'Failed' })).toHaveCount(2)
  expect(await workspace.accessibilityFaults()).toEqual([])
  await service.start()
  await workspace.press('r')
  await expect(offline.jobs).toContainText('checked, nothing missing')
  await workspace.tab('Coverage').click()
  await expect(lists.screen.getByRole('button', { name: /^Complete offline as of/ })).toBeVisible()
})

test('with nothing taken offline the screen says where to begin', async ({ workspace }) => {
  const offline = new OfflinePage(workspace)
  await offline.show()
  await expect(offline.screen).toContainText('Downloads a whole watchlist for work without a network.')
  await offline.screen.getByRole('button', { name: 'Choose a watchlist' }).click()
  await expect(workspace.activeTab).toHaveText(/Watchlists/)
})

test('what is refreshed by itself is chosen, kept over a restart, and begun at once when asked', async ({
  workspace,
  app,
}) => {
  const lists = await WatchlistPage.open(workspace)
  await lists.make('Coverage', 'HLDN')
  await workspace.rail.getByRole('button', { name: 'Settings' }).click()
  const settings = workspace.pageOf('Settings')
  await settings.getByRole('navigation').getByRole('button', { name: 'Refresh' }).click()
  await settings.getByRole('combobox', { name: 'Refresh when due' }).selectOption('daily')
  await settings.getByRole('combobox', { name: 'Ratings' }).selectOption('72')
  await settings.getByText('Also at startup').click()
  await expect(settings.getByRole('checkbox', { name: 'Also at startup' })).toBeChecked()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await settings.getByRole('button', { name: 'Refresh due companies now' }).click()
  const offline = new OfflinePage(workspace)
  // The schedule was behind from the moment that it was chosen.
  const automatic = offline.jobs.getByRole('listitem').filter({ hasText: 'automatic' })
  await expect(automatic).toContainText(/All watchlists refreshed.*Done.*updated/)
  await expect(offline.jobs).toContainText('4 not due')
  const reopened = new WorkspacePage(await app.reopen())
  await reopened.rail.getByRole('button', { name: 'Settings' }).click()
  const kept = reopened.pageOf('Settings')
  await kept.getByRole('navigation').getByRole('button', { name: 'Refresh' }).click()
  await expect(kept.getByRole('combobox', { name: 'Refresh when due' })).toHaveValue('daily')
  await expect(kept.getByRole('combobox', { name: 'Ratings' })).toHaveValue('72')
  await expect(kept.getByRole('checkbox', { name: 'Also at startup' })).toBeChecked()
  await expect(kept).toContainText('Last automatic refresh: Done')
})
