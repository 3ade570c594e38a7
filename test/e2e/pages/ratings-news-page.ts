import { expect, type Locator } from '@playwright/test'
import type { WorkspacePage } from './workspace-page.ts'

/** The ratings or the news: filters, the table, and the drawer of the one that is looked at. */
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

  /** @param tab whose page the list is on: of all, or a company's */
  constructor(workspace: WorkspacePage, what: 'Ratings' | 'News', tab: string | RegExp = what) {
    this.workspace = workspace
    this.screen = workspace.pageOf(tab)
    this.text = this.screen.getByRole('textbox', { name: /^Filter (ratings|news)$/ })
    this.symbols = this.screen.getByRole('textbox', { name: 'Companies by symbol' })
    this.grid = this.screen.getByRole('grid', { name: what })
    this.rows = this.grid.getByRole('row').filter({ has: workspace.page.getByRole('rowheader') })
    this.current = this.grid.getByRole('row', { selected: true })
    this.drawer = workspace.drawer
  }

  static async open(workspace: WorkspacePage, what: 'Ratings' | 'News'): Promise<RatingsNewsPage> {
    await workspace.rail.getByRole('button', { name: what }).click()
    const opinions = new RatingsNewsPage(workspace, what)
    await expect(opinions.text).toBeVisible()
    return opinions
  }

  async ask(symbols: string): Promise<void> {
    await this.symbols.fill(symbols)
    await this.symbols.press('Enter')
    await expect(this.rows.first()).toBeVisible()
  }

  choice(label: string): Locator {
    return this.screen.getByRole('combobox', { name: label })
  }

  /** What the last copy put on the clipboard, as a spreadsheet reads it. */
  copied(): Promise<string> {
    return this.workspace.page.evaluate(() => navigator.clipboard.readText())
  }
}
