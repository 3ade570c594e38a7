import { expect, test } from './fixtures.ts'
import { overlayFaults } from './overlay-faults.ts'
import { dialogs } from './pages/dialog-tour.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { Tour } from './pages/tour.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'

// Where the focus stands is looked at by other tests. Here each dialog is measured in a window of another size than it was opened in.
test.use({ profileState: 'loaded sample', isFocusWatched: false })

async function* opened(workspace: WorkspacePage): AsyncGenerator<string> {
  const tour = new Tour(workspace)
  for (const steps of [tour.overlays(), tour.statements(), tour.call(), tour.lists(), dialogs(workspace)])
    for await (const step of steps) {
      const over = workspace.page.locator('[role=menu], dialog[open]').first()
      if (await over.isVisible()) yield step
    }
}

test('in a window of 320 by 640 and of 320 by 256 pixels, as at 400%, every dialog and menu is whole, and each of its controls can be pressed', async ({
  workspace,
}) => {
  test.setTimeout(600_000)
  const { page } = workspace
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  const seen: string[] = []
  for await (const step of opened(workspace)) {
    for (const height of [640, 256]) {
      await page.setViewportSize({ width: 320, height })
      found.push(...(await overlayFaults(page)).map((fault) => `${step}, ${height} high: ${fault}`))
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    seen.push(step)
  }
  expect(found).toEqual([])
  expect(seen.length).toBeGreaterThan(30)
})

test('with the text at 150% every dialog and menu is whole, and each of its controls can be pressed', async ({
  workspace,
}) => {
  test.setTimeout(600_000)
  const { page } = workspace
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await new SettingsPage(workspace).setTextSize(150)
  const found: string[] = []
  const roomy = { width: 2160, height: 1350 }
  await page.setViewportSize(roomy)
  for await (const step of opened(workspace)) {
    await page.setViewportSize({ width: 1024, height: 640 })
    found.push(...(await overlayFaults(page)).map((fault) => `${step}: ${fault}`))
    await page.setViewportSize(roomy)
  }
  expect(found).toEqual([])
})
