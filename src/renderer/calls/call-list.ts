/**
 * The list of calls in the library, loaded in windows and in the order that the table is sorted by.
 */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { CallFilter, CallOrder, ListedCall } from '#contract/api/calls.ts'
import type { Core } from '../core-client/client.ts'
import type { Changes } from '../core-client/changes.ts'
import { callTimeZone, weekStart } from '../format/date-format.svelte.ts'
import { reactiveWindowedList, type WindowedList } from '../app/windowed-list.svelte.ts'

export type CallList = WindowedList<CallFilter, ListedCall, string, ApiOutputs['calls']['list']>

export function createCallList(
  calls: Pick<Core['calls'], 'list'>,
  changes: Pick<Changes, 'listen'>,
  filter: () => CallFilter,
  order: () => CallOrder,
): CallList {
  const list: CallList = reactiveWindowedList(
    {
      list: (request, signal) =>
        calls.list({ ...request, order: order(), weeks: { start: weekStart(), timeZone: callTimeZone() } }, { signal }),
      keyOf: ({ callId }) => callId,
      changes,
      reloadOn: (change) =>
        ['calls', 'recordings', 'watchlists', 'searches'].includes(change.kind) ||
        ((change.kind === 'call' || change.kind === 'notes') && list.has(change.id)),
    },
    filter,
  )
  return list
}
