/**
 * Summarizes a company's latest call for its overview: sentiment, notable passages, questioners.
 */

import type { CallEntry, CallReading } from '#contract/api/calls.ts'
import type { AnchoredHighlight, Highlight } from '#contract/api/notes.ts'
import type { OverviewCall, OverviewPassage } from '#contract/api/overview.ts'
import { countWords } from '../calls/transcript/derive-transcript.ts'
import { sentimentByWords } from '../calls/transcript/sentiment-by-words.ts'
import { wordsOf } from '../full-text-index/words.ts'
import { questionTerms } from './question-terms.ts'

/** Shorter passages are not shown: thanks and greetings score high and say nothing. */
const leastWords = 12
/** Letters of a passage that cross to the window, which shows two lines of it. */
const mostLetters = 400

const chiefFinancialOfficer = /chief financial|\bcfo\b|finance director/i

export interface StoredCall {
  readonly reading: CallReading
  readonly highlights: readonly AnchoredHighlight[]
}

/**
 * Summarizes one call: sentiment, notable passages, who asked questions. Pure. @param stored null: its transcript is not stored
 * @param previous the company's previous stored call; null: none
 */
export function callOverview(entry: CallEntry, stored: StoredCall | null, previous: CallReading | null): OverviewCall {
  if (!stored) {
    return {
      entry,
      recordId: null,
      sentiment: null,
      previousSentiment: null,
      turns: [],
      questionsAt: null,
      language: null,
      passages: [],
      questioners: [],
    }
  }
  const { reading } = stored
  const { turns } = reading
  return {
    entry,
    recordId: reading.recordId,
    sentiment: sentimentsOf(reading),
    previousSentiment: previous && sentimentsOf(previous),
    turns: turns.text.map((_, turn) => ({
      start: turns.start[turn] ?? null,
      sentiment: turns.sentiment[turn] ?? null,
      section: turns.section[turn] ?? 'whole',
      side: sideOf(reading, turn),
    })),
    questionsAt: turns.start[turns.section.indexOf('qa')] ?? null,
    language: reading.language,
    passages: passagesOf(stored),
    questioners: questionersOf(reading),
  }
}

/** The figures of the call's panel and of the list of calls: a call has one sentiment of its remarks, and one of its answers. */
export function sentimentsOf({ turns, sectionSentiment }: CallReading): NonNullable<OverviewCall['sentiment']> {
  const words = turns.text.map(countWords)
  return {
    prepared: sectionSentiment.prepared,
    qa: sectionSentiment.qa,
    call: sentimentByWords({ sentiment: turns.sentiment, words }, turns.text.keys()),
  }
}

export function sideOf({ turns, speakers }: CallReading, turn: number) {
  return speakers[turns.speaker[turn] ?? -1]?.side ?? 'unknown'
}

function passagesOf({ reading, highlights }: StoredCall): OverviewPassage[] {
  const { turns, speakers } = reading
  const scored = turns.text.flatMap((text, turn) => {
    const sentiment = turns.sentiment[turn] ?? null
    if (sentiment === null || turns.boilerplate[turn] === true || sideOf(reading, turn) !== 'company') return []
    return wordsOf(text).length < leastWords ? [] : { turn, sentiment }
  })
  const ascending = scored.toSorted((one, other) => one.sentiment - other.sentiment)
  const [lowest, highest] = [ascending[0], ascending.at(-1)]
  const passageAt = (why: OverviewPassage['why'], turn: number, quoted?: Highlight): OverviewPassage => {
    const speaker = speakers[turns.speaker[turn] ?? -1]
    return {
      why,
      turn,
      start: turns.start[turn] ?? null,
      speaker: speaker?.name ?? '',
      role: speaker?.role ?? null,
      sentiment: turns.sentiment[turn] ?? null,
      text: shortened(quoted?.passage.quote ?? turns.text[turn] ?? ''),
      highlight: quoted ? { author: quoted.author ?? null, editedAt: quoted.editedAt } : null,
    }
  }
  const highlight = highlights
    .filter(({ range }) => range !== null)
    .toSorted((one, other) => other.highlight.createdAt - one.highlight.createdAt)[0]
  // Turns before the first question are skipped: opening the questions is no answer.
  const asked = reading.chapters.find(({ kind }) => kind === 'question')?.first ?? Number.POSITIVE_INFINITY
  const answer = turns.text.findIndex(
    (_, turn) => turn > asked && chiefFinancialOfficer.test(speakers[turns.speaker[turn] ?? -1]?.role ?? ''),
  )
  const extremes = [
    ...(highest && highest.sentiment > 0 ? [passageAt('positive', highest.turn)] : []),
    ...(lowest && lowest.sentiment < 0 ? [passageAt('negative', lowest.turn)] : []),
  ]
  if (highlight?.range) return [...extremes, passageAt('highlight', highlight.range.firstTurn, highlight.highlight)]
  // An answer that is already quoted is not quoted twice.
  return answer < 0 || extremes.some(({ turn }) => turn === answer)
    ? extremes
    : [...extremes, passageAt('answer', answer)]
}

function questionersOf({ chapters, speakers, turns }: CallReading): OverviewCall['questioners'] {
  const questions = chapters.filter(({ kind }) => kind === 'question')
  const terms = questionTerms(questions.map(({ first, last }) => turns.text.slice(first, last + 1).join(' ')))
  const asked = new Set<number>()
  return questions.flatMap(({ speaker: asker, first, last }, question) => {
    const speaker = speakers[asker ?? -1]
    if (asker === null || !speaker || asked.has(asker)) return []
    asked.add(asker)
    const firstOwnTurn = turns.speaker.findIndex((each, turn) => turn >= first && turn <= last && each === asker)
    const turn = firstOwnTurn < 0 ? first : firstOwnTurn
    const { name, organization, sentiment } = speaker
    return { name, organization, turn, start: turns.start[turn] ?? null, sentiment, terms: terms[question] ?? [] }
  })
}

/** A passage ends at a blank, so that no word is cut. */
export function shortened(text: string): string {
  if (text.length <= mostLetters) return text
  const end = text.lastIndexOf(' ', mostLetters)
  return `${text.slice(0, end < mostLetters / 2 ? mostLetters : end)}…`
}
