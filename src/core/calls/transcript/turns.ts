/** Reads the turns of a transcript from the service's segments, text or HTML. */

import type { CallReading } from '#contract/api/calls.ts'
import type { CallDetail, Transcript } from '#contract/service/calls.ts'
import { paragraphsOfHtml, plainText } from './html-text.ts'

/** One turn as received, not yet joined to a person. */
export interface RawTurn {
  readonly segmentId: number | null
  readonly speaker: string | null
  /** In a unit that is not shown (segment-times.ts). */
  readonly start: number | null
  readonly end: number | null
  readonly confidence: number | null
  readonly sentiment: number | null
  readonly text: string
}

export interface RawTranscript {
  readonly source: CallReading['source']
  readonly turns: readonly RawTurn[]
  /** The segments arrived out of order, and were sorted by time. */
  readonly sortedByTime: boolean
  /** The transcript that is read: of several, the fullest. */
  readonly transcript: Transcript | null
}

/** The turns of a call: from its segments, else from the paragraphs of its text. In the HTML form every text is read as HTML. */
export function readTurns(record: CallDetail, format: 'json' | 'html'): RawTranscript {
  const transcript = fullest(record.transcripts ?? [])
  if (!transcript) return { source: 'none', turns: [], sortedByTime: false, transcript: null }
  const asText = format === 'html' ? plainText : (text: string) => text
  const turns = (transcript.segments ?? []).map((segment) => ({
    segmentId: segment.segment_id ?? null,
    speaker: emptied(segment.speaker && asText(segment.speaker)),
    start: numberIn(segment.start_time),
    end: numberIn(segment.end_time),
    confidence: segment.confidence ?? null,
    sentiment: segment.sentiment ?? null,
    text: asText(segment.text ?? ''),
  }))
  if (turns.some(({ text }) => text.trim() !== '')) {
    const sortedByTime = isOutOfOrder(turns)
    const inOrder = sortedByTime ? turns.toSorted((left, right) => (left.start ?? 0) - (right.start ?? 0)) : turns
    return { source: 'segments', turns: inOrder, sortedByTime, transcript }
  }
  const paragraphs = format === 'html' ? paragraphsOfHtml(transcript.text ?? '') : paragraphsOf(transcript.text ?? '')
  return {
    source: paragraphs.length > 0 ? 'paragraphs' : 'none',
    turns: spokenBy(paragraphs),
    sortedByTime: false,
    transcript,
  }
}

/** Share of the steps from one segment to the next that may go back in time: two speakers at once are written one after the other. */
const mostStepsBack = 0.2

/**
 * Whether segments are clearly out of order: every one has a time, and the times go back repeatedly. A single step back proves
 * nothing, as where a recording starts again.
 */
function isOutOfOrder(turns: readonly RawTurn[]): boolean {
  let [back, steps] = [0, 0]
  for (const [at, { start }] of turns.entries()) {
    if (start === null) return false
    const before = turns[at - 1]?.start ?? start
    if (start < before) back += 1
    if (start !== before) steps += 1
  }
  return back > 1 && back > steps * mostStepsBack
}

function fullest(transcripts: readonly Transcript[]): Transcript | null {
  const size = ({ segments, text }: Transcript) => (segments?.length ?? 0) * 1e9 + (text?.length ?? 0)
  return transcripts.reduce<Transcript | null>((best, each) => (best && size(best) >= size(each) ? best : each), null)
}

/** Times come as text that holds a number. */
function numberIn(time: string | null | undefined): number | null {
  if (!time?.trim()) return null
  const number = Number(time)
  return Number.isFinite(number) && number >= 0 ? number : null
}

function emptied(text: string | null | undefined): string | null {
  return text?.trim() ? text.trim() : null
}

/** Paragraphs are separated by blank lines; without blank lines, every line is one. */
function paragraphsOf(text: string): string[] {
  const parts = text.split(/\n\s*\n/)
  const lines = parts.length > 1 ? parts : text.split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

/** `Jane Doe: …`, `Jane Doe - Chief Executive: …`, `Speaker 3: …`: few words, each beginning like a name's. */
const spokenLine = /^(?<speaker>[\p{Lu}\p{Lo}][^:\n.?!]{0,78}?)\s{0,8}[:：]\s*(?<text>\S[^]*)$/u
const nameLike = /^[\p{Lu}\p{Lo}\p{N}(&'"‘“]/u
const particles = new Set([
  'de',
  'da',
  'do',
  'dos',
  'del',
  'della',
  'der',
  'di',
  'du',
  'la',
  'le',
  'van',
  'von',
  'den',
  'of',
  'and',
  'bin',
  'al',
  'el',
  'y',
])

/** A name on a line of its own, like a heading, is the speaker of what follows. */
const spokenHead = /^(?<speaker>[\p{Lu}\p{Lo}][^:\n.?!]{0,78}?)\s{0,8}[:：]$/u

function spokenBy(paragraphs: readonly string[]): RawTurn[] {
  let speaker: string | null = null
  return paragraphs.flatMap((paragraph, at) => {
    const line = paragraph.trim()
    const head = at < paragraphs.length - 1 ? spokenHead.exec(line)?.groups?.['speaker'] : undefined
    if (head !== undefined && isName(head)) {
      speaker = head
      return []
    }
    const found = spokenLine.exec(line)?.groups
    const name = found?.['speaker']
    if (name !== undefined && isName(name)) speaker = name
    const text = name !== undefined && speaker === name ? (found?.['text'] ?? '') : line
    return [{ segmentId: null, speaker, start: null, end: null, confidence: null, sentiment: null, text: text.trim() }]
  })
}

function isName(text: string): boolean {
  const words = text.split(/[\s,\-–—]+/).filter((word) => word !== '')
  return words.length <= 8 && words.every((word) => nameLike.test(word) || particles.has(word))
}
