import type { CallOrder } from '#contract/api/calls.ts'
import type { HeadColumn } from '../ui/column-heads.ts'

export type CallColumnKey = 'date' | 'symbol' | 'title' | 'quarter' | 'length' | 'status' | 'transcript' | 'recording'

export interface CallColumn extends HeadColumn<CallColumnKey> {
  /** Pixels, or what the title may take of the room that is left. */
  readonly track: string
  /** What a click on its head sorts by. */
  readonly by: CallOrder['by']
  /** A first click begins with the latest, the longest. */
  readonly descending?: boolean
}

const fixed = (width: number) => ({ track: `${width}px`, width })

export const callColumns: readonly CallColumn[] = [
  { key: 'date', title: 'Date', ...fixed(124), by: 'started', descending: true, align: 'end', frozen: '0' },
  { key: 'symbol', title: 'Symbol', ...fixed(80), by: 'symbol', frozen: 'var(--date)' },
  { key: 'title', title: 'Title', track: 'minmax(232px, 420px)', width: 232, by: 'title' },
  { key: 'quarter', title: 'Quarter', ...fixed(96), by: 'quarter', descending: true },
  { key: 'length', title: 'Length', ...fixed(76), by: 'length', descending: true, align: 'end' },
  { key: 'status', title: 'Status', ...fixed(116), by: 'status' },
  { key: 'transcript', title: 'Transcript', ...fixed(160), by: 'stored', descending: true },
  { key: 'recording', title: 'Recording', ...fixed(108), by: 'recording', descending: true },
]

const narrowestColumn = 40
const widestColumn = 640

/** Widths in pixels of the columns that the analyst resized. */
export type CallWidths = Readonly<Record<string, number>>

/** As near to a width as a column may be. */
export const fittingColumnWidth = (width: number) =>
  Math.round(Math.max(narrowestColumn, Math.min(widestColumn, width)))

/** Those of one company need no symbol. */
export const columnsWithoutSymbol = callColumns.filter(({ key }) => key !== 'symbol')
