/** A4 and Letter pages: rules for printing, and widths in pixels. */

import type { PaperSize } from '#contract/api/paper-size.ts'

/** CSS sizes, equal to those of the pages in paper.css. */
const sheetSize: Readonly<Record<PaperSize, { readonly portrait: string; readonly landscape: string }>> = {
  a4: { portrait: '210mm 297mm', landscape: '297mm 210mm' },
  letter: { portrait: '8.5in 11in', landscape: '11in 8.5in' },
}

/** Page rules for the pages of `paper.css`. A dialog ignores named pages, so its pages are portrait only. */
export function pageRules(size: PaperSize): string {
  const { portrait, landscape } = sheetSize[size]
  return `@page { size: ${portrait}; margin: 0; } @page landscape { size: ${landscape}; margin: 0; }`
}

/** `@page` rules cannot be limited to a class, so the style sheet applies to the whole document until the returned function is called. */
export function adoptSheet(size: PaperSize): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(pageRules(size))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}

/** CSS pixels. */
export const pageWidth: Readonly<Record<PaperSize, number>> = { a4: 794, letter: 816 }

/** Between the margins of 48 px, CSS pixels. */
export const contentWidth: Readonly<Record<PaperSize, number>> = { a4: 697, letter: 720 }
