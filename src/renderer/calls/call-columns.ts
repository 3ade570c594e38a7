/** The columns of the list of calls, their widths, and which of them fit the table. */

import type { CallOrder } from '#contract/api/calls.ts'
import type { HeadColumn } from '../ui/column-heads.ts'

export type CallColumnKey =
  | 'date'
  | 'symbol'
  | 'company'
  | 'exchange'
  | 'title'
  | 'length'
  | 'downloaded'
  | 'remarks'
  | 'axis'
  | 'answers'
  | 'confidence'
  | 'words'
  | 'questions'
  | 'read'
  | 'played'
  | 'notes'
  | 'hits'

export interface CallColumn extends HeadColumn<CallColumnKey> {
  /** Pixels, or the share of the remaining space for the title. */
  readonly track: string
  /** Sort order of a click on its head. */
  readonly by?: CallOrder['by']
  /** A first click begins with the latest, the longest. */
  readonly descending?: boolean
  /** Minimum width of the table, in pixels, for the column to be shown; absent: always. */
  readonly from?: number
}

const fixed = (width: number) => ({ track: `${width}px`, width })
/** The table's width in a window of 1440 px with a preview of 360 px, and in one of 1920 with one of 440 px. */
const [usual, wide] = [990, 1286]

const columns: readonly CallColumn[] = [
  { key: 'date', title: 'Date', ...fixed(88), by: 'started', descending: true, align: 'end', frozen: '0' },
  { key: 'symbol', title: 'Symbol', ...fixed(60), by: 'symbol', frozen: 'var(--date)' },
  { key: 'company', title: 'Company', ...fixed(132), by: 'company', from: usual },
  { key: 'exchange', title: 'Exchange', track: 'minmax(76px, 148px)', width: 76, by: 'exchange', from: wide },
  { key: 'title', title: 'Title', track: 'minmax(156px, 1fr)', width: 156, by: 'title' },
  { key: 'length', title: 'Length', ...fixed(62), by: 'length', descending: true, align: 'end' },
  { key: 'downloaded', title: 'Downloaded', ...fixed(108), by: 'recording', descending: true },
  { key: 'words', title: 'Words', ...fixed(60), by: 'words', descending: true, align: 'end', from: wide },
  { key: 'confidence', title: 'Confidence', ...fixed(84), by: 'confidence', align: 'end', from: wide },
  { key: 'questions', title: 'Questions', ...fixed(78), by: 'questions', descending: true, align: 'end', from: wide },
  { key: 'remarks', title: 'Remarks', ...fixed(66), by: 'remarks', descending: true, align: 'end', group: 'Sentiment' },
  { key: 'axis', title: '', name: 'Sentiment by section', ...fixed(50), unsorted: true, group: 'Sentiment' },
  { key: 'answers', title: 'Answers', ...fixed(66), by: 'answers', descending: true, align: 'end', group: 'Sentiment' },
  { key: 'read', title: 'Read', ...fixed(52), by: 'read', descending: true, group: 'Progress' },
  { key: 'played', title: 'Played', ...fixed(56), by: 'played', descending: true, group: 'Progress', from: usual },
  { key: 'notes', title: 'Notes', ...fixed(48), by: 'notes', descending: true, align: 'end' },
  { key: 'hits', title: 'Hits', ...fixed(44), by: 'hits', descending: true, align: 'end' },
]

const narrowestColumn = 40
const widestColumn = 640

/** Widths in pixels of the columns that the analyst resized. */
export type CallWidths = Readonly<Record<string, number>>

/** A width clamped to what a column may have. */
export const fittingColumnWidth = (width: number) =>
  Math.round(Math.max(narrowestColumn, Math.min(widestColumn, width)))

interface ColumnsShown {
  /** Width of the table, in pixels. */
  readonly width: number
  /** The list is one company's, whose name and symbol are at the top of its page. */
  readonly ofCompany: boolean
  /** A saved search is chosen, whose hits are counted. */
  readonly withHits: boolean
}

/** The columns that a table of this width has room for. */
export function columnsFor({ width, ofCompany, withHits }: ColumnsShown): readonly CallColumn[] {
  return columns.filter(
    ({ key, from = 0 }) =>
      width >= from && !(ofCompany && ['symbol', 'company', 'exchange'].includes(key)) && (withHits || key !== 'hits'),
  )
}
