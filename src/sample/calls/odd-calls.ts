/**
 * Finds which sample calls are odd on purpose, and makes their odd status, length and scripts.
 * Missing parts are made in odd-segments.ts and call-records.ts.
 */

import exceptions from '../../../resources/sample/exceptions.json' with { type: 'json' }
import type { CallStatus, PlannedCall } from './schedule.ts'
import type { CallContent, TimedSegment } from './turns.ts'

/** How a call intentionally differs from most others (exceptions.json). */
export function oddityOf({ seed, kind, period }: PlannedCall): string | undefined {
  const name = `${period.fiscalYear}${period.quarter}`
  return kind === 'earnings'
    ? exceptions.calls.find((each) => each.symbol === seed.symbol && each.period === name)?.oddity
    : undefined
}

/** The status on the wire: one failed call has a status that docs/interface.md does not show. */
export function shownStatus(call: PlannedCall, status: CallStatus): string {
  return oddityOf(call) === 'postponed' && status === 'FAILED' ? 'POSTPONED' : status
}

/** The words of a call, repeated: a day-long meeting repeats its script. */
export function applyOddity(call: PlannedCall, content: CallContent): CallContent {
  switch (oddityOf(call)) {
    case 'long':
      return repeated(content, 60)
    case 'scripts':
      return { ...content, segments: inOtherScripts(content.segments) }
    default:
      return content
  }
}

function repeated({ segments, duration }: CallContent, times: number): CallContent {
  const later = (segment: TimedSegment, by: number) => ({
    ...segment,
    start: hundredth(segment.start + by),
    end: hundredth(segment.end + by),
  })
  return {
    segments: Array.from({ length: times }, (_, round) =>
      segments.map((segment) => later(segment, round * duration)),
    ).flat(),
    duration: hundredth(duration * times),
  }
}

const hundredth = (seconds: number) => Math.round(seconds * 100) / 100

const otherWords = [
  'شكرا لكم جميعا. ارتفعت الإيرادات بنسبة 7% مقارنة بالعام الماضي.',
  '売上高は前年同期比で増加し、営業利益率も改善しました。',
  'תודה רבה. השאלה שלי היא על שולי הרווח.',
  'Thank you 👏🏽, that was 🚀 for the whole team 👩🏽‍🔬👨‍💼.',
  '收入增长百分之七，超出我们的预期。',
  'Děkuji. Tržby vzrostly, přestože poptávka v Žďáru nad Sázavou zůstala slabá.',
]

/** Every seventh turn is in another script. */
function inOtherScripts(segments: readonly TimedSegment[]): TimedSegment[] {
  return segments.map((segment, at) =>
    at % 7 === 3 ? { ...segment, text: otherWords[Math.floor(at / 7) % otherWords.length] ?? segment.text } : segment,
  )
}
