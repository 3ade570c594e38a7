import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { Palette } from './pages/palette.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { TranscriptSearchPage } from './pages/transcript-search-page.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

test.describe('with the loaded sample', () => {
  test.use({ profileState: 'loaded sample' })

  test('an unsure turn is played, corrected and shown as corrected, and the correction is undone', async ({
    workspace,
  }) => {
    const call = await CallPage.open(workspace, speech)
    await call.isRead()
    await call.panel.getByRole('button', { name: /^Checks/ }).click()
    const list = call.panel.getByRole('list')
    const unsure = list.getByRole('listitem').filter({ hasText: 'At Tolvik the ramp' })
    await expect(unsure).toContainText('name, negation')

    await unsure.getByRole('button', { name: 'Play turn' }).click()
    await expect(new PlayerBar(workspace).pause).toBeVisible()
    await new PlayerBar(workspace).pause.click()

    await unsure.getByRole('button', { name: 'Correct' }).click()
    const field = unsure.getByRole('textbox', { name: 'Correction' })
    await expect(field).toHaveValue(/^At Tolvik the ramp is where we said it would be/)
    await field.fill('At Tolvik the ramp is where we said it would be. The second site is there now, at 12 percent.')
    await workspace.press('Control+Enter')
    await expect(workspace.status).toContainText('Correction saved.')
    await expect(unsure).toContainText(/Corrected( by .+)?, \d+ \w+ 2\d{3}/)
    const turn = call.transcript.getByRole('article').filter({ hasText: 'At Tolvik the ramp' })
    await expect(turn.locator('.correction')).toContainText('The second site is there now, at 12 percent.')
    await expect(turn.locator('.correction .figure')).toHaveText('12 percent')
    // What was received stays, and is no longer marked as unsure.
    await expect(turn.locator('.text')).toContainText('The second site is not')
    await expect(turn.locator('.text')).not.toHaveClass(/unsure|doubtful/)
    expect(await workspace.accessibilityFaults()).toEqual([])

    await workspace.status.getByRole('button', { name: 'Undo' }).click()
    await expect(turn.locator('.correction')).toHaveCount(0)
    await unsure.getByRole('button', { name: 'Confirm' }).click()
    await expect(unsure).toContainText('Confirmed')
    await expect(turn.locator('.text')).not.toHaveClass(/unsure|doubtful/)
  })

  test('a corrected turn is found by the words that were spoken: in full text, which says so, and in the call', async ({
    workspace,
  }) => {
    const call = await CallPage.open(workspace, speech)
    await call.isRead()
    await call.panel.getByRole('button', { name: /^Checks/ }).click()
    const unsure = call.panel.getByRole('listitem').filter({ hasText: 'At Tolvik the ramp' })
    await unsure.getByRole('button', { name: 'Correct' }).click()
    await unsure.getByRole('textbox', { name: 'Correction' }).fill('At Tolvik the gantry is in place.')
    await workspace.press('Control+Enter')
    await expect(workspace.status).toContainText('Correction saved.')

    const text = await TranscriptSearchPage.open(workspace)
    await text.search('gantries')
    const hit = text.hits.locator('.hit')
    await expect(hit).toHaveCount(1)
    await expect(hit.locator('mark')).toHaveText('gantry')
    await expect(hit).toContainText('Corrected')
    expect(await workspace.accessibilityFaults()).toEqual([])
    // The quarter before has the same words, which nobody corrected.
    await text.search('"the ramp is where we said"')
    await expect(hit).not.toContainText('Corrected')
    await expect(hit).toHaveCount(1)
    await expect(text.hits).toContainText('Q2 FY2026')

    await (await CallPage.open(workspace, speech)).isRead()
    await workspace.press('Control+f')
    await call.findField.fill('gantry')
    await expect.poll(() => call.marked('find-now')).toEqual(['gantry'])
    const corrected = call.transcript.getByRole('article').filter({ hasText: 'At Tolvik' }).locator('.corrected')
    await expect(corrected).toBeInViewport()
  })

  test('unsure turns of all calls are checked one after the other by keys, and a checked one leaves the list', async ({
    workspace,
  }) => {
    await new Palette(workspace).open('VRFY')
    await workspace.press('Enter')
    const screen = workspace.pageOf('Transcript checks')
    const rows = screen.getByRole('grid', { name: 'Turns to check' }).locator('[aria-selected]')
    const first = await rows.first().getByRole('gridcell').nth(5).innerText()
    expect(first.length).toBeGreaterThan(20)
    await rows.first().click()
    const turn = workspace.drawer.getByRole('article', { name: 'Turn to check' })
    await expect(turn).toContainText(first)
    await workspace.press('y')
    await expect(workspace.status).toContainText('Transcript confirmed.')
    await expect(turn).not.toContainText(first)
    await expect(rows.first()).not.toContainText(first)

    await workspace.press('e')
    const field = turn.getByRole('textbox', { name: 'Correction' })
    await expect(field).toBeFocused()
    await field.fill('What was really said.')
    await workspace.press('Control+Enter')
    await expect(workspace.status).toContainText('Correction saved.')
    await screen.getByText('Show checked turns').click()
    await expect(rows.filter({ hasText: 'What was really said.' })).toContainText('Corrected')
    await expect(rows.filter({ hasText: 'Confirmed' })).toHaveCount(1)
    expect(await workspace.accessibilityFaults()).toEqual([])
  })
})
