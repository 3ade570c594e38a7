/**
 * Writes sample calls in the format of the service: segments, transcript, summary, participants.
 */

import { randomFor, uuidFor } from '../data/random.ts'
import { exchangeOf } from '../data/seeds.ts'
import { firstListing } from '../securities/company-listings.ts'
import type { CallFacts } from './call-facts.ts'
import { shownStatus } from './odd-calls.ts'
import type { Recording } from './recordings.ts'
import type { CallStatus, PlannedCall } from './schedule.ts'
import { isBeforeRecorded } from './script.ts'
import type { CallContent, TimedSegment } from './turns.ts'

/** Segment as docs/interface.md has it: times are text that holds a number, here seconds. */
export interface SegmentWire {
  segment_id: number
  speaker: string
  start_time: string
  end_time: string
  confidence: number
  text: string
  sentiment: number
}

/** Local time of the exchange with its offset: 2026-10-21T17:00:00-04:00. */
export function withOffset(milliseconds: number, offset: string): string {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  const shift = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
  return new Date(milliseconds + shift).toISOString().slice(0, 19) + offset
}

const utc = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`

const titleOf = ({ seed, kind, period }: PlannedCall) =>
  ({
    earnings: `${seed.name} ${period.quarter} FY${period.fiscalYear} earnings call`,
    conference: `${seed.name} at an investor conference`,
    'annual-meeting': `${seed.name} annual general meeting`,
  })[kind]

/** The facts of a call without composing it; `content` only of one that has ended. */
export function callFields(call: PlannedCall, status: CallStatus, duration: number, facts: CallFacts) {
  const listing = firstListing(call.seed)
  const finished = status === 'COMPLETED'
  const ended = call.starts + Math.round(duration) * 1000
  const scribe = randomFor('scribe', call.id).whole(18, 95) * 60_000
  const { words } = facts
  const headline = {
    earnings: `${words.company} reports ${words.quarter} revenue of ${words.revenue}, ${words.growthWords}`,
    conference: `${words.company}: ${words.chief} on ${words.market} and the ${words.program}`,
    'annual-meeting': `${words.company}: report, accounts and elections`,
  }[call.kind]
  return {
    call_id: call.id,
    call_title: titleOf(call),
    headline,
    symbol: call.seed.symbol,
    exchange: exchangeOf(call.seed.exchange).name,
    figis: [listing['identifiers.figi'], listing['identifiers.figi_composite']],
    name: call.kind === 'earnings' ? call.seed.name : '',
    start_time: withOffset(call.starts, call.offset),
    end_time: finished ? withOffset(ended, call.offset) : null,
    duration: finished ? Math.round(duration) : 0,
    status: shownStatus(call, status),
    created_at: utc(call.starts - 6 * 86_400_000),
    updated_at: utc(finished ? ended + scribe : call.starts + 11 * 60_000),
    securities: [
      {
        figi: listing['identifiers.figi'],
        isin: listing['identifiers.isin'],
        name: listing.name,
        symbol: listing.symbol,
        mic_code: listing['exchange_info.mic_code'],
        figi_composite: listing['identifiers.figi_composite'],
        figi_share_class: listing['identifiers.figi_share_class'],
        refinitiv_exch_code: listing['exchange_info.refinitiv_exchange_code'],
      },
    ],
  }
}

/** One call in ten was transcribed without names: its speakers are numbers. Not the one that the recorded call is compared with. */
function speakerNames(call: PlannedCall, segments: readonly TimedSegment[]): (segment: TimedSegment) => string {
  if (isBeforeRecorded(call) || !randomFor('named', call.id).chance(0.1)) return ({ speaker }) => speaker.name
  const numbers = new Map<string, number>()
  for (const { speaker } of segments) if (!numbers.has(speaker.name)) numbers.set(speaker.name, numbers.size)
  return ({ speaker }) => `Speaker ${numbers.get(speaker.name) ?? 0}`
}

export function segmentsOf(call: PlannedCall, content: CallContent): SegmentWire[] {
  const nameOf = speakerNames(call, content.segments)
  return content.segments.map((each, at) => ({
    segment_id: at + 1,
    speaker: nameOf(each),
    start_time: each.start.toFixed(2),
    end_time: each.end.toFixed(2),
    confidence: each.confidence,
    text: each.text,
    sentiment: each.sentiment,
  }))
}

/** `clean=true`: removes fillers and repeated words, and joins one speaker's consecutive segments. */
export function cleaned(segments: readonly SegmentWire[]): SegmentWire[] {
  const merged: SegmentWire[] = []
  for (const segment of segments) {
    const text = withoutFillers(segment.text)
    const last = merged.at(-1)
    if (last === undefined || last.speaker !== segment.speaker) {
      merged.push({ ...segment, segment_id: merged.length + 1, text })
      continue
    }
    // weighed by length, as the mean over the words would be
    const [before, now] = [last.text.length, text.length]
    const mean = (one: number, other: number, digits: number) =>
      Number(((one * before + other * now) / (before + now)).toFixed(digits))
    last.confidence = mean(last.confidence, segment.confidence, 4)
    last.sentiment = mean(last.sentiment, segment.sentiment, 3)
    last.end_time = segment.end_time
    last.text = `${last.text} ${text}`
  }
  return merged
}

function withoutFillers(text: string): string {
  return text
    .replaceAll(/\b(uh|um), /gi, '')
    .replaceAll(/\b(the|we|of) \1\b/g, '$1')
    .replaceAll(/(^|[.?!] )([a-z])/g, (_whole, before: string, letter: string) => before + letter.toUpperCase())
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The transcript as one text: a line per turn, or paragraphs when HTML is requested. */
function transcriptText(segments: readonly SegmentWire[], format: 'json' | 'html'): string {
  const turns: { speaker: string; text: string }[] = []
  for (const { speaker, text } of segments) {
    const last = turns.at(-1)
    if (last?.speaker === speaker) last.text += ` ${text}`
    else turns.push({ speaker, text })
  }
  return turns
    .map(({ speaker, text }) =>
      format === 'html' ? `<p><strong>${escaped(speaker)}:</strong> ${escaped(text)}</p>` : `${speaker}: ${text}`,
    )
    .join('\n')
}

export function transcriptOf(call: PlannedCall, segments: readonly SegmentWire[], format: 'json' | 'html') {
  const sum = segments.reduce((total, each) => total + each.confidence, 0)
  return {
    transcript_id: uuidFor('transcript', call.id),
    text: transcriptText(segments, format),
    language: call.seed.exchange === 'XLON' ? 'en-GB' : 'en-US',
    confidence_score: segments.length === 0 ? 0 : Number((sum / segments.length).toFixed(4)),
    segments,
    type: 'NON_LIVE',
  }
}

export function recordingFields(call: PlannedCall, recording: Recording) {
  return {
    recording_id: recording.id,
    total_files: recording.files.length,
    total_size: recording.files.reduce((sum, each) => sum + each.size, 0),
    duration: Math.round(recording.duration),
    location: 'recordings',
    bucket: recording.kind === 'speech' ? 'tearsheet-sample-speech' : 'tearsheet-sample-tones',
    language: 'en-US',
    formats: recording.files.map((file) => ({
      file_link: `recordings/${recording.id}/${file.name}`,
      size: file.size,
      content_type: file.contentType,
      quality: file.quality,
    })),
    created_at: utc(call.starts + Math.round(recording.duration) * 1000 + 4 * 60_000),
  }
}

export function summaryFields(call: PlannedCall, facts: CallFacts, segments: readonly SegmentWire[], updated: string) {
  const { words, tags } = facts
  const mean = segments.reduce((sum, each) => sum + each.sentiment, 0) / Math.max(1, segments.length)
  const lines =
    call.kind === 'annual-meeting'
      ? [
          `All resolutions of ${words.company} were carried.`,
          `${words.chief} spoke of ${words.market} and of ${words.site}.`,
        ]
      : [
          `Revenue of ${words.revenue}, ${words.growthWords}.`,
          `Operating margin ${words.operating}, ${words.operatingWords}${tags.has('bank') ? '' : `; gross margin ${words.gross}`}.`,
          tags.has('up')
            ? `Demand from ${words.market} ahead of plan.`
            : `${words.weaker} weak; cost measures continue.`,
          `Management sees ${words.guideLow} to ${words.guideHigh} of revenue in the ${words.next}.`,
        ]
  // occasionally the service leaves these empty, as docs/interface.md says
  const sparse = randomFor('summary', call.id).chance(0.2)
  return {
    summary_id: uuidFor('summary', call.id),
    transcript_id: sparse ? '' : uuidFor('transcript', call.id),
    call_id: call.id,
    summary: lines.map((each) => `- ${each.charAt(0).toUpperCase()}${each.slice(1)}`).join('\n'),
    symbol: sparse ? '' : call.seed.symbol,
    sentiment: Number(mean.toFixed(3)),
    language: sparse ? '' : 'en',
    created_at: updated,
    updated_at: updated,
  }
}

export function participantsOf(call: PlannedCall, segments: readonly TimedSegment[]) {
  const people = new Map<string, { segment: TimedSegment; mentions: number }>()
  for (const segment of segments) {
    const known = people.get(segment.speaker.name)
    people.set(segment.speaker.name, { segment: known?.segment ?? segment, mentions: (known?.mentions ?? 0) + 1 })
  }
  return [...people].map(([name, { segment, mentions }]) => ({
    participant_id: uuidFor('participant', call.id, name),
    call_id: call.id,
    name,
    role: segment.speaker.role,
    organization: segment.speaker.organization,
    mentions,
    human_verified: randomFor('verified', call.id, name).chance(
      segment.speaker.organization === call.seed.name ? 0.9 : 0.5,
    ),
  }))
}
