import { expect, type Locator, type Page } from '@playwright/test'
import { copiedHtml, copiedText } from '../clipboard.ts'
import type { WorkspacePage } from './workspace-page.ts'

export type StatementName = 'Income' | 'Balance sheet' | 'Cash flow' | 'Metrics' | 'All'

/** One company: its head, its statements as a table, the source of a figure, its profile and insights. */
export class CompanyPage {
  readonly page: Page
  readonly workspace: WorkspacePage
  readonly symbol: string
  readonly table: Locator
  readonly source: Locator

  constructor(workspace: WorkspacePage, symbol: string) {
    this.workspace = workspace
    this.page = workspace.page
    this.symbol = symbol
    this.table = this.#screen.getByRole('grid')
    this.source = workspace.drawer
  }

  /** Opens it by its code, as an analyst types it: Ctrl+K, `FA HLDN`, Enter. */
  static async open(workspace: WorkspacePage, symbol: string): Promise<CompanyPage> {
    const company = new CompanyPage(workspace, symbol)
    await CompanyPage.type(workspace, `FA ${symbol}`)
    await expect(workspace.page.getByRole('option', { name: new RegExp(symbol) }).first()).toBeVisible()
    await workspace.press('Enter')
    // The tab may be of this company already.
    await CompanyPage.isChosen(workspace)
    await expect(workspace.activeTab).toContainText(symbol)
    return company
  }

  /** Into the palette, without choosing anything. */
  static async type(workspace: WorkspacePage, text: string): Promise<void> {
    await workspace.press('Control+k')
    await workspace.page.getByRole('combobox', { name: 'Company, identifier, code or command' }).fill(text)
  }

  /** The palette has opened what was chosen in it, when the core has responded: a key pressed before would come first. */
  static async isChosen(workspace: WorkspacePage): Promise<void> {
    await expect(workspace.page.getByRole('dialog', { name: 'Commands and securities' })).toHaveCount(0)
  }

  get #screen(): Locator {
    return this.workspace.pageOf(new RegExp(`^${this.symbol}`))
  }

  get name(): Locator {
    return this.#screen.getByRole('heading', { level: 1 })
  }

  get screen(): Locator {
    return this.#screen
  }

  /** The day that it is shown as known on; there while one is chosen. */
  get asOf(): Locator {
    return this.#screen.getByRole('textbox', { name: 'As of' })
  }

  /** The first figures are there, and the latest quarter is the active one. */
  async showsFigures(): Promise<void> {
    await expect(this.table.locator('[role=gridcell][data-active]')).toHaveText(/\d|-|n\/a/)
  }

  /** The same, and the active figure has the focus, which it gets a frame after it is drawn: the keys of the table are heard. */
  async hasKeys(): Promise<void> {
    await this.showsFigures()
    await expect(this.activeCell).toBeFocused()
  }

  /** Which period the cell with the ring is in, whether it has the focus and is in sight, and the latest period drawn. */
  async focusStands(): Promise<{ period: string; latest: string; focused: boolean; inSight: boolean }> {
    return this.table.evaluate((grid) => {
      const cell = grid.querySelector<HTMLElement>('[role=gridcell][data-active]')
      const scroller = grid.parentElement?.parentElement
      const heads = [...grid.querySelectorAll('[role=columnheader]')]
      const periods = heads
        .map((head) => ({
          at: Number(head.getAttribute('aria-colindex')),
          title: head.querySelector('span')?.textContent?.trim() ?? '',
        }))
        .filter(({ title }) => /Q\d FY\d{4}|^FY\d{4}/.test(title))
        .sort((one, other) => one.at - other.at)
      const at = Number(cell?.getAttribute('aria-colindex'))
      const box = cell?.getBoundingClientRect()
      const frame = scroller?.getBoundingClientRect()
      const inSight =
        box && frame ? box.left >= frame.left && box.right <= frame.right + 1 && box.top >= frame.top : false
      return {
        period: periods.find((each) => each.at === at)?.title ?? '',
        latest: periods.at(-1)?.title ?? '',
        focused: document.activeElement === cell,
        inSight,
      }
    })
  }

  async view(
    name: 'Financials' | 'Timeline' | 'Calls' | 'Ratings' | 'News' | 'Insights' | 'Restatements' | 'Profile',
  ): Promise<void> {
    await this.#screen
      .getByRole('navigation', { name: `Views of ${this.symbol}` })
      .getByRole('button', { name, exact: true })
      .click()
  }

  async show(statement: StatementName): Promise<void> {
    await this.#choose(statement)
  }

  async periods(basis: 'Annual' | 'Quarterly'): Promise<void> {
    await this.#choose(basis)
  }

  async compare(comparison: 'Values' | 'y/y' | 'q/q' | 'Common size'): Promise<void> {
    await this.#choose(comparison)
  }

  /** The radio itself is out of sight under its label. */
  async #choose(label: string): Promise<void> {
    await this.#screen.getByRole('radio', { name: label, exact: true }).check({ force: true })
  }

  row(label: string): Locator {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name: label, exact: true }) })
  }

  head(period: string): Locator {
    return this.table.getByRole('columnheader', { name: new RegExp(`^(s)?${period}`) })
  }

  /** A line's figure in a period on screen. */
  async cell(label: string, period: string): Promise<Locator> {
    const column = await this.head(period).getAttribute('aria-colindex')
    return this.row(label).locator(`[role=gridcell][aria-colindex="${column ?? ''}"]`)
  }

  /** As it reads: marks and the room for brackets left out. */
  async figure(label: string, period: string): Promise<string> {
    const cell = await this.cell(label, period)
    return cell.evaluate((element) =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent)
        .join('')
        .trim(),
    )
  }

  get activeCell(): Locator {
    return this.table.locator('[data-active]')
  }

  /** Labels of the lines on screen, top to bottom. */
  async lines(): Promise<string[]> {
    return this.table.getByRole('rowheader').allInnerTexts()
  }

  async clipboard(): Promise<string> {
    return copiedText(this.page)
  }

  /** The table on the clipboard as another program would paste it: rows of cells. */
  async clipboardCells(): Promise<string[][]> {
    const html = await copiedHtml(this.page)
    const rows = html.match(/<tr>.*?<\/tr>/gs) ?? []
    return rows.map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, text = '']) => text))
  }
}
