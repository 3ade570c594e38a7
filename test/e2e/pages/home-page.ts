import type { Locator } from '@playwright/test'
import type { WorkspacePage } from './workspace-page.ts'

/** The first tab: what is new, and where one stopped. */
export class HomePage {
  readonly workspace: WorkspacePage
  readonly screen: Locator
  readonly items: Locator
  /** What was opened last. */
  readonly recent: Locator

  private constructor(workspace: WorkspacePage) {
    this.workspace = workspace
    this.screen = workspace.pageOf('Home')
    this.items = this.screen.getByRole('grid', { name: 'New items' })
    this.recent = this.screen.getByRole('region', { name: 'Recent' }).getByRole('button')
  }

  static async open(workspace: WorkspacePage): Promise<HomePage> {
    await workspace.rail.getByRole('button', { name: 'Home' }).click()
    return new HomePage(workspace)
  }

  /** The first row of a company. */
  row(symbol: string): Locator {
    return this.items.getByRole('row').filter({ hasText: symbol }).first()
  }

  /** Symbols from top to bottom, each once. */
  async companies(): Promise<string[]> {
    return this.items.getByRole('rowheader').locator('b').allInnerTexts()
  }
}
