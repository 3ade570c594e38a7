/** Finds what to highlight in a text, and cuts snippets around it. */

import type { Snippet } from '#contract/api/transcript-search.ts'
import { highlightFinder } from './occurrences.ts'
import type { Near, Text } from './query.ts'
import type { QueryExpansion } from './query-expansion.ts'
import { wordPositions } from '../full-text-index/words.ts'

/** A range of characters, the end excluded. */
export interface MatchedSpan {
  readonly from: number
  readonly to: number
}

/** Finds what to highlight in a text. Words are divided as in the index. */
export function spanFinder(
  texts: readonly (Text | Near)[],
  expansion: QueryExpansion,
): (text: string) => MatchedSpan[] {
  const finders = texts.map((text) => highlightFinder(text, expansion))
  return (text) => {
    const words = wordPositions(text)
    const folded = words.map(({ word }) => word)
    const marked = new Set<number>()
    for (const find of finders)
      for (const { at, length } of find(folded)) for (let word = at; word < at + length; word += 1) marked.add(word)
    const spans: MatchedSpan[] = []
    for (const at of [...marked].toSorted((left, right) => left - right)) {
      const [word, last] = [words[at], spans.at(-1)]
      if (!word) continue
      const joins = last && words[at - 1]?.to === last.to && !/[.!?。！？]/.test(text.slice(last.to, word.from))
      if (joins) spans[spans.length - 1] = { from: last.from, to: word.to }
      else spans.push({ from: word.from, to: word.to })
    }
    return spans
  }
}

const maxLength = 260
const lead = 70

/** The text around its hits, cut between words; a short text is not cut. */
export function cutSnippet(text: string, spans: readonly MatchedSpan[]): Snippet {
  if (text.length <= maxLength) return pieces(text, { from: 0, to: text.length }, spans)
  const from = spaceNear(text, Math.max(0, densest(spans) - lead))
  const to = wordEndNear(text, Math.min(text.length, from + maxLength))
  const cut = pieces(text, { from, to }, spans)
  if (from > 0) cut.unshift({ text: '… ', hit: false })
  if (to < text.length) cut.push({ text: ' …', hit: false })
  return cut
}

/** The start of the window with the most hits. */
function densest(spans: readonly MatchedSpan[]): number {
  let best = { from: 0, count: 0 }
  for (const { from } of spans) {
    const count = spans.filter((span) => span.from >= from && span.to <= from + maxLength - lead).length
    if (count > best.count) best = { from, count }
  }
  return best.from
}

/** How far a cut may move to keep a word whole, in UTF-16 code units. */
const nearby = 30

/** The next space, or the end of the text where its last word would be cut; the position itself when neither is nearby. */
function wordEndNear(text: string, position: number): number {
  const rest = text.slice(position)
  return rest.length <= nearby && !/\s/.test(rest) ? text.length : spaceNear(text, position)
}

/** The next space, or the position itself when there is none nearby; never inside a surrogate pair. */
function spaceNear(text: string, position: number): number {
  if (position === 0 || position >= text.length) return position
  const blank = text.slice(position, position + nearby).search(/\s/)
  if (blank >= 0) return position + blank
  return /[\uDC00-\uDFFF]/.test(text[position] ?? '') ? position + 1 : position
}

function pieces(text: string, cut: MatchedSpan, spans: readonly MatchedSpan[]): Snippet {
  const found: Snippet = []
  const add = (from: number, to: number, hit: boolean) => {
    if (to > from) found.push({ text: text.slice(from, to), hit })
  }
  let done = cut.from
  for (const span of spans) {
    const [from, to] = [Math.max(span.from, done), Math.min(span.to, cut.to)]
    if (to <= from) continue
    add(done, from, false)
    add(from, to, true)
    done = to
  }
  add(done, cut.to, false)
  return found
}
