import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Palette } from './pages/palette.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'

const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

test('a new window begins at Home and keeps its own tabs over a reload', async ({ workspace }) => {
  await CompanyPage.open(workspace, 'HLDN')
  const second = await workspace.windowOpenedBy(async () => {
    const palette = new Palette(workspace)
    await palette.open()
    await palette.field.fill('second screen')
    await palette.page.getByRole('option', { name: /^New window/ }).click()
  })
  await expect(second.tabs).toHaveText(['Home'])
  await (await CompanyPage.open(second, 'VSPO')).showsFigures()
  await expect(workspace.tab(/VSPO/)).toHaveCount(0)
  await second.page.reload()
  await second.isOpen()
  await expect(second.activeTab).toHaveText('VSPO Financials')
  await expect(second.tab(/HLDN/)).toHaveCount(0)
})

test('a tab is moved by its menu: it is in the new window as it was, and no longer here', async ({ workspace }) => {
  await (await CompanyPage.open(workspace, 'HLDN')).showsFigures()
  await CompanyPage.open(workspace, 'VSPO')
  const second = await workspace.windowOpenedBy(async () => {
    await workspace.tab(/HLDN/).click({ button: 'right' })
    await workspace.menuEntry(/^Move tab to new window/).click()
  })
  await expect(second.activeTab).toHaveText('HLDN Financials')
  await new CompanyPage(second, 'HLDN').showsFigures()
  await expect(workspace.tab(/HLDN/)).toHaveCount(0)
  await expect(workspace.activeTab).toHaveText('VSPO Financials')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.tab('Home').click({ button: 'right' })
  await expect(workspace.menuEntry(/^Move tab to new window/)).toBeDisabled()
})

test('text that is being typed moves with its tab, and no window offers it once it is saved', async ({ workspace }) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN')
  await list.table.locator('[data-active]').focus()
  await workspace.press('m')
  const text = 'Backlog turns in the second half'
  await workspace.page.getByRole('textbox', { name: 'Note' }).pressSequentially(text)
  const second = await workspace.windowOpenedBy(() => workspace.press('Alt+Shift+n'))
  await expect(second.page.getByRole('textbox', { name: 'Note' })).toHaveValue(text)
  await expect(workspace.tab(/Coverage|Watchlists/)).toHaveCount(0)
  await expect(workspace.page.getByText(/was kept/)).toHaveCount(0)
  // A third window opens while it is typed: it offers the text until it is saved.
  const third = await workspace.newWindow()
  await expect(third.page.getByText(/was kept/)).toBeVisible()
  await second.page.getByRole('button', { name: 'Save' }).click()
  await expect(new WatchlistPage(second).row('HLDN')).toContainText(text)
  await expect(third.page.getByText(/was kept/)).toHaveCount(0)
})

test('a note and companies that are written for a list go to no other one when that list is deleted in another window', async ({
  workspace,
}) => {
  const { page } = workspace
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN')
  await list.choose('New watchlist…')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ideas')
  await workspace.press('Enter')
  await list.isOf('Ideas')
  await list.add('HLDN')
  const second = await workspace.newWindow()
  const elsewhere = await WatchlistPage.open(second)
  const remove = async () => {
    await elsewhere.choose(/^Ideas/)
    await elsewhere.isOf('Ideas')
    await elsewhere.choose('Delete Ideas…')
    await second.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await list.isOf('Coverage')
  }

  await list.table.locator('[data-active]').focus()
  await workspace.press('m')
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.pressSequentially('Exit before the print')
  await remove()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/This watchlist no longer exists/).first()).toBeVisible()
  await expect(note).toHaveValue('Exit before the print')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(list.row('HLDN')).not.toContainText('Exit before the print')

  await elsewhere.screen.getByRole('button', { name: 'Undo' }).click()
  await list.choose(/^Ideas/)
  await list.isOf('Ideas')
  await list.screen.getByRole('button', { name: 'Companies', exact: true }).click()
  await list.adding.getByRole('textbox').fill('VSPO')
  await list.adding.getByRole('checkbox', { name: 'VSPO' }).check({ force: true })
  await remove()
  await list.adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(/This watchlist no longer exists/).first()).toBeVisible()
  await expect(list.adding).toContainText('Add companies to Ideas')
  await list.adding.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => list.symbols()).toEqual(['HLDN'])
})

test('one recording plays at a time in all windows', async ({ workspace }) => {
  const play = async (window: WorkspacePage) => {
    const call = await CallPage.open(window, speech)
    await call.isRead()
    await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
    const player = new PlayerBar(window)
    await player.isHeardBeyond(0)
    return player
  }
  const first = await play(workspace)
  const second = await workspace.newWindow()
  const other = await play(second)
  await expect(first.play).toBeVisible()
  await expect(other.pause).toBeVisible()
})

test('after a restore in one window the other one loads what took the place of what it shows', async ({
  workspace,
}) => {
  const second = await workspace.newWindow()
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  await settings.screen.getByRole('button', { name: 'Back up everything' }).click()
  await expect(settings.screen).toContainText('complete and saved')
  await settings.screen.getByRole('list', { name: 'Backups' }).getByRole('button', { name: 'Restore…' }).click()
  const dialog = workspace.page.getByRole('dialog')
  const reloaded = second.page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await reloaded
  await second.isOpen()
  // The window that restored shows the result until its dialog is closed.
  await expect(dialog).toContainText('The previous data is in')
})
