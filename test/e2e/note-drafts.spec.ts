import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { ComparePage } from './pages/compare-page.ts'
import { TranscriptSearchPage } from './pages/transcript-search-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

/** Leaves whenever the browser wants a confirmation; gives its question. */
function askedBy(page: Page): string[] {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    // In Electron the program has answered by then.
    dialog.accept().catch(() => undefined)
  })
  return asked
}

async function noteReads(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue(text)
}

/** What the sample's desk.db has of drafts now. */
function draftsOnDisk(profile: string): unknown[] {
  const database = new Database(join(profile, 'workspaces', 'sample', 'desk.db'), { readonly: true })
  try {
    return database.prepare('SELECT text FROM draft').pluck().all()
  } finally {
    database.close()
  }
}

/** What it has of the open tabs now. */
function tabsOnDisk(profile: string): string {
  const database = new Database(join(profile, 'workspaces', 'sample', 'desk.db'), { readonly: true })
  try {
    return database.prepare<[], string>('SELECT tabs FROM window_tabs').pluck().all().join(' ')
  } finally {
    database.close()
  }
}

async function noteBegun(workspace: WorkspacePage, text: string): Promise<CallPage> {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await expect.poll(() => workspace.focusedRegion()).toBe('page')
  await workspace.press('m')
  await call.panel.getByRole('textbox', { name: 'Note' }).pressSequentially(text)
  return call
}

test('a note that is being typed is there after a reload, which the browser has confirmed first (W7)', async ({
  workspace,
}) => {
  const { page } = workspace
  const asked = askedBy(page)
  const call = await noteBegun(workspace, 'Ask about the guide')
  await page.reload()
  await noteReads(page, 'Ask about the guide')
  await expect(page.getByRole('paragraph').filter({ hasText: /Unsaved text from .* was restored\./ })).toBeVisible()
  expect(asked).toEqual(['beforeunload'])
  expect(await workspace.accessibilityFaults()).toEqual([])

  const note = page.getByRole('textbox', { name: 'Note' })
  await note.press('Control+Enter')
  await expect(note).toHaveCount(0)
  await expect(call.turn(1)).toContainText('Ask about the guide')
  await page.reload()
  // Nothing was unsaved: there was no second confirmation, and no field is open.
  await expect(call.turn(1)).toContainText('Ask about the guide')
  await expect(note).toHaveCount(0)
  expect(asked).toEqual(['beforeunload'])
})

test('a note that is being typed is there when the core was killed (C4, W6)', async ({ app, workspace }) => {
  await noteBegun(workspace, 'Pricing held')
  await expect.poll(() => draftsOnDisk(app.profile)).toEqual(['Pricing held'])
  await expect.poll(() => tabsOnDisk(app.profile)).toContain(speech)
  await app.kill()
  const page = await app.reopen()
  await noteReads(page, 'Pricing held')
  await expect(page.getByText(/was kept: note on HLDN/)).toHaveCount(0)
})

test('a note whose page is closed while it is typed is not lost', async ({ workspace }) => {
  await noteBegun(workspace, 'Pricing held')
  await workspace.press('Alt+w')
  const again = await CallPage.open(workspace, speech)
  await again.isRead()
  await expect(again.turn(1)).toContainText('Pricing held')
})

test('a note on a company continues after a reload; discarded, it can be restored', async ({ workspace }) => {
  const { page } = workspace
  const asked = askedBy(page)
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN')
  await list.table.locator('[data-active]').focus()
  await workspace.press('m')
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.pressSequentially('Backlog turns in the second half')
  await page.reload()
  await noteReads(page, 'Backlog turns in the second half')
  expect(asked).toEqual(['beforeunload'])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(note).toHaveCount(0)
  await workspace.status.getByRole('button', { name: 'Undo' }).click()
  await noteReads(page, 'Backlog turns in the second half')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note).toHaveCount(0)
  await expect(list.row('HLDN')).toContainText('Backlog turns in the second half')
  await page.reload()
  await list.table.locator('[data-active]').focus()
  await expect(note).toHaveCount(0)
  await workspace.press('m')
  await noteReads(page, 'Backlog turns in the second half')
  await workspace.press('Escape')
  await expect(note).toHaveCount(0)
  await page.reload()
  await workspace.isOpen()
  expect(asked).toEqual(['beforeunload'])
})

test('synonyms that are being written are there after a reload, and are saved as they stand', async ({ workspace }) => {
  const { page } = workspace
  const asked = askedBy(page)
  await TranscriptSearchPage.store(workspace, speech)
  const text = await TranscriptSearchPage.open(workspace)
  await text.screen.getByRole('button', { name: 'Synonyms' }).click()
  const dialog = page.getByRole('dialog', { name: 'Synonyms' })
  await dialog.getByRole('textbox', { name: 'Set 1' }).pressSequentially('guidance, outlook')
  await dialog.getByRole('button', { name: 'Add a set' }).click()
  await dialog.getByRole('textbox', { name: 'Set 2' }).pressSequentially('backlog, order book')
  await page.reload()
  await expect(dialog.getByRole('paragraph').filter({ hasText: /Unsaved text from .* was restored\./ })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Set 1' })).toHaveValue('guidance, outlook')
  await expect(dialog.getByRole('textbox', { name: 'Set 2' })).toHaveValue('backlog, order book')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(workspace.status).toContainText('Synonyms saved.')
  await page.reload()
  await text.screen.getByRole('button', { name: 'Synonyms' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Set 2' })).toHaveValue('backlog, order book')
  await expect(dialog.getByText(/was restored/)).toHaveCount(0)
  expect(asked).toEqual(['beforeunload'])
})

test('a metric that is being written is there after a reload, with its name and formula', async ({ workspace }) => {
  const { page } = workspace
  const asked = askedBy(page)
  const compare = await ComparePage.open(workspace, 'HLDN')
  await compare.screen.getByRole('button', { name: 'Lines' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lines' })
  await dialog.getByRole('button', { name: 'New metric' }).click()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const formula = dialog.getByRole('textbox', { name: 'Formula' })
  await name.fill('Cost share')
  await formula.pressSequentially('[Cost of revenue] / Rev')
  await page.reload()
  await expect(name).toHaveValue('Cost share')
  await expect(formula).toHaveValue('[Cost of revenue] / Rev')
  await formula.press('End')
  await formula.pressSequentially('enue')
  await dialog.getByRole('button', { name: 'Save metric' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(compare.row('Cost share')).toContainText('%')
  await page.reload()
  await expect(compare.row('Cost share')).toContainText('%')
  await expect(dialog).toHaveCount(0)
  expect(asked).toEqual(['beforeunload'])
})

test('companies that are being added are there after a kill, in the list they were for', async ({ app, workspace }) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN')
  await list.screen.getByRole('button', { name: 'Companies', exact: true }).click()
  await list.adding.getByRole('textbox').pressSequentially('VSPO')
  await expect.poll(() => draftsOnDisk(app.profile)).toEqual(['VSPO'])
  await expect.poll(() => tabsOnDisk(app.profile)).toContain('watchlists')
  await app.kill()
  const page = await app.reopen()
  const again = new WatchlistPage(new WorkspacePage(page))
  await expect(again.adding.getByRole('textbox')).toHaveValue('VSPO')
  const lookUp = again.adding.getByRole('button', { name: /^Look up/ })
  await expect(lookUp.or(again.adding.getByRole('checkbox', { checked: true })).first()).toBeVisible()
  if (await lookUp.isVisible()) await lookUp.click()
  await expect(again.adding.getByRole('checkbox', { checked: true }).first()).toBeVisible()
  await again.adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(again.row('VSPO')).toBeVisible()
  await expect.poll(() => draftsOnDisk(app.profile)).toEqual([])
})
