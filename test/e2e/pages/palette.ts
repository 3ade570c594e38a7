import { expect, type Locator, type Page } from '@playwright/test'
import type { WorkspacePage } from './workspace-page.ts'

/** The palette over the page: commands, securities, terminal codes. */
export class Palette {
  readonly page: Page
  readonly dialog: Locator
  readonly field: Locator
  readonly entries: Locator

  constructor(workspace: WorkspacePage) {
    this.page = workspace.page
    this.dialog = this.page.getByRole('dialog', { name: 'Commands and securities' })
    this.field = this.dialog.getByRole('combobox', { name: 'Company, identifier, code or command' })
    this.entries = this.dialog.getByRole('option')
  }

  /** Its entries are those for the text, so that a test does not click one of the text before. */
  async open(text = ''): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k')
    await this.field.fill(text)
    await expect(this.dialog.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  }

  /** The one that Enter runs. */
  get active(): Locator {
    return this.dialog.getByRole('option', { selected: true })
  }

  entry(name: string | RegExp): Locator {
    return this.dialog.getByRole('option', { name })
  }

  group(title: string): Locator {
    return this.dialog.getByRole('group', { name: title })
  }
}
