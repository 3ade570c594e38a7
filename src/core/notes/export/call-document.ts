/** The content of a call with its notes as a document, before its format is chosen. */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { CallReading, Chapter, TranscriptForm } from '#contract/api/calls.ts'
import { authorText, fromPack, packOrigin } from '#contract/api/pack-words.ts'
import type { HighlightColor, AnchoredHighlight } from '#contract/api/notes.ts'
import { quotedSegments } from '#contract/api/quoted-segments.ts'

/** The content of a document, for any type of file. Every text in it is valid in XML. */
export interface CallDocument {
  readonly title: string
  /** Of what is quoted from the transcript, as BCP 47; null: not stated. */
  readonly language: string | null
  /** Label and value: where it comes from, so that every word can be questioned. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** Empty when only the highlights are wanted. */
  readonly chapters: readonly DocumentChapter[]
  readonly highlights: readonly DocumentHighlight[]
}

interface DocumentChapter {
  readonly heading: string | null
  readonly turns: readonly DocumentTurn[]
}

export interface DocumentTurn {
  readonly said: DocumentText
  readonly pieces: readonly Piece[]
  /** What the user heard instead; null: nothing else. */
  readonly correction: DocumentCorrection | null
}

interface DocumentCorrection {
  readonly text: string
  /** `Corrected by jdoe, 2025-11-15`. */
  readonly by: string
}

/** The speaker, the time, and the service's name for it. */
export interface DocumentText {
  readonly speaker: string
  /** Role and organization, as far as they are known. */
  readonly office: string
  /** h:mm:ss from the start; empty when the turn has no time. */
  readonly time: string
  /** `segment 12`; empty: none. */
  readonly segment: string
}

/** A part of a turn that is highlighted throughout in the same way. Numbers of highlights count from 1. */
export interface Piece {
  readonly text: string
  /** Color of the latest highlight; null: none. */
  readonly color: HighlightColor | null
  readonly begins: readonly number[]
  readonly ends: readonly number[]
}

export interface DocumentHighlight {
  readonly number: number
  readonly color: HighlightColor
  /** The text in this version; a lost highlight's original text. */
  readonly quote: string
  readonly note: string
  /** Who wrote it; null: the user. */
  readonly author: string | null
  /** `Ada, 2025-11-15`; empty: the user. */
  readonly by: string
  /** Null: not in this version of the text. */
  readonly said: DocumentText | null
  readonly editedAt: number
}

/** What the user heard in a turn, by whom and when (ms UTC) it was written. An empty author is not known. */
export interface TurnCorrection {
  readonly correction: string
  readonly author: string
  readonly at: number
  /** The pack in which it came; absent: it is the user's own. */
  readonly pack?: { readonly author: string; readonly madeAt: number } | undefined
}

export interface DocumentOptions {
  readonly reading: CallReading
  readonly highlights: readonly AnchoredHighlight[]
  /** By turn. */
  readonly corrections: ReadonlyMap<number, TurnCorrection>
  readonly only: 'all' | 'highlights'
  /** When it is written, ms UTC. */
  readonly at: number
}

export function callDocument({ reading, highlights, corrections, only, at }: DocumentOptions): CallDocument {
  const { entry } = reading
  const ordered = inTheirOrder(highlights)
  return {
    title: plain(entry.title),
    language: reading.language,
    facts: factsOf(reading, { highlights: highlights.length, corrections: corrections.size }, at).map(
      ([label, value]) => [label, plain(value)] as const,
    ),
    chapters: only === 'all' ? chaptersOf(reading, ordered, corrections) : [],
    highlights: ordered.map((each, index) => documentHighlight(reading, each, index + 1)),
  }
}

/** In the order of this version; lost highlights last. */
function inTheirOrder(highlights: readonly AnchoredHighlight[]): readonly AnchoredHighlight[] {
  return highlights.toSorted((one, other) => {
    if (!one.range || !other.range) return Number(!one.range) - Number(!other.range)
    return one.range.firstTurn - other.range.firstTurn || one.range.from - other.range.from
  })
}

function factsOf(
  reading: CallReading,
  { highlights, corrections }: { readonly highlights: number; readonly corrections: number },
  at: number,
): (readonly [string, string])[] {
  const { entry, times } = reading
  const quarter = entry.quarter && `${fiscalPeriodName(entry.quarter)} (inferred)`
  const facts: readonly (readonly [string, string | null])[] = [
    ['Company', entry.company],
    ['Symbol', entry.exchange && entry.symbol ? `${entry.symbol} (${entry.exchange})` : entry.symbol],
    ['Fiscal quarter', quarter],
    ['Date', entry.startTime ?? (entry.startedAt === null ? null : stamp(entry.startedAt))],
    ['Call ID', entry.callId],
    ['Format', formatName(reading.form)],
    ['Content hash (sha256)', reading.hash],
    ['Fetched', stamp(reading.fetchedAt)],
    ['Origin', reading.pack && packOrigin(reading.pack, stamp)],
    ['Timestamps', times.offset === 0 ? null : `from the start of the call, shifted by ${times.offset} s`],
    ['Highlights', String(highlights)],
    ['Corrections of the transcript', corrections === 0 ? null : String(corrections)],
    ['Exported', stamp(at)],
  ]
  return facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label, value] as const]))
}

function formatName({ format, clean }: TranscriptForm): string {
  return `${format === 'json' ? 'JSON' : 'HTML'}, ${clean ? 'cleaned' : 'verbatim'}`
}

/** `2025-11-14 12:42:10 UTC`. */
function stamp(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const headings: Readonly<Record<Chapter['kind'], (title: string) => string>> = {
  operator: (title) => title || 'Operator',
  prepared: (title) => title || 'Prepared remarks',
  question: (title) => (title ? `Question: ${title}` : 'Question'),
  closing: () => 'Closing',
}

function chaptersOf(
  reading: CallReading,
  highlights: readonly AnchoredHighlight[],
  corrections: DocumentOptions['corrections'],
): DocumentChapter[] {
  const marks = marksByTurn(highlights)
  const turns = reading.turns.text.map((text, turn) => ({
    said: speakerAt(reading, turn),
    pieces: piecesOf(text, marks.get(turn) ?? []),
    correction: documentCorrection(corrections.get(turn)),
  }))
  const { chapters } = reading
  if (chapters.length === 0) return turns.length === 0 ? [] : [{ heading: null, turns }]
  return chapters.map(({ kind, title, first, last }) => ({
    heading: plain(headings[kind](title)),
    turns: turns.slice(first, last + 1),
  }))
}

function documentCorrection(correction: TurnCorrection | undefined): DocumentCorrection | null {
  if (!correction) return null
  const { author, at, pack } = correction
  const origin = pack ? `, ${fromPack(pack, day)}` : ''
  const by = `Corrected${author === '' ? '' : ` by ${author}`}, ${day(at)}${origin}`
  return { text: plain(correction.correction), by: plain(by) }
}

/** `2025-11-15`, UTC. */
function day(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

interface MarkInTurn {
  readonly number: number
  readonly color: HighlightColor
  readonly createdAt: number
  readonly from: number
  /** Beyond the turn's end in all but the last turn. */
  readonly to: number
  readonly begins: boolean
  readonly ends: boolean
}

function marksByTurn(highlights: readonly AnchoredHighlight[]): Map<number, MarkInTurn[]> {
  const marks = new Map<number, MarkInTurn[]>()
  for (const [index, { highlight, range }] of highlights.entries()) {
    if (!range) continue
    for (let turn = range.firstTurn; turn <= range.lastTurn; turn += 1) {
      const [begins, ends] = [turn === range.firstTurn, turn === range.lastTurn]
      const known = marks.get(turn) ?? []
      const { color, createdAt } = highlight
      known.push({
        number: index + 1,
        color,
        createdAt,
        from: begins ? range.from : 0,
        to: ends ? range.to : Number.POSITIVE_INFINITY,
        begins,
        ends,
      })
      marks.set(turn, known)
    }
  }
  return marks
}

function piecesOf(text: string, marks: readonly MarkInTurn[]): Piece[] {
  if (marks.length === 0) return [{ text: plain(text), color: null, begins: [], ends: [] }]
  const cuts = new Set([0, text.length, ...marks.flatMap(({ from, to }) => [from, Math.min(to, text.length)])])
  const edges = [...cuts].filter((cut) => cut <= text.length).toSorted((one, other) => one - other)
  return edges.slice(0, Math.max(1, edges.length - 1)).map((from, at) => {
    const to = edges[at + 1] ?? text.length
    const over = marks.filter((mark) => mark.from < Math.max(to, from + 1) && mark.to > from)
    const latest = over.toSorted((one, other) => other.createdAt - one.createdAt)[0]
    return {
      text: plain(text.slice(from, to)),
      color: latest?.color ?? null,
      begins: over.filter((mark) => mark.begins && mark.from === from).map(({ number }) => number),
      ends: over.filter((mark) => mark.ends && Math.min(mark.to, text.length) === to).map(({ number }) => number),
    }
  })
}

function documentHighlight(
  reading: CallReading,
  { highlight, range }: AnchoredHighlight,
  number: number,
): DocumentHighlight {
  const { color, note, author = null, editedAt, passage } = highlight
  const { text } = reading.turns
  const quote = !range
    ? passage.quote
    : range.firstTurn === range.lastTurn
      ? (text[range.firstTurn] ?? '').slice(range.from, range.to)
      : [
          (text[range.firstTurn] ?? '').slice(range.from),
          ...text.slice(range.firstTurn + 1, range.lastTurn),
          (text[range.lastTurn] ?? '').slice(0, range.to),
        ].join('\n')
  return {
    number,
    color,
    quote: plain(quote),
    note: plain(note),
    author: author && plain(author),
    by: plain(authorText({ author, editedAt }, day)),
    said: range && {
      ...speakerAt(reading, range.firstTurn),
      segment: segmentWords(quotedSegments(reading.turns, range)),
    },
    editedAt,
  }
}

function speakerAt({ turns, speakers }: CallReading, turn: number): DocumentText {
  const speaker = speakers[turns.speaker[turn] ?? -1]
  const start = turns.start[turn] ?? null
  const segment = turns.segmentId[turn] ?? null
  return {
    speaker: plain(speaker?.name ?? ''),
    office: plain([speaker?.role, speaker?.organization].filter(Boolean).join(', ')),
    time: start === null ? '' : clock(start),
    segment: segmentWords(segment === null ? [] : [segment]),
  }
}

function segmentWords(segments: readonly number[]): string {
  if (segments.length === 0) return ''
  return `${segments.length === 1 ? 'segment' : 'segments'} ${segments.join(', ')}`
}

/** `0:31:48` */
function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** Without what no XML may hold (XML 1.0 §2.2): control characters and halves of letters. */
function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '')
}
