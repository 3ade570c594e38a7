import { expect, type Locator } from '@playwright/test'
import { copiedText } from '../clipboard.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** The one list of ratings and news: facets, chart of quarters, table, and the pane of the current row. */
export class RatingsNewsPage {
  readonly workspace: WorkspacePage
  readonly screen: Locator
  readonly text: Locator
  readonly symbols: Locator
  readonly grid: Locator
  /** Without the head. */
  readonly rows: Locator
  readonly current: Locator
  readonly drawer: Locator
  readonly facets: Locator
  /** One button for each quarter. */
  readonly quarters: Locator

  /** @param tab whose page the list is on: of all, or a company's */
  constructor(workspace: WorkspacePage, tab: string | RegExp) {
    this.workspace = workspace
    this.screen = workspace.pageOf(tab)
    this.text = this.screen.getByRole('textbox', { name: /^Filter (ratings|news)/ }).filter({ visible: true })
    this.symbols = this.screen.getByRole('textbox', { name: 'Companies by symbol' })
    this.grid = this.screen.getByRole('grid', { name: /^(Ratings|News|Ratings and news)$/ }).filter({ visible: true })
    this.rows = this.grid.getByRole('row').filter({ has: workspace.page.getByRole('rowheader') })
    this.current = this.grid.getByRole('row', { selected: true })
    this.drawer = workspace.drawer
    this.facets = this.screen.getByRole('complementary', { name: 'Filters' }).filter({ visible: true })
    this.quarters = this.screen
      .getByRole('group', { name: 'Upgrades and downgrades by calendar quarter' })
      .getByRole('button')
  }

  static async open(workspace: WorkspacePage): Promise<RatingsNewsPage> {
    await workspace.rail.getByRole('button', { name: 'Ratings and news' }).click()
    const page = new RatingsNewsPage(workspace, /(Ratings|News|Ratings and news)$/)
    await expect(page.text).toBeVisible()
    return page
  }

  /** The list, its facets and its chart are of these companies, with all that the service has of them. */
  async listOf(...symbols: readonly string[]): Promise<void> {
    await this.symbols.fill(symbols.join(', '))
    await this.symbols.press('Enter')
    // The rows of the list before are there until the first of theirs have come.
    await expect(this.rows.filter({ hasNotText: new RegExp(symbols.join('|'), 'i') })).toHaveCount(0)
    await expect(this.rows.first()).toBeVisible()
    await expect(this.workspace.status).toContainText('Updated')
  }

  /** A value of the facets with its count. */
  facet(group: string, value: string): Locator {
    return this.facets.getByRole('group', { name: group }).locator('label').filter({ hasText: value })
  }

  async countOf(group: string, value: string): Promise<number> {
    return Number(((await this.facet(group, value).innerText()).match(/[\d,]+$/)?.[0] ?? '').replace(',', ''))
  }

  /** What the last copy put on the clipboard, as a spreadsheet reads it. */
  copied(): Promise<string> {
    return copiedText(this.workspace.page)
  }
}
