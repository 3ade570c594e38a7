import { expect, type Locator, type Page } from '@playwright/test'
import { CallPage } from './call-page.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** Halden Instruments, third and second quarter of 2026, and Vesper Optics, first quarter of 2027. */
export const storedCalls = {
  speech: 'f143806b-5345-4aa7-a2b3-a4b77d013853',
  before: 'ed44de21-52f6-4216-9093-51e5133d4add',
} as const

/** Full text over every stored call: the query, what it finds, the term grid, who asks. */
export class TranscriptSearchPage {
  readonly workspace: WorkspacePage
  readonly page: Page
  readonly screen: Locator
  readonly box: Locator
  /** The query as it is drawn over the box. */
  readonly drawn: Locator
  /** The line under the box: what was found, or what is wrong. */
  readonly summary: Locator
  readonly hits: Locator
  readonly current: Locator
  readonly terms: Locator

  constructor(workspace: WorkspacePage) {
    this.workspace = workspace
    this.page = workspace.page
    this.screen = this.page
      .getByRole('tabpanel')
      .filter({ has: this.page.getByRole('navigation', { name: 'Full text' }) })
    this.box = this.screen.getByRole('textbox', { name: 'Search all stored text' })
    this.drawn = this.screen.getByRole('search', { name: 'Full text' }).locator('.part')
    this.summary = this.screen.locator('.summary')
    this.hits = this.screen.getByRole('grid', { name: 'Hits' })
    this.current = this.hits.getByRole('row', { selected: true })
    this.terms = this.page.getByRole('grid', { name: 'Term grid' })
  }

  /** Puts calls into the library, as reading them does. */
  static async store(workspace: WorkspacePage, ...calls: readonly string[]): Promise<void> {
    for (const id of calls) {
      const call = await CallPage.open(workspace, id)
      await call.isRead()
      await workspace.press('x')
    }
  }

  /** By its keys. */
  static async open(workspace: WorkspacePage): Promise<TranscriptSearchPage> {
    await workspace.press('Control+Shift+F')
    const text = new TranscriptSearchPage(workspace)
    await expect(text.box).toBeFocused()
    return text
  }

  async search(query: string): Promise<void> {
    await this.box.fill(query)
  }

  /** What of the query is drawn as a sign of the language: `OR`, `section`, `:`. */
  async signs(): Promise<string[]> {
    const parts = await this.drawn.all()
    const signs: string[] = []
    for (const part of parts)
      if (!(await part.getAttribute('class'))?.includes('is-text')) signs.push(await part.innerText())
    return signs
  }

  async view(name: 'Hits' | 'Term grid' | 'Who asks'): Promise<void> {
    await this.screen.getByRole('navigation', { name: 'Full text' }).getByRole('button', { name }).click()
  }

  facet(value: string): Locator {
    return this.screen.getByRole('complementary', { name: 'Filters' }).locator('label').filter({ hasText: value })
  }

  /** "29 hits in 17 calls, 9 companies". */
  async count(): Promise<number> {
    await expect(this.summary).toContainText(/hits?/)
    return Number(/[\d,]+/.exec(await this.summary.innerText())?.[0].replaceAll(',', ''))
  }

  async addTerm(term: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Term', exact: true }).fill(term)
    await this.workspace.press('Enter')
    await expect(this.terms.getByRole('row').filter({ hasText: term })).toBeVisible()
  }
}
