/**
 * Derives a transcript from the service's record: turns with speakers, sections, questions,
 * chapters and times.
 */

import type { CallDetail } from '#contract/service/calls.ts'
import type {
  CallReading,
  CallTimes,
  Chapter,
  Section,
  SectionsFrom,
  SpeakerSide,
  TranscriptForm,
} from '#contract/api/calls.ts'
import { segmentedText } from '../../full-text-index/words.ts'
import { chaptersOf, sectionsOf } from './chapters.ts'
import { isRoutine, singleBlanks } from './operator-phrases.ts'
import { companyName, sideOfRole } from './roles.ts'
import { readTurns, type RawTranscript } from './turns.ts'
import { findSections } from './sections.ts'
import { inferUnit } from './segment-times.ts'
import { sidesOf } from './participant-sides.ts'
import { joinSpeakers, type Person } from './speakers.ts'

/** A transcript as it is read, searched and exported: all that does not depend on the user's settings. */
export interface Transcript {
  readonly source: CallReading['source']
  readonly said: RawTranscript
  readonly people: readonly Person[]
  /** One per person. */
  readonly sides: readonly SpeakerSide[]
  /** An index into `people` per turn. */
  readonly speakerOf: readonly number[]
  readonly sections: readonly Section[]
  /** How the sections are known; null: the call is not divided. */
  readonly sectionsFrom: SectionsFrom | null
  readonly chapters: readonly Chapter[]
  /** Turns with which a question of the Q&A begins. */
  readonly questionTurns: ReadonlySet<number>
  /** One per turn. */
  readonly words: readonly number[]
  /** The words of each turn with spaces between them, where the text has none; else null. */
  readonly segmented: readonly (string | null)[]
  readonly times: Omit<CallTimes, 'offset'>
}

/** Pure: the same record gives the same transcript, whichever version and form is opened. */
export function deriveTranscript(record: CallDetail, { format }: Pick<TranscriptForm, 'format'>): Transcript {
  const said = readTurns(record, format)
  const { people, speakerOf, shared } = joinSpeakers(said.turns, record)
  const texts = said.turns.map(({ text }) => text)
  const segmented = texts.map(segmentedText)
  const words = texts.map((text, turn) => countBlankRuns(segmented[turn] ?? text))
  const company = record.name?.trim() ? record.name : (record.securities?.[0]?.name ?? null)
  const itsName = company === null ? null : companyName(company)
  const roles = people.map((person) => sideOfRole(person, itsName))
  const spoken = { texts: texts.map(singleBlanks), speakerOf, people, roles }
  const sections = findSections(spoken)
  // When several participants share a name, the section tells nothing about the side.
  const sides = sidesOf(spoken, sections).map((side, person) => (shared.has(person) ? 'unknown' : side))
  return {
    source: said.source,
    said,
    people,
    sides,
    speakerOf,
    sections: sectionsOf(texts.length, sections),
    sectionsFrom: sections.foundBy,
    chapters: chaptersOf(sections, { speakerOf, words, people, sides }),
    questionTurns: new Set(sections.questions.map(({ first }) => first)),
    words,
    segmented,
    times: inferUnit(
      said.turns,
      words.reduce((sum, each) => sum + each, 0),
      record,
    ),
  }
}

/** An operator's phrase that carries nothing. */
export function isBoilerplate({ sides, speakerOf, said }: Transcript, turn: number): boolean {
  return sides[speakerOf[turn] ?? -1] === 'operator' && isRoutine(said.turns[turn]?.text ?? '')
}

/** Runs of anything but blanks; in scripts without spaces, the words as full-text search finds them. */
export function countWords(text: string): number {
  return countBlankRuns(segmentedText(text) ?? text)
}

function countBlankRuns(text: string): number {
  let words = 0
  let isInside = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isBlank = code <= 32 || code === 0xa0 || code === 0x3000
    if (!isBlank && !isInside) words += 1
    isInside = !isBlank
  }
  return words
}
