/** Keys of hits and of their groups: the same for the same one, however many others come and go. */

import type { HitGroup, HitRow } from '#contract/api/transcript-search.ts'

/** Of a call, a rating or a news item. */
function groupKey({ call, title, at, symbol, hits: [first] }: HitGroup): string {
  if (call) return call.callId
  return first?.recordId == null ? JSON.stringify([title, at, symbol]) : `${first.kind} ${first.recordId}`
}

/** One for each group. A group that is there twice, as between two pages after a download, has two. */
export function groupKeys(groups: readonly HitGroup[]): string[] {
  const times = new Map<string, number>()
  return groups.map((group) => {
    const key = groupKey(group)
    const time = (times.get(key) ?? 0) + 1
    times.set(key, time)
    return time === 1 ? key : `${key} ${time}`
  })
}

export function hitRowKey({ kind, callId, turn, recordId, title, at, symbol }: HitRow): string {
  return JSON.stringify(
    callId === null && recordId === null ? [kind, title, at, symbol] : [kind, callId, turn, recordId],
  )
}
