import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { Palette } from './pages/palette.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'

/** The axis of a company's or a list's timeline, and what lies in its sight. */
class TimelinePage {
  readonly screen: Locator
  readonly axis: Locator
  readonly rows: Locator
  readonly current: Locator

  constructor(workspace: WorkspacePage, tab: string | RegExp) {
    this.screen = workspace.pageOf(tab)
    this.axis = this.screen.getByRole('slider', { name: /^Timeline of / })
    const table = this.screen.getByRole('grid', { name: 'Items shown' })
    this.rows = table.getByRole('row').filter({ has: workspace.page.getByRole('rowheader') })
    this.current = table.getByRole('row', { selected: true })
  }

  static async open(workspace: WorkspacePage, symbol: string): Promise<TimelinePage> {
    await new Palette(workspace).open(`EVT ${symbol}`)
    await workspace.press('Enter')
    const timeline = new TimelinePage(workspace, new RegExp(symbol))
    // Each kind comes with a response of its own.
    for (const kind of [/\d\s*Rating/, /\d\s*News/, /\d\s*Call/, / ends/])
      await expect(timeline.row(kind).first()).toBeVisible()
    return timeline
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text })
  }

  kind(name: string): Locator {
    return this.screen.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  }

  /** How many are in sight, as the table has them. */
  async count(): Promise<number> {
    const rows = await this.screen.getByRole('grid').getAttribute('aria-rowcount')
    return Number(rows) - 1
  }
}

test('calls, ratings, news and ends of periods of a company stand on one axis, narrowed by time and by kind', async ({
  workspace,
}) => {
  const timeline = await TimelinePage.open(workspace, 'HLDN')
  await expect(timeline.row(/^21 Oct 26\s*Call/)).toContainText('in 1 news item')
  await expect(timeline.row(/^22 Oct 26\s*News/)).toContainText('refers to Q3 FY2026 call')
  await expect(timeline.row('Q3 FY2026 ends')).toContainText('EPS 0.78')
  await expect(timeline.row('Bramley: Downgrades').first()).toContainText('previously Outperform')
  expect(await workspace.accessibilityFaults()).toEqual([])

  const twoYears = await timeline.count()
  await timeline.screen.getByText('1 year', { exact: true }).click()
  await expect.poll(() => timeline.count()).toBeLessThan(twoYears)
  await workspace.press('0')
  await expect.poll(() => timeline.count()).toBeGreaterThan(twoYears)
  await workspace.press('2')
  await expect(timeline.kind('Ratings')).not.toBeChecked()
  await expect(timeline.row(/\d\s*Rating/)).toHaveCount(0)
  await workspace.press('2')
  await expect(timeline.row(/\d\s*Rating/).first()).toBeVisible()
})

test('keys step from thing to thing, zoom about it, and open each in its place', async ({ workspace }) => {
  const timeline = await TimelinePage.open(workspace, 'HLDN')
  await timeline.axis.focus()
  await workspace.press('End')
  await expect(timeline.axis).toHaveAttribute('aria-valuetext', /26 Oct 26, HLDN, Rating, Penhallow: Reiterates/)
  await expect(timeline.current).toContainText('Penhallow')
  const before = await timeline.count()
  await workspace.press('+')
  await expect.poll(() => timeline.count()).toBeLessThan(before)
  await expect(timeline.current).toContainText('Penhallow')
  await workspace.press('-')
  await expect.poll(() => timeline.count()).toBe(before)
  await workspace.press('ArrowLeft')
  await expect(timeline.axis).toHaveAttribute('aria-valuetext', /23 Oct 26/)
  await workspace.press('Home')
  await expect(timeline.current).toContainText('ends')
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText('HLDN Financials')

  const opened = [
    [/^22 Oct 26\s*Rating\s*Bramley/, /HLDN Ratings$/],
    [/^22 Oct 26\s*News/, /HLDN News$/],
    [/^21 Oct 26\s*Call/, /Q3|third quarter/i],
  ] as const
  for (const [row, tab] of opened) {
    await workspace.tab(/HLDN (Financials|Timeline)$/).click()
    await workspace.press('g')
    await workspace.press('e')
    await timeline.screen.getByText('2 years', { exact: true }).click()
    await timeline.row(row).first().click()
    await workspace.press('Enter')
    await expect(workspace.activeTab).toHaveText(tab)
  }
})

test('what a refresh restated stands on the timeline and leads to the list of restatements', async ({ workspace }) => {
  const timeline = await TimelinePage.open(workspace, 'HLDN')
  await expect(timeline.kind('Restatements')).toHaveAccessibleName(/ 0$/)
  await workspace.press('r')
  await expect(timeline.row('restated').first()).toContainText('Q2 FY2026')
  await timeline.row('restated').first().dblclick()
  await expect(workspace.activeTab).toHaveText('HLDN Restatements')
})

test('a list’s companies share one timeline, by kind or a lane a company, also without the service', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const lists = await WatchlistPage.open(workspace)
  await lists.make('Coverage', 'HLDN, VSPO')
  await lists.screen.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(lists.screen.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible()
  await service.stop()
  await workspace.press('r')
  await expect(workspace.title).toContainText('Offline')
  await lists.screen.getByRole('button', { name: 'Timeline' }).click()
  const timeline = new TimelinePage(workspace, 'Coverage, timeline')
  await expect(timeline.row('VSPO').first()).toBeVisible()
  await expect(timeline.row('HLDN').first()).toBeVisible()
  await workspace.press('v')
  await expect(timeline.screen.getByRole('radio', { name: 'By company' })).toBeChecked()
  await timeline.axis.focus()
  await workspace.press('End')
  await expect(timeline.current).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
  expect(await workspace.sidewaysOverflow()).toBe(0)
})
