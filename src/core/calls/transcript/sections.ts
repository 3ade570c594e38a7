/** Divides a call into prepared remarks and Q&A, and finds each question and who asks it. */

import {
  announcedQuestioner,
  announcesFirstQuestion,
  announcesQuestion,
  endsQuestions,
  plainlyAnnouncesQuestion,
  saysNow,
  wordsBeforeOpening,
} from './operator-phrases.ts'
import type { Person } from './speakers.ts'
import type { SectionsFrom, SpeakerSide } from '#contract/api/calls.ts'

/** What the sections of a call are found by. */
export interface SectionInput {
  readonly texts: readonly string[]
  /** An index into `people` per turn. */
  readonly speakerOf: readonly number[]
  readonly people: readonly Person[]
  /** One per person, from role and organization alone. */
  readonly roles: readonly SpeakerSide[]
}

export interface Question {
  /** The turn that announces the asker, if any; else `first`. */
  readonly announced: number
  /** The asker's first turn. */
  readonly first: number
  /** Index into `people`; null where only the announcement names the asker. */
  readonly questioner: number | null
  /** As announced; no participant has that name. */
  readonly called: { readonly name: string; readonly organization: string | null } | null
}

export interface CallSections {
  /** First turn of the questions and answers; null: there are none, or they cannot be distinguished. */
  readonly questionsFrom: number | null
  /** How `questionsFrom` was found; null: there are no questions. */
  readonly foundBy: SectionsFrom | null
  readonly questions: readonly Question[]
  /** First turn after the last answer; null: there is none. */
  readonly closingFrom: number | null
}

/**
 * Where the questions begin, who asks each, and where they end. Announcements count more than roles: participants are often
 * listed under another organization than the call's, and such a chief executive would begin the questions.
 */
export function findSections(spoken: SectionInput): CallSections {
  const announced = announcedQuestions(spoken, findAnnouncements(spoken))
  const start = announcedStart(spoken, announced[0])
  const questions = withUnannounced(spoken, announced, start ?? firstByRoles(spoken))
  const [first] = questions
  const questionsFrom = start ?? first?.announced ?? null
  return {
    questionsFrom,
    foundBy: questionsFrom === null ? null : start === null ? 'inferred' : 'announced',
    questions,
    closingFrom: first ? closingAfter(spoken, questions.at(-1)?.first ?? first.first) : null,
  }
}

/**
 * The turn with which the questions are announced; null: nobody announces them. The opening words before an announced first
 * question are included. Where the first understood announcement is of a later question, or there is none, those words are
 * searched from the beginning of the call.
 */
function announcedStart(spoken: SectionInput, first: Question | undefined): number | null {
  if (!first) return openedBefore(spoken, spoken.texts.length - 2, () => true)
  const start = openingBefore(spoken, first.announced)
  const announcement = spoken.texts.slice(first.announced, first.announced + 2).join(' ')
  if (announcesFirstQuestion(announcement)) return start
  return openedBefore(spoken, start, saysNow) ?? start
}

/** Without any announcement the first analyst begins. Where an analyst seems to open the call itself, the roles are of no use. */
function firstByRoles({ texts, speakerOf, roles }: SectionInput): number {
  const opener = speakerOf.find((speaker) => roles[speaker] !== 'operator')
  return opener !== undefined && roles[opener] === 'analyst' ? texts.length : 0
}

/**
 * The same speaker's next turns may continue an announcement: "Our first question today", "comes from …". An announced asker who
 * mentions a question from somebody announces nobody; nor does an analyst, unless in words that only a host uses.
 */
function findAnnouncements({ texts, speakerOf, roles }: SectionInput): number[] {
  const found: number[] = []
  let questioner: number | undefined
  for (const [at, text] of texts.entries()) {
    const speaker = speakerOf[at] ?? -1
    const before = found.at(-1)
    if (before !== undefined && questioner === undefined && speaker !== speakerOf[before]) questioner = speaker
    if (!announcesQuestion(text) || speaker === questioner) continue
    if (roles[speaker] === 'analyst' && !plainlyAnnouncesQuestion(text)) continue
    const goesOn = before !== undefined && at - before <= 2 && speakerOf[before] === speaker
    if (goesOn) continue
    found.push(at)
    questioner = undefined
  }
  return found
}

function announcedQuestions({ texts, speakerOf, roles }: SectionInput, announcements: readonly number[]): Question[] {
  return announcements.flatMap((announced, index) => {
    const until = announcements[index + 1] ?? texts.length
    const host = speakerOf[announced]
    let first = announced + 1
    while (first < until && (speakerOf[first] === host || roles[speakerOf[first] ?? -1] === 'operator')) first += 1
    const called =
      announcedQuestioner(texts[announced] ?? '') ??
      announcedQuestioner(texts.slice(announced, announced + 2).join(' '))
    if (first < until) return [{ announced, first, questioner: speakerOf[first] ?? null, called }]
    // A host who reads the question out, or a transcriber who took both for one.
    return announced + 1 < until || called
      ? [{ announced, first: Math.min(announced + 1, until - 1), questioner: null, called }]
      : []
  })
}

/** Letters with which somebody presents, and does not only greet. */
export const shortestRemarks = 60

/**
 * Adds analysts by role who begin unannounced, each time another one asks. Who presented before the questions answers them,
 * whatever the role.
 */
function withUnannounced(
  { texts, speakerOf, roles }: SectionInput,
  announced: readonly Question[],
  from: number,
): Question[] {
  const found = [...announced]
  const presenters = new Set(speakerOf.slice(0, from).filter((_, at) => (texts[at] ?? '').length > shortestRemarks))
  const starts = announced.map(({ announced: at }) => at)
  let asking: number | null = null
  let next = 0
  for (const [at, speaker] of speakerOf.entries()) {
    while (next < starts.length && (starts[next] ?? 0) <= at) {
      asking = announced[next]?.questioner ?? null
      next += 1
    }
    if (at < from || roles[speaker] !== 'analyst' || speaker === asking || presenters.has(speaker)) continue
    // Only the last announced one may be: each question ends where the next is announced.
    const isCalledUp = at <= (announced[next - 1]?.first ?? -1)
    asking = speaker
    if (!isCalledUp) found.push({ announced: at, first: at, questioner: speaker, called: null })
  }
  return found.toSorted((one, other) => one.first - other.first)
}

/** Turns of the opening of the questions that lie between the host's invitation and the first asker, at the most. */
const longestOpening = 16
/** Words that may come in between, and in the opening turn before it opens anything. */
const longestAside = 80
const longestLeadIn = 12

/**
 * Includes the host's and the operator's words before the first announcement that open the questions. Remarks that end with an
 * invitation to ask stay remarks: in a transcript with merged turns they are a quarter of an hour.
 */
function openingBefore({ texts }: SectionInput, announced: number): number {
  let from = announced
  let wordsAfter = 0
  for (let at = announced - 1; at >= Math.max(0, announced - longestOpening) && wordsAfter <= longestAside; at -= 1) {
    const text = texts[at] ?? ''
    const leadIn = wordsBeforeOpening(text)
    if (leadIn !== null && leadIn > longestLeadIn) return from
    if (leadIn === null) wordsAfter += text.split(/\s+/).length
    else [from, wordsAfter] = [at, 0]
  }
  return from
}

/** Share of a call before which words that open the questions are still a promise. */
const earliestOpening = 0.15

/** The first turn before `end` that opens the questions, or the turn after remarks that end with the opening. */
function openedBefore({ texts }: SectionInput, end: number, fits: (text: string) => boolean): number | null {
  const promises = texts.reduce((sum, { length }) => sum + length, 0) * earliestOpening
  let said = 0
  for (const [at, text] of texts.slice(0, end).entries()) {
    const leadIn = said + text.length > promises ? wordsBeforeOpening(text) : null
    said += text.length
    if (leadIn !== null && fits(text)) return leadIn > longestLeadIn ? at + 1 : at
  }
  return null
}

/** The first turn after the last question that ends the questions. */
function closingAfter({ texts }: SectionInput, lastQuestion: number): number | null {
  const at = texts.findIndex((text, index) => index > lastQuestion + 1 && endsQuestions(text))
  return at < 0 ? null : at
}
