import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { CallsPage } from './pages/calls-page.ts'
import { Palette } from './pages/palette.ts'
import { PrintDialog, today } from './pages/print-dialog.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

/** Halden Instruments, third quarter of 2026: its latest call. */
const callId = 'f143806b-5345-4aa7-a2b3-a4b77d013853'
const long = 'Ask about the guide, which leaves out tariffs and the new plant. '.repeat(12).trim()

test.use({ profileState: 'loaded sample' })

/** A note of the user's on a passage of the call, and one as packs bring it. */
async function makeNotes(workspace: WorkspacePage): Promise<void> {
  const call = await CallPage.open(workspace, callId)
  await call.isRead()
  for (const [words, note] of [
    ['welcome to the Halden Instruments', 'My own note.'],
    ['third quarter fiscal 2026', long],
  ] as const) {
    await call.selectWords(call.turn(1), words)
    await workspace.press('m')
    await call.panel.getByRole('textbox', { name: 'Note' }).fill(note)
    await workspace.press('Control+Enter')
    await expect(call.turn(1)).toContainText(note)
  }
}

test('a note of a colleague says whose it is on a printed tear sheet, a brief, the overview, in the preview of a call and in the command field', async ({
  app,
}) => {
  const first = new WorkspacePage(app.page)
  await first.isOpen()
  await makeNotes(first)
  const page = await app.reopen(() => {
    const desk = new Database(join(app.profile, 'workspaces', 'sample', 'desk.db'))
    desk.prepare("UPDATE highlight SET author = 'Ada Lovelace', created_at = created_at + 1 WHERE note = ?").run(long)
    desk.close()
  })
  const workspace = new WorkspacePage(page)
  await workspace.isOpen()
  const hers = /Ada Lovelace, \d+ \w{3} \d{4}/
  const palette = new Palette(workspace)

  await palette.open('TEAR HLDN')
  await workspace.press('Enter')
  const sheet = new PrintDialog(workspace, 'Tear sheet')
  await sheet.isReady(`HLDN tear sheet ${await today(page)}`)
  const notes = sheet.pages
    .nth(1)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Notes' }) })
  await expect(notes).toContainText(hers)
  await notes.scrollIntoViewIfNeeded()
  await expect(notes.getByText(hers)).toBeInViewport({ ratio: 1 })
  await expect(notes.getByText('My own note.')).toHaveText(/^My own note\. \d+ \w{3} \d{4}$/)
  await expect(sheet.pages.nth(1)).toContainText(/highlight by Ada Lovelace, \d/)
  expect(await sheet.overflow()).toBeLessThanOrEqual(0)
  await workspace.press('Escape')

  await palette.open('BRF HLDN')
  await workspace.press('Enter')
  const brief = new PrintDialog(workspace, 'Earnings brief')
  await expect(brief.pages.first()).toContainText(/latest highlight by Ada Lovelace, \d/)
  await workspace.press('Escape')

  await palette.open('DES HLDN')
  await workspace.press('Enter')
  const latest = workspace.pageOf('HLDN Overview').getByRole('region', { name: 'Latest call' })
  await expect(latest).toContainText(/highlight by Ada Lovelace, \d/)

  await palette.open('guide')
  await expect(palette.dialog).toContainText(/note by Ada Lovelace, \d/)
  await workspace.press('Escape')

  const calls = await CallsPage.open(workspace)
  // Calls of other companies that the refresh adds would move the row.
  await calls.text.fill('Halden')
  await calls.row('Halden Instruments Q3 FY2026').click()
  const previewed = calls.preview.getByRole('region', { name: 'Notes' })
  await expect(previewed).toContainText(hers)
  await expect(previewed.getByRole('button', { name: 'My own note.' })).toHaveAccessibleName(/My own note\.$/)
})
