import { expect, type Locator, type Page } from '@playwright/test'
import { CompanyPage } from './company-page.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** Two lines of a comparison against each other: the drawing, and the table that says the same. */
export class ScatterPage {
  readonly page: Page
  readonly screen: Locator
  readonly chart: Locator
  readonly values: Locator
  readonly up: Locator
  readonly across: Locator

  constructor(workspace: WorkspacePage, name: string | RegExp = 'Compare') {
    this.page = workspace.page
    this.screen = workspace.pageOf(name)
    this.chart = this.screen.getByRole('group', { name: 'Scatter', exact: true }).getByRole('img')
    this.values = this.screen.getByRole('region', { name: 'Values' })
    this.up = this.screen.getByRole('combobox', { name: 'Y axis' })
    this.across = this.screen.getByRole('combobox', { name: 'X axis' })
  }

  /** By its code, as an analyst types it: Ctrl+K, `SCAT HLDN KSTM`, Enter. */
  static async open(workspace: WorkspacePage, ...symbols: readonly string[]): Promise<ScatterPage> {
    await CompanyPage.type(workspace, `SCAT ${symbols.join(' ')}`)
    await expect(workspace.page.getByRole('option', { name: /Scatter chart of/ }).first()).toBeVisible()
    await workspace.press('Enter')
    await CompanyPage.isChosen(workspace)
    return new ScatterPage(workspace)
  }

  /** Every company is drawn. */
  async shows(...symbols: readonly string[]): Promise<void> {
    for (const symbol of symbols) await expect(this.chart).toHaveAccessibleName(new RegExp(`\\b${symbol} \\S+, \\S+`))
  }

  row(name: string): Locator {
    return this.values.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name, exact: true }) })
  }

  /** From top to bottom. */
  async symbols(): Promise<string[]> {
    return this.values.getByRole('rowheader').getByRole('button').allInnerTexts()
  }

  async choose(label: string): Promise<void> {
    await this.screen.getByRole('radio', { name: label, exact: true }).check({ force: true })
  }

  async selects(symbol: string): Promise<void> {
    await expect(this.row(symbol)).toHaveAttribute('aria-current', 'true')
  }
}
