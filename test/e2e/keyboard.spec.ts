import { expect, test } from './fixtures.ts'
import { CallsPage } from './pages/calls-page.ts'
import { CallPage } from './pages/call-page.ts'
import { ComparePage } from './pages/compare-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Palette } from './pages/palette.ts'
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

/** Only for a test that does not watch the focus: it takes it away. */
const dropFocus = (workspace: Parameters<typeof CallsPage.open>[0]) =>
  workspace.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return document.activeElement === document.body
  })

test.describe('without a focus', () => {
  // It takes the focus away itself.
  test.use({ isFocusWatched: false })

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
})

test.describe('without a focus', () => {
  test.use({ isFocusWatched: false })

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
    for (const color of ['violet', 'amber', 'green', 'red'] as const)
      expect(await call.marked(color), color).toEqual([])
  })
})

test.describe('without a focus', () => {
  test.use({ isFocusWatched: false })

  test('J and K go from row to row in every table of figures, as soon as it is open', async ({ workspace }) => {
    const { page } = workspace
    const list = await WatchlistPage.open(workspace)
    await list.make('Coverage', 'HLDN KSTM')
    const rowAfter = async (key: string) => {
      await workspace.press(key)
      const focused = page.locator('[role=grid] [role=row]:has(:focus)')
      await expect(focused).toHaveCount(1)
      return await focused.getAttribute('aria-rowindex')
    }
    /** Returns to the row that it began at, and not by staying there. */
    const steps = async (screen: string) => {
      const second = Number(await rowAfter('j'))
      const third = Number(await rowAfter('j'))
      expect(third, screen).toBeGreaterThan(second)
      expect(Number(await rowAfter('k')), screen).toBe(second)
    }
    await CompanyPage.open(workspace, 'HLDN')
    await expect(page.getByRole('gridcell', { name: '1,318.4' }).first()).toBeVisible()
    await steps('Financials')

    await CompanyPage.type(workspace, 'DES HLDN')
    await workspace.press('Enter')
    await expect(page.getByRole('grid', { name: 'Key figures of Halden Instruments' })).toBeVisible()
    await steps('Overview')

    const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
    await compare.showsFigures('HLDN', 'KSTM')
    await steps('Compare')

    await new Palette(workspace).open('EQS')
    await workspace.press('Enter')
    const screen = workspace.pageOf('Screener')
    await expect(screen.getByText('Screen your library by any line, ratio, call or rating.')).toBeVisible()
    await workspace.press('n')
    await page.keyboard.type('Gross margin')
    for (const _ of ['measure', 'period', 'operator', 'value']) await workspace.press('Tab')
    await page.keyboard.type('1')
    await expect(screen.getByRole('rowheader')).toHaveCount(2)
    // In a field they are letters.
    await dropFocus(workspace)
    const first = await rowAfter('k')
    expect(await rowAfter('j'), 'Screener').not.toBe(first)

    await workspace.rail.getByRole('button', { name: /^Watchlists/ }).click()
    await expect(list.row('KSTM')).toBeVisible()
    const top = await rowAfter('k')
    expect(await rowAfter('j'), 'Watchlist').not.toBe(top)
  })
})
