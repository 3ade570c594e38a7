import { expect, test } from './fixtures.ts'
import { Listener } from './listen.ts'
import { CallPage } from './pages/call-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { savedTabs } from './saved-tabs.ts'

const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

const tabNames = async (workspace: WorkspacePage) =>
  (await workspace.tabs.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())

for (const how of ['a normal end', 'a kill'] as const) {
  test(`tabs, the active one and the place in a recording are there again after ${how}`, async ({ app, workspace }) => {
    await CompanyPage.open(workspace, 'HLDN')
    await CompanyPage.open(workspace, 'VSPO')
    await workspace.press('Control+,')
    const call = await CallPage.open(workspace, speech)
    await call.isRead()
    await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
    const player = new PlayerBar(workspace)
    await player.isHeardBeyond(6)
    const titles = await tabNames(workspace)
    await workspace.tab(/VSPO/).click()
    await expect.poll(() => savedTabs(app.profile)).toContain('"playing":{"callId"')
    await expect.poll(() => savedTabs(app.profile)).toContain('"active":3')
    if (how === 'a kill') await app.kill()

    const again = new WorkspacePage(await app.reopen())
    await again.isOpen()
    await expect.poll(() => tabNames(again)).toEqual(titles)
    await expect(again.activeTab).toHaveText(/VSPO/)
    await new CompanyPage(again, 'VSPO').showsFigures()
    const restored = new PlayerBar(again)
    await expect.poll(() => restored.seconds()).toBeGreaterThanOrEqual(5)
  })
}

test('tabs are put into another order by keys and by their menu', async ({ workspace }) => {
  for (const symbol of ['HLDN', 'VSPO']) await CompanyPage.open(workspace, symbol)
  const symbols = async () => (await tabNames(workspace)).flatMap((name) => /^(?:HLDN|VSPO)/.exec(name) ?? [])
  expect(await symbols()).toEqual(['HLDN', 'VSPO'])
  const listener = await Listener.listen(workspace.page)
  await workspace.press('Alt+Shift+PageUp')
  await expect.poll(symbols).toEqual(['VSPO', 'HLDN'])
  await listener.hears(/^VSPO Financials: tab \d of \d\.$/)
  await workspace.tab(/VSPO/).click({ button: 'right' })
  await workspace.menuEntry(/^Move tab right/).click()
  await expect.poll(symbols).toEqual(['HLDN', 'VSPO'])
})

test('a tab that was closed does not come back', async ({ app, workspace }) => {
  await CompanyPage.open(workspace, 'HLDN')
  await CompanyPage.open(workspace, 'VSPO')
  // Else a set that was on its way would pass for the one without the tab.
  await expect.poll(() => savedTabs(app.profile)).toContain('VSPO')
  await workspace.press('Alt+w')
  await expect(workspace.tabs).toHaveCount(3)
  await expect.poll(() => savedTabs(app.profile)).not.toContain('VSPO')
  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  await expect.poll(() => tabNames(again)).toEqual(['Home', 'Search', 'HLDN Financials'])
})

test('a table that was left in the moment in which it was scrolled shows the cell with the focus again', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await company.table.evaluate((table) => {
    const scroller = table.parentElement?.parentElement
    const [home] = document.querySelectorAll<HTMLElement>('[role=tab]')
    // The browser reports the scroll in the next frame, in which the table is hidden.
    scroller?.scrollBy(-200, 0)
    home?.click()
  })
  await expect(workspace.activeTab).toHaveText(/Home/)
  await workspace.tab(/HLDN/).click()
  await company.showsFigures()
  await expect.poll(() => company.focusStands()).toMatchObject({ inSight: true })
})
