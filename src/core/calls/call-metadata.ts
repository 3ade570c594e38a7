/**
 * The details of a call besides its transcript: ids, summary, securities and facts of the
 * recording.
 */

import type { CallReading } from '#contract/api/calls.ts'
import { languageTag } from '#contract/api/text-segments.ts'
import type { CallDetail, Transcript } from '#contract/service/calls.ts'
import { plainText } from './transcript/html-text.ts'
import { plausibleSeconds } from './transcript/segment-times.ts'

/** The service's `recording` as text, as received; its duration, which has no unit at the service, in the unit that is inferred. */
export function recordingFactRows({ recording }: CallDetail): CallReading['recordingFacts'] {
  if (!recording) return []
  const facts: [label: string, value: string | number | null | undefined, bytes?: number | null][] = [
    ['Recording', recording.recording_id],
    ['Files', recording.total_files],
    ['Size', null, recording.total_size ?? null],
    ['Duration', span(recording.duration)],
    ['Language', recording.language],
    ['Location', recording.location],
    ['Bucket', recording.bucket],
    ['Created', recording.created_at],
    ...(recording.formats ?? []).map(({ quality, content_type: type, size }, index): (typeof facts)[number] => [
      (recording.formats?.length ?? 0) > 1 ? `Format ${index + 1}` : 'Format',
      [quality, type].filter((part) => part).join(' · '),
      size ?? null,
    ]),
  ]
  return facts.flatMap(([label, value, bytes = null]) => {
    const text = value === null || value === undefined ? '' : String(value)
    return text === '' && bytes === null ? [] : [{ label, value: text, bytes }]
  })
}

/** The call's ids at the service, and fields that no other screen shows. Empty values are left out. */
export function identityOf(
  { headline, call_id: callId, figis, recording }: CallDetail,
  transcript: Transcript | null,
): CallReading['identity'] {
  const formats = recording?.formats ?? []
  const facts: [string, string | null | undefined][] = [
    ['Headline', headline],
    ['Call ID', callId],
    ['Transcript ID', transcript?.transcript_id],
    ['Transcript type', transcript?.type],
    ['Recording ID', recording?.recording_id],
    ...formats.map(({ file_link: link, quality }): [string, string | null | undefined] => [
      formats.length > 1 && quality ? `File link, ${quality}` : 'File link',
      link,
    ]),
    ['FIGIs', figis?.join(', ')],
  ]
  return facts.flatMap(([label, value]) => (value?.trim() ? [{ label, value }] : []))
}

/** `3:15`, `1:02:10`; as received where it can be no length of a call. */
function span(duration: number | null | undefined): string | number | null | undefined {
  const seconds = plausibleSeconds(duration)
  if (seconds === null) return duration
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** May have several lines; HTML without its markup. */
export function summaryOf({ summary }: CallDetail, format: 'json' | 'html'): CallReading['summary'] {
  const text = summary?.summary?.trim()
  if (!summary || !text) return null
  const lines = format === 'html' ? text.split('\n').map(plainText).join('\n') : text
  return {
    text: lines,
    language: languageTag(summary.language),
    sentiment: summary.sentiment ?? null,
    createdAt: summary.created_at ?? null,
  }
}

export function securitiesOf({ securities, figis }: CallDetail): CallReading['securities'] {
  const named = (securities ?? []).map((security) => ({
    symbol: filled(security.symbol),
    name: filled(security.name),
    mic: filled(security.mic_code),
    figi: filled(security.figi),
    isin: filled(security.isin),
  }))
  const known = new Set(
    securities?.flatMap(({ figi, figi_composite: composite, figi_share_class: share }) => [figi, composite, share]),
  )
  const others = (figis ?? [])
    .filter((figi) => !known.has(figi))
    .map((figi) => ({ symbol: null, name: null, mic: null, figi, isin: null }))
  return [...named, ...others]
}

function filled(text: string | null | undefined): string | null {
  return text?.trim() ? text : null
}
