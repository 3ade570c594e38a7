import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

/** Leaves whenever the browser asks; gives what it asked. */
function askedBy(page: Page): string[] {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
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

async function noteBegun(workspace: WorkspacePage, text: string): Promise<CallPage> {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await workspace.press('m')
  await call.panel.getByRole('textbox', { name: 'Note' }).pressSequentially(text)
  return call
}

test('a note that is being typed is there after a reload, which the browser asks about first', async ({
  workspace,
}) => {
  const { page } = workspace
  const asked = askedBy(page)
  const call = await noteBegun(workspace, 'Ask about the guide')
  await page.reload()
  await noteReads(page, 'Ask about the guide')
  await expect(page.getByText(/^Unsaved text from .* was restored\.$/)).toBeVisible()
  expect(asked).toEqual(['beforeunload'])
  expect(await workspace.accessibilityFaults()).toEqual([])

  const note = page.getByRole('textbox', { name: 'Note' })
  await note.press('Control+Enter')
  await expect(note).toHaveCount(0)
  await expect(call.turn(1)).toContainText('Ask about the guide')
  await page.reload()
  // Nothing was unsaved: nobody was asked again, and no field is open.
  await expect(call.turn(1)).toContainText('Ask about the guide')
  await expect(note).toHaveCount(0)
  expect(asked).toEqual(['beforeunload'])
})

test('a note that is being typed is there when the core was killed, and says where it belongs', async ({
  desk,
  workspace,
}) => {
  test.skip(desk.browser === null, 'Electron starts the core again by itself')
  await noteBegun(workspace, 'Pricing held')
  await expect.poll(() => draftsOnDisk(desk.profile)).toEqual(['Pricing held'])
  await desk.browser?.endProgram('SIGKILL')
  const page = await desk.reopen()
  const kept = page.getByText(/^Unsaved text from .* was kept: note on HLDN/)
  const note = page.getByRole('textbox', { name: 'Note' })
  await expect(kept.or(note).first()).toBeVisible()
  // The page is opened by the user where tabs are not.
  if (await kept.isVisible()) await page.getByRole('button', { name: 'Continue' }).click()
  await noteReads(page, 'Pricing held')
  await expect(kept).toHaveCount(0)
})

test('a note on a company is gone on with after a reload; cancelled, it can be had back', async ({ workspace }) => {
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
  await page.reload()
  await list.table.locator('[data-active]').focus()
  await expect(note).toHaveCount(0)
  await workspace.press('m')
  await noteReads(page, 'Backlog turns in the second half')
  await workspace.press('Escape')
  await page.reload()
  await workspace.isOpen()
  expect(asked).toEqual(['beforeunload'])
})
