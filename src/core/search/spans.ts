import type { Snippet } from '#contract/desk/search.ts'
import type { Near, Text } from './query.ts'
import type { Wording } from './wording.ts'
import { placedWords, wordsOf, type PlacedWord } from './words.ts'

/** Letters from and to, the end excluded. */
export interface Span {
  readonly from: number
  readonly to: number
}

interface Occurrence {
  /** Index of its first word, and how many. */
  readonly at: number
  readonly length: number
}

/** Marks in a text what a query looks for, by the same division into words as the index has. */
export function spanFinder(sought: readonly (Text | Near)[], wording: Wording): (text: string) => Span[] {
  const finders = sought.map((text) => finder(text, wording))
  return (text) => {
    const words = placedWords(text)
    const marked = new Set<number>()
    for (const find of finders)
      for (const { at, length } of find(words)) for (let word = at; word < at + length; word += 1) marked.add(word)
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

type Finder = (words: readonly PlacedWord[]) => Occurrence[]

function finder(text: Text | Near, wording: Wording): Finder {
  switch (text.kind) {
    case 'word': {
      const forms = wording.formsOf(text.text)
      const single = new Set(forms.flatMap((form) => (form.length === 1 ? form : [])))
      const runs = forms.filter((form) => form.length > 1).map((form) => runFinder(form, false))
      return (words) => [
        ...words.flatMap(({ word }, at) => (single.has(word) ? [{ at, length: 1 }] : [])),
        ...runs.flatMap((find) => find(words)),
      ]
    }
    case 'phrase':
      return runFinder(wordsOf(text.text), text.beginning)
    case 'beginning':
      return runFinder(wordsOf(text.text), true)
    case 'near':
      return nearFinder(
        text.operands.map((operand) =>
          runFinder(
            wordsOf(operand.text),
            operand.kind === 'beginning' || (operand.kind === 'phrase' && operand.beginning),
          ),
        ),
        text.within,
      )
  }
}

/** Words side by side; `goesOn`: the last may have more letters. */
function runFinder(run: readonly string[], goesOn: boolean): Finder {
  const end = run.length - 1
  const fits = (said: string | undefined, at: number) =>
    said !== undefined && (goesOn && at === end ? said.startsWith(run[at] ?? '') : said === run[at])
  return (words) =>
    words.flatMap((_, from) =>
      run.every((__, at) => fits(words[from + at]?.word, at)) ? [{ at: from, length: run.length }] : [],
    )
}

/** FTS5's rule: from the end of each to the beginning of the last there are no more words than `within`. */
function nearFinder(operands: readonly Finder[], within: number): Finder {
  return (words) => {
    const found = operands.map((find) => find(words))
    return found.flatMap((lasts, which) =>
      lasts.flatMap((last) => {
        const before = found.map((others, other) =>
          other === which
            ? [last]
            : others.filter(({ at, length }) => at <= last.at && at + length + within >= last.at),
        )
        return before.every((others) => others.length > 0) ? before.flat() : []
      }),
    )
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
