import { expect, type Locator, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPdf, type PdfFile } from '../pdf-file.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** The day of the window, whose time zone may be another than the test's: `2026-11-23`. */
export async function today(page: Page): Promise<string> {
  return page.evaluate(() => {
    const now = new Date()
    const two = (part: number) => String(part).padStart(2, '0')
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  })
}

/** A document before it is printed: its settings and its pages. */
export class PrintDialog {
  readonly page: Page
  readonly dialog: Locator
  readonly pages: Locator

  constructor(workspace: WorkspacePage, title: string) {
    this.page = workspace.page
    this.dialog = this.page.getByRole('dialog', { name: title })
    this.pages = this.dialog.getByRole('article')
  }

  /** Its pages stand, and their lists are as long as they will be. */
  async isReady(title: string): Promise<void> {
    await expect(this.dialog).toBeVisible()
    await expect(this.page).toHaveTitle(title)
  }

  async choosePaper(size: 'A4' | 'Letter'): Promise<void> {
    await this.dialog.getByText(size, { exact: true }).click()
    await expect(this.dialog.getByRole('radio', { name: size })).toBeChecked()
  }

  field(name: string): Locator {
    return this.dialog.getByRole('textbox', { name })
  }

  section(name: string): Locator {
    return this.dialog.getByRole('checkbox', { name, exact: true })
  }

  async toggleSection(name: string): Promise<void> {
    await this.dialog.getByRole('group', { name: 'Sections' }).getByText(name, { exact: true }).click()
  }

  /** Pixels by which a page, or what stands in it, is larger than it may be. */
  async overflow(): Promise<number> {
    return this.pages.evaluateAll((pages) =>
      Math.max(
        ...pages.flatMap((page) =>
          [page, page.querySelector('.page-body')].flatMap((part) =>
            part ? [part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth] : [],
          ),
        ),
      ),
    )
  }

  /** Figures, names, and words beside heads, of which a part is not seen. */
  async cutTexts(): Promise<string[]> {
    return this.pages.evaluateAll((pages) =>
      pages.flatMap((page) =>
        [...page.querySelectorAll('td.n, th.n, dd, .section-head > span, .two-lines, [aria-label^="Latest rating"] td')]
          .filter(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
          )
          .map((element) => element.textContent.trim()),
      ),
    )
  }

  /** As the browser saves it. Only the browser can do it. */
  async pdf(): Promise<PdfFile> {
    return readPdf(await this.page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true }))
  }

  /** As Electron saves it, which closes the dialog. In a test that is in the folder of the profile (application.ts). */
  async save(profile: string): Promise<PdfFile> {
    const title = await this.page.title()
    await this.dialog.getByRole('button', { name: 'Save PDF…' }).click()
    await expect(this.dialog).toHaveCount(0)
    return readPdf(readFileSync(join(profile, `${title}.pdf`)))
  }
}

/** Points. */
const sizes = { A4: '595 x 842', Letter: '612 x 792' }

/** So many tagged pages of that size, whose text can be selected and is set in real fonts, under 400 KB. */
export function expectPages(pdf: PdfFile, count: number, size: keyof typeof sizes): void {
  const { pages, isTagged, hasText, hasDrawnFonts, bytes } = pdf
  expect({ pages, isTagged, hasText, hasDrawnFonts }).toEqual({
    pages: Array.from({ length: count }, () => sizes[size]),
    isTagged: true,
    hasText: true,
    hasDrawnFonts: false,
  })
  expect(bytes).toBeLessThan(400 * 1024)
}
