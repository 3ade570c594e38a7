import { copiedText } from './clipboard.ts'
import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { fileSavedBy } from './saved-files.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'
/** The quarter before it, and one that the sample says failed. */
const before = 'ed44de21-52f6-4216-9093-51e5133d4add'
const failed = 'd86ec61c-ede8-4f27-85f5-e6c1994797b8'

test('a call is read from the keyboard alone: turns, speakers, chapters, find, and the panel', async ({
  workspace,
}) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await expect(workspace.activeTab).toHaveText(/HLDN Q3 FY2026 call/)
  await expect(call.turn(1)).toContainText('welcome to the Halden Instruments third quarter')
  await call.turn(1).focus()
  await workspace.press('j')
  await workspace.press('j')
  await expect(call.turn(3)).toBeFocused()
  await workspace.press('k')
  await expect(call.turn(2)).toBeFocused()
  await workspace.press('Alt+ArrowDown')
  await expect(call.chapters.getByRole('button').nth(1)).toHaveAttribute('aria-current', 'true')
  await workspace.press('/')
  await expect(call.findField).toBeFocused()
  await workspace.page.keyboard.type('margin')
  await expect(call.found).toHaveText(/^1 \/ \d+$/)
  await workspace.press('Enter')
  await expect(call.found).toHaveText(/^2 \/ \d+$/)
  await expect.poll(async () => (await call.marked('find-now')).join()).toMatch(/^margin/i)
  await workspace.press('ArrowDown')
  await expect(call.currentTurn).toBeFocused()
  await workspace.press('n')
  await workspace.press('Shift+N')
  await expect(call.found).toHaveText(/^2 \/ \d+$/)
  await expect(call.panel).toContainText('Participants')
  await workspace.press('d')
  await expect(call.panel).toBeHidden()
})

test('a passage is highlighted, noted, found again after a restart, removed and put back', async ({
  workspace,
  app,
}) => {
  let call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.selectWords(call.turn(1), 'third quarter fiscal 2026')
  await workspace.press('m')
  await call.panel.getByRole('textbox', { name: 'Note' }).fill('Ask about the guide.')
  await workspace.press('Control+Enter')
  await expect(call.turn(1)).toContainText('Ask about the guide.')
  await expect.poll(() => workspace.focusedRegion()).not.toBeNull()
  await expect.poll(() => call.marked('violet')).toEqual(['third quarter fiscal 2026'])

  const page = await app.reopen()
  const again = new WorkspacePage(page)
  await again.isOpen()
  call = await CallPage.open(again, speech)
  await call.isRead()
  await expect(call.turn(1)).toContainText('Ask about the guide.')
  await call.showNotes()
  await call.panel.getByRole('button', { name: 'Remove highlight' }).click()
  await expect(call.turn(1)).not.toContainText('Ask about the guide.')
  await call.panel.getByRole('button', { name: 'Undo' }).click()
  await expect(call.turn(1)).toContainText('Ask about the guide.')
  await call.panel.getByRole('button', { name: 'Amber' }).click()
  await expect.poll(() => call.marked('amber')).toEqual(['third quarter fiscal 2026'])
})

test('a quote is copied with where it was said, as text and as a row, and the call is saved as a file', async ({
  workspace,
}) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.selectWords(call.turn(1), 'third quarter fiscal 2026')
  await workspace.press('q')
  await expect(workspace.status).toContainText('Quote copied.')
  const text = await copiedText(workspace.page)
  expect(text).toMatch(
    /^“third quarter fiscal 2026” – Operator.*HLDN.*2026-10-21, 0:00:00, call_id f143806b.*segment_id \d+$/,
  )
  await call.chooseFrom('Quote', /spreadsheet row/)
  await expect(workspace.status).toContainText('Quote copied as a spreadsheet row')
  const row = await copiedText(workspace.page)
  expect(row.split('\t')).toHaveLength(11)
  await call.screen.getByRole('button', { name: 'More', exact: true }).click()
  await expect(workspace.page.getByRole('menuitem', { name: /Word document/ })).toHaveText(/(Ctrl|⌘) ?E$/)
  await workspace.press('Escape')
  const { fileName } = await fileSavedBy(workspace.page, () => workspace.press('Control+e'))
  expect(fileName).toMatch(/\.docx$/)
})

test('a call that was opened once is read whole without the service, where it was left', async ({
  workspace,
  service,
  app,
}) => {
  const settings = new SettingsPage(workspace)
  await settings.connectTo(service, 'Live')
  const call = await CallPage.open(workspace, before)
  await call.isRead()
  await service.stop()
  await app.page.reload()
  await call.isRead()
  await expect(call.turn(1)).toContainText('Ladies and gentlemen')
  const unread = await CallPage.open(workspace, speech)
  await expect(workspace.pages.getByText('This call is not stored')).toBeVisible()
  await expect(unread.transcript).toBeHidden()
})

test('the times of a call can be set for it alone', async ({ workspace }) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await expect(call.turn(1).getByRole('button')).toHaveText('0:00:00')
  await workspace.status.getByRole('button', { name: /Timestamps in seconds \(inferred\)/ }).click()
  const dialog = workspace.page.getByRole('dialog', { name: 'Timestamp settings' })
  await dialog.getByLabel('Offset, seconds').fill('1:30')
  await workspace.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(call.turn(1).getByRole('button')).toHaveText('0:01:30')
  await expect(workspace.status).toContainText('+90 s')
})

test('the source of a call names its ids and its request, and opens the whole record', async ({ workspace }) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel
    .getByRole('radio', { name: 'Source' })
    .or(call.panel.getByRole('button', { name: 'Source' }))
    .click()
  for (const label of ['Call ID', 'Transcript ID', 'Transcript type', 'FIGIs']) {
    await expect(call.panel.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(call.panel).toContainText('Stored record')
  await expect(call.panel).toContainText(`/calls/`)
  await expect(call.panel).toContainText('not stored')
  await call.panel.getByRole('button', { name: 'Full record' }).click()
  const record = workspace.page.getByRole('dialog').getByRole('region', { name: 'Stored record' })
  await expect(record).toContainText('"call_id"')
})

test('a call without a transcript says why, and shows what else is known of it', async ({ workspace }) => {
  const call = await CallPage.open(workspace, failed)
  await expect(workspace.pages.getByText(/reports this call as failed. It has no transcript/)).toBeVisible()
  await expect(workspace.page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(workspace.activeTab).toHaveText(/Q2 FY2026 call/)
  await expect(call.panel).toContainText('Securities')
})

test('the reader is usable by everyone, in every theme, wide and narrow: no fault that axe finds', async ({
  workspace,
}) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await expect(call.panel).toContainText('Participants')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.page.setViewportSize({ width: 720, height: 450 })
  await call.panel.getByRole('button', { name: 'Close' }).click()
  await expect(call.turn(1)).toBeVisible()
  await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
  expect(await workspace.accessibilityFaults()).toEqual([])
  await call.screen.getByRole('button', { name: 'Chapters' }).click()
  await workspace.page.getByRole('dialog', { name: 'Chapters' }).getByRole('button', { name: /CFO/ }).last().click()
  await expect(call.turn(1)).toBeHidden()
})

test('the recording plays from a turn on, the words follow it, and yield to the hand that scrolls', async ({
  workspace,
}) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.turn(2).focus()
  await workspace.press('Enter')
  await expect(call.playedTurn).toBeVisible()
  await expect(workspace.status).toContainText('Following')
  const first = await call.playedTurn.getAttribute('aria-posinset')
  await expect(call.playedTurn).not.toHaveAttribute('aria-posinset', first ?? '')
  await expect.poll(async () => (await call.marked('spoken')).join()).not.toBe('')

  await call.transcript.hover()
  await workspace.page.mouse.wheel(0, 2500)
  await expect(workspace.status).toContainText('Not following')
  await call.page.getByRole('button', { name: /^Back to playback/ }).click()
  await expect(workspace.status).not.toContainText('Not following')
  await expect(call.playedTurn).toBeInViewport()
})

test('a field that is focused right after a chapter keeps what is typed into it', async ({ workspace }) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.turn(1).focus()
  // Both before the next frame, in which the turn of the chapter gets the focus.
  await workspace.page.evaluate(async () => {
    const press = async (key: string, altKey = false) => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, altKey, bubbles: true, cancelable: true }),
      )
      for (let microtask = 0; microtask < 20; microtask += 1) await Promise.resolve()
    }
    await press('ArrowDown', true)
    await press('/')
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  await expect(call.chapters.getByRole('button').nth(1)).toHaveAttribute('aria-current', 'true')
  await workspace.page.keyboard.type('margin')
  await expect(call.findField).toHaveValue('margin')
})
