import { cpSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { makeEmptySample } from '../empty-sample.ts'
import { expect, test, type RunningApplication } from './fixtures.ts'
import { overlayFaultsInSmallWindows } from './overlay-faults.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { screenFaults } from './screen-faults.ts'

/** Replaces the profile by an empty one, next to the pack, and checks the pack there. */
async function checkedInAnotherProfile(
  app: RunningApplication,
  pack: string,
): Promise<{ page: Page; other: WorkspacePage; opening: Locator }> {
  const empty = join(dirname(pack), 'empty')
  await makeEmptySample(empty)
  const page = await app.reopen(() => {
    rmSync(app.profile, { recursive: true })
    cpSync(empty, app.profile, { recursive: true })
  })
  const other = new WorkspacePage(page)
  await other.isOpen()
  const storage = new SettingsPage(other)
  await storage.open('Storage')
  await storage.screen.getByRole('button', { name: 'Open pack…' }).click()
  const opening = page.getByRole('dialog', { name: 'Open a pack' })
  await opening.getByRole('textbox', { name: 'Pack file' }).fill(pack)
  await opening.getByRole('button', { name: 'Check' }).click()
  return { page, other, opening }
}

/** Creates a pack of HLDN by Ada in the folder. */
async function createPack(workspace: WorkspacePage, folder: string, passphrase = ''): Promise<void> {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  await settings.screen.getByRole('button', { name: 'Create pack…' }).click()
  const making = workspace.page.getByRole('dialog', { name: 'Create a pack' })
  await making.getByRole('textbox', { name: 'Companies' }).fill('HLDN')
  await making.getByRole('textbox', { name: 'Author' }).fill('Ada')
  await making.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await making.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  if (passphrase !== '') await making.getByLabel('Repeat passphrase').fill(passphrase)
  await making.getByRole('button', { name: 'Create pack' }).click()
  await workspace.page.getByRole('dialog', { name: 'Pack created' }).getByRole('button', { name: 'Done' }).click()
}

/** Opens the company, whose figures then say from whose pack they are. */
async function expectFiguresOfPack(workspace: WorkspacePage): Promise<void> {
  const received = await CompanyPage.open(workspace, 'HLDN')
  await received.hasKeys()
  await received.workspace.press('Enter')
  await expect(received.source).toContainText('From a pack made by Ada')
}

test('a pack of a company is created in one profile and opened in another, which then shows its figures and their origin', async ({
  app,
  workspace,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'tearsheet-packs-'))
  try {
    const company = await CompanyPage.open(workspace, 'HLDN')
    await company.showsFigures()
    const settings = new SettingsPage(workspace)
    await settings.open('Storage')
    await settings.screen.getByRole('button', { name: 'Create pack…' }).click()
    const making = workspace.page.getByRole('dialog', { name: 'Create a pack' })
    await expect(making).toContainText('Your data license may not allow you to pass this data on.')
    const companies = making.getByRole('textbox', { name: 'Companies' })
    await companies.fill('hldn VSP0')
    await expect(companies).toHaveAccessibleDescription('Not in your library: VSP0.')
    await expect(making.getByRole('button', { name: 'Create pack' })).toHaveAttribute('aria-disabled', 'true')
    await companies.fill('hldn')
    await expect(companies).toHaveAccessibleDescription('')
    await expect(making).toContainText(/1 company, \d+ fiscal periods.*About \d/)
    await making.getByRole('textbox', { name: 'Author' }).fill('Ada')
    await making.getByRole('textbox', { name: 'Folder' }).fill(folder)
    await making.getByLabel('Passphrase', { exact: true }).fill('correct horse')
    await making.getByLabel('Repeat passphrase').fill('correct house')
    await expect(making).toContainText('The passphrases differ.')
    await making.getByLabel('Repeat passphrase').fill('correct horse')
    expect(await screenFaults(workspace.page)).toEqual([])
    expect(await overlayFaultsInSmallWindows(workspace.page)).toEqual([])
    await making.getByRole('button', { name: 'Create pack' }).click()
    const made = workspace.page.getByRole('dialog', { name: 'Pack created' })
    await expect(made).toContainText(join(folder, 'hldn.tearsheet-pack'))
    expect(await screenFaults(workspace.page)).toEqual([])
    expect(await overlayFaultsInSmallWindows(workspace.page)).toEqual([])
    await made.getByRole('button', { name: 'Done' }).click()

    const { page, other, opening } = await checkedInAnotherProfile(app, join(folder, 'hldn.tearsheet-pack'))
    await opening.getByLabel('Passphrase').fill('correct horse')
    await opening.getByRole('button', { name: 'Check' }).click()
    await expect(opening).toContainText(/Made by Ada on .* from workspace Sample/)
    expect(await screenFaults(page)).toEqual([])
    expect(await overlayFaultsInSmallWindows(page)).toEqual([])
    await opening.getByRole('button', { name: 'Open pack' }).click()
    const opened = page.getByRole('dialog', { name: 'Pack opened' })
    await expect(opened).toContainText(/Added: \d+ fiscal periods/)
    expect(await screenFaults(page)).toEqual([])
    expect(await overlayFaultsInSmallWindows(page)).toEqual([])
    await opened.getByRole('button', { name: 'Done' }).click()

    await expectFiguresOfPack(other)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('watchlists for a pack are chosen with the keyboard, and another profile then has each of them', async ({
  app,
  workspace,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'tearsheet-packs-'))
  try {
    const watchlists = await WatchlistPage.open(workspace)
    await watchlists.make('Optics', 'HLDN\nVSPO', 2)
    for (const [name, symbols] of [
      ['Lasers', 'VSPO\nKSTM'],
      ['Mine', 'WRFB'],
    ] as const) {
      await watchlists.screen.getByRole('button', { name: 'Lists' }).click()
      await workspace.page.getByRole('menuitem', { name: 'New watchlist…' }).click()
      await workspace.page.getByRole('textbox', { name: 'Name' }).fill(name)
      await workspace.press('Enter')
      await expect(watchlists.screen.getByRole('heading', { name, level: 1 })).toBeVisible()
      await watchlists.add(symbols, symbols.split('\n').length)
    }
    const settings = new SettingsPage(workspace)
    await settings.open('Storage')
    await settings.screen.getByRole('button', { name: 'Create pack…' }).press('Enter')
    const making = workspace.page.getByRole('dialog', { name: 'Create a pack' })
    const lists = making.getByRole('group', { name: 'Watchlists' })
    await making.getByRole('textbox', { name: 'Companies' }).focus()
    const last = lists.getByRole('checkbox').last()
    while (!(await last.evaluate((box) => box === document.activeElement))) {
      await workspace.press('Tab')
      await workspace.press('Space')
    }
    await lists.getByRole('checkbox', { name: 'Mine' }).press('Space')
    await expect(lists.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await expect(making).toContainText(/3 companies.*, 2 watchlists\. About \d/)
    await expect(making.getByRole('textbox', { name: 'File name' })).toHaveAttribute('placeholder', 'Optics, Lasers')
    expect(await screenFaults(workspace.page)).toEqual([])
    expect(await overlayFaultsInSmallWindows(workspace.page)).toEqual([])
    await making.getByRole('textbox', { name: 'Author' }).fill('Ada')
    await making.getByRole('textbox', { name: 'Folder' }).fill(folder)
    await making.getByRole('button', { name: 'Create pack' }).click()
    const made = workspace.page.getByRole('dialog', { name: 'Pack created' })
    await expect(made).toContainText(/3 companies.*, 2 watchlists/)
    const { page, other, opening } = await checkedInAnotherProfile(app, join(folder, 'Optics, Lasers.tearsheet-pack'))
    await expect(opening).toContainText('2 watchlists')
    await opening.getByRole('button', { name: 'Open pack' }).click()
    const opened = page.getByRole('dialog', { name: 'Pack opened' })
    await expect(opened).toContainText(/Added: .*2 watchlists\./)
    await opened.getByRole('button', { name: 'Done' }).click()
    const received = await WatchlistPage.open(other)
    await expect(received.row('HLDN')).toBeVisible()
    await expect(received.screen.getByRole('heading', { name: 'Optics', level: 1 })).toBeVisible()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a pack of another service gets a workspace of its own, and reads there without a key and with the service gone', async ({
  app,
  workspace,
  service,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'tearsheet-packs-'))
  try {
    await new SettingsPage(workspace).connectTo(service, 'Meridian')
    await createPack(workspace, folder, 'correct horse')
    await service.stop()

    const { page, other, opening } = await checkedInAnotherProfile(app, join(folder, 'HLDN.tearsheet-pack'))
    await opening.getByLabel('Passphrase').fill('correct horse')
    await opening.getByRole('button', { name: 'Check' }).click()
    await expect(opening).toContainText('This workspace is for another service.')
    await opening.getByRole('button', { name: 'Create workspace' }).click()
    await expect(page.getByRole('banner', { name: 'Workspace and command' })).toContainText('Meridian')
    await opening.getByRole('button', { name: 'Open pack' }).click()
    const opened = page.getByRole('dialog', { name: 'Pack opened' })
    await expect(opened).toContainText(/Added: \d+ fiscal periods/)
    await opened.getByRole('button', { name: 'Done' }).click()

    await expectFiguresOfPack(other)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a pack of sample data opens after the sample workspace was deleted, and nothing but its data is loaded', async ({
  workspace,
  service,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'tearsheet-packs-'))
  try {
    const { page } = workspace
    await createPack(workspace, folder)
    const settings = new SettingsPage(workspace)
    await settings.connectTo(service, 'Meridian')
    await settings.open('Workspaces')
    await settings.listed('Sample').getByRole('button', { name: 'Sample', exact: true }).click()
    await settings.screen.getByRole('button', { name: 'Delete sample workspace' }).click()
    await expect(settings.listed('Sample')).toHaveCount(0)

    await settings.open('Storage')
    await settings.screen.getByRole('button', { name: 'Open pack…' }).click()
    const opening = page.getByRole('dialog', { name: 'Open a pack' })
    await opening.getByRole('textbox', { name: 'Pack file' }).fill(join(folder, 'HLDN.tearsheet-pack'))
    await opening.getByRole('button', { name: 'Check' }).click()
    await expect(opening).toContainText('This pack is for the sample workspace, which was deleted.')
    expect(await screenFaults(page)).toEqual([])
    expect(await overlayFaultsInSmallWindows(page)).toEqual([])
    await opening.getByRole('button', { name: 'Restore workspace' }).click()
    await opening.getByRole('button', { name: 'Open pack' }).click()
    const opened = page.getByRole('dialog', { name: 'Pack opened' })
    await expect(opened).toContainText(/Added: \d+ fiscal periods/)
    await opened.getByRole('button', { name: 'Done' }).click()
    await expectFiguresOfPack(workspace)
    await workspace.tab('Home').click()
    await expect(workspace.pageOf('Home').getByRole('button', { name: 'Load sample data' })).toBeVisible()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a check of a pack that is canceled ends in the core too, and nothing of it is opened', async ({
  app,
  workspace,
}) => {
  test.skip(app.browser === null, 'only requests over a socket can be delayed')
  const { page } = workspace
  let checkId: string | null = null
  let isAborted = false
  // The check is delayed, as one of a large pack takes its time.
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const text = message.toString()
      const [, id = null] = /^\{"i":"?([\w-]+)"?/.exec(text) ?? []
      if (text.includes('/packs/inspect')) checkId = id
      else if (id !== null && id === checkId && text.includes('"t":4')) isAborted = true
      else server.send(message)
    })
  })
  await page.reload()
  await workspace.isOpen()
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  await settings.screen.getByRole('button', { name: 'Open pack…' }).click()
  const opening = page.getByRole('dialog', { name: 'Open a pack' })
  await opening.getByRole('textbox', { name: 'Pack file' }).fill('/anywhere/large.tearsheet-pack')
  await opening.getByRole('button', { name: 'Check' }).click()
  await expect.poll(() => checkId).not.toBeNull()
  await opening.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => isAborted).toBe(true)
  await expect(opening).toBeHidden()
})
