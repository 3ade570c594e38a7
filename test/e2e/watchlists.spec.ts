import { expect, test } from './fixtures.ts'
import { ExportDialog } from './pages/export-dialog.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

test('a list is pasted, filled from the service, sorted, and there after a restart without the service', async ({
  workspace,
  app,
}) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN, KSTM\nVSPO\tNONESUCH')
  await expect.poll(() => list.symbols()).toEqual(['HLDN', 'KSTM', 'VSPO'])
  await list.refresh()
  await expect(list.row('VSPO')).toContainText('Q1 FY2027')
  await expect(list.row('VSPO')).toContainText('(5.6%)')
  await list.table.getByRole('columnheader', { name: 'Revenue y/y' }).click()
  await expect(list.table.getByRole('columnheader', { name: 'Revenue y/y' })).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => list.symbols()).toEqual(['HLDN', 'KSTM', 'VSPO'])
  await list.table.getByRole('columnheader', { name: 'Revenue y/y' }).click()
  await expect.poll(() => list.symbols()).toEqual(['VSPO', 'KSTM', 'HLDN'])
  const again = await WatchlistPage.open(new WorkspacePage(await app.reopen()))
  await expect.poll(() => again.symbols()).toEqual(['VSPO', 'KSTM', 'HLDN'])
  await expect(again.row('VSPO')).toContainText('(5.6%)')
})

test('companies are pasted onto a new list and walked without the mouse, their names below each other', async ({
  workspace,
}) => {
  const list = await WatchlistPage.open(workspace)
  await list.screen.getByRole('button', { name: 'New watchlist' }).focus()
  await workspace.press('Enter')
  await workspace.page.getByRole('textbox', { name: 'Name' }).fill('Coverage')
  await workspace.press('Enter')
  const add = list.screen.getByRole('button', { name: 'Add companies' })
  await add.focus()
  await workspace.press('Enter')
  await list.adding.getByRole('textbox').fill('INVL NRWT NONESUCH')
  await list.adding.getByRole('button', { name: /^Look up/ }).press('Enter')
  await expect(list.adding.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(list.adding).toContainText('2 of 3 will be added, excluded: NONESUCH')
  // Off until the last one was looked up.
  await expect(list.adding.getByRole('button', { name: 'Add', exact: true })).toBeEnabled()
  await list.adding.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(list.row('INVL').getByRole('gridcell').first()).toBeFocused()
  await workspace.press('ArrowDown')
  await expect(list.row('NRWT').getByRole('gridcell').first()).toBeFocused()
  const [first, second] = await Promise.all(
    ['Inverlay Systems', 'Northwick Test'].map((name) => list.boxOf(list.table.getByText(name))),
  )
  expect(first?.x).toBe(second?.x)
})

test('what is new is counted in rail and strip, listed, marked as seen, and that can be undone', async ({
  workspace,
}) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN VSPO')
  await list.refresh()
  // What was downloaded for the first time is not new.
  await expect(list.row('HLDN')).toContainText('Q3 FY2026')
  await expect(list.unseen).toContainText('Nothing new')
  // Meanwhile the service restates one period of HLDN, and three of VSPO.
  await list.refresh()
  await expect(list.unseen).toContainText('4 restated periods')
  await expect(workspace.rail.getByRole('button', { name: 'Watchlists, 4 new' })).toBeVisible()
  await list.row('HLDN').getByRole('gridcell').first().click()
  await expect(workspace.drawer).toContainText('Q2 FY2026')
  await workspace.drawer.getByRole('button', { name: 'Mark as seen' }).click()
  await expect(list.unseen).toContainText('3 restated periods')
  await list.unseen.getByRole('button', { name: '3 restated periods', exact: true }).click()
  await expect.poll(() => list.symbols()).toEqual(['VSPO'])
  await list.unseen.getByRole('button', { name: '3 new', exact: true }).click()
  await list.screen.getByRole('button', { name: 'Undo' }).click()
  await expect(list.unseen).toContainText('4 restated periods')
  await list.unseen.getByRole('button', { name: '4 restated periods' }).click()
  await list.screen.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(list.unseen).toContainText('Nothing new')
  await expect.poll(() => list.symbols()).toEqual(['HLDN', 'VSPO'])
})

test('a company is noted, moved, removed and put back by keys; a figure opens its source', async ({ workspace }) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN KSTM VSPO')
  await list.refresh()
  await list.table.locator('[data-active]').focus()
  await workspace.press('m')
  await workspace.page.getByRole('textbox', { name: 'Note' }).fill('Mix benefit is backlog')
  await workspace.press('Control+Enter')
  await workspace.press('Alt+ArrowDown')
  await expect.poll(() => list.symbols()).toEqual(['KSTM', 'HLDN', 'VSPO'])
  // Pressed again before the company has left the table, it removes no other one, and Undo still puts the company back.
  await list.table.locator('[data-active]').evaluate((cell) => {
    for (let times = 0; times < 2; times += 1)
      cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }))
  })
  await expect.poll(() => list.symbols()).toEqual(['KSTM', 'VSPO'])
  await expect(list.screen).toContainText('HLDN removed from Coverage.')
  await list.screen.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => list.symbols()).toEqual(['KSTM', 'HLDN', 'VSPO'])
  await list.table.locator('[data-active]').focus()
  await workspace.press('End')
  await expect(list.row('HLDN')).toContainText('Mix benefit is backlog')
  await workspace.press('Home')
  await list.row('KSTM').locator('[aria-colindex="6"]').click()
  await expect(workspace.drawer).toContainText('Operating income ÷ revenue')
})

test('lists are made, renamed, removed and brought back; columns are chosen; nothing of it is hidden from assistance', async ({
  workspace,
}) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN KSTM')
  await workspace.press('e')
  const columns = workspace.page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('textbox').fill('net debt')
  await columns
    .getByRole('group', { name: 'Net debt', exact: true })
    .getByRole('checkbox', { name: 'latest quarter' })
    .check({ force: true })
  await columns.getByRole('textbox').fill('')
  await columns.getByRole('checkbox', { name: 'MIC' }).check({ force: true })
  expect(await workspace.accessibilityFaults()).toEqual([])
  await columns.getByRole('combobox').selectOption({ label: 'By MIC' })
  await columns.getByRole('button', { name: 'Done' }).click()
  await expect(list.table.getByRole('rowheader', { name: 'XNAS' })).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await list.screen.getByRole('button', { name: 'Lists' }).click()
  await workspace.page.getByRole('menuitem', { name: 'Delete Coverage…' }).click()
  const deleting = workspace.page.getByRole('dialog', { name: 'Delete Coverage?' })
  await deleting.getByRole('button', { name: 'Cancel' }).click()
  await expect(list.table).toBeVisible()
  await list.screen.getByRole('button', { name: 'Lists' }).click()
  await workspace.page.getByRole('menuitem', { name: 'Delete Coverage…' }).click()
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(list.screen).toContainText('A watchlist tracks companies')
  await list.screen.getByRole('button', { name: 'Undo' }).click()
  await expect(list.screen.getByRole('heading', { name: 'Coverage' })).toBeVisible()
})

test('the list of calls narrows to a watchlist', async ({ workspace }) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN KSTM')
  await workspace.rail.getByRole('button', { name: 'Calls' }).click()
  const calls = workspace.pageOf('Calls')
  await calls.getByRole('combobox', { name: 'Watchlist' }).selectOption('Coverage')
  const symbols = calls.getByRole('grid', { name: 'Calls' }).locator('.symbol[role=gridcell]')
  await expect.poll(async () => [...new Set(await symbols.allInnerTexts())].toSorted()).toEqual(['HLDN', 'KSTM'])
})

test('a list is saved as a file that makes the same list again, with its notes', async ({ workspace }) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'symbol,note\nVSPO,"Break-even, later"\nHLDN,')
  await list.table.locator('[data-active]').focus()
  const files = await (await ExportDialog.open(workspace)).save('CSV')
  const [csv = ''] = [...files.values()].map((content) => content.toString('utf8'))
  expect(csv).toContain('VSPO,Vesper Optics,')
  await list.screen.getByRole('button', { name: 'Lists' }).click()
  await workspace.page.getByRole('menuitem', { name: 'New watchlist…' }).click()
  await workspace.page.getByRole('textbox', { name: 'Name' }).fill('Again')
  await workspace.press('Enter')
  await list.isOf('Again')
  await list.add(csv)
  await expect.poll(() => list.symbols()).toEqual(['VSPO', 'HLDN'])
  await list.table.locator('[data-active]').focus()
  await workspace.press('End')
  await expect(list.row('VSPO')).toContainText('Break-even, later')
})

test('a column is made wider by its edge, carried by its head, and stays so; a row is carried by its grip; a head selects nothing', async ({
  workspace,
  app,
}) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN KSTM VSPO')
  await list.refresh()
  // The latest figures come a moment after the refresh has ended, and the strip above the table with them.
  await expect(list.row('VSPO')).toContainText('Q1 FY2027')
  await expect(list.unseen).toContainText('Nothing new')
  const { mouse } = workspace.page
  const firm = list.head('Rating firm')
  const drag = async (from: { x: number; y: number }, by: { x: number; y: number }) => {
    await mouse.move(from.x, from.y)
    await mouse.down()
    await mouse.move(from.x + by.x, from.y + by.y, { steps: 4 })
    await mouse.up()
  }
  const before = await list.boxOf(firm)
  await drag({ x: before.right - 1, y: before.middle }, { x: 60, y: 0 })
  await expect.poll(async () => (await list.boxOf(firm)).width).toBe(before.width + 60)
  const stored = await list.boxOf(list.head('Stored'))
  await drag({ x: stored.x + 8, y: stored.middle }, { x: -400, y: 0 })
  await expect.poll(async () => (await list.boxOf(list.head('Stored'))).x).toBeLessThan(stored.x - 300)
  const first = await list.boxOf(list.row('HLDN').getByRole('rowheader'))
  await drag({ x: first.x + 6, y: first.middle }, { x: 0, y: 36 })
  await expect.poll(() => list.symbols()).toEqual(['KSTM', 'HLDN', 'VSPO'])

  await list.head('Operating margin, y/y').click()
  await expect.poll(() => list.symbols()).toEqual(['HLDN', 'KSTM', 'VSPO'])
  await workspace.press('Delete')
  await expect.poll(async () => (await list.symbols()).length).toBe(2)
  const again = await WatchlistPage.open(new WorkspacePage(await app.reopen()))
  await expect.poll(async () => (await again.boxOf(again.head('Rating firm'))).width).toBe(before.width + 60)
})

test('medians stand below the companies, of those that are shown, and of no amounts of money', async ({
  workspace,
}) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN KSTM VSPO')
  await list.refresh()
  await expect(list.row('Median')).toContainText('16.5%')
  await expect(list.row('Median')).toContainText('+8.2%')
  await list.screen.getByRole('textbox', { name: 'Filter' }).fill('optics')
  await expect.poll(() => list.symbols()).toEqual(['VSPO'])
  await expect(list.row('Median')).toBeHidden()
})
