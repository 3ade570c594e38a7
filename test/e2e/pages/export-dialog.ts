import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { filesSavedBy } from '../saved-files.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** What is on screen as files. */
export class ExportDialog {
  readonly page: Page
  readonly dialog: Locator

  /** By the key that is the same everywhere. */
  static async open(workspace: WorkspacePage): Promise<ExportDialog> {
    await workspace.press('Control+e')
    return new ExportDialog(workspace.page)
  }

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'Export' })
  }

  get name(): Locator {
    return this.dialog.getByLabel('File name')
  }

  /** In these formats and no others; the files in the order in which they came, by name. */
  async save(...formats: readonly string[]): Promise<Map<string, Buffer>> {
    await expect(this.dialog).toBeVisible()
    for (const box of await this.dialog.getByRole('checkbox').all()) await box.uncheck({ force: true })
    for (const format of formats) await this.dialog.getByRole('checkbox', { name: format }).check({ force: true })
    const files = await filesSavedBy(this.page, formats.length, async () => {
      await this.dialog.getByRole('button', { name: 'Export' }).click()
      await expect(this.dialog).toBeHidden()
    })
    return new Map(files.map(({ fileName, path }) => [fileName, readFileSync(path)]))
  }
}
