/** Which events of a timeline belong together. */

import type { TimelineEntry } from '#contract/api/timeline.ts'
import { keyOf } from './timeline-text.ts'

/** An event's links in both directions. */
export interface Links {
  readonly entries: readonly TimelineEntry[]
}

/**
 * Links in both directions: news with the calls and ratings that it names, a period with the call about it and with its changed
 * figures, and such a change with that call.
 */
export function linksOf(
  entries: readonly TimelineEntry[],
  byKey: ReadonlyMap<string, TimelineEntry>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const links = new Map<string, Set<string>>()
  const add = (one: string, other: string) => {
    const of = links.get(one) ?? new Set()
    links.set(one, of.add(other))
  }
  const link = (one: string, other: string) => {
    if (!byKey.has(one) || !byKey.has(other)) return
    add(one, other)
    add(other, one)
  }
  const calls = new Map<string, string[]>()
  for (const entry of entries) {
    if (entry.kind !== 'call' || entry.quarter === null) continue
    const period = `${entry.symbol} ${entry.quarter.quarter} ${entry.quarter.year}`
    calls.set(period, [...(calls.get(period) ?? []), keyOf(entry)])
  }
  for (const entry of entries) {
    const key = keyOf(entry)
    if (entry.kind === 'news') {
      for (const id of entry.calls) link(key, `call ${id}`)
      for (const id of entry.ratings) link(key, `rating ${id}`)
    } else if (entry.kind === 'period' || entry.kind === 'restated' || entry.kind === 'withdrawn') {
      for (const call of calls.get(`${entry.symbol} ${entry.quarter} ${entry.year}`) ?? []) link(key, call)
      if (entry.kind !== 'period') link(key, `period ${entry.recordId}`)
    }
  }
  return links
}
