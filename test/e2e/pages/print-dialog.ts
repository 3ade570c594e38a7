import { expect, type Locator, type Page } from '@playwright/test'
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

  /** As the browser saves it. Only the browser can do it. */
  async pdf(): Promise<string> {
    const pdf = await this.page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true })
    return pdf.toString('latin1')
  }
}

/** Points; Chromium writes them to two decimals. */
const mediaBoxes = { A4: /\[0 0 59[45][.\d]* 84[12][.\d]*\]/, Letter: /\[0 0 612 792\]/ }

/** Two pages of that size, whose text can be selected, under 400 KB. */
export function expectTwoPages(pdf: string, size: keyof typeof mediaBoxes): void {
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBe(2)
  expect(pdf).toMatch(mediaBoxes[size])
  expect(pdf).toContain('/StructTreeRoot')
  expect(pdf).toContain('/FontFile2')
  expect(pdf).not.toContain('/Type3')
  expect(pdf.length).toBeLessThan(400 * 1024)
}
