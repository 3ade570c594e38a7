/**
 * The chapter and speaker that each turn belongs to, and a speaker's next or previous turn. Also
 * the lines of the chapter list and the words of the speaker line.
 */

import type { CallReading, Chapter, Speaker } from '#contract/api/calls.ts'
import { inferredSections } from '../../format/inferred-sections.ts'
import { opensSpeech } from './estimate-heights.ts'

/** What every turn belongs to, calculated once for each loaded version. */
export interface Outline {
  /** For each turn: the one with which its speaker began. */
  readonly speechOf: Int32Array
  /** For each turn: index of its chapter; −1: none. */
  readonly chapterOf: Int32Array
}

export function outlineOf({ turns, chapters }: Pick<CallReading, 'turns' | 'chapters'>): Outline {
  const count = turns.text.length
  const speechOf = new Int32Array(count)
  for (let turn = 1; turn < count; turn += 1)
    speechOf[turn] = opensSpeech(turns, turn) ? turn : (speechOf[turn - 1] ?? 0)
  const chapterOf = new Int32Array(count).fill(-1)
  for (const [index, { first, last }] of chapters.entries()) chapterOf.fill(index, first, last + 1)
  return { speechOf, chapterOf }
}

/** The next (or previous) turn with which this speaker begins again; null: none. */
export function nextSpeech(
  { speaker }: CallReading['turns'],
  { speechOf }: Outline,
  from: number,
  by: 1 | -1,
): number | null {
  const who = speaker[from]
  const began = speechOf[from] ?? from
  for (let turn = by > 0 ? from + 1 : began - 1; turn >= 0 && turn < speaker.length; turn += by) {
    if (speaker[turn] !== who) continue
    const begins = speechOf[turn] ?? turn
    if (begins !== began) return begins
  }
  return null
}

/** A line in the list of chapters: a heading of several chapters, or a chapter. */
type ChapterLine =
  | {
      readonly heading: string
      /** Why the heading is marked as inferred; null: it is not. */
      readonly inferred: string | null
    }
  | {
      readonly chapter: Chapter
      readonly index: number
      /** Short enough for the list. */
      readonly title: string
      /** The complete text, for the tooltip and screen readers. */
      readonly says: string
      /** Stands alone, like a heading. */
      readonly alone: boolean
      /** Seconds; null when it has no time. */
      readonly start: number | null
    }

const headings = { prepared: 'Prepared remarks', question: 'Questions and answers' } as const

export function chapterLines({
  chapters,
  sectionsFrom,
  speakers,
  turns,
}: Pick<CallReading, 'chapters' | 'sectionsFrom' | 'speakers' | 'turns'>): readonly ChapterLine[] {
  const inferred = sectionsFrom === 'inferred' ? inferredSections : null
  const lines: ChapterLine[] = []
  const isDivided = turns.section[0] !== 'whole' || chapters.some(({ kind }) => kind === 'question')
  let under: Chapter['kind'] | null = null
  for (const [index, chapter] of chapters.entries()) {
    const { kind } = chapter
    // Whoever opens the questions belongs to them.
    const opensQuestions = kind === 'operator' && turns.section[chapter.first] === 'qa' && under !== 'question'
    if (opensQuestions) {
      lines.push({ heading: headings.question, inferred })
      under = 'question'
    }
    if ((kind === 'prepared' || kind === 'question') && under !== kind)
      lines.push(isDivided ? { heading: headings[kind], inferred } : { heading: 'Speakers', inferred: null })
    // The operator between two questions ends no part.
    if (kind !== 'operator' || under === null) under = kind
    const speaker = chapter.speaker === null ? undefined : speakers[chapter.speaker]
    lines.push({
      chapter,
      index,
      title: shortTitle(chapter, speaker),
      says: longTitle(chapter, speaker),
      alone: kind === 'closing',
      start: turns.start[chapter.first] ?? null,
    })
  }
  return lines
}

function shortTitle({ kind, title }: Chapter, speaker: Speaker | undefined): string {
  // `Devin Aske, Marlowe Pryce`: the firm tells more than the name.
  if (kind === 'question') return speaker?.organization ?? (title.split(', ').slice(1).join(', ') || title)
  if (kind === 'closing') return 'Closing'
  const role = speaker?.side === 'operator' ? null : shortRole(speaker?.role ?? null)
  return role === null ? title : `${title}, ${role}`
}

function longTitle({ kind, title }: Chapter, speaker: Speaker | undefined): string {
  if (kind === 'question') return `Question from ${title}`
  return speaker?.role && speaker.role !== title ? `${title}, ${speaker.role}` : title
}

/** `Chief Executive Officer` as CEO; other roles as they are. */
export function shortRole(role: string | null): string | null {
  const chief = /^Chief ((?:\p{Lu}\p{L}+ ){1,2})Officer\b/u.exec(role ?? '')
  if (!chief) return role
  const between = (chief[1] ?? '').trim().split(' ')
  return `C${between.map((word) => word.charAt(0)).join('')}O`
}

/** Whom a turn of the company answers, or what part of the call it is: for the line above the text. */
export function contextOf({ chapters, speakers, turns }: CallReading, { chapterOf }: Outline, turn: number): string {
  const chapter = chapters[chapterOf[turn] ?? -1]
  const side = speakers[turns.speaker[turn] ?? -1]?.side
  if (chapter?.kind === 'question' && side === 'company') return `answering ${chapter.title}`
  return ''
}

/** The kind of speech: `answer`, `question`, `remarks`. */
export function speechName({ chapters, speakers, turns }: CallReading, { chapterOf }: Outline, turn: number): string {
  const kind = chapters[chapterOf[turn] ?? -1]?.kind
  const side = speakers[turns.speaker[turn] ?? -1]?.side
  if (kind !== 'question') return 'remarks'
  return side === 'analyst' ? 'this question' : side === 'company' ? 'this answer' : 'remarks'
}
