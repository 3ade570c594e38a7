/** The sentences of a call that are compared with those of another. */

import { stemmer } from 'stemmer'
import type { CallPart } from '#contract/api/call-comparison.ts'
import { languageOfTranscript } from '#contract/api/text-segments.ts'
import { plainName } from '../calls/transcript/names.ts'
import { sentencesOf } from '../calls/transcript/sentences.ts'
import { hasUnspacedWords, wordPositions } from '../full-text-index/words.ts'
import { stopWords } from '../overview/stop-words.ts'
import type { ReadCall } from './compared-call.ts'
import { isNumberWord, namesIn, scanWords } from './spoken-words.ts'
import type { WordNumbers } from './word-difference.ts'

export interface ComparedSentence {
  readonly turn: number
  readonly from: number
  readonly to: number
  readonly text: string
  readonly part: CallPart
  /** Its words, equal ones with one number. */
  readonly numbers: WordNumbers
  /** Where each word stands in the text: from, before to. */
  readonly edges: readonly number[]
  /** Numbers of the words that carry a subject, each once: no figures, no names of who speaks. */
  readonly subjects: WordNumbers
  /** Names that are mentioned in it. */
  readonly names: readonly string[]
}

/** A shorter sentence is read with the next one: "Sure." */
const shortestSentence = 4
/** Words at which text without full stops is divided. */
const longestSentence = 120

/** What transcribers write for what they did not understand. */
const notSpoken = new Set(['inaudible', 'unk', 'foreign', 'crosstalk', 'laughter', 'unintelligible'])

/** With these somebody leads through a presentation, and says nothing of the company. */
const moderation = new Set('slide slides page pages floor attention webcast audience presentation'.split(' '))

/** Japanese writes particles, auxiliaries and the ends of verbs in hiragana. */
const isJapaneseGrammar = /^\p{sc=Hiragana}+$/u

/** Gives equal words of both calls the same number. */
export class WordIndex {
  readonly #numbers = new Map<string, number>()
  readonly #words: string[] = []
  readonly #isSubject: boolean[] = []
  readonly #stems: string[] = []
  readonly #names: ReadonlySet<string>

  constructor(calls: readonly ReadCall[]) {
    this.#names = new Set(calls.flatMap(({ speakers }) => speakers.flatMap(({ name }) => plainName(name).words)))
  }

  numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    const number = this.#words.length
    this.#numbers.set(word, number)
    this.#words.push(word)
    this.#isSubject.push(!/\p{N}/u.test(word) && !this.#isCommon(word))
    return number
  }

  isSubject(number: number): boolean {
    return this.#isSubject[number] ?? false
  }

  word(number: number): string {
    return this.#words[number] ?? ''
  }

  /** Equal for the forms of a word. */
  stem(number: number): string {
    return (this.#stems[number] ??= stemmer(this.word(number)))
  }

  get size(): number {
    return this.#words.length
  }

  /** Grammar, courtesy, figures, and the names of those who speak; `we're` and `that's` begin with such a word. */
  #isCommon(word: string): boolean {
    const [bare = ''] = word.split("'")
    const isNoSubject = [stopWords, notSpoken, moderation, this.#names].some((words) => words.has(bare))
    return bare.length < 2 || isNoSubject || isNumberWord(bare) || isJapaneseGrammar.test(bare)
  }
}

/** Sentences in the order of the call. What operators say is left out, and so are greetings and thanks, which carry no subject. */
export function sentencesOfCall(call: ReadCall, index: WordIndex): ComparedSentence[] {
  const { turns, speakers } = call
  const language = languageOfTranscript(call)
  return turns.text.flatMap((text, turn) => {
    const side = speakers[turns.speaker[turn] ?? -1]?.side
    if (side === 'operator' || turns.boilerplate[turn]) return []
    const section = turns.section[turn] ?? 'whole'
    const part =
      section === 'whole' ? 'call' : section === 'prepared' ? 'remarks' : side === 'analyst' ? 'questions' : 'answers'
    return spansOf(text, language, (part) => hasSubject(part, index)).flatMap(({ from, to }) => {
      const spoken = text.slice(from, to)
      const numbers: number[] = []
      const edges: number[] = []
      scanWords(spoken, (word, start, end) => {
        numbers.push(index.numberOf(word))
        edges.push(start, end)
      })
      const subjects = [...new Set(numbers)].filter((number) => index.isSubject(number))
      return subjects.length === 0
        ? []
        : [
            {
              turn,
              from,
              to,
              text: spoken,
              part,
              numbers,
              edges,
              subjects,
              names: namesIn(spoken, edges),
            },
          ]
    })
  })
}

interface Span {
  readonly from: number
  readonly to: number
}

function hasSubject(text: string, index: WordIndex): boolean {
  let found = false
  scanWords(text, (word) => (found ||= index.isSubject(index.numberOf(word))))
  return found
}

function spansOf(text: string, language: string, isKept: (sentence: string) => boolean): Span[] {
  const spans: Span[] = []
  let begun: number | null = null
  let end = 0
  let words = 0
  for (const sentence of sentencesOf(text, language)) {
    const at = text.indexOf(sentence, end)
    end = at + sentence.length
    const length = hasUnspacedWords(sentence) ? wordPositions(sentence).length : sentence.split(/\s+/).length
    // A greeting or thanks, which is no part of what follows.
    if (begun === null && length < shortestSentence && !isKept(sentence)) continue
    begun ??= at
    words += length
    if (words < shortestSentence) continue
    spans.push(...divided(text, { from: begun, to: end }, words))
    begun = null
    words = 0
  }
  if (begun === null) return spans
  const last = spans.at(-1)
  // A short last sentence is read with the previous one.
  if (last) spans[spans.length - 1] = { from: last.from, to: end }
  else spans.push({ from: begun, to: end })
  return spans
}

function divided(text: string, span: Span, words: number): Span[] {
  if (words <= longestSentence) return [span]
  const spoken = text.slice(span.from, span.to)
  const places = hasUnspacedWords(spoken)
    ? wordPositions(spoken).map((word) => word.from)
    : [...spoken.matchAll(/\S+/g)].map(({ index }) => index)
  const starts = places.map((place) => span.from + place)
  const firsts = starts.filter((_, at) => at % longestSentence === 0)
  return firsts.map((from, at) => ({ from, to: text.slice(0, firsts[at + 1] ?? span.to).trimEnd().length }))
}
