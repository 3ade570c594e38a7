import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { fileSavedBy, filesSavedBy } from './saved-files.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

test('a recording is downloaded, and with the service gone played from disk: sought, faster, and resumed where it stopped', async ({
  workspace,
  service,
  app,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Download' }).click()
  await workspace.page.getByRole('menuitem', { name: /MP3/ }).click()
  await expect(call.panel).toContainText(/On disk, 782 KB, verified/)
  await expect(workspace.status).toContainText('Recording downloaded')
  await service.stop()

  const player = new PlayerBar(workspace)
  await call.panel.getByRole('button', { name: 'Play' }).click()
  await player.isHeardBeyond(0)
  const nearEnd = (await player.length()) - 20
  await player.goTo(nearEnd)
  await player.isHeardBeyond(nearEnd + 1)
  await call.transcript.focus()
  await workspace.press(']')
  await workspace.press(']')
  await expect(player.speed).toHaveText('1.2x')
  await workspace.press('Space')
  await expect(player.play).toBeVisible()
  const stopped = await player.seconds()
  await workspace.press('Shift+J')
  await expect.poll(() => player.seconds()).toBe(stopped - 15)
  await workspace.press('Shift+L')
  await expect.poll(() => player.seconds()).toBe(stopped)
  await call.playedTurn.focus()
  const saved = await filesSavedBy(workspace.page, 2, () => workspace.press('Shift+P'))
  expect(saved.map(({ fileName }) => fileName.replace(/.*\./, '')).sort()).toEqual(['mp3', 'txt'])
  // Electron reports both, each with its folder.
  await expect(workspace.status).toContainText(/Saved .*HLDN .*\.(?:mp3, with its quote|txt)\./)
  await player.bar.getByText('Q&A', { exact: true }).click()
  await expect(player.bar.getByRole('radio', { name: 'Q&A' })).toBeChecked()
  const recording = await fileSavedBy(workspace.page, () =>
    call.panel.getByRole('button', { name: /^Save the recording of .* as a file$/ }).click(),
  )
  expect(recording.fileName).toMatch(/^HLDN .*\.mp3$/)
  const received = readFileSync('resources/sample/recordings/hldn-2026-q3.mp3')
  expect(received.equals(readFileSync(recording.path))).toBe(true)
  expect(await workspace.accessibilityFaults()).toEqual([])

  await app.page.reload()
  await workspace.isOpen()
  await call.isRead()
  await expect(player.play).toBeVisible()
  await expect.poll(() => player.seconds()).toBe(stopped)
  await player.play.click()
  await player.isHeardBeyond(stopped)
})

test('a download is slowed, paused, resumed, played and removed from the disk from the settings', async ({
  workspace,
  service,
}) => {
  const settings = new SettingsPage(workspace)
  await settings.connectTo(service, 'Desk')
  await settings.open('Recordings')
  await expect(settings.screen).toContainText('No recordings downloaded yet.')
  await settings.screen.getByRole('combobox', { name: 'Bandwidth limit' }).selectOption('50 KB/s')
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Download' }).click()
  await workspace.page.getByRole('menuitem', { name: /MP3/ }).click()
  await expect(call.panel.getByRole('progressbar')).toBeVisible()

  await settings.open('Recordings')
  const row = settings.screen.getByRole('list', { name: 'Recordings' }).getByRole('listitem')
  await row.getByRole('button', { name: /^Pause/ }).click()
  await expect(row).toContainText('Paused')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await settings.screen.getByRole('combobox', { name: 'Bandwidth limit' }).selectOption('No limit')
  await row.getByRole('button', { name: /^Resume/ }).click()
  await expect(row).toContainText(/782 KB, .+, verified/)
  await expect(settings.screen).toContainText('782 KB on disk')
  const player = new PlayerBar(workspace)
  await row.getByRole('button', { name: /^Play/ }).click()
  await player.isHeardBeyond(0)
  await row.getByRole('button', { name: /^Remove the recording/ }).click()
  await expect(player.bar).toBeHidden()
  await expect(settings.screen).toContainText('No recordings downloaded yet.')
})

test('the player loses nothing in a narrow window and at 200 %, light and dark', async ({ workspace }) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Play' }).click()
  const player = new PlayerBar(workspace)
  await player.isHeardBeyond(0)
  await call.turn(4).focus()
  await workspace.press('Shift+P')
  await expect(workspace.status).toContainText('Download the recording first')
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [720, 450],
  ] as const) {
    await workspace.page.setViewportSize({ width, height })
    expect(await workspace.accessibilityFaults()).toEqual([])
    await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
    await expect(player.bar.getByRole('button', { name: 'Close player' })).toBeInViewport()
  }
  await player.bar.getByRole('button', { name: 'More player options' }).click()
  await expect(workspace.page.getByRole('menuitem', { name: 'Repeat this turn' })).toBeVisible()
  await workspace.page.getByRole('menuitem', { name: 'Open the call' }).click()
  await expect(call.transcript).toBeVisible()
})
