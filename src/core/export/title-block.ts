/** The title rows above a sheet, and its print setup. */

import { sampleSentence } from './provenance-rows.ts'
import { runsCell, type Cell, type Row } from './workbook/cells.ts'
import { widthOf, type PrintedPage } from './workbook/page-setup.ts'
import type { SheetColumn } from './workbook/sheet-xml.ts'
import type { CellStyle } from './workbook/styles.ts'

/** The block above every sheet that readers open. */
export interface TitleBlock {
  /** The company, or the comparison. */
  readonly heading: string
  /** What the sheet shows. */
  readonly subject: string
  /** What identifies the company, or which companies are compared. */
  readonly identity: string
  /** In which currency the amounts are. */
  readonly currency: string
  /** Unit and periods, and the splits that figures are adjusted for. */
  readonly basis: string
  readonly asOf: string
  /** When the workbook was made, in words. */
  readonly made: string
  /** Its figures are the sample's. */
  readonly isSample: boolean
  /** What is missing, and why, in sentences. */
  readonly missing?: string
}

/** Rows of a title block, including the empty one below it. */
export const titleRowCount = 5

/** The words by which an update finds the line with the time of the figures. */
const asOfBegins = 'As of '

const heading: CellStyle = { bold: true, size: 15 }
const quiet: CellStyle = { ink: 'quiet' }
const bold: CellStyle = { bold: true }

const legend = [
  { text: 'Blue', style: { ink: 'data' } },
  { text: ' stored   ', style: quiet },
  { text: 'Black', style: {} },
  { text: ' formula   ', style: quiet },
  { text: 'Green', style: { ink: 'other-sheet' } },
  { text: ' other sheet', style: quiet },
] as const

/** Columns before which the heading fits: on a narrower sheet the legend has a separate row. */
const columnsOfHeading = 8

/** @param legendColumn where what the colors mean ends; absent: the sheet has no figures */
export function titleRows(block: TitleBlock, legendColumn?: number): Row[] {
  const { subject, identity, currency, basis, asOf, made, isSample, missing = '' } = block
  const isWide = legendColumn !== undefined && legendColumn >= columnsOfHeading
  const isNarrow = legendColumn !== undefined && !isWide
  return [
    {
      cells: [
        styled(block.heading, heading),
        ...(isWide
          ? [...Array.from({ length: legendColumn - 1 }, () => null), runsCell(legend, { align: 'right' })]
          : []),
      ],
      height: 21,
    },
    {
      cells: [
        runsCell([
          { text: subject, style: bold },
          { text: `   ${identity}`, style: quiet },
        ]),
      ],
    },
    // An update may have found a split: by the words on the currency it finds the line again.
    { cells: [{ kind: 'styled', value: `${currency}, ${basis}`, style: {}, replaces: currency }] },
    {
      cells: [
        {
          kind: 'styled',
          value: `${asOfBegins}${asOf}.  Exported ${made}.${isSample ? `  ${sampleSentence}` : ''}${missing === '' ? '' : `  ${missing}`}`,
          style: quiet,
          replaces: asOfBegins,
        },
      ],
    },
    isNarrow ? { cells: [runsCell(legend)] } : { cells: [], height: 6 },
  ]
}

/** Rows of a table's title, including the empty one below it. */
export const tableTitleRowCount = 3

/** Above a table that the window showed: what it is, and when it was exported. */
export function tableTitleRows({
  heading: of,
  made,
  isSample,
}: Pick<TitleBlock, 'heading' | 'made' | 'isSample'>): Row[] {
  return [
    { cells: [styled(of, heading)], height: 21 },
    { cells: [styled(`Exported ${made}.${isSample ? `  ${sampleSentence}` : ''}`, quiet)] },
    { cells: [], height: 6 },
  ]
}

/** Letters of a name at the foot of a page, left of the page's number. */
const mostInFoot = 48

/** How a sheet is printed. */
export function printedPage(
  { heading: of, subject, made }: Pick<TitleBlock, 'heading' | 'subject' | 'made'>,
  page: Omit<PrintedPage, 'foot'>,
): PrintedPage {
  const whose = of.length > mostInFoot ? `${of.slice(0, mostInFoot - 1).trimEnd()}…` : of
  return {
    foot: { left: subject === '' ? whose : `${whose}, ${subject.toLowerCase()}`, right: `Tearsheet, exported ${made}` },
    ...page,
  }
}

/** Letters of the usual font that can be read across a page: a statement is read by its shape, a table of words word by word. */
const widest = { figures: 320, words: 190 } as const

/** Pages side by side, with the columns before `labelsUpTo` on each: a sheet that is too wide for one page cannot be read on one. */
export function pagesAcross(
  columns: readonly SheetColumn[],
  labelsUpTo: number,
  of: keyof typeof widest = 'figures',
): Pick<PrintedPage, 'across' | 'labelsUpTo'> {
  const labels = widthOf(columns.slice(0, labelsUpTo))
  const across = Math.ceil(widthOf(columns.slice(labelsUpTo)) / Math.max(widest[of] - labels, widest[of] / 2))
  return across > 1 ? { across, labelsUpTo } : {}
}

/**
 * The same with whole groups of columns, such as companies, on each page, unless one is too wide for that.
 *
 * @param starts first columns of the groups, in order
 */
export function pagesOfGroups(
  columns: readonly SheetColumn[],
  labelsUpTo: number,
  starts: readonly number[],
): Pick<PrintedPage, 'across' | 'breaks' | 'labelsUpTo'> {
  const pages = pagesAcross(columns, labelsUpTo)
  const { across = 1 } = pages
  const endOf = (start: number) => starts.find((next) => next > start)
  const groups = starts.map((from) => ({ from, width: widthOf(columns.slice(from, endOf(from))) }))
  const room = widest.figures - widthOf(columns.slice(0, labelsUpTo))
  if (across === 1 || groups.some(({ width }) => width > room)) return pages
  const breaksAt = (most: number) => {
    const breaks: number[] = []
    let filled = 0
    for (const { from, width } of groups) {
      if (filled > 0 && filled + width > most) {
        breaks.push(from)
        filled = 0
      }
      filled += width
    }
    return breaks
  }
  // The narrowest page on which they still take no more pages: they are then about equally full.
  const widths = starts.flatMap((from, at) => starts.slice(at).map((to) => widthOf(columns.slice(from, endOf(to)))))
  const page = widths.toSorted((left, right) => left - right).find((most) => breaksAt(most).length < across)
  return { breaks: breaksAt(page ?? Infinity), labelsUpTo }
}

function styled(value: string, style: CellStyle): Cell {
  return { kind: 'styled', value, style }
}
