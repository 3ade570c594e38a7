import { expect, test } from './fixtures.ts'
import { CallsPage } from './pages/calls-page.ts'
import { CallPage } from './pages/call-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'

/** A call of the sample, opened from the list of all. */
async function openCall(workspace: Parameters<typeof CallsPage.open>[0]): Promise<CallPage> {
  const calls = await CallsPage.open(workspace)
  await calls.row('Larkrise Automation Q4 FY2026').click()
  await workspace.press('Enter')
  const call = new CallPage(workspace)
  await call.isRead()
  return call
}

const dropFocus = (workspace: Parameters<typeof CallsPage.open>[0]) =>
  workspace.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return document.activeElement === document.body
  })

test('Esc with nothing to close stays where it is, on every screen', async ({ workspace }) => {
  await (await WatchlistPage.open(workspace)).make('Coverage', 'HLDN')
  await CompanyPage.open(workspace, 'HLDN')
  await openCall(workspace)
  const stays = async (screen: string) => {
    const before = await workspace.activeTab.innerText()
    for (const _ of [1, 2, 3]) await workspace.press('Escape')
    expect(await dropFocus(workspace), screen).toBe(true)
    for (const _ of [1, 2, 3]) await workspace.press('Escape')
    expect(await workspace.activeTab.innerText(), screen).toBe(before)
  }
  await stays('Call')
  const labels = [
    'Home',
    'Watchlists',
    'Search',
    'Company',
    'Compare',
    'Calls',
    'Ratings and news',
    'Full text',
    'Offline',
    'Settings',
  ]
  for (const label of labels) {
    await workspace.rail.getByRole('button', { name: new RegExp(`^${label}`) }).click()
    await stays(label)
  }
  const company = new CompanyPage(workspace, 'HLDN')
  await workspace.tab(/^HLDN/).click()
  for (const view of ['Insights', 'Restatements', 'Profile', 'Financials'] as const) {
    await company.view(view)
    await stays(view)
  }
})

test('letters that are typed with the focus nowhere do nothing to a page that is not on screen', async ({
  workspace,
}) => {
  await (await WatchlistPage.open(workspace)).make('Coverage', 'HLDN')
  const call = await openCall(workspace)
  await workspace.rail.getByRole('button', { name: /^Watchlists/ }).click()
  await workspace.press('Escape')
  expect(await dropFocus(workspace)).toBe(true)
  // On a watchlist it is the company's note.
  await workspace.press('m')
  await expect(workspace.page.getByRole('dialog')).toContainText('HLDN')
  await workspace.press('Escape')
  await expect(workspace.page.getByRole('dialog')).toHaveCount(0)
  await expect(workspace.activeTab).toHaveText(/Coverage|Watchlists/)
  await workspace.tab(/Larkrise|LRKA/).click()
  await call.isRead()
  for (const color of ['violet', 'amber', 'green', 'red'] as const) expect(await call.marked(color), color).toEqual([])
})
