import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Palette } from './pages/palette.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

/** The window that opens while something is done in another one. */
async function openedBy({ page }: WorkspacePage, action: () => Promise<unknown>): Promise<WorkspacePage> {
  const opening = page.context().waitForEvent('page')
  await action()
  const opened = new WorkspacePage(await opening)
  await opened.isOpen()
  return opened
}

test('a new window begins at Home and keeps its own tabs over a reload', async ({ workspace }) => {
  await CompanyPage.open(workspace, 'HLDN')
  const second = await openedBy(workspace, async () => {
    const palette = new Palette(workspace)
    await palette.open()
    await palette.field.fill('second screen')
    await palette.page.getByRole('option', { name: /^New window/ }).click()
  })
  await expect(second.tabs).toHaveText(['Home'])
  await (await CompanyPage.open(second, 'VSPO')).showsFigures()
  await expect(workspace.tab(/VSPO/)).toHaveCount(0)
  await second.page.reload()
  await second.isOpen()
  await expect(second.activeTab).toHaveText('VSPO Financials')
  await expect(second.tab(/HLDN/)).toHaveCount(0)
})

test('a tab is moved by its menu: it is in the new window as it was, and no longer here', async ({ workspace }) => {
  await (await CompanyPage.open(workspace, 'HLDN')).showsFigures()
  await CompanyPage.open(workspace, 'VSPO')
  const second = await openedBy(workspace, async () => {
    await workspace.tab(/HLDN/).click({ button: 'right' })
    await workspace.menuEntry(/^Move tab to new window/).click()
  })
  await expect(second.activeTab).toHaveText('HLDN Financials')
  await new CompanyPage(second, 'HLDN').showsFigures()
  await expect(workspace.tab(/HLDN/)).toHaveCount(0)
  await expect(workspace.activeTab).toHaveText('VSPO Financials')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.tab('Home').click({ button: 'right' })
  await expect(workspace.menuEntry(/^Move tab to new window/)).toBeDisabled()
})

test('one recording plays at a time in all windows', async ({ workspace }) => {
  const play = async (window: WorkspacePage) => {
    const call = await CallPage.open(window, speech)
    await call.isRead()
    await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
    const player = new PlayerBar(window)
    await player.isHeardBeyond(0)
    return player
  }
  const first = await play(workspace)
  const second = await openedBy(workspace, () => workspace.press('Alt+n'))
  const other = await play(second)
  await expect(first.play).toBeVisible()
  await expect(other.pause).toBeVisible()
})
