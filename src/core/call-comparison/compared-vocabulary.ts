/** The words that the company says more, or less, often than in the earlier call. */

import type { ComparedWord } from '#contract/api/call-comparison.ts'
import type { SentencesOfCall } from './compared-passages.ts'
import type { WordIndex } from './spoken-sentences.ts'

const mostWords = 5
/** A smaller difference is chance. */
const leastChange = 2
const shortestWord = 3

/** Up to five that rose and five that fell, the largest rise first. Forms of a word count together, under the most frequent form. */
export function comparedVocabulary(earlier: SentencesOfCall, later: SentencesOfCall, index: WordIndex): ComparedWord[] {
  const counts = new Map<string, { earlier: number; later: number; forms: Map<number, number> }>()
  const count = ({ sentences }: SentencesOfCall, call: 'earlier' | 'later') => {
    for (const { numbers, part } of sentences) {
      if (part === 'questions') continue
      for (const number of numbers) {
        if (!index.isSubject(number)) continue
        if (index.word(number).length < shortestWord) continue
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
  const changed = [...counts.values()]
    .filter((entry) => Math.abs(entry.later - entry.earlier) >= leastChange)
    .toSorted((one, other) => other.later - other.earlier - (one.later - one.earlier))
    .map(({ forms, ...mentions }) => {
      const [[form] = [0]] = [...forms].toSorted(([, one], [, other]) => other - one)
      return { word: index.word(form), ...mentions }
    })
  const rose = changed.filter((entry) => entry.later > entry.earlier).slice(0, mostWords)
  const fell = changed.filter((entry) => entry.later < entry.earlier).slice(-mostWords)
  return [...rose, ...fell]
}
