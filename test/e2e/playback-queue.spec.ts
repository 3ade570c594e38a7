import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { CallsPage } from './pages/calls-page.ts'
import { PlayerBar } from './pages/player-bar.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'
const third = 'Halden Instruments Q3 FY2026 earnings call'
const second = 'Halden Instruments Q2 FY2026 earnings call'
const first = 'Halden Instruments Q1 FY2026 earnings call'

test('calls are put into the queue, in the order that is wanted, and the next one begins automatically', async ({
  workspace,
}) => {
  const player = new PlayerBar(workspace)
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
  await player.isHeardBeyond(0)
  await expect(player.title).toContainText(third)

  for (const title of [first, second]) {
    const calls = await CallsPage.open(workspace)
    await calls.enterSymbols('HLDN')
    await calls.row(title).dblclick()
    await call.isRead()
    await call.panel.getByRole('button', { name: 'Play next' }).click()
  }
  await expect(workspace.status).toContainText(`Number 2 in the queue: ${second}.`)
  await player.queue.click()
  await expect(player.queued).toContainText([first, second])
  await player.page.getByRole('button', { name: `Move ${second} up` }).click()
  await expect(player.queued).toContainText([second, first])
  await player.page.getByRole('button', { name: `Remove ${first}` }).click()
  await expect(player.queued).toHaveCount(1)
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.press('Escape')

  await player.goTo((await player.length()) - 2)
  await expect(player.title).toContainText(second)
  await expect(player.queue).toBeHidden()
  await player.isHeardBeyond(0)
  await expect.poll(() => player.seconds()).toBeLessThan(60)
  // Played to its end, the previous call starts from its beginning the next time.
  await player.title.click()
  await call.isRead()
})

test('only what is chosen plays, the marked turn goes along, and the text follows until a hand moves it', async ({
  workspace,
}) => {
  const player = new PlayerBar(workspace)
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
  await player.isHeardBeyond(0)
  await expect(workspace.status).toContainText('Following')
  await expect(call.playedTurn).toContainText('welcome to the Halden Instruments')

  await player.choose('Negative')
  await expect.poll(async () => (await player.spans()).length).toBeGreaterThan(1)
  const spans = await player.spans()
  const [one = { from: 0, to: 0 }, two = { from: 0, to: 0 }] = spans
  await expect.poll(() => player.seconds()).toBeGreaterThanOrEqual(Math.floor(one.from))
  await expect(call.playedTurn).toContainText('restated the second quarter')
  await player.goTo(Math.floor(one.to) - 2)
  // The same look says both: it plays on meanwhile.
  let heard = 0
  await expect.poll(async () => (heard = await player.seconds())).toBeGreaterThan(Math.floor(two.from))
  expect(heard).toBeLessThan(two.to)
  await expect(call.playedTurn).toBeInViewport()

  await call.transcript.hover()
  await workspace.page.mouse.wheel(0, -4000)
  await expect(workspace.status).toContainText('Not following')
  await workspace.page.getByRole('button', { name: /^Back to playback/ }).click()
  await expect(call.playedTurn).toBeInViewport()

  await player.choose('Q&A')
  await expect.poll(() => player.seconds()).toBeGreaterThanOrEqual(86)
  await player.choose('All')
  await call.findField.fill('inventory')
  await expect(call.found).toHaveText(/^1 \//)
  await player.choose('Hits')
  const [hit = { from: 0, to: 0 }, next = { from: 0, to: 0 }] = await player.spans()
  await player.goTo(Math.floor(hit.to) - 2)
  await player.isHeardBeyond(Math.floor(next.from))
  await expect(call.playedTurn).toContainText(/inventory/i)
})

test('the highlights alone are played, and times that were moved by hand move what is sought with them', async ({
  workspace,
}) => {
  const player = new PlayerBar(workspace)
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
  await player.isHeardBeyond(0)
  await call.selectWords(call.turn(1), 'third quarter fiscal 2026')
  await workspace.press('m')
  // The field comes when the highlight is stored.
  await expect(call.panel.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await workspace.press('Escape')
  await player.choose('Highlights')
  const [alone = { from: 0, to: 0 }, ...others] = await player.spans()
  expect(others).toEqual([])
  expect(alone.to - alone.from).toBeGreaterThan(2)
  await player.goTo(Math.floor(alone.to) - 1)
  // Behind the last highlight there is nothing to hear.
  await expect(player.play).toBeVisible()
  expect(await player.seconds()).toBeLessThanOrEqual(Math.ceil(alone.to))

  await workspace.status.getByRole('button', { name: /Timestamps in seconds/ }).click()
  const dialog = workspace.page.getByRole('dialog', { name: 'Timestamp settings' })
  await dialog.getByLabel('Offset, seconds').fill('4')
  await workspace.press('Enter')
  await expect(call.turn(1).getByRole('button')).toHaveText('0:00:04')
  await expect.poll(async () => (await player.spans())[0]?.from).toBeCloseTo(alone.from + 4, 0)
  await player.choose('All')
  await call.turn(1).getByRole('button', { name: '0:00:04' }).click()
  await expect
    .poll(async () => {
      const at = await player.seconds()
      return at >= 4 && at < alone.to
    })
    .toBe(true)
})
