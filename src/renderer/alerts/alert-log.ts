/** The log of alerts: its query, filter, columns and cell texts. */

import type { Alert } from '#contract/api/alerts.ts'
import { reactiveWindowedList } from '../app/windowed-list.svelte.ts'
import { alertKindLabels, alertRow } from '../app/alerts/alert-text.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { formatMoment } from '../format/dates.ts'
import type { Scale } from '../format/scale.ts'
import type { ListCell, ListColumn } from '../ui/list-table.ts'

export interface LogFilter {
  /** Empty: of all rules. */
  readonly ruleId: string
  readonly isUnseen: boolean
}

/** The log, in a table of any length. */
export function createAlertLog(
  alerts: Pick<Core['alerts'], 'log'>,
  changes: Pick<Changes, 'listen'>,
  filter: () => LogFilter,
) {
  return reactiveWindowedList(
    {
      list: async ({ filter: { ruleId, isUnseen }, offset, limit, locate }, signal) => {
        const of = ruleId === '' ? {} : { ruleId }
        const request = { ...of, isUnseen, offset, limit, locate }
        const { alerts: entries, total, positions } = await alerts.log(request, { signal })
        return { entries, total, positions }
      },
      keyOf: ({ id }: Alert) => id,
      changes,
      reloadOn: ['alerts', 'workspaces'],
    },
    filter,
  )
}

type AlertColumn = 'symbol' | 'state' | 'at' | 'kind' | 'what' | 'now' | 'previous' | 'change'

export const alertColumns: readonly ListColumn<AlertColumn>[] = [
  { key: 'symbol', title: 'Company', width: 88 },
  { key: 'state', title: 'State', width: 56 },
  { key: 'at', title: 'Found', width: 152 },
  { key: 'kind', title: 'Alert', width: 140 },
  { key: 'what', title: 'Detail', width: 190, grows: true },
  { key: 'now', title: 'Now', width: 104, align: 'end' },
  { key: 'previous', title: 'Previous', width: 150, align: 'end' },
  { key: 'change', title: 'Change', width: 112, align: 'end' },
]

/** As a word, for users who see no color and for files. */
export function alertState(isSeen: boolean): string {
  return isSeen ? 'Seen' : 'New'
}

export function alertCells(
  { symbol, at, event, isSeen }: Alert,
  scale: Scale,
  now: number,
): Record<AlertColumn, ListCell> {
  const row = alertRow(event, scale)
  const plain = (text: string): ListCell => ({ text, tone: isSeen ? 'third' : '' })
  return {
    symbol,
    state: isSeen ? plain(alertState(isSeen)) : { text: alertState(isSeen), tone: 'accent' },
    at: plain(formatMoment(at, now)),
    kind: plain(alertKindLabels[event.kind]),
    what: plain(row.what),
    now: plain(row.now),
    previous: { text: row.previous, tone: 'third' },
    change: plain(row.change),
  }
}
