/** How sheets are printed: paper size, orientation and scaling. */

import { paperSizes, type PaperSize } from '#contract/api/paper-size.ts'
import { xmlText } from './xml-text.ts'

/** Codes of paper sizes (ECMA-376 part 1, 18.3.1.63). */
const sizes: Readonly<Record<PaperSize, number>> = { letter: 1, a4: 9 }

/** What decides how wide a page gets. */
export interface PrintedColumn {
  readonly width: number
  readonly isHidden?: boolean
}

/** In units of a column's width. */
export function widthOf(columns: readonly PrintedColumn[]): number {
  return columns.reduce((sum, { width, isHidden = false }) => sum + (isHidden ? 0 : width), 0)
}

/** How a sheet is printed: landscape, as wide as the paper. */
export interface PrintedPage {
  /** Left, center and right of the foot; the page number is in the center. */
  readonly foot: { readonly left: string; readonly right: string }
  /** Everything on one page instead of as many as needed. */
  readonly isOnePage?: boolean
  /** Pages side by side; absent: one. */
  readonly across?: number
  /**
   * Columns, from 0, with which the next page across begins, instead of `across`: spreadsheet programs ignore page breaks where
   * they fit a sheet to pages, so that the sheet is scaled to its widest page.
   */
  readonly breaks?: readonly number[]
  /** Rows above this index, from 0, are repeated on each page. */
  readonly headsUpTo?: number
  /** With several pages across, columns before this index, from 0, are repeated. */
  readonly labelsUpTo?: number
  /** The printed range from the first cell; absent: the whole sheet. */
  readonly area?: { readonly rows: number; readonly columns: number }
}

/** Where the user's paper is not known. */
export const defaultPaper = 'letter' satisfies PaperSize

/** The paper of a sheet's XML; undefined: the sheet names none of ours. */
export function paperIn(xml: string): PaperSize | undefined {
  const code = Number(/<pageSetup\b[^>]*\bpaperSize="(\d+)"/.exec(xml)?.[1])
  return paperSizes.find((size) => sizes[size] === code)
}

/** Inches. */
const margins = '<pageMargins left="0.45" right="0.45" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>'

/** Of the paper between the margins, in landscape. Inches. */
const printedWidths: Readonly<Record<PaperSize, number>> = { letter: 11 - 0.9, a4: 11.69 - 0.9 }
/** Inches of one unit of a column's width: a digit of the usual font at 96 pixels an inch (ECMA-376 part 1, 18.3.1.13). */
const unitWidth = 7 / 96
/** What the programs' own rounding of widths may add. */
const spareShare = 0.03

/** @param columns of the sheet, which decide its scale where it has page breaks */
export function pageSetupXml(
  page: PrintedPage | undefined,
  columns: readonly PrintedColumn[],
  paper: PaperSize,
): string {
  const size = page ? ` paperSize="${sizes[paper]}"` : ''
  const breaks = page?.breaks ?? []
  const fit =
    page && breaks.length > 0
      ? `scale="${scaleOf(page, columns, paper)}" orientation="landscape"`
      : `orientation="landscape" fitToWidth="${page?.across ?? 1}" fitToHeight="${page?.isOnePage === true ? 1 : 0}"`
  const foot = page ? footXml(page.foot) : ''
  return `${margins}<pageSetup${size} ${fit}/>${foot}${breaksXml(breaks)}`
}

/** Percent, from 10 to 100, at which each page across fits the paper. */
function scaleOf(
  { breaks = [], labelsUpTo = 0 }: PrintedPage,
  columns: readonly PrintedColumn[],
  paper: PaperSize,
): number {
  const labels = widthOf(columns.slice(0, labelsUpTo))
  const pages = [labelsUpTo, ...breaks].map((from, at) => labels + widthOf(columns.slice(from, breaks[at])))
  const widest = Math.max(...pages) * unitWidth * (1 + spareShare)
  return Math.min(100, Math.max(10, Math.floor((100 * printedWidths[paper]) / widest)))
}

function breaksXml(columns: readonly number[]): string {
  if (columns.length === 0) return ''
  const each = columns.map((column) => `<brk id="${column}" max="1048575" man="1"/>`)
  return `<colBreaks count="${columns.length}" manualBreakCount="${columns.length}">${each.join('')}</colBreaks>`
}

/** `&` begins a code in a header or footer: an ordinary one is written twice. */
function footXml({ left, right }: PrintedPage['foot']): string {
  const letters = '&8&"Arial"'
  const words = (text: string) => text.replaceAll('&', '&&')
  // A digit after a size would be read as part of it.
  const text = `&L${letters} ${words(left)}&C${letters} Page &P of &N&R${letters} ${words(right)}`
  return `<headerFooter><oddFooter>${xmlText(text)}</oddFooter></headerFooter>`
}
