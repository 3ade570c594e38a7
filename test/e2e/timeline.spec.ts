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
  /** The selected event's content. */
  readonly pane: Locator

  constructor(workspace: WorkspacePage, tab: string | RegExp) {
    this.screen = workspace.pageOf(tab)
    this.axis = this.screen.getByRole('slider', { name: /^Timeline of / })
    const table = this.screen.getByRole('grid', { name: 'Events shown' })
    this.rows = table.getByRole('row').filter({ has: workspace.page.getByRole('rowheader') })
    this.pane = this.screen.getByRole('complementary', { name: 'Selected event' })
    this.current = table.getByRole('row', { selected: true })
  }

  static async open(workspace: WorkspacePage, symbol: string): Promise<TimelinePage> {
    await new Palette(workspace).open(`EVT ${symbol}`)
    await workspace.press('Enter')
    const timeline = new TimelinePage(workspace, new RegExp(symbol))
    // Each kind comes with a response of its own.
    for (const kind of [/reiterates/, /News, day/, /earnings call/, / ends/])
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
  await expect(timeline.row('Q3 FY2026 earnings call')).toContainText('0:03:15')
  await expect(timeline.row('third quarter revenue up 9.4%')).toContainText('News, day’s gainer')
  await expect(timeline.row('Q3 FY2026 ends')).toContainText('operating margin 16.5%, diluted EPS 0.78')
  await expect(timeline.row('Bramley downgrades to Market Perform')).toContainText('Outperform → Market Perform')
  await expect(timeline.row('Bramley downgrades to Market Perform')).toContainText('(7.4%)')
  // What the chart alone would say is said in words too.
  await expect(timeline.axis).toHaveAccessibleDescription(
    /4 firms, currency not stated: low 57.00, median 65.50, high 74.00/,
  )
  expect(await workspace.accessibilityFaults()).toEqual([])

  const twoYears = await timeline.count()
  await timeline.screen.getByText('1 year', { exact: true }).click()
  await expect.poll(() => timeline.count()).toBeLessThan(twoYears)
  await workspace.press('0')
  await expect.poll(() => timeline.count()).toBeGreaterThan(twoYears)
  await workspace.press('2')
  await expect(timeline.kind('Ratings')).not.toBeChecked()
  await expect(timeline.row(/reiterates/)).toHaveCount(0)
  await workspace.press('2')
  await expect(timeline.row(/reiterates/).first()).toBeVisible()
})

test('the pointer may go onto the tooltip of a mark in the chart, and Esc closes it', async ({ workspace }) => {
  const timeline = await TimelinePage.open(workspace, 'HLDN')
  await timeline.axis.focus()
  await workspace.press('End')
  const ring = timeline.axis.locator('circle.current').first()
  const box = await ring.boundingBox()
  if (!box) throw new Error('the mark is not drawn')
  await workspace.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const tip = timeline.axis.locator('.tip')
  await expect(tip).toBeVisible()
  const says = await tip.innerText()
  await tip.hover()
  await expect(tip).toHaveText(says)
  await workspace.press('Escape')
  await expect(tip).toHaveCount(0)
})

test('keys step from item to item, zoom about it, and open each in its place', async ({ workspace }) => {
  const timeline = await TimelinePage.open(workspace, 'HLDN')
  await timeline.axis.focus()
  await workspace.press('End')
  await expect(timeline.axis).toHaveAttribute(
    'aria-valuetext',
    /26 Oct 26, HLDN, Penhallow raises target, reiterates Equal Weight/,
  )
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
    [/Bramley downgrades to Market/, /HLDN Ratings$/],
    [/third quarter revenue up 9.4%/, /HLDN News$/],
    [/Q3 FY2026 earnings call/, /Q3|third quarter/i],
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

test('a restatement is linked with its period and its call, and shows the figures and the sentence that stated one of them', async ({
  workspace,
}) => {
  const timeline = await TimelinePage.open(workspace, 'HLDN')
  await expect(timeline.kind('Restatements')).toHaveAccessibleName(/ 0$/)
  await expect(timeline.pane).toContainText('Select an event')
  await workspace.press('r')
  const restated = timeline.row('Q2 FY2026 restated: revenue 1,301.2 → 1,296.8')
  await restated.click()
  await expect(timeline.pane.getByRole('row', { name: /Revenue 1,301.2 1,296.8 \(4.4\)/ })).toBeVisible()
  const linked = timeline.pane.getByRole('region', { name: 'Linked' })
  await expect(linked.getByRole('button')).toHaveText([/Q2 FY2026 ends/, /Q2 FY2026 earnings call/])
  await expect(timeline.pane).toContainText('The call for this period is not downloaded')
  await linked.getByRole('button', { name: /Q2 FY2026 earnings call/ }).click()
  await timeline.pane.getByRole('button', { name: 'Open call' }).click()
  await expect(workspace.activeTab).toHaveText(/Q2/)
  await workspace.tab(/HLDN Timeline$/).click()
  await expect(timeline.pane).toContainText('Q2 FY2026 earnings call')
  await restated.click()
  await expect(timeline.pane.getByRole('region', { name: 'Quote' })).toContainText('Revenue was $1.30 billion')
  // Without the pointer: from one linked event to the next, and back to where it began.
  await workspace.press('n')
  await expect(timeline.current).toContainText('Q2 FY2026 ends')
  await workspace.press('n')
  await expect(timeline.current).toContainText('Q2 FY2026 earnings call')
  await workspace.press('n')
  await expect(timeline.current).toContainText('Q2 FY2026 restated')
  await restated.dblclick()
  await expect(workspace.activeTab).toHaveText('HLDN Restatements')
})

test('a range from one event to another limits the list, by keys and by the axis', async ({ workspace }) => {
  const timeline = await TimelinePage.open(workspace, 'HLDN')
  const all = await timeline.count()
  await timeline.axis.focus()
  await workspace.press('End')
  await workspace.press('m')
  for (const _ of [1, 2, 3]) await workspace.press('ArrowLeft')
  await workspace.press('m')
  await expect.poll(() => timeline.count()).toBe(4)
  await timeline.screen.getByRole('button', { name: 'Clear range' }).click()
  await expect.poll(() => timeline.count()).toBe(all)
  const box = await timeline.axis.boundingBox()
  if (!box) throw new Error('The chart is not on screen.')
  await workspace.page.mouse.move(box.x + box.width - 300, box.y + 20)
  await workspace.page.mouse.down()
  await workspace.page.mouse.move(box.x + box.width - 120, box.y + 20, { steps: 4 })
  await workspace.page.mouse.up()
  await expect.poll(() => timeline.count()).toBeLessThan(all)
  await expect(timeline.rows.first()).toBeVisible()
})

test('in a narrow window the event is a drawer, and in a low one the list stays within reach', async ({
  workspace,
}) => {
  const timeline = await TimelinePage.open(workspace, 'HLDN')
  await workspace.page.setViewportSize({ width: 1024, height: 768 })
  await timeline.row('Bramley downgrades to Market Perform').click()
  await expect(timeline.pane).toBeHidden()
  await workspace.press('i')
  await expect(workspace.page.getByRole('complementary', { name: 'Event' })).toContainText(
    'Outperform → Market Perform',
  )
  await workspace.press('i')
  await workspace.page.setViewportSize({ width: 720, height: 450 })
  await timeline.row('Bramley downgrades to Market Perform').scrollIntoViewIfNeeded()
  await expect(timeline.row('Bramley downgrades to Market Perform')).toBeInViewport()
  await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
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
  await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
})

test('what could not be fetched is said above an empty timeline, without an example that could pass for data', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  // A refusal is final: no request is being sent again while the service restarts.
  await service.start(['--fail', '403'])
  await new Palette(workspace).open('EVT HLDN')
  await workspace.press('Enter')
  const { screen } = new TimelinePage(workspace, 'HLDN Timeline')
  await expect(screen).toContainText('Nothing is stored yet.')
  await expect(screen).toContainText('Your API key does not include Conference calls.')
  await expect(screen).not.toContainText('Castell')
  await service.start()
  await screen.getByRole('button', { name: 'Load calls, ratings and news' }).click()
  await expect(screen.getByRole('grid', { name: 'Events shown' })).toContainText('earnings call')
})
