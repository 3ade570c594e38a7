import { expect, test } from './fixtures.ts'
import { ExportDialog } from './pages/export-dialog.ts'
import { RatingsNewsPage } from './pages/ratings-news-page.ts'
import { Palette } from './pages/palette.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { TranscriptSearchPage } from './pages/transcript-search-page.ts'

test('ratings are fetched when they are opened, narrowed by keys, and one is read beside what its firm said before', async ({
  workspace,
}) => {
  const ratings = await RatingsNewsPage.open(workspace, 'Ratings')
  await expect(ratings.rows.first()).toBeVisible()
  await expect(workspace.status).toContainText('Updated just now')
  await ratings.ask('hldn')
  await expect(workspace.activeTab).toHaveText('HLDN Ratings')
  await expect(ratings.screen).toContainText('43 ratings')
  await ratings.grid.press('/')
  await ratings.text.fill('penhallow')
  await expect(ratings.screen).toContainText('6 ratings')
  await ratings.text.press('ArrowDown')
  await ratings.grid.press('ArrowDown')
  await ratings.grid.press('Enter')
  await expect(ratings.drawer).toContainText('Rating story of HLDN')
  await expect(ratings.drawer).toContainText('currency not stated')
  await expect(ratings.drawer.getByRole('button').filter({ hasText: 'Initiates' })).toBeVisible()
  const story = await ratings.drawer.innerText()
  await workspace.press('j')
  await expect(ratings.drawer).not.toHaveText(story)
  await workspace.press('Escape')
  await expect(ratings.drawer).toBeHidden()
  await ratings.choice('Action').selectOption('down')
  expect(new Set(await ratings.rows.getByText(/grades$/).allInnerTexts())).toEqual(new Set(['Downgrades']))
  await ratings.text.fill('nobody')
  await expect(ratings.screen).toContainText('No stored ratings match these filters.')
  await ratings.screen.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(ratings.screen).toContainText('43 ratings')
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('a company’s ratings show what was said each quarter and its targets, as charts and as tables', async ({
  workspace,
}) => {
  await new Palette(workspace).open('ANR HLDN')
  await workspace.press('Enter')
  const ratings = new RatingsNewsPage(workspace, 'Ratings', /HLDN/)
  await expect(ratings.rows.first()).toBeVisible()
  const counts = ratings.screen.getByRole('table', { name: 'Rating actions per calendar quarter' })
  await expect(counts.getByRole('row').last()).toHaveText(/^Q4 2026\s*0\s*1\s*0\s*5\s*0$/)
  await expect(ratings.screen.getByRole('table', { name: 'Targets by firm, currency not stated' })).toContainText(
    'Penhallow',
  )
  await ratings.choice('Currency of the targets').selectOption('USD')
  await expect(ratings.screen.getByRole('table', { name: 'Targets by firm, USD' })).toContainText('Stackpole and Reed')
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('news are asked for by symbol, say why before what, and lead to what the library holds and back', async ({
  workspace,
}) => {
  const news = await RatingsNewsPage.open(workspace, 'News')
  await expect(news.screen).toContainText('The service provides news by symbol. Enter one or more symbols.')
  await news.ask('HLDN, VSPO')
  await expect(news.screen).toContainText('33 items')
  await news.text.fill('halden third quarter of fiscal 2026')
  await expect(news.rows).toHaveCount(1)
  await news.text.press('ArrowDown')
  await news.grid.press('Enter')
  await expect(news.drawer).toContainText('Results for the third quarter of fiscal 2026')
  await expect(news.drawer).toContainText('not stored')
  await expect(news.drawer).toContainText('Share class FIGI')
  expect(await workspace.accessibilityFaults()).toEqual([])

  const ratings = await RatingsNewsPage.open(workspace, 'Ratings')
  await ratings.ask('HLDN')
  await workspace.tab('News').click()
  const links = news.drawer.getByRole('button').filter({ hasText: 'Rating' })
  await expect(links).toHaveCount(5)
  const [, firm = ''] = /Rating ([^,]+),/.exec(await links.first().innerText()) ?? []
  await links.first().click()
  await expect(workspace.activeTab).toHaveText('HLDN Ratings')
  await expect(ratings.current).toContainText(firm)
  await expect(ratings.drawer).toContainText('Related news')
  await ratings.drawer.getByRole('button').filter({ hasText: 'Results for the third quarter' }).click()
  await expect(workspace.activeTab).toHaveText('HLDN News')
})

test('offline the ratings and news on disk are read, searched and copied, and what cannot be asked for says so', async ({
  workspace,
  service,
}) => {
  await workspace.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const ratings = await RatingsNewsPage.open(workspace, 'Ratings')
  await ratings.ask('HLDN')
  const news = await RatingsNewsPage.open(workspace, 'News')
  await news.ask('HLDN')
  await news.grid.focus()
  await service.stop()
  await workspace.press('r')
  await expect(workspace.title).toContainText('Offline')
  await expect(news.rows.first()).toBeVisible()
  await workspace.tab('Ratings').click()
  await ratings.grid.press('Enter')
  await expect(ratings.drawer).toContainText('Stored record')
  await ratings.screen.getByRole('button', { name: 'Copy all ratings' }).click()
  await expect(workspace.page.getByText('43 rows copied')).toBeVisible()
  const [heads, ...rows] = (await ratings.copied()).split('\r\n')
  expect(heads).toContain('Target\tCurrency\tTarget as received')
  expect(rows).toHaveLength(43)
  expect(rows.find((row) => row.includes('USD 73.00'))).toContain('\t73\tUSD\tUSD 73.00\t54\tUSD\t')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await ratings.symbols.fill('KLNC')
  await ratings.symbols.press('Enter')
  await expect(ratings.screen).toContainText('No ratings stored for KLNC.')
  await expect(ratings.screen.getByRole('button', { name: 'Fetch ratings' })).toBeDisabled()
})

test('what failed is said once: on the page that it concerns, and in the status bar while another is on screen', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  await service.start(['--fail', 'ratings=data-object'])
  const ratings = await RatingsNewsPage.open(workspace, 'Ratings')
  const told = workspace.page.getByText(/unexpected response format/)
  await expect(ratings.screen.getByText(/unexpected response format/)).toBeVisible()
  await expect(told.filter({ visible: true })).toHaveCount(1)
  await expect(workspace.status).toContainText('Could not be refreshed')
  await workspace.press('Control+,')
  await expect(workspace.status).toContainText('unexpected response format')
  await workspace.tab('Ratings').click()
  await expect(workspace.status).not.toContainText('unexpected response format')
})

test('a hit of the full text in a rating’s story opens that rating', async ({ workspace }) => {
  const ratings = await RatingsNewsPage.open(workspace, 'Ratings')
  await ratings.ask('HLDN')
  const text = await TranscriptSearchPage.open(workspace)
  await text.search('in:ratings symbol:HLDN margin')
  await expect(text.hits).toBeVisible()
  await text.box.press('Enter')
  await expect(text.current).toBeVisible()
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText('HLDN Ratings')
  await expect(ratings.drawer).toContainText('Stored record')
})

test('what is on screen of the ratings is saved with its amounts as numbers; a call’s panel leads to the news that name it', async ({
  workspace,
}) => {
  const ratings = await RatingsNewsPage.open(workspace, 'Ratings')
  await ratings.ask('HLDN')
  await ratings.text.fill('penhallow')
  await expect(ratings.screen).toContainText('6 ratings')
  await ratings.text.press('ArrowDown')
  const files = await (await ExportDialog.open(workspace)).save('CSV')
  const [[name = '', csv] = []] = files
  expect(name).toMatch(/^Ratings HLDN \d{4}-\d\d-\d\d\.csv$/)
  const [heads, ...lines] = (csv?.toString('utf8') ?? '').trim().split('\r\n')
  expect(heads).toContain('Firm,Action,Rating,Previous rating,Target,Currency,Target as received')
  expect(lines).toHaveLength(6)
  expect(lines.every((line) => line.includes('Penhallow'))).toBe(true)

  const news = await RatingsNewsPage.open(workspace, 'News')
  await news.ask('HLDN')
  await new Palette(workspace).open('TRAN HLDN')
  await workspace.press('Enter')
  const calls = workspace.pageOf(/HLDN/)
  await calls.getByRole('rowheader', { name: 'Halden Instruments Q3 FY2026 earnings call' }).click()
  await workspace.press('Enter')
  await expect(workspace.drawer).toContainText('Related news')
  await workspace.drawer.getByRole('button').filter({ hasText: 'third quarter of fiscal 2026' }).click()
  await expect(workspace.activeTab).toHaveText('HLDN News')
})
