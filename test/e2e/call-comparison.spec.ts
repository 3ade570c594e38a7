import { expect, test } from './fixtures.ts'
import { CallComparisonPage } from './pages/call-comparison-page.ts'
import { CallPage } from './pages/call-page.ts'
import { CallsPage } from './pages/calls-page.ts'
import { Palette } from './pages/palette.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

/** From the call's own menu, after the list has named the previous call; its transcript is downloaded on the comparison. */
async function openComparison(workspace: WorkspacePage): Promise<CallComparisonPage> {
  await CallsPage.open(workspace)
  await expect(workspace.status).toContainText('Updated just now')
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await expect(workspace.activeTab).toHaveText('HLDN Q3 FY2026 call')
  await workspace.press('Shift+C')
  const comparison = new CallComparisonPage(workspace)
  await expect(comparison.screen).toContainText('Not downloaded.')
  await comparison.screen.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(comparison.passages).toBeVisible()
  return comparison
}

test('a call is compared with the previous one: repeated, reworded, new and dropped passages side by side', async ({
  workspace,
}) => {
  const comparison = await openComparison(workspace)
  await expect(workspace.activeTab).toHaveText('HLDN Q2 and Q3 calls')
  const yields = comparison.row('Yield was in the high sixties')
  await expect(yields).toMatchAriaSnapshot(`
    - row:
      - gridcell /Yield was in the high sixties at the end of June/:
        - deletion: sixties
        - deletion: June
      - gridcell /reworded ?9\\d%/
      - gridcell:
        - insertion: seventies
        - insertion: September
  `)
  await expect(comparison.row('We do not change the outlook')).toContainText(/repeated ?100%/)
  await expect(comparison.row('Automotive plants were flat')).toContainText(/reworded ?[5-8]\d%/)
  await expect(comparison.row('We remain on track to complete')).toContainText('dropped')
  await expect(comparison.row('It is timing, but it is also a longer qualification')).toContainText('new')
  await expect(comparison.head(/^Gross margin/)).toContainText(/\d (repeated|reworded|dropped|new)/)
})

test('keys go from change to change and from call to call, and open or play the passage', async ({ workspace }) => {
  const comparison = await openComparison(workspace)
  await comparison.row('Yield was in the high sixties').click()
  await workspace.press('n')
  await expect(workspace.status).toContainText(/Change \d+ of \d+/)
  await expect(comparison.current).toBeFocused()
  const next = await comparison.current.textContent()
  await workspace.press('n')
  await workspace.press('Shift+N')
  await expect(comparison.current).toHaveText(next ?? '')

  await comparison.row('Yield was in the high sixties').click()
  await workspace.press('F6')
  await workspace.press('Enter')
  const call = new CallPage(workspace)
  await expect(workspace.activeTab).toHaveText(/HLDN Q2 FY2026/)
  await expect(call.currentTurn).toContainText('Yield was in the high sixties')

  await workspace.tab(/Q2 and Q3 calls/).click()
  await comparison.row('Yield was in the high sixties').click()
  await workspace.press('F6')
  await workspace.press('Space')
  const player = workspace.page.getByRole('region', { name: 'Player' })
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect(player).toContainText('0:02:')
  await workspace.press('Space')
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

test('hidden kinds leave a line with their number, groups fold, and the panel filters', async ({ workspace }) => {
  const comparison = await openComparison(workspace)
  const outlook = comparison.row('We do not change the outlook')
  await comparison.kind('Repeated').uncheck({ force: true })
  await expect(outlook).toBeHidden()
  await expect(comparison.passages).toContainText(/1 repeated/)
  await expect(comparison.row('Yield was in the high sixties')).toBeVisible()
  await comparison.kind('Repeated').check({ force: true })
  await expect(outlook).toBeVisible()
  const margin = comparison.head(/^Gross margin/)
  await margin.click()
  await expect(margin).toHaveAttribute('aria-expanded', 'false')
  await margin.click()

  await expect(comparison.panel).toContainText('What changed')
  await expect(comparison.panel.getByRole('table', { name: 'Tone' })).toContainText('Remarks, CEO')
  await comparison.panel.getByRole('button', { name: 'Inventory', exact: true }).click()
  await expect(comparison.passages.getByRole('button')).toHaveCount(1)
  await comparison.screen.getByRole('button', { name: 'Only Inventory' }).click()
  await expect(outlook).toBeVisible()
  await comparison.screen.getByRole('radio', { name: 'By speaker' }).check({ force: true })
  await expect(comparison.head('Answers, Ines Vardal')).toBeVisible()
})

test('a pair that is not the same passage is split by key and by menu, stays split after a restart, and is joined again', async ({
  workspace,
  app,
}) => {
  const comparison = await openComparison(workspace)
  const earlier = comparison.row('Automotive plants were down')
  const later = comparison.row('Automotive plants were flat')
  await expect(later).toContainText('reworded')
  await later.click()
  await workspace.press('w')
  await expect(workspace.status).toContainText('Not the same passage: the pair is split.')
  await expect(later).toContainText(/new ?split by you/)
  await expect(later).toHaveAttribute('aria-selected', 'true')
  await expect(earlier).toContainText(/dropped ?split by you/)
  await workspace.status.getByRole('button', { name: 'Undo' }).click()
  await expect(later).toContainText('reworded')

  await later.click({ button: 'right' })
  await workspace.menuEntry('Not the same passage').click()
  await expect(later).toContainText(/new ?split by you/)
  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  const reopened = new CallComparisonPage(again)
  await reopened.row('Automotive plants were down').click()
  await again.press('w')
  await expect(again.status).toContainText('The pair is joined again.')
  await expect(reopened.row('Automotive plants were flat')).toContainText('reworded')
})

test('an analyst who raises a question again is listed with both times and the length of the answers', async ({
  workspace,
}) => {
  const comparison = await openComparison(workspace)
  await expect(comparison.panel).toContainText('Questions raised again, inferred')
  await expect(comparison.panel).toContainText('Devin Aske')
  await workspace.press('q')
  const row = comparison.questions.getByRole('row', { name: /Tom Harrow/ })
  await expect(row).toContainText('North Quay Research')
  await expect(row).toContainText('raised again')
  await row.getByRole('button', { name: 'Open earlier call at question of Tom Harrow' }).click()
  await expect(new CallPage(workspace).currentTurn).toContainText('Could you say where yield is')
})

test('the palette compares the latest call by DIFF, the calls can be exchanged, and a restart brings the pair back', async ({
  workspace,
  app,
}) => {
  await openComparison(workspace)
  await workspace.press('x')
  const calls = await CallsPage.open(workspace)
  await calls.enterSymbols('HLDN')
  await expect(calls.row('Halden Instruments Q1 FY2026')).toBeVisible()
  const palette = new Palette(workspace)
  await palette.open('DIFF HLDN')
  await expect(palette.active).toContainText('Latest call against previous call for HLDN')
  await workspace.press('Enter')
  const comparison = new CallComparisonPage(workspace)
  await expect(comparison.passages).toBeVisible()
  await comparison.call('Earlier').click()
  await workspace.menuEntry(/^Q1 FY2026 earnings call.*not downloaded/).click()
  await expect(comparison.screen).toContainText('Not downloaded.')
  await expect(workspace.activeTab).toHaveText('HLDN Q1 and Q3 calls')

  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  await expect(again.activeTab).toHaveText('HLDN Q1 and Q3 calls')
  await expect(new CallComparisonPage(again).call('Earlier')).toContainText('Q1 FY2026 earnings call')
})

test('one key leads from a turn to the same passage of the previous call', async ({ workspace }) => {
  await openComparison(workspace)
  await workspace.tab(/HLDN Q3 FY2026 call/).click()
  const call = new CallPage(workspace)
  await call.transcript.getByRole('article').filter({ hasText: 'At Tolvik the ramp' }).click()
  await workspace.press('Shift+B')
  await expect(workspace.activeTab).toHaveText(/HLDN Q2 FY2026/)
  await expect(workspace.status).toContainText('The same passage on the previous call, inferred by Tearsheet.')
  await expect(call.currentTurn).toContainText('At Tolvik the ramp')
})

test('a company without calls says so, and offers its list', async ({ workspace }) => {
  const palette = new Palette(workspace)
  await palette.open('DIFF KLNC')
  await workspace.press('Enter')
  const comparison = new CallComparisonPage(workspace)
  await expect(comparison.screen).toContainText('No calls stored for KLNC.')
  await expect(comparison.screen.getByRole('button', { name: 'Refresh list' })).toBeEnabled()
})

test('passages, questions and panel are usable by everyone, in every theme, wide and narrow: no fault that axe finds', async ({
  workspace,
}) => {
  const comparison = await openComparison(workspace)
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.press('q')
  await expect(comparison.questions).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.press('q')
  for (const width of [1024, 1920]) {
    await workspace.page.setViewportSize({ width, height: 800 })
    expect(await workspace.accessibilityFaults()).toEqual([])
    await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
  }
})

test('each call scrolls alone when that is chosen: as it was spoken, by its own keys, with the pair marked in the other', async ({
  workspace,
}) => {
  const comparison = await openComparison(workspace)
  await comparison.row('Yield was in the high sixties').click()
  await expect(comparison.current).toContainText('Yield was in the high sixties')
  await comparison.together.click()
  await expect(comparison.together).toHaveAttribute('aria-pressed', 'false')
  const [earlier, later] = [comparison.column('Q2 FY2026'), comparison.column('Q3 FY2026')]
  const times = () => later.getByRole('row').locator('.time').allTextContents()
  // Its rows are drawn over some frames.
  await expect.poll(async () => (await times()).length).toBeGreaterThan(20)
  const spoken = await times()
  expect(spoken).toEqual(spoken.toSorted())
  const current = comparison.screen.locator('[aria-selected=true]')
  await expect(current).toContainText('Yield was in the high')
  await later.getByRole('row', { name: 'Yield was in the high seventies' }).click()
  await workspace.press('F6')
  await expect(earlier.locator('[aria-selected=true]')).toContainText('Yield was in the high sixties')
  await expect(current).toHaveCount(1)

  const top = await later.evaluate((column) => column.scrollTop)
  for (let row = 0; row < 12; row += 1) await workspace.press('j')
  await expect(earlier.locator('[aria-selected=true]')).toBeInViewport()
  expect(await later.evaluate((column) => column.scrollTop)).toBe(top)
  expect(await workspace.accessibilityFaults()).toEqual([])
  await comparison.together.click()
  await expect(comparison.passages).toBeVisible()
})
