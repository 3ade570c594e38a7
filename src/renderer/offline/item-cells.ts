/** Columns and cells of a download job's log, and the location that an item opens. */

import type { SyncItem } from '#contract/api/sync.ts'
import type { SyncItemState } from '#contract/api/sync-kinds.ts'
import { formatMoment } from '../format/dates.ts'
import type { ListCell, ListColumn } from '../ui/list-table.ts'
import type { TabLocation } from '../app/tab-locations.ts'
import { kindNames, stateNames, whyOf } from '../app/sync/sync-labels.ts'

type ItemColumn = 'symbol' | 'kind' | 'title' | 'state' | 'why' | 'at'

/** The table of what a download fetched, item by item. */
export const itemColumns: readonly ListColumn<ItemColumn>[] = [
  { key: 'symbol', title: 'Company', width: 96 },
  { key: 'kind', title: 'Item', width: 140 },
  { key: 'title', title: 'Call', width: 220, grows: true },
  { key: 'state', title: 'Outcome', width: 92 },
  { key: 'why', title: 'Detail', width: 260, grows: true },
  { key: 'at', title: 'Time', width: 152 },
]

const quiet: ReadonlySet<SyncItemState> = new Set(['waiting', 'unchanged', 'skipped'])

export function itemCells(item: SyncItem, now: number): Record<ItemColumn, ListCell> {
  return {
    symbol: item.symbol,
    kind: kindNames[item.kind],
    title: item.title ?? '',
    state: {
      text: stateNames[item.state],
      tone: item.state === 'failed' ? 'down' : quiet.has(item.state) ? 'third' : '',
    },
    why: { text: whyOf(item), tone: item.state === 'failed' ? '' : 'third' },
    at: item.at === null ? '' : formatMoment(item.at, now),
  }
}

/** The location that shows an item. */
export function locationOfItem({
  kind,
  symbol,
  callId,
  title,
}: Pick<SyncItem, 'kind' | 'symbol' | 'callId' | 'title'>): TabLocation {
  if (callId !== null) return { screen: 'call', callId, title: title ?? '', turn: -1 }
  const view = kind === 'calls' || kind === 'ratings' || kind === 'news' ? kind : 'financials'
  return { screen: 'company', symbol, view }
}
