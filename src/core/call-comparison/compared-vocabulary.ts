/** The words that the company says more, or less, often than in the earlier call. */

import type { ComparedWord } from '#contract/api/call-comparison.ts'
import type { SentencesOfCall } from './compared-passages.ts'
import type { WordIndex } from './spoken-sentences.ts'

const mostWords = 5
/** Mentions in a call as long as the longer of both. A smaller difference is chance. */
const leastChange = 2
const shortestWord = 3
/** Two characters of these scripts are a word as often as not: 受注, 매출. */
const hasShortWords = /[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}]/u

/**
 * Up to five that rose and five that fell, the largest rise first, by their mentions per 1,000 words: in a call of twice the length nearly
 * every word is said more often. Forms of a word count together, under the most frequent form. None where the company says nothing in one
 * of the calls.
 */
export function comparedVocabulary(earlier: SentencesOfCall, later: SentencesOfCall, index: WordIndex): ComparedWord[] {
  const counts = new Map<string, { earlier: number; later: number; forms: Map<number, number> }>()
  const words = { earlier: 0, later: 0 }
  const count = ({ sentences }: SentencesOfCall, call: 'earlier' | 'later') => {
    for (const { numbers, part } of sentences) {
      if (part === 'questions') continue
      words[call] += numbers.length
      for (const number of numbers) {
        if (!index.isSubject(number)) continue
        const word = index.word(number)
        if (word.length < shortestWord && !hasShortWords.test(word)) continue
        const stem = index.stem(number)
        const entry = counts.get(stem) ?? { earlier: 0, later: 0, forms: new Map<number, number>() }
        counts.set(stem, entry)
        entry[call] += 1
        entry.forms.set(number, (entry.forms.get(number) ?? 0) + 1)
      }
    }
  }
  count(earlier, 'earlier')
  count(later, 'later')
  // Products of whole numbers: to compare quotients would make two mentions more a little less than two.
  const rise = (mentions: typeof words) => mentions.later * words.earlier - mentions.earlier * words.later
  const leastRise = leastChange * Math.min(words.earlier, words.later)
  const changed = [...counts.values()]
    .map(({ forms, ...mentions }) => ({ forms, mentions, rise: rise(mentions) }))
    .filter((entry) => Math.abs(entry.rise) >= leastRise)
    .toSorted((one, other) => other.rise - one.rise)
  const rose = changed.filter((entry) => entry.rise > 0).slice(0, mostWords)
  const fell = changed.filter((entry) => entry.rise < 0).slice(-mostWords)
  return [...rose, ...fell].map(({ forms, mentions }) => {
    const [[form] = [0]] = [...forms].toSorted(([, one], [, other]) => other - one)
    const per1000 = {
      earlier: (1000 * mentions.earlier) / words.earlier,
      later: (1000 * mentions.later) / words.later,
    }
    return { word: index.word(form), ...mentions, per1000 }
  })
}
