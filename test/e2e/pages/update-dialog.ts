import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'

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
    const coming = this.page.waitForEvent('download')
    await this.choose(name, workbook)
    const download = await coming
    await expect(this.dialog).toContainText(name)
    return [download.suggestedFilename(), readFileSync(await download.path())]
  }
}
