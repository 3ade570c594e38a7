import { expect, test } from './fixtures.ts'
import { ExportDialog } from './pages/export-dialog.ts'
import { RatingsNewsPage } from './pages/ratings-news-page.ts'
import { Palette } from './pages/palette.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { TranscriptSearchPage } from './pages/transcript-search-page.ts'

test('facets narrow each other, and what matches none of them is named and cleared', async ({ workspace }) => {
  const page = await RatingsNewsPage.open(workspace)
  await page.listOf('hldn')
  await expect(workspace.activeTab).toHaveText('HLDN Ratings and news')
  await expect(workspace.status).toContainText('Updated just now')
  await page.facet('Show', 'Ratings').click()
  await expect(workspace.activeTab).toHaveText('HLDN Ratings')
  await expect(page.screen).toContainText('43 ratings')
  const downgrades = await page.countOf('Action', 'Downgraded')
  await page.facet('Firm', 'Penhallow').click()
  await expect(page.screen).toContainText('6 ratings')
  await expect.poll(() => page.countOf('Action', 'Downgraded')).toBeLessThan(downgrades)
  const few = await page.countOf('Action', 'Downgraded')
  await page.facet('Action', 'Downgraded').click()
  await expect(page.rows).toHaveCount(few)
  await expect
    .poll(async () => new Set(await page.rows.getByText(/graded$|Initiated|Reiterated/).allInnerTexts()))
    .toEqual(new Set(['Downgraded']))
  await page.text.fill('nobody')
  await expect(page.screen).toContainText('No ratings match these filters: “nobody”, Downgraded, Penhallow.')
  await page.screen.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(workspace.activeTab).toHaveText('HLDN Ratings and news')
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('a click on a quarter lists it alone, and another shows the rest again', async ({ workspace }) => {
  const page = await RatingsNewsPage.open(workspace)
  await page.listOf('HLDN')
  const all = await page.screen.getByText(/^\d+ ratings and news$/).innerText()
  const latest = page.quarters.last()
  const [, quarter = '', year = '', up = '', down = ''] =
    /Q(\d) (\d{4})(?: to date)?: (\d+) upgrades?, (\d+) downgrades?/.exec(await latest.innerText()) ?? []
  await latest.click()
  await expect(latest).toHaveAttribute('aria-pressed', 'true')
  await page.facet('Show', 'Ratings').click()
  await expect.poll(() => page.countOf('Action', 'Upgraded')).toBe(Number(up))
  await expect.poll(() => page.countOf('Action', 'Downgraded')).toBe(Number(down))
  const months = { 1: 'Jan|Feb|Mar', 2: 'Apr|May|Jun', 3: 'Jul|Aug|Sep', 4: 'Sep|Oct|Nov|Dec' }[quarter]
  const inQuarter = new RegExp(`(${months ?? ''}) ${year.slice(2)}`)
  // Rows leave one after another once the list has come: each is looked at when the others have left.
  await expect.poll(async () => (await page.rows.allInnerTexts()).filter((text) => !inQuarter.test(text))).toEqual([])
  await latest.click()
  await page.facet('Show', 'Ratings').click()
  await expect(page.screen.getByText(all, { exact: true })).toBeVisible()
})

test('the pane follows J and K, with the story, the firm’s targets, every firm and the record; Escape closes it', async ({
  workspace,
}) => {
  const page = await RatingsNewsPage.open(workspace)
  await page.listOf('HLDN')
  await page.facet('Show', 'Ratings').click()
  await page.text.fill('penhallow')
  await expect(page.screen).toContainText('6 ratings')
  await page.text.press('ArrowDown')
  await page.grid.press('Enter')
  await expect(page.drawer).toContainText('Latest rating by firm')
  await expect(page.drawer).toContainText('Penhallow on HLDN')
  await expect(page.drawer).toContainText('Currency not stated by the service.')
  await expect(page.drawer.getByRole('img', { name: /^Price targets of Penhallow: / })).toBeVisible()
  await expect(page.drawer.getByRole('row', { name: /^Median of \d+, 12 months/ }).first()).toBeVisible()
  const before = await page.drawer.innerText()
  await workspace.press('j')
  await expect(page.drawer).not.toHaveText(before)
  await workspace.press('k')
  await expect(page.drawer).toContainText('Stored record')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.press('Escape')
  await expect(page.drawer).toBeHidden()
  await workspace.press('j')
  await expect(page.drawer).toBeHidden()
})

test('a company’s page has the same list, opened at its ratings or its news by its codes', async ({ workspace }) => {
  await new Palette(workspace).open('ANR HLDN')
  await workspace.press('Enter')
  const page = new RatingsNewsPage(workspace, /HLDN/)
  await expect(page.rows.first()).toBeVisible()
  await expect(page.facet('Show', 'Ratings').getByRole('checkbox')).toBeChecked()
  // It is to date until it ends.
  const toDate = Date.now() < Date.UTC(2027, 0) ? ' to date' : ''
  await expect(page.quarters.last()).toHaveAccessibleName(new RegExp(`^Q4 2026${toDate}: 0 upgrades, 1 downgrade,`))
  await new Palette(workspace).open('CN HLDN')
  await workspace.press('Enter')
  await expect(page.facet('Show', 'News').getByRole('checkbox')).toBeChecked()
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('news are requested by symbol, say why before what, and lead to what the library has and back', async ({
  workspace,
}) => {
  const page = await RatingsNewsPage.open(workspace)
  await page.listOf('HLDN', 'VSPO')
  await page.facet('Show', 'News').click()
  await expect(page.screen).toContainText('33 news items')
  await expect(page.grid.getByRole('columnheader')).toHaveText(['Date', 'Symbol', 'Headline', 'Type', 'Links'])
  const filters = page.screen.getByRole('complementary', { name: 'Filters' })
  await expect(filters.getByRole('group', { name: 'News' })).toBeVisible()
  await expect(filters.getByRole('group', { name: /^(Action|Rating|Price target|Firm)$/ })).toHaveCount(0)
  await page.text.fill('halden third quarter of fiscal 2026')
  await expect(page.rows).toHaveCount(1)
  await page.text.press('ArrowDown')
  await page.grid.press('Enter')
  await expect(page.drawer).toContainText('Results for the third quarter of fiscal 2026')
  await expect(page.drawer).toContainText('Share class FIGI')
  expect(await workspace.accessibilityFaults()).toEqual([])
  const links = page.drawer.getByRole('button').filter({ hasText: 'Rating' })
  await expect(links).toHaveCount(5)
  const [, firm = ''] =
    /Rating (.+?) (?:upgrades|downgrades|initiates|reiterates) /.exec(await links.first().innerText()) ?? []
  await page.text.fill('')
  await links.first().click()
  await expect(workspace.activeTab).toHaveText('HLDN Ratings')
  await expect(page.current).toContainText(firm)
  await expect(page.drawer).toContainText('Related news')
  await page.drawer.getByRole('button').filter({ hasText: 'Results for the third quarter' }).click()
  await expect(workspace.activeTab).toHaveText('HLDN News')
})

test('offline the stored list is filtered, counted and copied, and what needs the service says so', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const page = await RatingsNewsPage.open(workspace)
  await page.listOf('HLDN')
  // Stored, and not only on its way: the rows of the list before are visible until then.
  await expect.poll(() => page.countOf('Show', 'Ratings')).toBe(43)
  await page.grid.focus()
  await service.stop()
  await workspace.press('r')
  await expect(workspace.title).toContainText('Offline')
  await page.facet('Show', 'Ratings').click()
  await expect(page.screen).toContainText('43 ratings')
  const raised = await page.countOf('Price target', 'Raised')
  await page.facet('Price target', 'Raised').click()
  await expect(page.rows).toHaveCount(raised)
  await page.facet('Price target', 'Raised').click()
  await page.screen.getByRole('button', { name: 'Copy all ratings' }).click()
  await expect(workspace.status).toContainText('43 rows copied')
  const [heads, ...rows] = (await page.copied()).split('\r\n')
  expect(heads).toContain('Target\tCurrency\tTarget as received')
  expect(rows).toHaveLength(43)
  expect(rows.find((row) => row.includes('USD 73.00'))).toContain('\t73\tUSD\tUSD 73.00\t54\tUSD\t')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await page.symbols.fill('KLNC')
  await page.symbols.press('Enter')
  await expect(page.screen).toContainText('No ratings stored for KLNC.')
  await expect(page.screen).toContainText('needs a connection')
  await expect(page.screen.getByRole('button', { name: 'Load ratings' })).toBeDisabled()
})

test('what failed is said once: on the page that it concerns, and in the status bar while another is on screen', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  await service.start(['--fail', 'ratings=data-object'])
  const page = await RatingsNewsPage.open(workspace)
  const told = workspace.page.getByText(/unexpected response format/)
  await expect(page.screen.getByText(/unexpected response format/)).toBeVisible()
  await expect(told.filter({ visible: true })).toHaveCount(1)
  await expect(workspace.status).toContainText('Could not be refreshed')
  await workspace.press('Control+,')
  await expect(workspace.status).toContainText('unexpected response format')
  await workspace.tab('Ratings and news').click()
  await expect(workspace.status).not.toContainText('unexpected response format')
})

test('a hit of the full text in a rating’s story opens that rating', async ({ workspace }) => {
  const page = await RatingsNewsPage.open(workspace)
  await page.listOf('HLDN')
  const text = await TranscriptSearchPage.open(workspace)
  await text.search('in:ratings symbol:HLDN margin')
  await expect(text.hits).toBeVisible()
  await text.box.press('Enter')
  await expect(text.hits).toBeFocused()
  await expect(text.current).toBeVisible()
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText('HLDN Ratings')
  await expect(page.drawer).toContainText('Stored record')
})

test('what is on screen of the ratings is saved with its amounts as numbers; a call’s panel leads to the news that refer to it', async ({
  workspace,
}) => {
  const page = await RatingsNewsPage.open(workspace)
  await page.listOf('HLDN')
  await page.facet('Show', 'Ratings').click()
  await page.text.fill('penhallow')
  await expect(page.screen).toContainText('6 ratings')
  await page.text.press('ArrowDown')
  const exporting = page.screen.getByRole('button', { name: 'Export' })
  await exporting.hover()
  const tip = workspace.page.getByRole('tooltip')
  await expect(tip).toHaveText('Export')
  const [over, button] = [await tip.boundingBox(), await exporting.boundingBox()]
  expect((over?.y ?? 0) + (over?.height ?? 0), 'a tooltip covers no row').toBeLessThanOrEqual(button?.y ?? 0)
  const files = await (await ExportDialog.open(workspace)).save('CSV')
  const [[name = '', csv] = []] = files
  expect(name).toMatch(/^Ratings HLDN \d{4}-\d\d-\d\d\.csv$/)
  const [heads, ...lines] = (csv?.toString('utf8') ?? '').trim().split('\r\n')
  expect(heads).toContain('Firm,Action,Rating,Previous rating,Target,Currency,Target as received')
  expect(lines).toHaveLength(6)
  expect(lines.every((line) => line.includes('Penhallow'))).toBe(true)

  await new Palette(workspace).open('TRAN HLDN')
  await workspace.press('Enter')
  const calls = workspace.pageOf(/HLDN/).filter({ visible: true })
  await calls.getByRole('rowheader', { name: 'Q3 FY2026 earnings call' }).click()
  await workspace.press('Enter')
  await expect(workspace.drawer).toContainText('Related news')
  await workspace.drawer.getByRole('button').filter({ hasText: 'third quarter of fiscal 2026' }).click()
  await expect(workspace.activeTab).toHaveText('HLDN News')
})

test('next to the pane in a window of 1440 pixels no amount is shortened and the last column is whole', async ({
  workspace,
}) => {
  await workspace.page.setViewportSize({ width: 1440, height: 900 })
  const page = await RatingsNewsPage.open(workspace)
  await page.listOf('LWFL')
  await expect(page.drawer).toBeVisible()
  const cut = () =>
    page.grid.evaluate((grid) => {
      const shortened = [...grid.querySelectorAll<HTMLElement>('[role=gridcell], [role=gridcell] *')]
        .filter((cell) => /\d/.test(cell.textContent) && cell.scrollWidth > cell.clientWidth && cell.clientWidth > 0)
        .map((cell) => cell.textContent.trim())
      const last = grid.querySelector('[role=columnheader]:last-child')
      const end = last?.getBoundingClientRect().right ?? 0
      const drawer = document.querySelector('[data-region=drawer]')?.getBoundingClientRect().left ?? 0
      return { shortened, hidden: Math.max(0, Math.round(end - drawer)) }
    })
  // The columns fit the table a frame after the pane has made it narrower.
  await expect.poll(cut).toEqual({ shortened: [], hidden: 0 })
})
