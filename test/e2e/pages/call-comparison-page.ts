import type { Locator } from '@playwright/test'
import type { WorkspacePage } from './workspace-page.ts'

/** Two calls of a company side by side: passages, questions, and what changed. */
export class CallComparisonPage {
  readonly workspace: WorkspacePage
  readonly screen: Locator
  readonly passages: Locator
  readonly rows: Locator
  readonly panel: Locator
  readonly questions: Locator

  constructor(workspace: WorkspacePage) {
    this.workspace = workspace
    this.screen = workspace.page
      .getByRole('tabpanel')
      .filter({ has: workspace.page.getByRole('heading', { name: 'Call comparison' }) })
    this.passages = this.screen.getByRole('grid', { name: 'Passages' })
    this.rows = this.passages.getByRole('row').and(this.passages.locator('[aria-selected]'))
    this.panel = workspace.drawer
    this.questions = this.screen.getByRole('region', { name: 'Questions' })
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text })
  }

  /** The passage that the keys act on. */
  get current(): Locator {
    return this.passages.locator('[aria-selected=true]')
  }

  head(title: string | RegExp): Locator {
    return this.passages.getByRole('button', { name: title })
  }

  kind(name: 'New' | 'Dropped' | 'Reworded' | 'Repeated'): Locator {
    return this.screen.getByRole('checkbox', { name })
  }

  get together(): Locator {
    return this.screen.getByRole('button', { name: 'Scroll together' })
  }

  /** One call alone, as it was spoken. */
  column(quarter: string): Locator {
    return this.screen.getByRole('grid', { name: quarter })
  }

  call(side: 'Earlier' | 'Later'): Locator {
    return this.screen.getByRole('button', { name: new RegExp(`^${side} call`) })
  }
}
