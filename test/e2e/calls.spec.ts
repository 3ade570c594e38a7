import { copiedHtml, copiedText } from './clipboard.ts'
import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { CallsPage } from './pages/calls-page.ts'
import { Palette } from './pages/palette.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { storedCalls, TranscriptSearchPage } from './pages/transcript-search-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { savedTabs } from './saved-tabs.ts'

test('the latest calls are fetched when the list is opened, with what each is in words', async ({ workspace }) => {
  const calls = await CallsPage.open(workspace)
  await expect(workspace.status).toContainText('Updated just now')
  const [held, inProgress] = [calls.row('Larkrise Automation Q4 FY2026'), calls.row('Sedgeline Software Q3 FY2027')]
  await expect(await calls.cell(held, 'Downloaded')).toHaveText('Not downloaded')
  await expect(await calls.cell(held, 'Symbol')).toHaveText('LRKA')
  await expect(await calls.cell(held, 'Title')).toHaveText('Q4 FY2026 earnings call')
  await expect(await calls.cell(held, 'Length')).toHaveText(/^0:\d\d:\d\d$/)
  await expect(await calls.cell(inProgress, 'Downloaded')).toHaveText('In progress')
  await expect(await calls.cell(inProgress, 'Length')).toHaveText('n/a')
  // Weeks of a year that is over have it in their name.
  await expect(calls.groups.first()).toContainText(/^16 to 20 November(?: 2026)?\s+\d+ calls$/)
})

test('older calls are reached at the end of the list: nothing moves, and all that the service has are there', async ({
  workspace,
}) => {
  const calls = await CallsPage.open(workspace)
  await calls.grid.press('End')
  await expect(calls.older).toBeVisible()
  const all = await calls.countAtService()
  await expect.poll(() => calls.count()).toBeLessThan(all)
  const before = await calls.place(calls.current)
  await calls.older.click()
  await expect(calls.older).toBeHidden()
  await expect.poll(() => calls.count()).toBe(all)
  await expect.poll(() => calls.place(calls.current)).toBe(before)
  await calls.grid.press('End')
  await expect(calls.screen).toContainText('No earlier calls at the service.')
})

test('filters narrow the list, and what fits none of them says so and offers the way back', async ({ workspace }) => {
  const calls = await CallsPage.open(workspace)
  await expect(calls.state.getByRole('option', { name: /status: failed/ })).toHaveText(/^Call status: failed \(\d+\)$/)
  await calls.state.selectOption('status:FAILED')
  await expect(calls.row('Quillon Drives Q2 FY2026')).toBeVisible()
  await expect
    .poll(async () => new Set(await calls.rows.getByText(/^(Failed|In progress|Not downloaded)$/).allInnerTexts()))
    .toEqual(new Set(['Failed']))
  await calls.text.fill('quillon')
  await expect(calls.rows).toHaveCount(1)
  await calls.state.selectOption('transcript')
  await expect(calls.screen).toContainText('No calls match these filters: “quillon”, transcript downloaded.')
  await calls.screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect(calls.row('Larkrise Automation Q4 FY2026')).toBeVisible()

  await calls.enterSymbols('hldn vspo')
  await expect(workspace.activeTab).toHaveText('HLDN, VSPO Calls')
  await expect(calls.rows).toHaveCount(11)
  await calls.enterSymbols('KLNC')
  await expect(calls.screen).toContainText('No calls stored for KLNC.')
  await expect(calls.screen.getByRole('button', { name: 'Load calls' })).toBeEnabled()
  await expect(calls.screen).toContainText('No calls at the service.')
})

test('a click on a head orders by it, another turns the order round', async ({ workspace }) => {
  const calls = await CallsPage.open(workspace)
  const seconds = async () => {
    const cells = await Promise.all((await calls.rows.all()).slice(0, 10).map((row) => calls.cell(row, 'Length')))
    const texts = await Promise.all(cells.map((cell) => cell.innerText()))
    return texts.map((text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0))
  }
  /** Those on screen once they are others than before, in this order. */
  const ordered = async (before: readonly number[], compare: (one: number, other: number) => number) => {
    let now: readonly number[] = before
    await expect(async () => {
      now = await seconds()
      expect(now).not.toEqual(before)
      expect(now).toEqual(now.toSorted(compare))
    }).toPass()
    return now
  }
  const byDate = await seconds()
  await calls.orderBy('Length')
  const longest = await ordered(byDate, (one, other) => other - one)
  await calls.orderBy('Length')
  await expect(calls.grid.getByRole('columnheader', { name: 'Length' })).toHaveAttribute('aria-sort', 'ascending')
  await ordered(longest, (one, other) => one - other)
})

test('rows are selected and copied for a spreadsheet, those that were never on screen too', async ({ workspace }) => {
  const calls = await CallsPage.open(workspace)
  const copied = async () => (await copiedText(workspace.page)).split('\r\n')
  await calls.grid.press('Home')
  await calls.grid.press('Shift+ArrowDown')
  await expect(workspace.status).toContainText('2 rows selected')
  await calls.grid.press('ControlOrMeta+c')
  await expect(workspace.status).toContainText('2 rows copied')
  const [heads, first, ...rest] = await copied()
  const cells = (first ?? '').split('\t')
  expect(heads?.split('\t').slice(0, 6)).toEqual([
    'Date',
    'Start, UTC',
    'Symbol',
    'Company',
    'Title',
    'Fiscal quarter, inferred',
  ])
  expect([cells[0], cells[6], rest.length]).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    expect.stringMatching(/^\d*$/),
    1,
  ])
  expect(await copiedHtml(workspace.page)).toContain('<table')
  await calls.grid.press('ControlOrMeta+a')
  await calls.grid.press('ControlOrMeta+c')
  const all = await calls.count()
  await expect(workspace.status).toContainText(`${all} rows copied`)
  expect(await copied()).toHaveLength(all + 1)
  await calls.grid.press('Escape')
  await expect(calls.current).toHaveCount(1)
})

test('columns are as wide as they were made, also after a restart', async ({ workspace, app }) => {
  const calls = await CallsPage.open(workspace)
  const head = calls.grid.getByRole('columnheader', { name: 'Length' })
  const before = (await head.boundingBox())?.width ?? 0
  await head.getByRole('button').focus()
  await workspace.press('Alt+ArrowRight')
  await workspace.press('Alt+ArrowRight')
  const width = async (of: CallsPage) =>
    (await of.grid.getByRole('columnheader', { name: 'Length' }).boundingBox())?.width
  await expect.poll(() => width(calls)).toBe(before + 16)
  // Without dragging, and without a key.
  await head.click({ button: 'right' })
  await workspace.menuEntry('Widen column').click()
  await expect.poll(() => width(calls)).toBe(before + 40)
  await head.click({ button: 'right' })
  await workspace.menuEntry('Narrow column').click()
  await expect.poll(() => width(calls)).toBe(before + 16)
  const title = calls.grid.getByRole('columnheader', { name: 'Title' })
  const box = await title.boundingBox()
  if (!box) throw new Error('the head is not drawn')
  await workspace.page.mouse.move(box.x + box.width - 1, box.y + 10)
  await workspace.page.mouse.down()
  await workspace.page.mouse.move(box.x + box.width - 101, box.y + 10, { steps: 4 })
  await workspace.page.mouse.up()
  await expect.poll(async () => (await title.boundingBox())?.width).toBe(box.width - 100)
  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  await expect.poll(async () => width(await CallsPage.open(again))).toBe(before + 16)
})

test('groups by week and by company, a quarter alone, and an order of its own without groups', async ({
  workspace,
}) => {
  const calls = await CallsPage.open(workspace)
  await calls.screen.getByRole('radio', { name: 'By company' }).check({ force: true })
  await expect(calls.groups.first()).toHaveText(/^[A-Z]{4}\s*[A-Z].+ \d+ calls?$/)
  await expect(async () => {
    const symbols = await Promise.all(
      (await calls.rows.all()).slice(0, 10).map(async (row) => (await calls.cell(row, 'Symbol')).innerText()),
    )
    expect(symbols).toEqual(symbols.toSorted())
  }).toPass()
  await calls.orderBy('Downloaded')
  await expect(calls.groups).toHaveCount(0)
  await calls.screen.getByRole('radio', { name: 'By week' }).check({ force: true })
  await expect(calls.groups.first()).toContainText('November')
  await calls.screen.getByRole('combobox', { name: 'Quarter' }).selectOption('Q3 2026')
  await expect(calls.rows.first()).toContainText(/(Jul|Aug|Sep) 26/)
  await calls.grid.press('End')
  await expect(calls.rows.last()).toContainText(/(Jul|Aug|Sep) 26/)
})

test('the keys go past the heads of groups, and a reader hears with the first row of a group which one it is', async ({
  workspace,
}) => {
  const calls = await CallsPage.open(workspace)
  const [first = '', second = ''] = await calls.groups.allInnerTexts()
  const nameOf = (head: string) => /^\d+ to \d+ \w+/.exec(head)?.[0] ?? ''
  const inFirst = Number(/(\d+) calls?$/.exec(first)?.[1])
  await calls.grid.press('Home')
  await expect(calls.current).toHaveAccessibleDescription(new RegExp(nameOf(first)))
  for (let row = 0; row < inFirst; row += 1) await workspace.press('j')
  await expect(workspace.status).toContainText(`Row ${inFirst + 1} of`)
  await expect(calls.current).toHaveAccessibleDescription(new RegExp(nameOf(second)))
  // The table's head, one row for each call, and two heads of groups.
  await expect(calls.current).toHaveAttribute('aria-rowindex', String(inFirst + 4))
  await workspace.press('k')
  await expect(workspace.status).toContainText(`Row ${inFirst} of`)
  await expect(calls.current).toHaveAccessibleDescription('')
})

test('a preview follows the row: it downloads what is not there, and fetches nothing by moving', async ({
  workspace,
}) => {
  const calls = await CallsPage.open(workspace)
  await calls.row('Larkrise Automation Q4 FY2026').click()
  await expect(calls.preview.getByText('Larkrise Automation Q4 FY2026')).toBeVisible()
  await expect(calls.preview.getByRole('region', { name: 'Chapters' })).toHaveCount(0)
  await calls.preview.getByRole('button', { name: 'Download' }).click()
  await expect(calls.preview.getByRole('region', { name: 'Chapters' })).toBeVisible()
  await expect(calls.preview.getByRole('region', { name: 'Analysts' })).toContainText('Questions')
  const row = calls.row('Larkrise Automation Q4 FY2026')
  await expect(await calls.cell(row, 'Remarks')).toHaveText(/^\(?\d\.\d\d\)?$/)
  await expect((await calls.cell(row, 'Read')).getByRole('img')).toHaveAccessibleName('Not read')
  await calls.grid.press('ArrowDown')
  await expect(calls.preview.getByRole('region', { name: 'Chapters' })).toHaveCount(0)
  await calls.grid.press('ArrowUp')
  await expect(calls.preview.getByRole('region', { name: 'Summary' })).toContainText('by the service')

  await calls.view('Unread')
  await expect(calls.rows).toHaveCount(1)
  await calls.grid.press('Enter')
  await expect(workspace.pageOf(/LRKA/)).toContainText('Larkrise')
  // What was never drawn was not read.
  await new CallPage(workspace).isRead()
  await workspace.press('Alt+ArrowLeft')
  await expect(calls.screen).toContainText('No unread calls.')
  await calls.view('All')
  await expect((await calls.cell(row, 'Read')).getByRole('img')).toHaveAccessibleName(/^\d+\.\d% read$/)
})

test('hits of a saved search are counted, listed in the preview, and are a view of their own', async ({
  workspace,
  app,
}) => {
  await TranscriptSearchPage.store(workspace, storedCalls.speech, storedCalls.before)
  const text = await TranscriptSearchPage.open(workspace)
  await text.search('margin')
  await text.screen.getByRole('button', { name: 'Save search' }).click()
  await workspace.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Margins')
  await workspace.press('Enter')
  await expect(workspace.status).toContainText('Saved as “Margins”.')
  const calls = await CallsPage.open(workspace)
  await expect(calls.screen.getByRole('combobox', { name: 'Hits for' })).toHaveValue(/./)
  await calls.view('With hits')
  await expect(calls.rows).toHaveCount(2)
  const hits = calls.preview.getByRole('region', { name: 'Hits' })
  await expect(hits.locator('mark').first()).toBeVisible()
  const counted = await calls.cell(calls.rows.first(), 'Hits')
  await expect(counted).toHaveText(/\d/)
  await expect(hits.getByRole('heading')).toContainText(await counted.innerText())
  await calls.screen.getByRole('combobox', { name: 'Hits for' }).selectOption({ label: 'No search' })
  await expect(calls.grid.getByRole('columnheader', { name: 'Hits' })).toHaveCount(0)
  await expect.poll(() => savedTabs(app.profile)).toContain('"search":""')
  // None was a choice: the first search does not come back by a restart.
  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  const reopened = await CallsPage.open(again)
  await expect(reopened.screen.getByRole('combobox', { name: 'Hits for' })).toHaveValue('')
  await expect(reopened.grid.getByRole('columnheader', { name: 'Hits' })).toHaveCount(0)
})

test('the list is as it was left after a restart: its filter, and the preview that was hidden', async ({
  workspace,
  app,
}) => {
  const calls = await CallsPage.open(workspace)
  await calls.text.fill('halden')
  await expect(calls.row('Halden Instruments Q3 FY2026')).toBeVisible()
  await expect(calls.preview).toBeVisible()
  await calls.grid.focus()
  await workspace.press('v')
  await expect(calls.preview).toBeHidden()
  await expect.poll(() => savedTabs(app.profile)).toContain('"preview":"hidden"')
  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  const reopened = await CallsPage.open(again)
  await expect(reopened.text).toHaveValue('halden')
  await expect(reopened.row('Halden Instruments Q3 FY2026')).toBeVisible()
  await expect(reopened.preview).toBeHidden()
})

test('from the palette to an open call and back without the mouse', async ({ workspace }) => {
  const palette = new Palette(workspace)
  await palette.open('TRAN')
  await expect(palette.active).toHaveAccessibleName(/Calls of all companies/)
  await workspace.press('Enter')
  const calls = new CallsPage(workspace)
  await expect(calls.grid).toBeFocused()
  await expect(calls.rows.first()).toBeVisible()
  await workspace.press('j')
  await workspace.press('ArrowDown')
  await workspace.press('k')
  await expect(workspace.status).toContainText('Row 2 of')
  const title = await calls.current.getByRole('rowheader').innerText()
  await workspace.press('Enter')
  await expect(workspace.activeTab).not.toHaveText('Calls')
  await workspace.press('Alt+ArrowLeft')
  await expect(workspace.activeTab).toHaveText('Calls')
  await expect(calls.current.getByRole('rowheader')).toHaveText(title)
  await workspace.press('/')
  await expect(calls.text).toBeFocused()
})

test('a call that is opened is on disk from then on, and what was under way changes in its row', async ({
  workspace,
}) => {
  const calls = await CallsPage.open(workspace)
  const [held, inProgress] = [calls.row('Larkrise Automation Q4 FY2026'), calls.row('Hartfell Stores Q3 FY2026')]
  await expect(await calls.cell(inProgress, 'Downloaded')).toHaveText('In progress')
  await held.getByRole('rowheader').getByRole('button').click()
  await expect(workspace.pageOf(/LRKA/)).toContainText('Larkrise')
  await workspace.press('Alt+ArrowLeft')
  await expect((await calls.cell(held, 'Downloaded')).getByTitle(/^Transcript downloaded/)).toBeVisible()
  await expect(calls.current).toContainText('Larkrise')
  await inProgress.getByRole('rowheader').getByRole('button').click()
  await expect(workspace.pageOf(/HRTF/)).toContainText('Hartfell Stores')
  await expect(workspace.pageOf(/HRTF/)).toContainText('Operator')
  await workspace.press('Alt+ArrowLeft')
  await expect(await calls.cell(inProgress, 'Downloaded')).toHaveText(/Transcript downloaded .+In progress$/)
  await workspace.press('Alt+ArrowRight')
  await expect(workspace.activeTab).toHaveText(/HRTF/)
  await workspace.press('r')
  await workspace.press('Alt+ArrowLeft')
  await expect(await calls.cell(inProgress, 'Downloaded')).toHaveText(/Failed$/)
  await calls.state.selectOption('transcript')
  await expect(held).toBeVisible()
  await expect.poll(() => calls.count()).toBeLessThan(3)
})

test('a company has its own calls, by its code and by its page', async ({ workspace }) => {
  const palette = new Palette(workspace)
  await palette.open('TRAN HLDN')
  await workspace.press('Enter')
  const calls = new CallsPage(workspace, /^HLDN/)
  await expect(workspace.activeTab).toHaveText(/HLDN Calls/)
  await expect(calls.rows).toHaveCount(8)
  await expect(calls.row('Halden Instruments')).toHaveCount(8)
  await expect(calls.grid.getByRole('columnheader', { name: 'Symbol' })).toHaveCount(0)
})

test('with the service gone the list is still there, and says how old it is', async ({ workspace, service, app }) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const listed = await CallsPage.open(workspace)
  await expect(workspace.status).toContainText('Updated just now')
  const count = await listed.count()
  await service.stop()
  await workspace.press('r')
  await expect(workspace.title).toContainText('Offline')
  await expect(listed.screen.getByRole('note').filter({ hasText: 'Still showing stored data.' })).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])

  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  const calls = await CallsPage.open(again)
  await expect.poll(() => calls.count()).toBe(count)
  await calls.text.fill('halden')
  await expect(calls.row('Halden Instruments Q3 FY2026')).toBeVisible()
})

test('a service in trouble is said in one line, and Retry brings the list', async ({ workspace, service }) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  await service.start(['--fail', 'calls.list=403'])
  await workspace.rail.getByRole('button', { name: 'Calls' }).click()
  const calls = new CallsPage(workspace)
  const strip = calls.screen.getByRole('note').filter({ hasText: /does not include/ })
  await expect(strip).toBeVisible()
  await expect(calls.screen).toContainText('Conference calls with transcript and recording.')
  await expect(calls.grid.getByRole('columnheader', { name: 'Downloaded' })).toBeVisible()
  await expect(calls.screen.getByText('Example:')).toBeAttached()
  await expect(calls.rows).toHaveCount(0)
  await service.start()
  await calls.screen.getByRole('button', { name: 'Load calls' }).click()
  await expect(calls.rows.first()).toBeVisible()
  await expect(strip).toBeHidden()
})
