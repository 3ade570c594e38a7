import type { Locator, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { overlayFaultsInSmallWindows } from './overlay-faults.ts'
import { CallPage } from './pages/call-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { screenFaults } from './screen-faults.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

/** The settings, after the sample's library was moved into a folder. */
async function libraryMoved(workspace: WorkspacePage, disk: string): Promise<SettingsPage> {
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  await settings.screen.getByRole('textbox', { name: 'New folder' }).fill(disk)
  await workspace.press('Enter')
  await expect(settings.screen).toContainText(`moved to ${join(disk, 'tearsheet-sample')}.`)
  return settings
}

test('what takes space is shown by kind and by company; companies are sorted and filtered', async ({ workspace }) => {
  for (const symbol of ['HLDN', 'VSPO']) {
    const company = await CompanyPage.open(workspace, symbol)
    await company.showsFigures()
  }
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  const kinds = settings.screen.getByRole('table', { name: 'Storage by kind' })
  await expect(kinds.getByRole('row', { name: /^Statements/ })).toContainText(/\d+ KB/)
  await expect(kinds.getByRole('row', { name: /^On disk/ })).toContainText('100.0%')
  const companies = settings.screen.getByRole('grid', { name: 'Storage by company' })
  await expect(companies.getByRole('row')).toHaveCount(3)
  await companies.getByRole('button', { name: 'Symbol' }).click()
  await expect(companies.getByRole('row').nth(1)).toContainText('HLDN')
  await settings.screen.getByRole('textbox', { name: 'Filter companies' }).fill('vesper')
  await expect(companies.getByRole('row')).toHaveCount(2)
  expect(await workspace.accessibilityFaults()).toEqual([])
})

/** Keeps these requests to the core back, each until it is released. For sockets that are opened afterwards. */
async function requestsHeldBack<Name extends string>(page: Page, paths: Record<Name, string>) {
  const releases = new Map<string, () => void>()
  const waits = Object.fromEntries(
    Object.values<string>(paths).map((path) => [path, new Promise<void>((resolve) => releases.set(path, resolve))]),
  )
  await page.routeWebSocket(/./, (socket) => {
    const core = socket.connectToServer()
    socket.onMessage((message) => {
      const path = Object.keys(waits).find((each) => message.includes(`"${each}"`))
      void (path === undefined ? core.send(message) : waits[path]?.then(() => core.send(message)))
    })
  })
  await page.route('**/*', async (route) => {
    await waits[new URL(route.request().url()).pathname]
    await route.fallback()
  })
  return (name: Name) => releases.get(paths[name])?.()
}

/** Where each head, field and button of the section is, from its top. */
const controlsOf = (screen: Locator) =>
  screen.locator('#settings-section').evaluate((section) => {
    const top = section.getBoundingClientRect().top - section.scrollTop
    const named: Record<string, number> = {}
    for (const one of section.querySelectorAll<HTMLElement>('h2, input, button')) {
      // The list of backups comes late itself.
      if (one.closest('li')) continue
      const { labels } = one as HTMLInputElement
      const name = one.ariaLabel ?? labels?.[0]?.innerText ?? one.innerText
      let key = `${one.localName} ${name}`
      while (key in named) key += ' (next)'
      named[key] = Math.round(one.getBoundingClientRect().top - top)
    }
    return named
  })

test('no form of the storage moves when its sizes, its backups, its keys or its publication come late', async ({
  workspace,
  app,
}) => {
  test.skip(app.browser === null, 'only a socket can be held back')
  const { page } = workspace
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const settings = new SettingsPage(workspace)
  const { screen } = settings
  await settings.open('Storage')
  await screen.getByRole('button', { name: 'Back up everything' }).click()
  await expect(screen).toContainText('complete and saved')
  const folder = join(app.profile, '..', 'published')
  mkdirSync(folder)
  await screen.getByRole('textbox', { name: 'Publication folder' }).fill(folder)
  // Off as long as the core is still said to create the backup.
  await expect(screen.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled()
  await workspace.press('Enter')
  await expect(screen).toContainText(/Published: \d+ files/)
  const release = await requestsHeldBack(page, {
    sizes: '/storage/report',
    backups: '/storage/backups',
    publication: '/storage/publication',
    keys: '/shell/publish-key-state',
  })
  await page.reload()
  await workspace.isOpen()
  await settings.open('Storage')
  await expect(screen.getByRole('button', { name: 'Verify everything' })).toBeEnabled()
  await expect(screen.getByRole('heading', { name: 'Publish' })).toBeVisible()

  const late = {
    sizes: screen.getByRole('row', { name: /^On disk/ }),
    publication: screen.getByRole('textbox', { name: 'Publication folder' }),
    keys: screen.getByRole('button', { name: 'Compact library' }),
    backups: screen.getByRole('list', { name: 'Backups' }).getByRole('listitem'),
  }
  for (const name of ['sizes', 'publication', 'keys', 'backups'] as const) {
    await expect(late[name]).toHaveCount(0)
    const before = await controlsOf(screen)
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['h2 Restore', 'input Backup file', 'button Verify everything']),
    )
    release(name)
    await expect(late[name]).toHaveCount(1)
    expect(await controlsOf(screen), `after the ${name}`).toMatchObject(before)
  }
  await expect(screen).toContainText(/Last published .* Statements by period [1-9]/)
})

test('no form of the storage moves while an operation runs in the place of its own', async ({ workspace, app }) => {
  test.skip(app.browser === null, 'only a socket can be held back')
  const { page } = workspace
  const settings = new SettingsPage(workspace)
  const { screen } = settings
  await requestsHeldBack(page, { backUp: '/storage/createBackup', verify: '/storage/verify' })
  await page.reload()
  await workspace.isOpen()
  await settings.open('Storage')
  await expect(screen.getByRole('button', { name: 'Compact library' })).toBeVisible()
  await expect(screen.getByText('No backups in the default folder yet.')).toBeVisible()
  const before = await controlsOf(screen)
  const others = ['h2 Publish', 'h2 Restore', 'input Backup file', 'button Compact library']
  for (const name of ['Back up everything', 'Verify everything']) {
    await screen.getByRole('button', { name }).click()
    await expect(screen.getByRole('progressbar')).toBeVisible()
    const stay = Object.entries(await controlsOf(screen)).filter(([key]) => key in before)
    expect(stay.map(([key]) => key)).toEqual(expect.arrayContaining(others))
    expect(before, name).toMatchObject(Object.fromEntries(stay))
    await screen.getByRole('button', { name: 'Stop' }).click()
    await expect(screen.getByRole('progressbar')).toHaveCount(0)
  }
  expect(await controlsOf(screen)).toEqual(before)
})

test('a recording is removed from the disk with the space that frees shown before; all else is verified', async ({
  workspace,
}) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Download' }).click()
  await workspace.page.getByRole('menuitem', { name: /MP3/ }).click()
  await expect(call.panel).toContainText(/On disk/)
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  const { screen } = settings
  await screen.getByRole('button', { name: 'Verify everything' }).click()
  await expect(screen).toContainText(/No damage found: .* 1 recording/)
  await screen.getByRole('button', { name: 'Compact library' }).click()
  await expect(screen).toContainText(/ now: .* freed\./)
  await screen.getByRole('button', { name: 'Remove recordings…' }).click()
  const dialog = workspace.page.getByRole('dialog', { name: 'Remove recordings' })
  await expect(dialog).toContainText('1 of 1 recording on disk, 782 KB.')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Companies' }).fill('VSPO')
  await expect(dialog).toContainText('0 recordings')
  await dialog.getByRole('textbox', { name: 'Companies' }).fill('hldn')
  await dialog.getByRole('button', { name: 'Remove 1 recording' }).click()
  await expect(workspace.status).toContainText('1 recording removed, 782 KB freed.')
  await expect(screen.getByRole('row', { name: /^HLDN/ })).not.toContainText('782 KB')
})

test('a backup is made by the keyboard and restored: what was set otherwise since is as it was', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const settings = new SettingsPage(workspace)
  await settings.open('Appearance')
  await settings.screen.getByText('Dark', { exact: true }).click()
  await settings.open('Storage')
  const { screen } = settings
  await screen.getByRole('textbox', { name: 'Destination folder' }).focus()
  await workspace.press('Enter')
  await expect(screen).toContainText('complete and saved')
  await settings.open('Appearance')
  await settings.screen.getByText('Light', { exact: true }).click()
  await settings.open('Storage')
  await screen.getByRole('list', { name: 'Backups' }).getByRole('button', { name: 'Restore…' }).click()
  const dialog = workspace.page.getByRole('dialog')
  await expect(dialog.getByRole('table')).toContainText('Sample')
  expect(await screenFaults(workspace.page)).toEqual([])
  expect(await overlayFaultsInSmallWindows(workspace.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(dialog).toContainText('The previous data is in')
  expect(await overlayFaultsInSmallWindows(workspace.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await workspace.isOpen()
  await settings.open('Appearance')
  await expect(settings.screen.getByRole('radio', { name: 'Dark' })).toBeChecked()

  await settings.open('Storage')
  await screen.getByRole('textbox', { name: 'Backup file' }).fill('/nowhere/at-all.tar')
  await workspace.press('Enter')
  await expect(dialog).toContainText('The backup cannot be used: the file does not exist. Nothing was changed.')
})

test('a library is moved to another folder, found there after a start, and moved back', async ({ workspace, app }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const disk = join(app.profile, '..', 'disk')
  mkdirSync(disk)
  await libraryMoved(workspace, disk)
  expect(await workspace.accessibilityFaults()).toEqual([])
  expect(existsSync(join(disk, 'tearsheet-sample', 'library.db'))).toBe(true)

  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  const reopened = await CompanyPage.open(again, 'HLDN')
  await reopened.showsFigures()
  const storage = new SettingsPage(again)
  await storage.open('Storage')
  await storage.screen.getByRole('button', { name: 'Move back to the profile' }).click()
  await expect(storage.screen).toContainText('recordings are in the profile')
  expect(existsSync(join(disk, 'tearsheet-sample'))).toBe(false)
})

test('a library is published by the keyboard, where it was published is found after a start, and a folder of other files is refused', async ({
  workspace,
  app,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const folder = join(app.profile, '..', 'published')
  mkdirSync(folder)
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  await settings.screen.getByRole('textbox', { name: 'Publication folder' }).fill(folder)
  await workspace.press('Enter')
  await expect(settings.screen).toContainText(/Published: \d+ files of \d+ written/)
  await expect(settings.screen.getByText(folder, { exact: true })).toBeVisible()
  expect(existsSync(join(folder, '_tearsheet', 'manifest.json'))).toBe(true)
  expect(await workspace.accessibilityFaults()).toEqual([])

  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  const reopened = new SettingsPage(again)
  await reopened.open('Storage')
  const { screen } = reopened
  const box = screen.getByRole('textbox', { name: 'Publication folder' })
  await expect(box).toHaveValue(folder)
  await expect(screen).toContainText(/Last published .* Statements by period [1-9]/)
  await expect(screen).toContainText('On disk')
  await box.fill(app.profile)
  await again.press('Enter')
  await expect(screen).toContainText('it contains other files. Choose an empty folder.')
})

test('a second window says what the first one is doing, starts nothing next to it, and can when that has ended', async ({
  workspace,
  app,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  const second = await workspace.newWindow()
  const other = new SettingsPage(second)
  await other.open('Storage')
  await expect(other.screen.getByRole('button', { name: 'Compact library' })).toBeEnabled()

  // A backup waits for a program that reads the library as it was before something was written to it.
  const reader = new Database(join(app.profile, 'workspaces', 'sample', 'library.db'), { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM ledger_content').get()
  await (await CompanyPage.open(workspace, 'KSTM')).showsFigures()
  await settings.open('Storage')
  await settings.screen.getByRole('button', { name: 'Back up everything' }).click()
  await expect(other.screen).toContainText('A backup is being created in another window or tab')
  await expect(settings.screen).not.toContainText('in another window or tab')
  for (const name of ['Compact library', 'Verify everything', 'Back up everything', 'Move'])
    await expect(other.screen.getByRole('button', { name, exact: true })).toBeDisabled()
  expect(await second.accessibilityFaults()).toEqual([])
  reader.close()
  await expect(settings.screen).toContainText('complete and saved')
  await expect(other.screen).not.toContainText('in another window or tab')
  await expect(other.screen.getByRole('list', { name: 'Backups' }).getByRole('listitem')).toHaveCount(1)
  await other.screen.getByRole('button', { name: 'Compact library' }).click()
  await expect(other.screen).toContainText(/ now: .* freed\./)
})

test('a recording that is loaded stays loaded while its library is moved', async ({ workspace, app }) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Download' }).click()
  await workspace.page.getByRole('menuitem', { name: /MP3/ }).click()
  await expect(call.panel).toContainText(/On disk/)
  const player = new PlayerBar(workspace)
  await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
  await player.isHeardBeyond(0)
  const disk = join(app.profile, '..', 'disk')
  mkdirSync(disk)
  await libraryMoved(workspace, disk)
  await expect(player.bar).toBeVisible()
})
