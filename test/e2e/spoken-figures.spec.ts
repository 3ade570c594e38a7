import { copiedText } from './clipboard.ts'
import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

/** With the company's statements, which the line under the head downloads. */
async function openChecked(workspace: WorkspacePage): Promise<CallPage> {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.screen.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(call.screen.getByText('Checked against statements stored')).toBeVisible()
  return call
}

test('figures are checked once the statements are downloaded, marked in the text, and counted alike everywhere', async ({
  workspace,
}) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await expect(call.screen.getByText('No statements stored for Q3 FY2026.')).toBeVisible()
  const unchecked = await call.figureCounts()
  expect([unchecked.agree, unchecked.differ]).toEqual([0, 0])
  await call.screen.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(call.screen.getByText('Checked against statements stored')).toBeVisible()
  const { all, agree, restated, differ, rest } = await call.figureCounts()
  expect(agree + restated + differ + rest).toBe(all)
  expect([all, agree > 0]).toEqual([unchecked.all, true])
  const revenue = call.figureMarks.filter({ hasText: '1.32 billion' })
  await expect(revenue).toHaveCount(1)
  await expect(revenue).toMatchAriaSnapshot('- text: /1.32 billion, agrees, reported 1,318.4/')

  await call.showFigures()
  await expect(call.figureRows).toHaveCount(all)
  const choice = (name: RegExp) => call.panel.getByRole('radio', { name })
  for (const [name, count] of [
    [/^Agree \d/, agree],
    [/^Differ \d/, differ],
  ] as const)
    await expect(choice(name)).toHaveAccessibleName(new RegExp(` ${count}$`))
  await call.panel.getByText(String(agree), { exact: true }).first().click()
  await expect(call.figureRows).toHaveCount(agree)
  await expect(call.chapter(/Ines Vardal/)).toContainText('figures')
})

test('a wrong match is not counted, stays in the list with Undo, and is remembered', async ({ workspace, app }) => {
  let call = await openChecked(workspace)
  const before = await call.figureCounts()
  await call.showFigures()
  const revenue = call.figureRows.filter({ hasText: '1.32 bn' })
  await revenue.click()
  await call.panel.getByRole('button', { name: 'Wrong match' }).click()
  await expect(revenue).toContainText('marked as wrong match')
  await expect.poll(() => call.figureCounts()).toEqual({ ...before, all: before.all - 1, agree: before.agree - 1 })
  await expect(call.figureMarks.filter({ hasText: '1.32 billion' })).toHaveCount(0)

  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  call = await CallPage.open(again, speech)
  await call.isRead()
  await expect.poll(async () => (await call.figureCounts()).all).toBe(before.all - 1)
  await call.showFigures()
  await call.figureRows.filter({ hasText: '1.32 bn' }).click()
  await call.panel.getByRole('button', { name: 'Undo' }).click()
  await expect(call.figureMarks.filter({ hasText: '1.32 billion' })).toHaveCount(1)
  await expect.poll(() => call.figureCounts()).toEqual(before)
})

test('keys go from figure to figure, from hit to hit while a text is found, and open what is reported', async ({
  workspace,
}) => {
  const call = await openChecked(workspace)
  const { all } = await call.figureCounts()
  await call.turn(1).focus()
  await workspace.press('n')
  await expect(workspace.status).toContainText(`Figure 1 of ${all}`)
  await expect(call.currentTurn).toBeFocused()
  await expect(call.currentTurn).toContainText('Revenue was $1.32 billion')
  await workspace.press('n')
  await workspace.press('n')
  await workspace.press('Shift+N')
  await expect(workspace.status).toContainText(`Figure 2 of ${all}`)
  await workspace.press('/')
  await workspace.page.keyboard.type('margin')
  await expect(call.found).toHaveText(/^1 \//)
  await workspace.press('ArrowDown')
  await workspace.press('n')
  await expect(call.found).toHaveText(/^2 \//)
  await expect(workspace.status).toContainText(`Figure 2 of ${all}`)
  await workspace.press('/')
  await workspace.press('Escape')
  await workspace.press('Escape')

  await workspace.press('i')
  await expect(call.figureRows.filter({ hasText: 'Revenue, y/y' })).toHaveAttribute('aria-selected', 'true')
  await call.figureRows.filter({ hasText: 'Revenue, y/y' }).focus()
  await workspace.press('ArrowUp')
  await expect(call.figureRows.filter({ hasText: '1.32 bn' })).toBeFocused()
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/HLDN Financials/)
  await expect(workspace.drawer).toContainText('Revenue, Q3 FY2026')
  await expect(workspace.drawer).toContainText('1,318.4')
  // The tab does not open it again when it is shown again.
  await workspace.press('Escape')
  await workspace.tab(/HLDN Q3/).click()
  await workspace.tab(/HLDN Financials/).click()
  await expect(workspace.drawer).toBeHidden()
})

test('no copy has a sign: neither selected text nor a quote, nor the table of figures', async ({ workspace }) => {
  const call = await openChecked(workspace)
  const turn = call.transcript.getByRole('article').filter({ hasText: 'Revenue was $1.32 billion' })
  await expect(turn.locator('[data-figure]')).toHaveCount(3)
  const words = 'Revenue was $1.32 billion, up 9.4%, and the operating margin was 16.5%.'
  await call.selectWords(turn, words)
  await expect.poll(() => workspace.page.evaluate(() => document.getSelection()?.toString())).toBe(words)
  await workspace.press('q')
  await expect(workspace.status).toContainText('Quote copied.')
  const clipboard = () => copiedText(workspace.page)
  expect(await clipboard()).toContain(`“${words}”`)
  await call.selectWords(turn, '9.4%, and')
  await workspace.press('1')
  await expect.poll(() => call.marked('violet')).toEqual(['9.4%, and'])

  await call.showFigures()
  await call.panel.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(workspace.status).toContainText(/Copied \d+ figures with column heads/)
  const table = await clipboard()
  expect(table).toContain('Agrees\tRevenue\tQ3 FY2026')
  expect(table).not.toMatch(/[=≠»]/)
})

test('the source of a figure, stored or calculated, has the sentence of the call that states it, and opens it there', async ({
  workspace,
}) => {
  const call = await openChecked(workspace)
  for (const [words, row, name] of [
    ['1.32 billion', '1.32 bn', 'Revenue, Q3 FY2026'],
    ['16.5%', '16.5%', 'Operating margin, Q3 FY2026'],
  ] as const) {
    await call.showFigures()
    await call.figureRows.filter({ hasText: row }).first().click()
    await call.panel.getByRole('button', { name: 'Open figure' }).click()
    await expect(workspace.drawer).toContainText(name)
    const spoken = workspace.drawer
      .locator('section')
      .filter({ has: workspace.page.getByRole('heading', { name: 'Spoken' }) })
    await expect(spoken).toContainText('= agrees')
    await expect(spoken.getByRole('blockquote').first()).toContainText(words)
    await spoken.getByRole('button', { name: 'Open in call' }).first().click()
    await expect(workspace.activeTab).toHaveText(/HLDN Q3/)
  }
})

test('hidden figures leave the text without marks, request nothing, and stay hidden', async ({ workspace }) => {
  const call = await openChecked(workspace)
  await expect(call.figureMarks.first()).toBeVisible()
  await workspace.press('Shift+F')
  await expect(call.figureMarks).toHaveCount(0)
  await expect(call.panel.getByRole('button', { name: /^Figures/ })).toBeHidden()
  const requests: string[] = []
  workspace.page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => requests.push(payload.toString().slice(0, 400))),
  )
  await workspace.page.reload()
  await call.isRead()
  await expect(call.chapter(/Ines Vardal/)).toBeVisible()
  await workspace.press('m')
  await expect(call.panel.getByRole('textbox', { name: 'Note' })).toBeVisible()
  expect(requests.some((request) => request.includes('calls/open'))).toBe(true)
  expect(requests.filter((request) => request.includes('calls/figures'))).toEqual([])
})

test('marks, line and list are usable by everyone, in every theme, wide and narrow: no fault that axe finds', async ({
  workspace,
}) => {
  const call = await openChecked(workspace)
  await call.showFigures()
  await call.figureRows.nth(1).click()
  await expect(call.panel.getByRole('button', { name: 'Wrong match' })).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.page.setViewportSize({ width: 1024, height: 700 })
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('selected words stay selected when the figures in them are marked, or no longer are', async ({ workspace }) => {
  const call = await openChecked(workspace)
  const marked = call.figureMarks.filter({ hasText: '1.32 billion' })
  const figure = call.page.locator('[data-figure]', { hasText: '1.32 billion' })
  await call.selectWords(call.transcript.getByRole('article').filter({ has: figure }), '1.32 billion')
  for (const count of [0, 1]) {
    await workspace.press('Shift+F')
    await expect(marked).toHaveCount(count)
    await expect.poll(() => call.page.evaluate(() => document.getSelection()?.toString())).toBe('1.32 billion')
  }
})
