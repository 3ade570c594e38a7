import { announcedAsker, announcesQuestion, endsQuestions, opensQuestions } from './phrases.ts'
import type { Person } from './speakers.ts'
import type { Side } from '#contract/desk/calls.ts'

/** What of a transcript the parts of a call are found by. */
export interface Spoken {
  readonly texts: readonly string[]
  /** Of each turn, an index into `people`. */
  readonly speakerOf: readonly number[]
  readonly people: readonly Person[]
  /** Of each person, from role and organisation alone. */
  readonly roles: readonly Side[]
}

export interface AskedQuestion {
  /** The turn that calls the asker up, where there is one; else `first`. */
  readonly announced: number
  /** The asker's first turn. */
  readonly first: number
  /** Index into `people`; null where only the announcement names the asker. */
  readonly asker: number | null
  /** As the announcement has them: names no participant. */
  readonly called: { readonly name: string; readonly organization: string | null } | null
}

export interface Parts {
  /** First turn of the questions and answers; null: there are none, or they cannot be told apart. */
  readonly questionsFrom: number | null
  readonly questions: readonly AskedQuestion[]
  /** First turn after the last answer; null: there is none. */
  readonly closingFrom: number | null
}

/** Turns of the opening of the questions that lie between the host's invitation and the first asker, at the most. */
const longestOpening = 16

/** Where the questions begin, who asks each, and where they end. */
export function findParts(spoken: Spoken): Parts {
  const announcements = findAnnouncements(spoken)
  const questions = announcements.length > 0 ? announcedQuestions(spoken, announcements) : []
  const all = withUnannounced(spoken, questions)
  const [first] = all
  if (!first) return { questionsFrom: openedWithout(spoken), questions: [], closingFrom: null }
  return {
    questionsFrom: openingBefore(spoken, first.announced),
    questions: all,
    closingFrom: closingAfter(spoken, all.at(-1)?.first ?? first.first),
  }
}

/**
 * The same speaker's next turns may go on with the announcement: "Our first question today", "comes from …". Who was called up may
 * speak of a question from somebody, and calls nobody up.
 */
function findAnnouncements({ texts, speakerOf, roles }: Spoken): number[] {
  const found: number[] = []
  let asker: number | undefined
  for (const [at, text] of texts.entries()) {
    const speaker = speakerOf[at] ?? -1
    const before = found.at(-1)
    if (before !== undefined && asker === undefined && speaker !== speakerOf[before]) asker = speaker
    if (!announcesQuestion(text) || speaker === asker || roles[speaker] === 'analyst') continue
    const goesOn = before !== undefined && at - before <= 2 && speakerOf[before] === speaker
    if (goesOn) continue
    found.push(at)
    asker = undefined
  }
  return found
}

function announcedQuestions({ texts, speakerOf, roles }: Spoken, announcements: readonly number[]): AskedQuestion[] {
  return announcements.flatMap((announced, index) => {
    const until = announcements[index + 1] ?? texts.length
    const host = speakerOf[announced]
    let first = announced + 1
    while (first < until && (speakerOf[first] === host || roles[speakerOf[first] ?? -1] === 'operator')) first += 1
    const called =
      announcedAsker(texts[announced] ?? '') ?? announcedAsker(texts.slice(announced, announced + 2).join(' '))
    if (first < until) return [{ announced, first, asker: speakerOf[first] ?? null, called }]
    // A host who reads the question out, or a transcriber who took both for one.
    return announced + 1 < until || called
      ? [{ announced, first: Math.min(announced + 1, until - 1), asker: null, called }]
      : []
  })
}

/** Analysts by their role who begin without being called up, each time another one asks. */
function withUnannounced({ speakerOf, roles }: Spoken, announced: readonly AskedQuestion[]): AskedQuestion[] {
  const found = [...announced]
  const starts = announced.map(({ announced: at }) => at)
  let asking: number | null = null
  let next = 0
  for (const [at, speaker] of speakerOf.entries()) {
    while (next < starts.length && (starts[next] ?? 0) <= at) {
      asking = announced[next]?.asker ?? null
      next += 1
    }
    if (roles[speaker] !== 'analyst' || speaker === asking) continue
    const isCalledUp = announced.some(({ announced: from, first }) => from <= at && at <= first)
    asking = speaker
    if (!isCalledUp) found.push({ announced: at, first: at, asker: speaker, called: null })
  }
  return found.toSorted((one, other) => one.first - other.first)
}

/** Back from the first announcement over the host's and the operator's words that open the questions. */
function openingBefore({ texts }: Spoken, announced: number): number {
  let from = announced
  for (let at = announced - 1; at >= Math.max(0, announced - longestOpening); at -= 1) {
    if (opensQuestions(texts[at] ?? '')) from = at
  }
  return from
}

/** Nobody is called up, yet the questions are opened: behind a quarter of the call it is no promise any more. */
function openedWithout({ texts }: Spoken): number | null {
  const at = texts.findIndex(
    (text, index) => index > texts.length / 4 && index < texts.length - 2 && opensQuestions(text),
  )
  return at < 0 ? null : at
}

/** The first turn behind the last question that says that the questions are over. */
function closingAfter({ texts }: Spoken, lastQuestion: number): number | null {
  const at = texts.findIndex((text, index) => index > lastQuestion + 1 && endsQuestions(text))
  return at < 0 ? null : at
}
