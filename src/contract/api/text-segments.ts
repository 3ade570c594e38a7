/** Splits texts into sentences by the rules of their language. */

import type { CallReading } from './calls.ts'

/** Scripts that end a sentence or a word in their own way, each with a language that is written in it. Japanese also has Han characters. */
const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
]
/** Characters of a text that are looked at: a foreign name in its first sentence does not decide. */
const looked = 2000

/** What the service calls a language, as BCP 47: `en_US` is `en-US`. Null: it states none, or none that is known. */
export function languageTag(stated: string | null | undefined): string | null {
  const tag = stated?.trim().replaceAll('_', '-') ?? ''
  return tag !== '' && isKnown(tag) ? tag : null
}

/** The language to split a text by: as stated, else by its script; English where that says nothing. */
export function languageOf(stated: string | null, text: string): string {
  const tag = languageTag(stated)
  if (tag !== null) return tag
  const start = text.slice(0, looked)
  const all = start.match(/\p{L}/gu)?.length ?? 0
  const found = scripts.find(([language, letters]) => {
    const share = (start.match(letters)?.length ?? 0) / Math.max(1, all)
    // Half of the characters of a Japanese text may be Han.
    return share > (language === 'ja' ? 0.1 : 0.3)
  })
  return found?.[0] ?? 'en'
}

interface TranscriptTexts extends Pick<CallReading, 'language'> {
  readonly turns: Pick<CallReading['turns'], 'text'>
}

/**
 * The language of a transcript: as the service states it, else by the script of its longest turn, since an operator may open a call in
 * another one.
 */
export function languageOfTranscript({ language, turns }: TranscriptTexts): string {
  const longest = turns.text.reduce((longer, text) => (text.length > longer.length ? text : longer), '')
  return languageOf(language, longest)
}

export function isEnglish(language: string): boolean {
  return /^en\b/i.test(language)
}

/** Whether rules for English words apply to a transcript. */
export function isInEnglish(call: TranscriptTexts): boolean {
  return isEnglish(languageOfTranscript(call))
}

function isKnown(tag: string): boolean {
  try {
    return Intl.Segmenter.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

const segmenters = new Map<string, Intl.Segmenter>()
/** Languages whose segmenters are kept; a library has a few. */
const mostKept = 20

/** A text in sentences. `language`: of its transcript, as the service states it; null: not stated. */
export function sentencesIn(text: string, language: string | null): Intl.Segments {
  const of = languageOf(language, text)
  let segmenter = segmenters.get(of)
  if (segmenter === undefined) {
    if (segmenters.size >= mostKept) segmenters.clear()
    segmenter = new Intl.Segmenter(of, { granularity: 'sentence' })
    segmenters.set(of, segmenter)
  }
  return segmenter.segment(text)
}
