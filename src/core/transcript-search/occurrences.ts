/** Finds the occurrences of a query's words and phrases in a text. */

import type { Near, Text } from './query.ts'
import type { QueryExpansion } from './query-expansion.ts'
import { wordsOf } from '../full-text-index/words.ts'

/** A run of words of a text. */
export interface Occurrence {
  /** Index of its first word, and how many. */
  readonly at: number
  readonly length: number
}

type Finder = (words: readonly string[]) => readonly Occurrence[]

/** Finds what a snippet highlights; for a NEAR, each of its words. The words are those of `wordsOf`. */
export function highlightFinder(text: Text | Near, expansion: QueryExpansion): Finder {
  return text.kind === 'near' ? nearWordsFinder(operandsOf(text), text.within) : textFinder(text, expansion)
}

/** Finds each mention; of a NEAR, each span that has all of its words. Mentions may overlap. */
export function mentionFinder(text: Text | Near, expansion: QueryExpansion): Finder {
  return text.kind === 'near' ? nearSpanFinder(operandsOf(text), text.within) : textFinder(text, expansion)
}

function textFinder(text: Text, expansion: QueryExpansion): Finder {
  if (text.kind !== 'word') return runFinder(wordsOf(text.text), text.kind === 'prefix' || text.isPrefix)
  const forms = expansion.formsOf(text.text)
  const single = new Set(forms.flatMap((form) => (form.length === 1 ? form : [])))
  const runs = forms.filter((form) => form.length > 1).map((form) => runFinder(form, false))
  return (words) => {
    const found: Occurrence[] = []
    for (let at = 0; at < words.length; at += 1) if (single.has(words[at] ?? '')) found.push({ at, length: 1 })
    return runs.length === 0 ? found : [...found, ...runs.flatMap((find) => find(words))]
  }
}

/** Finds words in sequence. `isPrefix`: the last word is a prefix. */
function runFinder(run: readonly string[], isPrefix: boolean): Finder {
  const end = run.length - 1
  const fits = (word: string | undefined, at: number) =>
    word !== undefined && (isPrefix && at === end ? word.startsWith(run[at] ?? '') : word === run[at])
  return (words) => {
    const found: Occurrence[] = []
    for (let at = 0; at + end < words.length; at += 1)
      if (run.every((_, next) => fits(words[at + next], next))) found.push({ at, length: run.length })
    return found
  }
}

function operandsOf({ operands }: Near): Finder[] {
  return operands.map((operand) =>
    runFinder(wordsOf(operand.text), operand.kind === 'prefix' || (operand.kind === 'phrase' && operand.isPrefix)),
  )
}

/** FTS5's rule: there are at most `within` words between the end of each operand and the start of the last one. */
function isNear({ at, length }: Occurrence, last: Occurrence, within: number): boolean {
  return at <= last.at && at + length + within >= last.at
}

function nearWordsFinder(operands: readonly Finder[], within: number): Finder {
  return (words) => {
    const found = operands.map((find) => find(words))
    return found.flatMap((lasts, which) =>
      lasts.flatMap((last) => {
        const perOperand = found.map((others, other) =>
          other === which ? [last] : others.filter((each) => isNear(each, last, within)),
        )
        return perOperand.every((others) => others.length > 0) ? perOperand.flat() : []
      }),
    )
  }
}

/** Finds the shortest spans from left to right; a word belongs to one span only. */
function nearSpanFinder(operands: readonly Finder[], within: number): Finder {
  return (words) => {
    const found = operands.map((find) => find(words))
    const spans: Occurrence[] = []
    let free = 0
    for (const last of found.flat().toSorted((left, right) => left.at - right.at)) {
      const members = found.map((others) => others.findLast((each) => each.at >= free && isNear(each, last, within)))
      if (last.at < free || members.some((member) => member === undefined)) continue
      const at = Math.min(...members.map((member) => member?.at ?? last.at))
      free = Math.max(...members.map((member) => (member ? member.at + member.length : 0)))
      spans.push({ at, length: free - at })
    }
    return spans
  }
}

/** Keeps the first of overlapping occurrences, and of those with the same start the longest. */
export function disjoint(found: readonly Occurrence[]): readonly Occurrence[] {
  if (found.length < 2) return found
  let free = 0
  return found
    .toSorted((left, right) => left.at - right.at || right.length - left.length)
    .filter(({ at, length }) => {
      if (at < free) return false
      free = at + length
      return true
    })
}
