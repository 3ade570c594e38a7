import { expect, type Locator, type Page } from '@playwright/test'
import type { WorkspacePage } from './workspace-page.ts'

/** A list of companies: its table, what is new, and the dialogs that fill it. */
export class WatchlistPage {
  readonly page: Page
  readonly workspace: WorkspacePage
  readonly screen: Locator
  readonly table: Locator
  readonly unseen: Locator
  readonly adding: Locator

  constructor(workspace: WorkspacePage) {
    this.workspace = workspace
    this.page = workspace.page
    this.screen = workspace.pages.first()
    this.table = this.screen.getByRole('grid')
    this.unseen = this.screen.getByRole('group', { name: 'Since your last visit' })
    this.adding = this.page.getByRole('dialog', { name: /^Add companies/ })
  }

  /** The screen of lists, from the rail. */
  static async open(workspace: WorkspacePage): Promise<WatchlistPage> {
    await workspace.rail.getByRole('button', { name: /^Watchlists/ }).click()
    return new WatchlistPage(workspace)
  }

  /** A new list of these, pasted. */
  async make(name: string, text: string, companies = 1): Promise<void> {
    await this.screen.getByRole('button', { name: 'New watchlist' }).click()
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name)
    await this.page.keyboard.press('Enter')
    await this.isOf(name)
    await this.add(text, companies)
  }

  /** `companies`: how many are found before they are added, of which each lookup at the service finds one. */
  async add(text: string, companies = 1): Promise<void> {
    await this.screen.getByRole('button', { name: 'Companies', exact: true }).click()
    await this.adding.getByRole('textbox').fill(text)
    const ask = this.adding.getByRole('button', { name: /^Look up/ })
    await expect(ask.or(this.adding.getByRole('checkbox', { checked: true })).first()).toBeVisible()
    if (await ask.isVisible()) await ask.click()
    await expect(this.adding.getByRole('checkbox', { checked: true }).nth(companies - 1)).toBeVisible()
    await this.adding.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(this.adding).toBeHidden()
  }

  /** The screen shows this list. */
  async isOf(name: string): Promise<void> {
    await expect(this.screen.getByRole('heading', { name, level: 1 })).toBeVisible()
  }

  /** Another list, or what the menu of lists does. */
  async choose(entry: string | RegExp): Promise<void> {
    await this.screen.getByRole('button', { name: 'Lists' }).click()
    await this.workspace.menuEntry(entry).click()
  }

  row(symbol: string): Locator {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name: symbol }) })
  }

  head(title: string): Locator {
    return this.table.getByRole('columnheader', { name: title })
  }

  async boxOf(part: Locator): Promise<{ x: number; width: number; right: number; middle: number }> {
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x, width, right: x + width, middle: y + height / 2 }
  }

  /** Symbols from top to bottom. */
  async symbols(): Promise<string[]> {
    const companies = this.table.locator('.row:not(.foot)').getByRole('rowheader')
    const heads = await companies.locator('.name').allInnerTexts()
    const tops = await companies.evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect().top),
    )
    return heads
      .map((symbol, at) => ({ symbol, top: tops[at] ?? 0 }))
      .toSorted((left, right) => left.top - right.top)
      .map(({ symbol }) => symbol)
  }

  async refresh(): Promise<void> {
    await this.screen.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(this.screen.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible({ timeout: 60_000 })
  }
}
