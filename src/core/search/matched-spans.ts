import type { Snippet } from '#contract/api/transcript-search.ts'
import { finder } from './occurrences.ts'
import type { Near, Text } from './query.ts'
import type { QueryExpansion } from './query-expansion.ts'
import { placedWords } from './words.ts'

/** Letters from and to, the end excluded. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Marks in a text what a query looks for, by the same division into words as the index has. */
export function spanFinder(sought: readonly (Text | Near)[], expansion: QueryExpansion): (text: string) => Span[] {
  const finders = sought.map((text) => finder(text, expansion))
  return (text) => {
    const words = placedWords(text)
    const bare = words.map(({ word }) => word)
    const marked = new Set<number>()
    for (const find of finders)
      for (const { at, length } of find(bare)) for (let word = at; word < at + length; word += 1) marked.add(word)
    const spans: Span[] = []
    for (const at of [...marked].toSorted((left, right) => left - right)) {
      const [word, last] = [words[at], spans.at(-1)]
      if (!word) continue
      const joins = last && words[at - 1]?.to === last.to && !/[.!?]/.test(text.slice(last.to, word.from))
      if (joins) spans[spans.length - 1] = { from: last.from, to: word.to }
      else spans.push({ from: word.from, to: word.to })
    }
    return spans
  }
}

const longest = 260
const lead = 70

/** The text around its hits, cut at words; whole when it is short. */
export function cutSnippet(text: string, spans: readonly Span[]): Snippet {
  if (text.length <= longest) return pieces(text, { from: 0, to: text.length }, spans)
  const from = blankNear(text, Math.max(0, densest(spans) - lead))
  const to = blankNear(text, Math.min(text.length, from + longest))
  const cut = pieces(text, { from, to }, spans)
  if (from > 0) cut.unshift({ text: '… ', hit: false })
  if (to < text.length) cut.push({ text: ' …', hit: false })
  return cut
}

/** Where the window with the most hits begins. */
function densest(spans: readonly Span[]): number {
  let best = { from: 0, count: 0 }
  for (const { from } of spans) {
    const count = spans.filter((span) => span.from >= from && span.to <= from + longest - lead).length
    if (count > best.count) best = { from, count }
  }
  return best.from
}

/** The next blank, or the place itself where none is near; never the midst of a letter of two code units. */
function blankNear(text: string, place: number): number {
  if (place === 0 || place >= text.length) return place
  const blank = text.slice(place, place + 30).search(/\s/)
  if (blank >= 0) return place + blank
  return /[\uDC00-\uDFFF]/.test(text[place] ?? '') ? place + 1 : place
}

function pieces(text: string, cut: Span, spans: readonly Span[]): Snippet {
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
