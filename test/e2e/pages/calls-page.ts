import { expect, type Locator, type Page } from '@playwright/test'
import type { WorkspacePage } from './workspace-page.ts'

/** The heads of the list. */
export type CallColumn =
  | 'Date'
  | 'Symbol'
  | 'Company'
  | 'Title'
  | 'Length'
  | 'Downloaded'
  | 'Remarks'
  | 'Answers'
  | 'Read'
  | 'Played'
  | 'Notes'
  | 'Hits'

/** A list of calls: its filters, the table, what the service has beyond it. */
export class CallsPage {
  readonly workspace: WorkspacePage
  readonly page: Page
  readonly screen: Locator
  readonly text: Locator
  readonly symbols: Locator
  readonly state: Locator
  readonly preview: Locator
  readonly grid: Locator
  /** Without the head. */
  readonly rows: Locator
  /** The one that Enter opens. */
  readonly current: Locator
  readonly older: Locator

  /** @param tab whose page the list is on: `Calls`, or a company's */
  constructor(workspace: WorkspacePage, tab: string | RegExp = /Calls$/) {
    this.workspace = workspace
    this.page = workspace.page
    this.screen = workspace.pageOf(tab)
    this.text = this.screen.getByRole('textbox', { name: 'Filter by company or title' })
    this.symbols = this.page.getByRole('textbox', { name: 'Companies by symbol' })
    this.state = this.screen.getByRole('combobox', { name: 'Download state' })
    this.preview = workspace.drawer
    this.grid = this.screen.getByRole('grid', { name: 'Calls' })
    this.rows = this.grid.getByRole('row').filter({ has: this.page.getByRole('rowheader') })
    this.current = this.grid.getByRole('row', { selected: true })
    this.older = this.screen.getByRole('button', { name: 'Load older calls' })
  }

  /** By the rail. */
  static async open(workspace: WorkspacePage): Promise<CallsPage> {
    await workspace.rail.getByRole('button', { name: 'Calls' }).click()
    const calls = new CallsPage(workspace)
    await expect(calls.rows.first()).toBeVisible()
    // What the service has beyond the stored ones moves the rows when it comes.
    await expect(workspace.status).toContainText('Updated')
    return calls
  }

  /** The calls with this in their title, as far as they are drawn. */
  row(title: string): Locator {
    return this.rows.filter({ has: this.page.getByTitle(title) })
  }

  async cell(row: Locator, column: CallColumn): Promise<Locator> {
    // After the way back the table is drawn a moment later.
    await expect(this.grid.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
    const heads = await this.grid.getByRole('columnheader').allInnerTexts()
    const at = heads.findIndex((head) => head.trim() === column)
    return row.getByRole('rowheader').or(row.getByRole('gridcell')).nth(at)
  }

  /** The heads of groups that are drawn. */
  get groups(): Locator {
    return this.grid.locator('.group-head')
  }

  /** `HLDN, VSPO`; empty: all. */
  async enterSymbols(symbols: string): Promise<void> {
    await this.screen.getByRole('button', { name: 'More filters' }).click()
    await this.symbols.fill(symbols)
    await this.symbols.press('Enter')
    await this.page.keyboard.press('Escape')
  }

  async view(name: 'All' | 'Unread' | 'New' | 'With hits'): Promise<void> {
    await this.screen.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click()
  }

  async orderBy(column: CallColumn): Promise<void> {
    await this.grid.getByRole('columnheader', { name: column }).getByRole('button').click()
  }

  /** "120 calls", as a number. */
  async count(): Promise<number> {
    const said = this.screen.getByRole('paragraph').filter({ hasText: /^[\d,]+ calls?$/ })
    return Number((await said.innerText()).replace(/ calls?$/, '').replaceAll(',', ''))
  }

  /** As the line below the last row says it. */
  async countAtService(): Promise<number> {
    const said = await this.screen.getByText(/^The service has [\d,]+ calls?; /).innerText()
    return Number(/[\d,]+/.exec(said)?.[0].replaceAll(',', ''))
  }

  /** How far below the top of the window something stands. */
  async place(row: Locator): Promise<number | undefined> {
    return (await row.boundingBox())?.y
  }
}
