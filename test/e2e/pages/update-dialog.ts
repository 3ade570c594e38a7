import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { fileSavedBy } from '../saved-files.ts'

/** A workbook that was exported, brought up to date. */
export class UpdateDialog {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'Update workbook' })
  }

  async choose(name: string, workbook: Buffer): Promise<void> {
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await this.dialog.getByLabel('Workbook', { exact: true }).setInputFiles({ name, mimeType, buffer: workbook })
  }

  /** What comes back, under its name. */
  async updated(name: string, workbook: Buffer): Promise<readonly [name: string, content: Buffer]> {
    const { fileName, path } = await fileSavedBy(this.page, () => this.choose(name, workbook))
    await expect(this.dialog).toContainText(name)
    return [fileName, readFileSync(path)]
  }
}
