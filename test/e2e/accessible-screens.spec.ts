import { expect, test } from './fixtures.ts'
import { dialogs } from './pages/dialog-tour.ts'
import { failures } from './pages/failures-tour.ts'
import { Tour } from './pages/tour.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'
import { screenFaults } from './screen-faults.ts'

test.use({ profileState: 'loaded sample' })

async function collect({ page }: WorkspacePage, step: string, found: string[]): Promise<void> {
  found.push(...(await screenFaults(page, step)).map((fault) => `${step}: ${fault}`))
}

/** A window of 1440 pixels at 200%. */
async function cutAtDoubleSize(workspace: WorkspacePage): Promise<string[]> {
  await workspace.page.setViewportSize({ width: 720, height: 450 })
  const beyond = await workspace.sidewaysOverflow()
  await workspace.page.setViewportSize({ width: 1440, height: 900 })
  return beyond > 0 ? [`${beyond} pixels are beyond the window at 200%`] : []
}

test('screens, views of a company, settings and what is opened over them have no fault of WCAG 2.2 AA, in light, dark and forced colors, and with wide text spacing', async ({
  workspace,
}) => {
  test.setTimeout(900_000)
  // A color on its way to another one is no color of the theme.
  await workspace.page.emulateMedia({ reducedMotion: 'reduce' })
  const tour = new Tour(workspace)
  const found: string[] = []
  for (const pages of [tour.screens(), tour.companyViews(), tour.settings()])
    for await (const step of pages) {
      await collect(workspace, step, found)
      found.push(...(await cutAtDoubleSize(workspace)).map((fault) => `${step}: ${fault}`))
    }
  const opened = [tour.statements(), tour.call(), tour.lists(), tour.comparisons(), tour.overlays()]
  for (const pages of [...opened, dialogs(workspace)])
    for await (const step of pages) await collect(workspace, step, found)
  expect(found).toEqual([])
})

test('a service whose responses cannot be read leaves no fault of WCAG 2.2 AA on any screen', async ({
  workspace,
  service,
}) => {
  await workspace.page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for await (const step of failures(workspace, service)) await collect(workspace, step, found)
  expect(found).toEqual([])
})
