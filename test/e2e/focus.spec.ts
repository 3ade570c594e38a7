import { expect, test } from './fixtures.ts'
import { Listener } from './listen.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Palette } from './pages/palette.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { Tour } from './pages/tour.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'
import { expectFocusStands, faultsOfStops } from './watch-focus.ts'

const focusedText = (workspace: WorkspacePage) =>
  workspace.page.evaluate(() => document.activeElement?.textContent.trim() ?? '')

test('every view of a company that is opened by its code gives the keyboard a place', async ({ workspace }) => {
  await CompanyPage.open(workspace, 'HLDN')
  for (const code of ['DES', 'EVT', 'PROF', 'TRAN', 'GUID', 'ANR', 'CN', 'INS', 'RST', 'FA']) {
    await CompanyPage.type(workspace, `${code} HLDN`)
    await expect(workspace.page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await workspace.press('Enter')
    await expect(workspace.page.getByRole('dialog')).toHaveCount(0)
    await expectFocusStands(workspace.page, code)
    await expect.poll(() => workspace.focusedRegion(), code).toBe('page')
  }
})

test('every view of a company that is opened by its keys gives the keyboard a place', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  for (const key of ['d', 'e', 't', 'u', 'a', 'n', 'i', 'r', 'p', 'f']) {
    await workspace.press('g')
    await workspace.press(key)
    await expect.poll(() => workspace.focusedRegion(), key).toBe('page')
  }
})

test('pages with nothing in them begin at their heading', async ({ workspace }) => {
  await workspace.press('Control+k')
  await workspace.page.keyboard.type('Offline')
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/Offline/)
  await expect.poll(() => focusedText(workspace)).toBe('Offline downloads')
  await workspace.press('Control+k')
  await workspace.page.keyboard.type('Watchlists')
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/Watchlists/)
  await expect.poll(() => focusedText(workspace)).toBe('Watchlists')
})

test('statements and overview of a company that was never stored and cannot be loaded begin at its heading', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  await service.stop()
  const { page } = workspace
  for (const code of ['FA', 'DES']) {
    await CompanyPage.type(workspace, `${code} KSTM`)
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await workspace.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(workspace.pageOf(/KSTM/).getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    await expectFocusStands(page, code)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), code).toBe('H1')
  }
})

test('a program that cannot open its library begins at the sentence that says so', async ({ app }) => {
  const { browser } = app
  test.skip(browser === null, 'Electron shows its first window instead')
  const second = (await browser?.openAnother()) ?? app.page
  await expect(second.getByRole('heading', { name: 'Tearsheet cannot open the library' })).toBeFocused()
  await second.keyboard.press('Tab')
  await expect(second.getByRole('button', { name: 'Retry' })).toBeFocused()
})

test('a watchlist that was named keeps the keyboard on its page', async ({ workspace }) => {
  const list = await WatchlistPage.open(workspace)
  await list.screen.getByRole('button', { name: 'New watchlist' }).press('Enter')
  await workspace.page.getByRole('textbox', { name: 'Name' }).fill('Coverage')
  await workspace.press('Enter')
  await expect(list.screen.getByRole('heading', { name: 'Coverage', level: 1 })).toBeVisible()
  await expectFocusStands(workspace.page, 'naming a watchlist')
  await expect.poll(() => workspace.focusedRegion()).toBe('page')
})

test('in Settings the keyboard begins at the heading, and after a backup stays with the backup', async ({
  workspace,
}) => {
  const settings = new SettingsPage(workspace)
  await workspace.press('Control+,')
  for (const name of ['Workspaces', 'Storage'] as const) {
    await settings.screen.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name }).press('Enter')
  }
  await settings.screen.getByRole('button', { name: 'Back up everything' }).press('Enter')
  await expect(settings.screen).toContainText('complete and saved')
  await expectFocusStands(workspace.page, 'the backup')
  await expect.poll(() => focusedText(workspace)).toBe('Backup')
})

test('a workspace that is chosen in Settings shows its fields without taking the keyboard away', async ({
  workspace,
  service,
}) => {
  const settings = new SettingsPage(workspace)
  await settings.connectTo(service, 'Desk')
  await settings.open('Workspaces')
  await workspace.press('Control+k')
  await workspace.page.keyboard.type('Home')
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText('Home')
  await workspace.press('Control+,')
  await expect(settings.listed('Desk')).toBeVisible()
  await expectFocusStands(workspace.page, 'opening Settings')
  await settings.listed('Desk').getByRole('button').first().press('Enter')
  await expect.poll(() => workspace.focusedRegion()).toBe('page')
})

test('a drawer that is closed from inside, by Esc or by Close, gives the keyboard back to the figure that opened it', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.hasKeys()
  for (const close of ['Escape', 'Close'] as const) {
    await workspace.press('Enter')
    await expect(company.source).toBeVisible()
    await workspace.press('F6')
    for (let step = 0; step < 6 && (await workspace.focusedRegion()) !== 'drawer'; step++) await workspace.press('F6')
    await expect.poll(() => workspace.focusedRegion()).toBe('drawer')
    if (close === 'Escape') await workspace.press('Escape')
    else await company.source.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(company.source).toHaveCount(0)
    await expect(company.activeCell).toBeFocused()
  }
})

test('every stop of Tab on the views of a company and in Settings shows that it has the focus, in forced colors too', async ({
  workspace,
}) => {
  const { page } = workspace
  const tour = new Tour(workspace)
  const seen = { none: new Set<string>(), active: new Set<string>() }
  const found: string[] = []
  for (const steps of [tour.companyViews(), tour.settings()])
    for await (const step of steps)
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ forcedColors })
        // The tour clicks, and whoever clicks is not shown where the focus is.
        await workspace.press('Shift')
        for (const fault of await faultsOfStops(page, seen[forcedColors]))
          found.push(`${step}, forced colors ${forcedColors}: ${fault}`)
      }
  expect(found).toEqual([])
  expect(Math.min(seen.none.size, seen.active.size)).toBeGreaterThan(50)
})

test('an entry that cannot be chosen is reached by the arrows, and says why', async ({ workspace }) => {
  await (await CompanyPage.open(workspace, 'HLDN')).showsFigures()
  await workspace.tab(/HLDN/).click({ button: 'right' })
  const right = workspace.menuEntry(/^Move tab right/)
  for (let step = 0; step < 8 && !(await right.evaluate((one) => one === document.activeElement)); step++)
    await workspace.press('ArrowDown')
  await expect(right).toBeFocused()
  await expect(right).toHaveAccessibleName(/already last$/)
  await workspace.press('Enter')
  await expect(right).toBeFocused()
  await workspace.press('Escape')
})

test('an option that cannot be chosen is reached by the arrows, says why, and leaves the choice as it is', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await company.periods('Annual')
  await company.compare('y/y')
  const option = (name: string) => company.screen.getByRole('radio', { name, exact: true })
  const why = 'not available for annual periods'
  await option('y/y').focus()
  await workspace.press('ArrowRight')
  await expect(option('q/q')).toBeFocused()
  await expect(option('q/q')).toBeDisabled()
  await expect(option('q/q')).toHaveAccessibleDescription(why)
  await expect(workspace.page.getByRole('tooltip')).toHaveText(why)
  const listener = await Listener.listen(workspace.page)
  await workspace.press('Space')
  await expect(option('q/q')).toBeFocused()
  await expect(option('y/y')).toBeChecked()
  await listener.hears(why)
  await workspace.press('ArrowRight')
  await expect(option('Common size')).toBeFocused()
  await expect(option('Common size')).toBeChecked()
})

test('in a dialog that scrolls, what gets the focus is never under its head or its foot', async ({ workspace }) => {
  const { page } = workspace
  const palette = new Palette(workspace)
  await WatchlistPage.open(workspace)
  await page.getByRole('button', { name: 'New watchlist' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill('Coverage')
  await workspace.press('Enter')
  await palette.open('Choose columns')
  await palette.entry('Choose columns').first().click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await expect(dialog).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  const done = dialog.getByRole('button', { name: 'Done' })
  for (const key of ['Tab', 'Shift+Tab']) {
    await done.focus()
    // Every step is looked at by the watch.
    for (let step = 0; step < 25; step++) await workspace.press(key)
  }
  await expect(dialog.locator(':focus')).toHaveCount(1)
})

test('an entry of a menu shows the focus with a ring, and says whether it is a choice or a switch', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await company.screen.getByRole('button', { name: /^Scale, edition/ }).press('Enter')
  const menu = workspace.page.getByRole('menu')
  await expect(menu.getByRole('menuitemradio', { name: 'Millions' })).toHaveAttribute('aria-checked', 'true')
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Adjust for splits' })).toHaveAttribute(
    'aria-checked',
    'false',
  )
  for (const theme of ['light', 'dark'] as const) {
    await workspace.page.emulateMedia({ colorScheme: theme })
    for (const _ of [1, 2, 3]) await workspace.press('ArrowDown')
  }
  await workspace.press('Escape')
  await expect(company.screen.getByRole('button', { name: /^Scale, edition/ })).toBeFocused()
})
