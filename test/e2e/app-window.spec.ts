import { expect, test } from './fixtures.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

test('the title bar says that the sample’s data is invented, and its menu leads to the real service', async ({
  workspace,
}) => {
  await expect(workspace.title).toContainText('Invented data')
  await workspace.title.getByRole('button', { name: 'Workspace: Sample' }).click()
  await workspace.page.getByRole('menuitem', { name: 'Connect your data service' }).click()
  await expect(workspace.activeTab).toHaveText(/Connect/)
})

test('a page that arrives late leaves the menu alone that was opened meanwhile', async ({ workspace }) => {
  const { page } = workspace
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/SearchScreen/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await workspace.title.getByRole('button', { name: 'Workspace: Sample' }).click()
  const connect = page.getByRole('menuitem', { name: 'Connect your data service' })
  await expect(connect).toBeVisible()
  arrive()
  await expect(new SecuritiesSearchPage(workspace).box).toBeVisible()
  await connect.click()
  await expect(workspace.activeTab).toHaveText(/Connect/)
})

test('every part of the window, the status bar too, is reached by F6, and back by Shift+F6', async ({ workspace }) => {
  const round = async (keys: string) => {
    const seen: (string | null)[] = []
    for (let step = 0; step < 5; step += 1) {
      await workspace.press(keys)
      seen.push(await workspace.focusedRegion())
    }
    return seen
  }
  // A page that is still loading has nothing that the focus could go to.
  await expect(new SecuritiesSearchPage(workspace).box).toBeVisible()
  await workspace.page.getByRole('button', { name: 'Company, identifier, code or command' }).focus()
  expect(await round('F6')).toEqual(['rail', 'tabs', 'page', 'status', 'title'])
  expect(await round('Shift+F6')).toEqual(['status', 'page', 'tabs', 'rail', 'title'])
})

test('? shows the keys, and Esc puts them away and leaves the page as it was', async ({ workspace }) => {
  await workspace.rail.getByRole('button', { name: 'Settings' }).click()
  await workspace.press('?')
  await expect(workspace.keyboardHelp).toContainText('Next tab')
  await workspace.press('Escape')
  await expect(workspace.keyboardHelp).toHaveCount(0)
  await expect(workspace.activeTab).toHaveText(/Settings/)
})

test('what the browser only notes is no trouble, and what breaks is shown', async ({ workspace }) => {
  const { page } = workspace
  await page.evaluate(async () => {
    dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop' }))
    // Drawn, if it were reported.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })
  await expect(workspace.status).not.toContainText('Unexpected error')
  await page.evaluate(() => dispatchEvent(new ErrorEvent('error', { error: new Error('broken') })))
  await expect(workspace.status).toContainText('Unexpected error')
})

test('tabs are walked, closed and opened again without the mouse', async ({ workspace }) => {
  await workspace.press('Control+,')
  await expect(workspace.activeTab).toHaveText(/Settings/)
  await workspace.press('Control+2')
  await expect(workspace.activeTab).toHaveText(/Search/)
  await workspace.press('Alt+PageDown')
  await expect(workspace.activeTab).toHaveText(/Settings/)
  await workspace.press('Alt+w')
  await expect(workspace.tabs).toHaveCount(2)
  await workspace.press('Alt+Shift+W')
  await expect(workspace.activeTab).toHaveText(/Settings/)
})

test('Back leads through the pages that were seen, and never out of the window', async ({ workspace }) => {
  await workspace.press('Control+,')
  await workspace.rail.getByRole('button', { name: 'Library' }).click()
  await workspace.page.goBack()
  await workspace.page.goBack()
  await expect(workspace.activeTab).toHaveText(/Search/)
  await workspace.press('Alt+ArrowRight')
  await expect(workspace.activeTab).toHaveText(/Settings/)
})

test('two pages stand side by side, and the keys are where the user clicked last', async ({ workspace }) => {
  await workspace.press('Control+,')
  await workspace.rail.focus()
  await workspace.press('\\')
  await expect(workspace.pages).toHaveCount(2)
  await workspace.pageOf('Search').click({ position: { x: 200, y: 5 } })
  await expect(workspace.activeTab).toHaveText(/Search/)
  await workspace.rail.focus()
  await workspace.press('\\')
  await expect(workspace.pages).toHaveCount(1)
})

test('how the analyst likes the window is kept, and is there before the first page is drawn', async ({
  app,
  workspace,
}) => {
  await expect(workspace.rail.getByText('Library')).toBeVisible()
  await workspace.press('Control+b')
  await expect(workspace.rail.getByText('Library')).toHaveCount(0)
  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  await expect(again.rail.getByRole('button', { name: 'Library' })).toBeVisible()
  await expect(again.rail.getByText('Library')).toHaveCount(0)
})

test('a reload finds the tabs as they were', async ({ workspace }) => {
  await workspace.press('Control+,')
  await expect(workspace.activeTab).toHaveText(/Settings/)
  await workspace.page.reload()
  await workspace.isOpen()
  await expect(workspace.tabs).toHaveCount(3)
  await expect(workspace.activeTab).toHaveText(/Settings/)
})

test('tabs that do not fit are listed in a menu, and the active one stays visible when the window becomes narrower', async ({
  workspace,
}) => {
  const { page } = workspace
  for (const label of ['Compare', 'Screener', 'Calls', 'Ratings and news', 'Alerts', 'Offline'])
    await workspace.rail.getByRole('button', { name: label }).click()
  const list = page.getByRole('button', { name: '8 tabs' })
  await expect(workspace.activeTab).toHaveText(/Offline/)
  await expect(list).toHaveCount(0)
  await page.setViewportSize({ width: 640, height: 700 })
  await expect(list).toBeVisible()
  await expect(workspace.activeTab).toBeInViewport({ ratio: 1 })
  await list.click()
  await page.getByRole('menuitemradio', { name: 'Compare' }).click()
  await expect(workspace.activeTab).toHaveText(/Compare/)
  await expect(workspace.activeTab).toBeInViewport({ ratio: 1 })
})

test('the window, its keys and its menus stand up to WCAG AA in every theme', async ({ workspace }) => {
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.press('F1')
  await expect(workspace.keyboardHelp).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.press('Escape')
  await workspace.title.getByRole('button', { name: /^Workspace:/ }).click()
  await expect(workspace.page.getByRole('menu')).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('at 200 % zoom the rail is a menu, and nothing is wider than the window', async ({ workspace }) => {
  await workspace.page.setViewportSize({ width: 720, height: 450 })
  await expect(workspace.rail).toBeHidden()
  await workspace.page.getByRole('button', { name: 'Main menu' }).click()
  await workspace.page.getByRole('menuitemradio', { name: 'Settings' }).click()
  await expect(workspace.activeTab).toHaveText(/Settings/)
  await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
})

test('a company opened from the palette has the keys at once, without a click into its page', async ({ workspace }) => {
  await workspace.press('Control+k')
  await workspace.page.getByRole('dialog').getByRole('combobox').fill('FA HLDN')
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/HLDN/)
  await expect.poll(() => workspace.focusedRegion()).toBe('page')
})

test('a profile that is open already is named as such, with what to do, and opens once the other window is closed', async ({
  app,
  workspace,
}) => {
  const { browser } = app
  test.skip(browser === null, 'Electron shows its first window instead')
  const second = (await browser?.openAnother()) ?? workspace.page
  await expect(second.getByRole('heading', { name: 'Tearsheet cannot open the library' })).toBeVisible()
  await expect(second.getByText('This profile is open in another Tearsheet window.')).toBeVisible()
  await expect(second.getByText(/--profile FOLDER/)).toBeVisible()
  await browser?.endProgram()
  await second.getByRole('button', { name: 'Retry' }).click()
  await new WorkspacePage(second).isOpen()
})

test('when the program ends without the page, the page says so and keeps its content', async ({ app, workspace }) => {
  const { browser } = app
  test.skip(browser === null, 'a window of Electron ends with its program')
  await workspace.press('Control+,')
  await browser?.endProgram()
  await expect(workspace.status).toContainText('Tearsheet is not running')
  await workspace.press('Control+2')
  await expect(workspace.activeTab).toHaveText(/Search/)
})
