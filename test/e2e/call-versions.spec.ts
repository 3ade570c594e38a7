import { startCallsService, type WrittenCall } from './calls-service.ts'
import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { SettingsPage } from './pages/settings-page.ts'

const revised = (...texts: readonly string[]): WrittenCall => ({
  call_id: 'revised',
  symbol: 'REVD',
  call_title: 'Revised Q3 2026 call',
  start_time: '2026-10-21T09:00:00Z',
  status: 'COMPLETED',
  transcripts: [{ segments: texts.map((text, at) => ({ segment_id: at + 1, speaker: 'Jane Doe', text })) }],
})

test('a call that changed at the service shows its latest text, keeps the previous one, and highlights stay with their words', async ({
  workspace,
}) => {
  const calls = [revised('Welcome.', 'Margins rose by fifty basis points.', 'That is all.')]
  const service = await startCallsService(calls)
  await new SettingsPage(workspace).connectTo(service, 'Revised')
  const call = await CallPage.open(workspace, 'revised')
  await call.isRead()
  await call.selectWords(call.turn(2), 'fifty basis points')
  await workspace.press('m')
  await call.panel.getByRole('textbox', { name: 'Note' }).fill('Sixteen of it is mix.')
  await workspace.press('Control+Enter')
  await expect(call.turn(2)).toContainText('Sixteen of it is mix.')

  calls[0] = revised('Good morning.', 'Welcome.', 'Margins rose by fifty basis points, on price.')
  await call.turn(1).focus()
  await workspace.press('r')
  await expect(call.turn(3)).toContainText('on price')
  await expect(call.turn(3)).toContainText('Sixteen of it is mix.')
  await expect.poll(() => call.marked('violet')).toEqual(['fifty basis points'])

  await call.chooseFrom('More', /^Version from .*, 3 turns/)
  const earlier = call.screen.getByText(/Earlier version, from/)
  await expect(earlier).toBeVisible()
  await expect(call.turn(3)).toContainText('That is all.')
  await expect(call.turn(2)).toContainText('Sixteen of it is mix.')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await service.stop()
  await call.screen.getByRole('button', { name: 'Show latest version' }).click()
  await expect(earlier).toBeHidden()
  await expect(call.turn(3)).toContainText('on price')
})
