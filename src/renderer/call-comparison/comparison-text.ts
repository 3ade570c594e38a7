/** Words for the parts of a call comparison. */

import type { CallEntry } from '#contract/api/calls.ts'
import type { CallPart, ComparedCall, ComparedTone, ComparedTopic, PassageKind } from '#contract/api/call-comparison.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { formatCallDay } from '../format/call-dates.ts'
import { formatCallTime } from '../format/dates.ts'
import { formatNumber } from '../format/counts.ts'

/** In the order in which they are offered. */
export const passageKindOrder = ['new', 'dropped', 'reworded', 'repeated'] as const satisfies readonly PassageKind[]

export const kindLabels: Readonly<Record<PassageKind, string>> = {
  new: 'New',
  dropped: 'Dropped',
  reworded: 'Reworded',
  repeated: 'Repeated',
}

export const partLabels: Readonly<Record<CallPart, string>> = {
  remarks: 'Remarks',
  answers: 'Answers',
  questions: 'Questions',
  call: 'Call',
}

/** `Q3 FY2026 earnings call`, or its title if it is about no quarter. */
export function callHeadline({ quarter, title }: CallEntry): string {
  return quarter === null ? title : `${fiscalPeriodName(quarter)} earnings call`
}

/** Of two compared calls; empty where there is none. */
export type CallNames = readonly [earlier: string, later: string]

/** `Q2` and `Q3`; with the year where the quarters are equal, else by day: `Q3 FY2025` and `Q3 FY2026`, `2 Sep 25` and `1 Sep 26`. */
export function shortCallNames(earlier: CallEntry | null, later: CallEntry | null): CallNames {
  const byDay = ({ startedAt }: CallEntry) => (startedAt === null ? 'call' : formatCallDay(startedAt))
  const byPeriod = (call: CallEntry) => (call.quarter === null ? byDay(call) : fiscalPeriodName(call.quarter))
  const byQuarter = (call: CallEntry) =>
    call.quarter === null || call.quarter.quarter === 'FY' ? byPeriod(call) : call.quarter.quarter
  return namedApart(earlier, later, [byQuarter, byPeriod, byDay])
}

/** `Q2 FY2026 earnings call` and the other; with the day where both have one title. */
export function callHeadlines(earlier: CallEntry | null, later: CallEntry | null): CallNames {
  return namedApart(earlier, later, [callHeadline, (call) => `${callHeadline(call)}, ${callFacts(call)}`])
}

/** The first way of naming in which the two differ. */
function namedApart(
  earlier: CallEntry | null,
  later: CallEntry | null,
  ways: readonly ((call: CallEntry) => string)[],
): CallNames {
  for (const way of ways) {
    const names: CallNames = [earlier ? way(earlier) : '', later ? way(later) : '']
    if (names[0] !== names[1]) return names
  }
  return earlier && later ? ['earlier', 'later'] : ['', '']
}

/** `21 Oct 26, 0:58:41`. */
export function callFacts({ startedAt, seconds }: CallEntry): string {
  return [startedAt === null ? '' : formatCallDay(startedAt), seconds === null ? '' : formatCallTime(seconds)]
    .filter((part) => part !== '')
    .join(', ')
}

/** Of the tab: `Q2 and Q3 calls`. */
export function tabTitle(earlier: CallEntry | null, later: CallEntry | null): string {
  if (!later) return ''
  const names = shortCallNames(earlier, later)
  return earlier ? `${names.join(' and ')} calls` : `${names[1]} call`
}

/** `1 repeated, 2 new`, in the order of reading: what both have comes first. */
export function kindCounts(kinds: readonly PassageKind[]): string {
  const order = ['repeated', 'reworded', 'dropped', 'new'] as const
  return order
    .flatMap((kind) => {
      const count = kinds.filter((each) => each === kind).length
      return count === 0 ? [] : [`${formatNumber(count)} ${kind}`]
    })
    .join(', ')
}

export function topicNote({ foundBy }: Pick<ComparedTopic, 'foundBy'>): string {
  if (foundBy === 'words') return 'Topic inferred by Tearsheet from the words of its passages'
  if (foundBy === 'name') return 'Topic inferred by Tearsheet: a name that both calls mention often'
  return 'No topic inferred by Tearsheet'
}

/** `Remarks, CEO`: officers by their role where it is one of the usual. */
export function toneLabel({ part, speaker, role }: ComparedTone): string {
  if (part === 'whole') return 'Whole call'
  if (part !== 'remarks' || speaker === null) return partLabels[part]
  return `Remarks, ${shortRole(role) ?? speaker}`
}

function shortRole(role: string | null): string | null {
  if (role === null) return null
  const officer = /chief (\w)\w* officer|^(c[efot]o)\b/i.exec(role)
  if (!officer) return null
  return (officer[2] ?? `C${officer[1] ?? ''}O`).toUpperCase()
}

export function speakerName(call: ComparedCall, speaker: number): string {
  return call.speakers[speaker]?.name ?? ''
}

/** Parts of a passage's text: those with an even index both calls have, the others only this one. */
export function textParts(text: string, changed: readonly number[]): string[] {
  const edges = [0, ...changed, text.length]
  return edges.slice(0, -1).map((from, at) => text.slice(from, edges[at + 1]))
}
