/**
 * Lists the first question of each firm on a call, with the first sentence of the answer, for a
 * brief.
 */

import type { FirmQuestion, QuestionsByFirm } from '#contract/api/brief.ts'
import type { CallReading, Chapter } from '#contract/api/calls.ts'
import { wordsOf } from '../full-text-index/words.ts'
import { shortened, sideOf } from '../overview/call-overview.ts'
import { leastWordsOfQuote, sentencesIn, type Sentence } from './quotes.ts'

/** A question by its end; in Japanese by its last word too. */
const endsQuestion = /(?:[?？؟]|か。)$/u
/** Shorter questions are often about the phone line, not the company. Those below are, whatever their length. */
const leastWordsOfQuestion = 6
const askedOfTheLine = /\b(?:hear me|am i (?:on|audible|live)|are you there|how are you)\b/i

type Quote = FirmQuestion['question']

/** The first question of each firm on a call, and the first sentence of its answer. Null where no questions could be distinguished. */
export function questionsByFirm(call: CallReading): QuestionsByFirm | null {
  const { chapters, speakers, turns } = call
  const questions = chapters.filter(({ kind }) => kind === 'question')
  const [first, last] = [questions[0], questions.at(-1)]
  if (!first || !last) return null
  const firms = new Map<string, FirmQuestion>()
  for (const chapter of questions) {
    const asker = speakers[chapter.speaker ?? -1]
    if (!asker) continue
    const { name, organization, sentiment } = asker
    const key = wordsOf(organization ?? `by ${name}`).join(' ')
    const question = firms.has(key) ? undefined : questionIn(call, chapter)
    if (!question) continue
    const answer = answerIn(call, chapter, question.turn)
    firms.set(key, { firm: organization, analyst: name, sentiment, question, answer })
  }
  const [start, end] = [turns.start[first.first] ?? null, turns.end[last.last] ?? turns.start[last.last] ?? null]
  return {
    questions: questions.length,
    seconds: start === null || end === null || end < start ? null : end - start,
    firms: [...firms.values()],
  }
}

/** The asker's first question; if no sentence ends in a question mark, their first sentence. */
function questionIn(call: CallReading, { speaker, first, last }: Chapter): Quote | undefined {
  const own = turnsBetween(first, last).filter((turn) => call.turns.speaker[turn] === speaker)
  const said = sentencesIn(call, own)
  const asked = said.filter(({ text }) => endsQuestion.test(text) && !askedOfTheLine.test(text))
  const found =
    asked.find(({ words }) => words >= leastWordsOfQuestion) ??
    asked[0] ??
    said.find(({ words }) => words >= leastWordsOfQuote) ??
    said[0]
  return found && quoted(call, found)
}

function answerIn(call: CallReading, { last }: Chapter, question: number): Quote | null {
  const isCompany = (turn: number) => sideOf(call, turn) === 'company'
  const answering = turnsBetween(question + 1, last).filter(isCompany)
  const said = sentencesIn(call, answering)
  const found = said.find(({ words }) => words >= leastWordsOfQuote) ?? said[0]
  return found ? quoted(call, found) : null
}

function quoted({ turns, speakers }: CallReading, { turn, text }: Sentence): Quote {
  return {
    turn,
    start: turns.start[turn] ?? null,
    speaker: speakers[turns.speaker[turn] ?? -1]?.name ?? '',
    text: shortened(text),
  }
}

function turnsBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}
