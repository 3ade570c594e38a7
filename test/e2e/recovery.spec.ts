import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { overlayFaultsInSmallWindows } from './overlay-faults.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { screenFaults } from './screen-faults.ts'

const pageSize = 8192

/** Overwrites the page of the sample's desk.db that holds these words. */
function damage(profile: string, words: string): void {
  const file = join(profile, 'workspaces', 'sample', 'desk.db')
  const bytes = readFileSync(file)
  const page = Math.floor(bytes.indexOf(words) / pageSize)
  writeFileSync(file, bytes.fill(0xee, page * pageSize, (page + 1) * pageSize))
}

test('with a damaged desk.db the user reads what was recovered, changes nothing, and chooses to keep it', async ({
  app,
  workspace,
}) => {
  const watchlists = await WatchlistPage.open(workspace)
  await watchlists.make('Optics', 'HLDN')
  const page = await app.reopen(() => damage(app.profile, 'Optics'))
  const again = new WorkspacePage(page)
  const dialog = page.getByRole('dialog', { name: 'Some of your data in Sample was damaged' })
  await expect(dialog).toContainText('1 of 1 watchlists could not be recovered.')
  await expect(dialog).toContainText('No backup of this workspace found in the default folder.')
  expect(await screenFaults(page)).toEqual([])
  expect(await overlayFaultsInSmallWindows(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(again.notice(/until you choose what to keep/)).toBeVisible()
  await page.getByRole('button', { name: 'Choose…' }).click()
  await dialog.getByRole('button', { name: 'Keep recovered data' }).click()
  await expect(again.notice(/until you choose/)).toHaveCount(0)
  const lists = await WatchlistPage.open(again)
  await expect(lists.screen.getByRole('heading', { name: 'Recovered list 1', level: 1 })).toBeVisible()
  await expect(lists.row('HLDN')).toBeVisible()
  await lists.add('VSPO')
  await expect(lists.row('VSPO')).toBeVisible()
})

test('a desk.db that was deleted is restored from the backup that the dialog shows', async ({ app, workspace }) => {
  const watchlists = await WatchlistPage.open(workspace)
  await watchlists.make('Optics', 'HLDN')
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  await settings.screen.getByRole('textbox', { name: 'Destination folder' }).focus()
  await workspace.press('Enter')
  await expect(settings.screen).toContainText('complete and saved')
  const page = await app.reopen(() => rmSync(join(app.profile, 'workspaces', 'sample', 'desk.db')))
  const dialog = page.getByRole('dialog', { name: 'Your data in Sample is missing' })
  await expect(dialog.getByRole('row', { name: /^Watchlists/ })).toContainText('01')
  expect(await screenFaults(page)).toEqual([])
  expect(await overlayFaultsInSmallWindows(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Restore backup' }).click()
  await expect(dialog).toHaveCount(0)
  const lists = await WatchlistPage.open(new WorkspacePage(page))
  await expect(lists.screen.getByRole('heading', { name: 'Optics', level: 1 })).toBeVisible()
})

test('a library.db that was exchanged is not written to until the user has chosen to use it', async ({ app }) => {
  const library = join(app.profile, 'workspaces', 'sample', 'library.db')
  const other = join(app.profile, 'other.db')
  // Another library: one that was begun after this one had been taken away.
  await app.reopen(() => {
    cpSync(library, other)
    for (const ending of ['', '.session']) rmSync(`${library}${ending}`)
  })
  const page = await app.reopen(() => cpSync(other, library))
  const again = new WorkspacePage(page)
  const dialog = page.getByRole('dialog', { name: 'The library of Sample was replaced' })
  await expect(dialog.getByRole('row', { name: /^Calls/ })).toBeVisible()
  await expect(dialog).toContainText('Your notes, watchlists and settings are not affected.')
  expect(await screenFaults(page)).toEqual([])
  expect(await overlayFaultsInSmallWindows(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(again.notice(/Nothing new is stored until you choose/)).toBeVisible()
  await page.getByRole('button', { name: 'Choose library…' }).click()
  await dialog.getByRole('button', { name: 'Use this library' }).click()
  await expect(again.notice(/was replaced/)).toHaveCount(0)
})
