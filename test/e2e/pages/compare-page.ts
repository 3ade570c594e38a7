import { expect, type Locator, type Page } from '@playwright/test'
import { CompanyPage } from './company-page.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** Companies side by side: their heads, their figures, their mode. */
export class ComparePage {
  readonly page: Page
  readonly workspace: WorkspacePage
  readonly screen: Locator
  readonly table: Locator
  readonly source: Locator

  constructor(workspace: WorkspacePage, name: string | RegExp = 'Compare') {
    this.workspace = workspace
    this.page = workspace.page
    this.screen = workspace.pageOf(name)
    this.table = this.screen.getByRole('grid')
    this.source = workspace.drawer
  }

  /** By its code, as an analyst types it: Ctrl+K, `CMP HLDN KSTM`, Enter. */
  static async open(workspace: WorkspacePage, ...symbols: readonly string[]): Promise<ComparePage> {
    const compare = new ComparePage(workspace)
    await CompanyPage.type(workspace, `CMP ${symbols.join(' ')}`)
    await expect(workspace.page.getByRole('option', { name: /Compare/ }).first()).toBeVisible()
    await workspace.press('Enter')
    await CompanyPage.isChosen(workspace)
    return compare
  }

  /** Every company has come, and the table has figures. */
  async showsFigures(...symbols: readonly string[]): Promise<void> {
    for (const symbol of symbols) await expect(this.company(symbol)).toContainText(/Dec|Jun|Sep|Mar/)
    await expect(this.activeCell).toHaveText(/\d/)
  }

  get activeCell(): Locator {
    return this.table.locator('[role=gridcell][data-active]')
  }

  company(symbol: string): Locator {
    return this.table
      .getByRole('columnheader')
      .filter({ has: this.page.getByRole('button', { name: new RegExp(`^${symbol}\\b.*menu$`) }) })
  }

  /** Symbols from left to right. */
  async companies(): Promise<string[]> {
    return this.table
      .getByRole('button', { name: /^\S+ .*menu$/ })
      .locator('b')
      .allInnerTexts()
  }

  async choose(label: string): Promise<void> {
    await this.screen.getByRole('radio', { name: label, exact: true }).check({ force: true })
  }

  row(label: string): Locator {
    const name = new RegExp(`^(?:${label})(?:$| ?(?:days|per share|bps|each in|treated as|Halden|Kestrel|Vesper))`)
    return this.table.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name }) })
  }

  /** A company's figure of a line in one of its columns, counted from 0; marks and the bracket's room left out. */
  async figure(label: string, symbol: string, period: number): Promise<string> {
    const first = Number(await this.company(symbol).getAttribute('aria-colindex'))
    const cell = this.row(label).locator(`[role=gridcell][aria-colindex="${first + period}"]`)
    return cell.evaluate((element) => element.textContent.trim())
  }

  menuButton(symbol: string): Locator {
    return this.table.getByRole('button', { name: new RegExp(`^${symbol}\\b.*menu$`) })
  }

  async menu(symbol: string, entry: string): Promise<void> {
    await this.menuButton(symbol).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  /** Of the menu of saved comparisons. */
  async saved(entry: string | RegExp): Promise<void> {
    await this.screen.getByRole('button', { name: 'Saved' }).click()
    await this.workspace.menuEntry(entry).click()
  }

  async view(name: 'Spread' | 'Scatter' | 'Restatements'): Promise<void> {
    await this.screen.getByRole('navigation', { name: 'Views of the comparison' }).getByRole('button', { name }).click()
  }

  async periods(count: string): Promise<void> {
    await this.screen.getByRole('combobox', { name: 'How many periods' }).selectOption(count)
  }
}
