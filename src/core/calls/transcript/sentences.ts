/** Divides a text into sentences, and joins some of them again. */

import { isEnglish, sentencesIn } from '#contract/api/text-segments.ts'

/** A full stop after a single letter or a title ends no sentence. */
const englishEnd = /(?<=[.?!…])(?<!\b(?:Mr|Mrs|Ms|Dr|\p{L})\.)\s+|(?<=[。！？])/u

/** "z. B.", "12 Mio. Euro" and "im 3. Quartal": in many languages a stop behind a number makes it an ordinal. */
const endsNone =
  /(?:^|[^\p{L}\p{M}\p{N}])(?:Mr|Mrs|Ms|Dr|Sr|Sra|Nr|Mio|Mrd|\p{L})\.$|(?:^|[^\p{L}\p{M}\p{N}.,])\p{Nd}{1,2}\.$/u
/** More characters than the longest of them has. */
const lettersOfEnd = 8

/** Thai and Lao end a sentence or a clause with a space alone; beside a number or a foreign word, a space ends none. */
const clauseEnd = /(?<=[\p{sc=Thai}\p{sc=Lao}])\s+(?=[\p{sc=Thai}\p{sc=Lao}])/u

export function englishSentencesOf(text: string): string[] {
  return text.split(englishEnd)
}

/** @param language of the transcript: see `languageOfTranscript` */
export function sentencesOf(text: string, language: string): string[] {
  if (isEnglish(language)) return englishSentencesOf(text)
  const sentences: string[] = []
  let open = ''
  for (const { segment } of sentencesIn(text, language)) {
    open += segment
    if (endsNone.test(open.trimEnd().slice(-lettersOfEnd))) continue
    sentences.push(...open.split(clauseEnd))
    open = ''
  }
  return [...sentences, ...open.split(clauseEnd)]
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Sentences as one text: no space follows the stop of a language that has none. */
export function joinedSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (all, sentence) => `${all}${/(?:^|[。！？][」』）”]?)$/u.test(all) ? '' : ' '}${sentence}`,
    '',
  )
}
