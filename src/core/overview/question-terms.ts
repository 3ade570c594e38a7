/** Finds the most frequent words of each question and answer on a call. */

import { wordsOf } from '../full-text-index/words.ts'
import { stopWords } from './stop-words.ts'

const mostTerms = 3
const shortest = 4
const leastMentions = 2

/**
 * The most frequent words of each question and its answer, without words that most questions of the call share or that occur
 * once. Pure. @param texts each question with its answer
 */
export function questionTerms(texts: readonly string[]): string[][] {
  const counts = texts.map((text) => mentionsIn(text))
  const questionsWith = new Map<string, number>()
  for (const words of counts)
    for (const word of words.keys()) questionsWith.set(word, (questionsWith.get(word) ?? 0) + 1)
  const isCommon = (word: string) => texts.length > 2 && (questionsWith.get(word) ?? 0) > texts.length / 2
  return counts.map((words) =>
    [...words]
      .filter(([word, mentions]) => mentions >= leastMentions && !isCommon(word))
      // The sort is stable: equally frequent words stay in spoken order.
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, mostTerms)
      .map(([word]) => word),
  )
}

function mentionsIn(text: string): Map<string, number> {
  const mentions = new Map<string, number>()
  for (const word of wordsOf(text)) {
    if (word.length >= shortest && !stopWords.has(word) && !/^\d/.test(word))
      mentions.set(word, (mentions.get(word) ?? 0) + 1)
  }
  return mentions
}
