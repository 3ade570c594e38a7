/** How sheets are printed: paper size, orientation and scaling. */

import { xmlText } from './xml-text.ts'

/** Codes of paper sizes (ECMA-376 part 1, 18.3.1.63). */
const sizes = { letter: 1, a4: 9 } as const
export type Paper = keyof typeof sizes

/** How a sheet is printed: landscape, as wide as the paper. */
export interface PrintedPage {
  readonly paper: Paper
  /** Left, center and right of the foot; the page number is in the center. */
  readonly foot: { readonly left: string; readonly right: string }
  /** Everything on one page instead of as many as needed. */
  readonly isOnePage?: boolean
  /** Pages side by side; absent: one. */
  readonly across?: number
  /** Rows above this index, from 0, are repeated on each page. */
  readonly headsUpTo?: number
  /** With several pages across, columns before this index, from 0, are repeated. */
  readonly labelsUpTo?: number
  /** The printed range from the first cell; absent: the whole sheet. */
  readonly area?: { readonly rows: number; readonly columns: number }
}

/** Countries that print on Letter (CLDR, supplemental data, territories with US-Letter). */
const withLetter = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/** @param locale as the operating system names it: `en-US` */
export function paperOf(locale: string): Paper {
  return withLetter.has(new Intl.Locale(locale).maximize().region ?? '') ? 'letter' : 'a4'
}

/** Default paper of this computer. */
export function usualPaper(): Paper {
  return paperOf(Intl.DateTimeFormat().resolvedOptions().locale)
}

/** Inches. */
const margins = '<pageMargins left="0.45" right="0.45" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>'

export function pageSetupXml(page: PrintedPage | undefined): string {
  const paper = page ? ` paperSize="${sizes[page.paper]}"` : ''
  const setup = `<pageSetup${paper} orientation="landscape" fitToWidth="${page?.across ?? 1}" fitToHeight="${page?.isOnePage === true ? 1 : 0}"/>`
  return `${margins}${setup}${page ? footXml(page.foot) : ''}`
}

/** `&` begins a code in a header or footer: an ordinary one is written twice. */
function footXml({ left, right }: PrintedPage['foot']): string {
  const letters = '&8&"Arial"'
  const words = (text: string) => text.replaceAll('&', '&&')
  // A digit after a size would be read as part of it.
  const text = `&L${letters} ${words(left)}&C${letters} Page &P of &N&R${letters} ${words(right)}`
  return `<headerFooter><oddFooter>${xmlText(text)}</oddFooter></headerFooter>`
}
