import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { CallsPage } from './pages/calls-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { ComparePage } from './pages/compare-page.ts'
import { RatingsNewsPage } from './pages/ratings-news-page.ts'
import { Palette } from './pages/palette.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { TranscriptSearchPage } from './pages/transcript-search-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'

const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

test('a service that sends every record and every entry of a list twice breaks no screen', async ({
  workspace,
  service,
}) => {
  const { page } = workspace
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  /** So that a failure names the screen. */
  const isSound = async (screen: string) => {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(errors, screen).toEqual([])
  }
  await new SettingsPage(workspace).connectTo(service, 'Twice')
  await service.start(['--fail', 'duplicates'])

  await workspace.press('Control+t')
  const search = await SecuritiesSearchPage.open(workspace)
  await search.search('HLDN')
  await expect(search.row('HLDN').first()).toBeVisible()
  await isSound('search')

  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await isSound('quarters')
  await company.periods('Annual')
  await expect(company.head('FY2025').first()).toBeVisible()
  await company.show('All')
  await isSound('years')
  await company.table
    .getByRole('row', { name: /^Revenue / })
    .getByRole('gridcell')
    .last()
    .click()
  await expect(company.source).toContainText('Stored record')
  await isSound('source of a figure')
  await workspace.press('Escape')
  for (const view of ['Timeline', 'Calls', 'Ratings', 'News', 'Insights', 'Restatements', 'Profile'] as const) {
    await company.view(view)
    await isSound(`company, ${view}`)
  }

  const calls = await CallsPage.open(workspace)
  await expect(calls.rows.first()).toBeVisible()
  await isSound('list of calls')
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.findField.fill('revenue')
  await expect(call.found).toHaveText(/^1 \//)
  await isSound('call')

  const list = await RatingsNewsPage.open(workspace)
  await list.listOf('hldn')
  for (const sort of ['Ratings', 'News']) {
    await list.facet('Show', sort).click()
    await list.rows.first().click()
    await workspace.press('Enter')
    await expect(list.drawer).toBeVisible()
    await isSound(sort)
    await workspace.press('Escape')
    await list.facet('Show', sort).click()
  }

  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  // Two records of one period leave its column empty: which is right is not for the program to say.
  for (const symbol of ['HLDN', 'KSTM']) await expect(compare.company(symbol)).toContainText(/Dec|Jun|Sep|Mar/)
  await compare.choose('Calendarized')
  await isSound('comparison')
  await compare.view('Restatements')
  await isSound('restatements of a comparison')

  const watchlist = await WatchlistPage.open(workspace)
  await watchlist.make('Twice', 'HLDN KSTM')
  await expect(watchlist.row('HLDN')).toBeVisible()
  await isSound('watchlist')

  const text = await TranscriptSearchPage.open(workspace)
  await text.box.fill('revenue')
  await expect(text.hits.getByRole('row').first()).toBeVisible()
  await isSound('search of transcripts')

  await new Palette(workspace).open('HLDN')
  await isSound('palette')
})
