import { expect, type Locator, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPdf, type PdfFile } from '../pdf-file.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** A booklet: the dialog before it, its progress in the status bar, its pages. */
export class Booklet {
  readonly page: Page
  readonly dialog: Locator
  readonly progress: Locator
  readonly ready: Locator

  constructor(workspace: WorkspacePage, title: string) {
    this.page = workspace.page
    this.dialog = this.page.getByRole('dialog', { name: 'Booklet' })
    this.progress = workspace.status.getByRole('group', { name: `Booklet ${title}` })
    this.ready = workspace.status.getByRole('group', { name: new RegExp(`^${title} booklet \\d{4}-\\d\\d-\\d\\d$`) })
  }

  /** Symbol, name, what is missing and page of each line of the contents, as the dialog shows them. */
  async contents(): Promise<string[][]> {
    const rows = this.dialog.getByRole('table', { name: 'Contents', includeHidden: true }).locator('tbody tr')
    await expect(rows.first()).toBeAttached()
    return rows.evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)))
  }

  async choosePaper(size: 'A4' | 'Letter'): Promise<void> {
    await this.dialog.getByText(size, { exact: true }).click()
    await expect(this.dialog.getByRole('radio', { name: size })).toBeChecked()
  }

  async create(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Create' }).click()
    await expect(this.dialog).toHaveCount(0)
  }

  /**
   * As the browser saves it from its print dialog, with the contents that are printed. The dialog is the browser's own, which no test can
   * press: here it stays closed, and the browser is asked for the PDF.
   */
  async print(): Promise<{ readonly pdf: PdfFile; readonly contents: readonly string[][] }> {
    await this.page.evaluate(() => (window.print = () => undefined))
    await this.ready.getByRole('button', { name: 'Print…' }).click()
    const rows = this.page.locator('.print-only').getByRole('table', { name: 'Contents', includeHidden: true })
    await expect(rows.first()).toBeAttached()
    const contents = await rows
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)))
    const file = await this.page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true })
    return { pdf: readPdf(file), contents }
  }

  /** As Electron saves it, which completes it. In a test that is in the folder of the profile (application.ts). */
  async save(profile: string): Promise<PdfFile> {
    const title = (await this.ready.getAttribute('aria-label')) ?? ''
    await this.ready.getByRole('button', { name: 'Save PDF…' }).click()
    await expect(this.ready).toHaveCount(0)
    return readPdf(readFileSync(join(profile, `${title}.pdf`)))
  }
}
