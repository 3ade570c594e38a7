import { startCallsService, type WrittenCall } from './calls-service.ts'
import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { Palette } from './pages/palette.ts'
import { SettingsPage } from './pages/settings-page.ts'

/** A call whose turns were not recognized surely. */
const unsure = (...texts: readonly string[]): WrittenCall => ({
  call_id: 'unsure',
  symbol: 'REVD',
  call_title: 'Revised Q3 2026 call',
  start_time: '2026-10-21T09:00:00Z',
  status: 'COMPLETED',
  transcripts: [
    {
      segments: texts.map((text, at) => ({
        segment_id: at + 1,
        speaker: at % 2 === 0 ? 'Jane Doe' : 'John Roe',
        text,
        confidence: 0.6,
      })),
    },
  ],
})

test('a correction whose words the service changed is listed as one that no longer applies, and its call opens from there', async ({
  workspace,
}) => {
  const calls = [unsure('Thank you.', 'We sold fifteen million units.')]
  const service = await startCallsService(calls)
  await new SettingsPage(workspace).connectTo(service, 'Revised')
  const call = await CallPage.open(workspace, 'unsure')
  await call.isRead()
  await call.panel.getByRole('button', { name: /^Checks/ }).click()
  const check = call.panel.getByRole('listitem').filter({ hasText: 'fifteen million' })
  await check.getByRole('button', { name: 'Correct' }).click()
  await check.getByRole('textbox', { name: 'Correction' }).fill('We sold fifty million units.')
  await workspace.press('Control+Enter')
  await expect(call.turn(2).locator('.correction')).toContainText('We sold fifty million units.')

  calls[0] = unsure('Thank you.', 'We sold sixteen million units.')
  await call.turn(1).focus()
  await workspace.press('r')
  await expect(call.turn(2)).toContainText('We sold sixteen million units.')
  await expect(call.turn(2).locator('.correction')).toHaveCount(0)

  await new Palette(workspace).open('VRFY')
  await workspace.press('Enter')
  const screen = workspace.pageOf('Transcript checks')
  await screen.getByRole('radio', { name: '1 no longer applies' }).check({ force: true })
  const row = screen.getByRole('grid', { name: 'Checks that no longer apply' }).locator('[aria-selected]')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('We sold fifteen million units.')
  await expect(row).toContainText('Corrected')
  await expect(row).toContainText('We sold fifty million units.')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await row.dblclick()
  await expect(call.turn(2)).toContainText('We sold sixteen million units.')
  await service.stop()
})
