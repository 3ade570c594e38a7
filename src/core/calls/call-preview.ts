/**
 * The preview of a call next to the list: summary, chapters, questioners, notes, and where the user
 * stopped.
 */

import type { CallPreview, CallReading, ListedCall } from '#contract/api/calls.ts'
import type { NoteRow } from './reading-progress-store.ts'
import { countWords } from './transcript/derive-transcript.ts'
import { sentimentByWords, type ScoredTurns } from './transcript/sentiment-by-words.ts'

/**
 * A call in short, beside the list. Pure.
 * @param reading null: its transcript is not stored
 * @param position where reading and playback stopped; null: it was never opened
 */
export function callPreview(
  entry: ListedCall,
  reading: CallReading | null,
  position: { readonly seconds: number; readonly turn: number } | null,
  notes: readonly NoteRow[],
): CallPreview {
  if (!reading) {
    return {
      entry,
      currentChapter: null,
      summary: null,
      language: null,
      questionsAt: null,
      chapters: [],
      questioners: [],
      notes: notes.map((row) => noteOf(row, null)),
    }
  }
  const { turns, chapters, summary, language } = reading
  const scored = { sentiment: turns.sentiment, words: turns.text.map(countWords) }
  return {
    entry,
    currentChapter: chapterAt(reading, position),
    summary: summary && { text: summary.text, language: summary.language },
    language,
    questionsAt: turns.start[turns.section.indexOf('qa')] ?? null,
    chapters: chapters.map(({ title, first, last }) => ({
      title,
      turn: first,
      start: turns.start[first] ?? null,
      sentiment: sentimentByWords(scored, range(first, last)),
    })),
    questioners: questionersOf(reading, scored),
    notes: notes.map((row) => noteOf(row, reading)),
  }
}

/** Playback is further than reading when it has begun; the chapter of either is the one that a user comes back to. */
function chapterAt(
  { chapters, turns }: CallReading,
  position: { readonly seconds: number; readonly turn: number } | null,
) {
  if (position === null) return null
  const { seconds, turn } = position
  if (seconds > 0) {
    const at = chapters.findLastIndex(({ first }) => (turns.start[first] ?? Infinity) <= seconds)
    if (at >= 0) return at
  }
  if (turn === 0) return null
  const at = chapters.findIndex(({ first, last }) => turn >= first && turn <= last)
  return at < 0 ? null : at
}

/** Who asks questions, in the order of their first one, with the sentiment of their turns. */
function questionersOf(reading: CallReading, scored: ScoredTurns): CallPreview['questioners'] {
  const { chapters, speakers, turns } = reading
  const asked = new Map<number, { turn: number; questions: number }>()
  for (const { kind, speaker, first } of chapters) {
    if (kind !== 'question' || speaker === null) continue
    const known = asked.get(speaker)
    if (known) known.questions += 1
    else asked.set(speaker, { turn: first, questions: 1 })
  }
  const spokenBy = (number: number) => [...turns.speaker.keys()].filter((turn) => turns.speaker[turn] === number)
  return [...asked].flatMap(([number, { turn, questions }]) => {
    const speaker = speakers[number]
    if (!speaker) return []
    const { name, organization } = speaker
    const sentiment = sentimentByWords(scored, spokenBy(number))
    return [{ name, organization, turn, questions, sentiment }]
  })
}

/** Both ends included. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

function noteOf(row: NoteRow, reading: CallReading | null): CallPreview['notes'][number] {
  const { id, turn, note, quote, author, editedAt } = row
  const isNote = note.trim() !== ''
  const start = reading?.turns.start[turn] ?? null
  return { id, turn, start, text: isNote ? note : quote, isNote, author, editedAt }
}
