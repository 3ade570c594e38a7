import type { CallOrder } from '#contract/api/calls.ts'

export type CallColumnKey = 'date' | 'symbol' | 'title' | 'quarter' | 'length' | 'status' | 'transcript' | 'recording'

export interface CallColumn {
  readonly key: CallColumnKey
  readonly title: string
  /** Track of the grid: pixels, or what the title may take of the room that is left. */
  readonly track: string
  /** The least width, in pixels: the table scrolls sideways below their sum. */
  readonly width: number
  /** What a click on its head orders by. */
  readonly by: CallOrder['by']
  /** A first click begins with the newest, the longest. */
  readonly descending?: boolean
  readonly right?: boolean
}

const fixed = (width: number) => ({ track: `${width}px`, width })

export const callColumns: readonly CallColumn[] = [
  { key: 'date', title: 'Date', ...fixed(124), by: 'started', descending: true, right: true },
  { key: 'symbol', title: 'Symbol', ...fixed(80), by: 'symbol' },
  { key: 'title', title: 'Title', track: 'minmax(232px, 420px)', width: 232, by: 'title' },
  { key: 'quarter', title: 'Quarter', ...fixed(96), by: 'quarter', descending: true },
  { key: 'length', title: 'Length', ...fixed(76), by: 'length', descending: true, right: true },
  { key: 'status', title: 'Status', ...fixed(116), by: 'status' },
  { key: 'transcript', title: 'Transcript', ...fixed(160), by: 'stored', descending: true },
  { key: 'recording', title: 'Recording', ...fixed(108), by: 'recording', descending: true },
]

export const narrowestColumn = 40
export const widestColumn = 640

/** How wide the analyst made columns, pixels; the others are as they begin. */
export type CallWidths = Readonly<Record<string, number>>

export function tracksOf(columns: readonly CallColumn[], widths: CallWidths): { tracks: string; sum: number } {
  return {
    tracks: columns.map(({ key, track }) => (widths[key] === undefined ? track : `${widths[key]}px`)).join(' '),
    sum: columns.reduce((sum, { key, width }) => sum + (widths[key] ?? width), 0),
  }
}

/** Those of one company need no symbol. */
export const columnsWithoutSymbol = callColumns.filter(({ key }) => key !== 'symbol')
