/**
 * Divides a call into the chapters that the reader lists: opening, each speaker's remarks, each
 * questioner.
 */

import type { Chapter, Section, SpeakerSide } from '#contract/api/calls.ts'
import type { Question, CallSections } from './sections.ts'
import type { Person } from './speakers.ts'

export function sectionsOf(turns: number, { questionsFrom }: CallSections): Section[] {
  return Array.from({ length: turns }, (_, at) =>
    questionsFrom === null ? 'whole' : at < questionsFrom ? 'prepared' : 'qa',
  )
}

/** A word or two of the host between two speakers is no chapter. */
const shortestChapter = 25

/**
 * From the first turn to the last without gaps: the operator's opening, each speaker's remarks, the opening of the questions,
 * each question from its announcement, and the closing.
 */
export function chaptersOf(
  sections: CallSections,
  {
    speakerOf,
    words,
    people,
    sides,
  }: {
    readonly speakerOf: readonly number[]
    readonly words: readonly number[]
    readonly people: readonly Person[]
    readonly sides: readonly SpeakerSide[]
  },
): Chapter[] {
  const count = speakerOf.length
  if (count === 0) return []
  const { questionsFrom, questions, closingFrom } = sections
  const remarksEnd = questionsFrom ?? count
  const chapters = remarks(remarksEnd)
  if (questionsFrom !== null) {
    const firstQuestion = questions[0]?.announced ?? count
    if (firstQuestion > questionsFrom)
      chapters.push(chapter(questions.length > 0 ? 'operator' : 'prepared', questionsFrom, firstQuestion - 1))
    const end = closingFrom ?? count
    for (const [index, question] of questions.entries()) {
      const next = questions[index + 1]?.announced ?? end
      if (next > question.announced) chapters.push(questionChapter(question, next - 1, people))
    }
    if (closingFrom !== null) chapters.push({ ...chapter('closing', closingFrom, count - 1), title: 'Closing' })
  }
  return chapters

  function chapter(kind: Chapter['kind'], first: number, last: number): Chapter {
    const speaker = speakerOf[first] ?? null
    return { kind, title: (speaker === null ? undefined : people[speaker]?.name) ?? '', speaker, first, last }
  }

  function remarks(end: number): Chapter[] {
    const found: Chapter[] = []
    let first = 0
    for (let at = 1; at <= end; at += 1) {
      if (at < end && speakerOf[at] === speakerOf[first]) continue
      const isOperator = sides[speakerOf[first] ?? -1] === 'operator'
      const spoken = words.slice(first, at).reduce((sum, each) => sum + each, 0)
      const before = found.at(-1)
      const isSame = before !== undefined && before.speaker === speakerOf[first]
      if (before && (isSame || spoken < shortestChapter)) found[found.length - 1] = { ...before, last: at - 1 }
      else if (end > 0) found.push(chapter(isOperator ? 'operator' : 'prepared', first, at - 1))
      first = at
    }
    return found
  }
}

/** The asker by the name in the list of participants, else as announced. */
function questionChapter(
  { announced, questioner, called }: Question,
  last: number,
  people: readonly Person[],
): Chapter {
  const person = questioner === null ? undefined : people[questioner]
  const isNamed = person !== undefined && (person.organization !== null || called === null || !/\d/.test(person.name))
  const name = isNamed ? person.name : called?.name
  const organization = isNamed ? (person.organization ?? called?.organization) : called?.organization
  const title = [name, organization].filter((part) => part).join(', ')
  return { kind: 'question', title: title || 'Question', speaker: questioner, first: announced, last }
}
