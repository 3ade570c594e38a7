import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Palette } from './pages/palette.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

test.use({ profileState: 'loaded sample' })

test('one company on one page: figures lead to their source, passages to the transcript, the call plays in place', async ({
  app,
}) => {
  const workspace = new WorkspacePage(app.page)
  await workspace.isOpen()
  const palette = new Palette(workspace)
  await palette.open('DES HLDN')
  await workspace.press('Enter')
  const overview = workspace.pageOf('HLDN Overview')
  const figures = overview.getByRole('grid', { name: 'Key figures of Halden Instruments' })
  const row = (name: string) =>
    figures.getByRole('row').filter({ has: workspace.page.getByRole('rowheader', { name, exact: true }) })
  await expect(row('Revenue')).toContainText('1,318.4')
  await expect(row('Revenue')).toContainText('+9.4%')
  await expect(row('Operating margin')).toContainText('16.5%')
  await expect(row('Interest coverage')).toContainText('16.73x')
  // The table is on the page as a whole, without scrollbars of its own.
  for (const width of [1440, 1920]) {
    await workspace.page.setViewportSize({ width, height: 900 })
    const scroller = figures.locator('xpath=ancestor::*[contains(@class, "scroller")][1]')
    await expect
      .poll(() =>
        scroller.evaluate((table) => table.scrollWidth - table.clientWidth + table.scrollHeight - table.clientHeight),
      )
      .toBe(0)
  }
  // The unit of the figures is not cut.
  const unit = figures.getByRole('columnheader').first().locator('span').first()
  await expect.poll(() => unit.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0)
  await expect(overview.getByText('Information Technology')).toBeVisible()

  // The cover of the quarter is that of the four quarters which end with it, and its inputs say so.
  await row('Interest coverage').getByRole('gridcell').first().click()
  const drawer = workspace.page.locator('[data-region="drawer"]')
  await expect(drawer).toContainText('Operating income ÷ interest expense, last four consecutive quarters')
  await workspace.press('Escape')

  const call = overview.getByRole('region', { name: 'Latest call' })
  await expect(call.getByRole('table', { name: 'Sentiment of the latest call' })).toContainText('Prepared remarks')
  await call
    .getByRole('button', { name: /^Play from/ })
    .first()
    .click()
  await new PlayerBar(workspace).isHeardBeyond(24)
  await expect(workspace.activeTab).toHaveText('HLDN Overview')
  await call.getByText('We have also restated the second quarter.').click()
  await expect(workspace.activeTab).toHaveText(/HLDN Q3 FY2026 call/)
  await workspace.tab('HLDN Overview').click()

  const ratings = overview.getByRole('region', { name: 'Ratings' })
  await expect(
    ratings.getByRole('img', { name: /^Price targets, currency not stated: Tidewell 57\.00/ }).first(),
  ).toBeVisible()
  await expect(overview.getByRole('region', { name: 'Restatements and tie-outs' })).toContainText('Revenue, Q2 FY2026')
  await overview
    .getByRole('region', { name: 'Restatements and tie-outs' })
    .getByText('Revenue, Q2 FY2026')
    .first()
    .click()
  await expect(drawer).toContainText('1,301.2')
  await workspace.press('Escape')
  await ratings.getByRole('button', { name: 'Penhallow' }).click()
  await expect(workspace.activeTab).toHaveText(/Ratings/)
})

test('a company without calls, ratings or news keeps its page, and says what is missing', async ({ app }) => {
  const workspace = new WorkspacePage(app.page)
  await workspace.isOpen()
  const palette = new Palette(workspace)
  await palette.open('DES ORVN')
  await workspace.press('Enter')
  const overview = workspace.pageOf('ORVN Overview')
  const figures = overview.getByRole('grid', { name: 'Key figures of Orvane Biosciences' })
  await expect(figures).toContainText('Revenue')
  await expect(overview.getByText('No calls stored for ORVN.')).toBeVisible()
  await expect(overview.getByText('No ratings stored for ORVN.')).toBeVisible()
  await expect(overview.getByText('No news stored for ORVN.')).toBeVisible()

  // Each list is fetched from where it is missed.
  const ratings = overview.getByRole('region', { name: 'Ratings' })
  await ratings.getByRole('button', { name: 'Load ratings' }).click()
  await expect(ratings.getByRole('table', { name: 'Latest rating of each firm' })).toBeVisible()
  const news = overview.getByRole('region', { name: 'News' })
  await news.getByRole('button', { name: 'Load news' }).click()
  await expect(news.getByRole('listitem')).toHaveCount(4)

  // Of a day on which nothing was stored no figure is shown, and not those of today either.
  await overview.getByRole('button', { name: 'View as of date…' }).click()
  await overview.getByRole('textbox', { name: 'As of' }).fill('1 Jan 20')
  await workspace.press('Enter')
  const then = workspace.pageOf('ORVN Overview as of 1 Jan 20')
  await expect(then.getByText('No data was stored for ORVN on 1 Jan 2020.')).toBeVisible()
  await expect(then.getByText('No ratings stored for ORVN as of that date.')).toBeVisible()
  await expect(then.getByRole('grid', { name: 'Key figures of Orvane Biosciences' })).toHaveCount(0)
  await then.getByRole('button', { name: 'Show current data' }).first().click()
  await expect(figures).toContainText('Revenue')

  // Parts are hidden and moved for every company, and stay so.
  await palette.open('Arrange overview')
  await workspace.press('Enter')
  const dialog = workspace.page.getByRole('dialog', { name: 'Arrange overview' })
  await dialog.getByText('Filing text').click()
  await dialog.getByRole('button', { name: 'Move News up' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(overview.getByRole('region', { name: 'Filing text' })).toHaveCount(0)
  const reopened = new WorkspacePage(await app.reopen())
  await reopened.isOpen()
  const again = reopened.pageOf('ORVN Overview')
  await expect(again.getByRole('region', { name: /^(?:Latest call|News|Ratings)$/ })).toHaveText([
    /^Latest call/,
    /^News/,
    /^Ratings/,
  ])
  await expect(again.getByRole('region', { name: 'Filing text' })).toHaveCount(0)
})

test('companies open at the overview, and again where they were left; a quarter of the chart opens its period', async ({
  app,
}) => {
  const workspace = new WorkspacePage(app.page)
  await workspace.isOpen()
  const search = await SecuritiesSearchPage.open(workspace)
  await search.search('HLDN')
  await search.row('HLDN').waitFor()
  await search.box.press('Enter')
  await expect(workspace.activeTab).toHaveText('HLDN Overview')
  const overview = workspace.pageOf('HLDN Overview')

  const quarters = overview.getByRole('region', { name: '12 quarters' })
  await quarters
    .getByText(/^Q2 26: revenue/)
    .locator('..')
    .click()
  await expect(workspace.activeTab).toHaveText('HLDN Financials')
  const company = new CompanyPage(workspace, 'HLDN')
  await company.showsFigures()
  await expect.poll(async () => (await company.focusStands()).period).toBe('Q2 FY2026')

  // The same company from the same list is where it was left.
  const again = await SecuritiesSearchPage.open(workspace)
  await again.search('HLDN')
  await again.row('HLDN').waitFor()
  await again.box.press('Enter')
  await expect(workspace.activeTab).toHaveText('HLDN Financials')

  // The recording of the latest call is on disk: Space plays it, from the page.
  await workspace.press('g')
  await workspace.press('d')
  await expect(overview.getByRole('region', { name: 'Latest call' })).toContainText('Prepared remarks')
  await workspace.press('Space')
  await new PlayerBar(workspace).isHeardBeyond(0)
  await expect(workspace.activeTab).toHaveText('HLDN Overview')
})

test('what opened the drawer stays visible, however often the page is laid out again', async ({ app }) => {
  const workspace = new WorkspacePage(app.page)
  await workspace.isOpen()
  const palette = new Palette(workspace)
  await palette.open('DES HLDN')
  await workspace.press('Enter')
  const overview = workspace.pageOf('HLDN Overview')
  const restated = overview.getByRole('region', { name: 'Restatements and tie-outs' })
  const opened = restated.getByRole('button', { name: /Revenue, Q2 FY2026/ }).first()
  // Each scroll lays the page out again before the frame is drawn, and pushes the row out once more.
  const pushes = await opened.evaluateHandle((row) => {
    const scroller = row.closest<HTMLElement>('.overview')
    if (!scroller?.firstElementChild) throw new Error('the overview has another structure')
    const top = document.createElement('div')
    top.style.gridColumn = '1 / -1'
    scroller.style.overflowAnchor = 'none'
    const done = { count: 0 }
    const push = () => {
      if (done.count === 4) return
      done.count += 1
      top.style.height = `${done.count * 1_000}px`
    }
    scroller.prepend(top)
    const opening = new MutationObserver(() => {
      if (!document.querySelector('[data-region="drawer"]')) return
      opening.disconnect()
      scroller.addEventListener('scroll', push)
      push()
    })
    opening.observe(document.body, { subtree: true, childList: true })
    return done
  })
  await opened.click()
  await expect.poll(() => pushes.evaluate(({ count }) => count)).toBe(4)
  await expect(opened).toBeInViewport({ ratio: 1 })
})
