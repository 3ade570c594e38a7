import { expect, type Locator, type Page } from '@playwright/test'
import type { WorkspacePage } from './workspace-page.ts'

/** The heads of the results. */
export type ResultColumn =
  | 'Symbol'
  | 'Name'
  | 'Exchange'
  | 'MIC'
  | 'Country'
  | 'Type'
  | 'Market cap'
  | 'Currency'
  | 'Stored'
  | 'Source'
  | 'ISIN'
  | 'FIGI'
  | 'CUSIP'
  | 'CIK'
  | 'Status'

/** Securities search: the one box, what it took its text for, the filters, the results. */
export class SecuritiesSearchPage {
  readonly page: Page
  readonly screen: Locator
  readonly box: Locator
  /** What the box took its text for; a menu of the eleven types. */
  readonly kind: Locator
  readonly grid: Locator
  /** Without the head. */
  readonly rows: Locator

  constructor(workspace: WorkspacePage) {
    this.page = workspace.page
    this.screen = this.page.getByRole('tabpanel').filter({ has: this.page.getByRole('search', { name: 'Securities' }) })
    this.box = this.screen.getByRole('combobox', { name: 'Symbol, name or identifier' })
    this.kind = this.screen.getByRole('button', { name: /^Kind:/ })
    this.grid = this.screen.getByRole('grid', { name: 'Securities' })
    this.rows = this.grid.getByRole('row').filter({ has: this.page.getByRole('rowheader') })
  }

  /** The search, from the rail. */
  static async open(workspace: WorkspacePage): Promise<SecuritiesSearchPage> {
    await workspace.rail.getByRole('button', { name: 'Search' }).click()
    return new SecuritiesSearchPage(workspace)
  }

  /** In place of what stands in the box. */
  async search(text: string): Promise<void> {
    await this.box.fill(text)
  }

  async chooseKind(kind: string): Promise<void> {
    await this.kind.click()
    await this.page.getByRole('menuitemradio', { name: kind, exact: true }).click()
  }

  /** A chosen kind lists everything under one value: `list('MIC', 'XNAS')`. */
  async list(kind: string, value: string): Promise<void> {
    // The kind first: a text without one is sent to the service as soon as the typing pauses.
    await this.search('')
    await this.chooseKind(kind)
    await this.search(value)
  }

  /** The result with this symbol. */
  row(symbol: string): Locator {
    const header = this.page.getByRole('rowheader', { name: symbol, exact: true })
    return this.grid.getByRole('row').filter({ has: header })
  }

  async cell(row: Locator, column: ResultColumn): Promise<Locator> {
    await expect(this.grid.getByRole('columnheader').first()).toBeVisible()
    const heads = await this.grid.getByRole('columnheader').allInnerTexts()
    const at = heads.findIndex((head) => head.trim().startsWith(column))
    return row.getByRole('rowheader').or(row.getByRole('gridcell')).nth(at)
  }

  /** The texts of one column, as far as the rows are drawn. */
  async column(column: ResultColumn): Promise<string[]> {
    const rows = await this.rows.all()
    return Promise.all(rows.map(async (row) => (await (await this.cell(row, column)).innerText()).trim()))
  }

  /** One line of the filters: its value and its count. */
  filter(value: string): Locator {
    return this.screen.getByRole('complementary', { name: 'Filters' }).locator('label').filter({ hasText: value })
  }

  async filterCount(value: string): Promise<number> {
    const text = await this.filter(value).innerText()
    return Number(/[\d,]+$/.exec(text.trim())?.[0].replaceAll(',', ''))
  }

  /** "29 securities of 3,037 in the library". */
  get found(): Locator {
    return this.screen
      .getByRole('paragraph')
      .filter({ hasText: /securit|compan|No matches/ })
      .first()
  }

  /** The selected rows, through the clipboard and back: one line, since the box has one. */
  async copiedText(): Promise<string> {
    await this.grid.press('ControlOrMeta+c')
    await this.box.fill('')
    await this.box.press('ControlOrMeta+v')
    return this.box.inputValue()
  }

  async hasOneCurrentRow(symbol: string): Promise<void> {
    await expect(this.grid.getByRole('row', { selected: true })).toHaveCount(1)
    await expect(this.grid.getByRole('row', { selected: true }).getByRole('rowheader')).toHaveText(symbol)
  }
}
