/** Searches a transcript for one quoted passage, whose wording may differ a little from the quote. */

import search from 'approx-string-match'
import { folded, type FoldedTranscript } from './folded-transcript.ts'
import { isInWord, isLetter, wordsOf } from './word-positions.ts'

/** The quote and the text around it. */
export interface PassageQuery {
  readonly quote: string
  readonly before: string
  readonly after: string
}

export interface PassageMatch {
  readonly start: number
  readonly end: number
  /** Scores from 0 to 1 of the quote and of the text on either side; null: there was none. */
  readonly quote: number
  readonly before: number | null
  readonly after: number | null
}

/** A longer quote is searched in pieces: the time of the search is quadratic in the length. */
const piece = 256
/** Share of a quote's characters that may differ; less in a quote of a few words. */
const tolerated = { short: 0.2, long: 0.3, isLong: 24 } as const
/** The same when the text on both sides is unchanged. */
const toleratedBetween = 0.5
/** The positions of a rare word count; a word that occurs everywhere tells nothing. */
const commonest = 400
/** Letters within which words point to the same place. */
const bucket = 64
const mostPlaces = 6
/** Minimum share of the votes of the likeliest position. */
const leastWeight = 0.2
const mostWords = 150
/** Most matches considered at one position; when many characters may differ there are dozens. */
const mostAlike = 16
const widestGap = 16

export function passageQuery(passage: PassageQuery): PassageQuery {
  return { quote: folded(passage.quote).trim(), before: folded(passage.before), after: folded(passage.after) }
}

/** The words by which a passage is searched: its own and those around it. */
export function wordsOfPassage({ quote, before, after }: PassageQuery): Set<string> {
  return new Set([quote, before, after].flatMap((text) => Array.from(wordsOf(text), ([word]) => word)))
}

/**
 * Every possible position of a passage, best first: where rare words of it and around it are in order, its text is searched
 * approximately (Myers 1999). Empty when there is none.
 */
export function findPassage(
  { letters }: FoldedTranscript,
  sought: PassageQuery,
  positions: ReadonlyMap<string, readonly number[]>,
): PassageMatch[] {
  const found = new Map<string, PassageMatch>()
  for (const at of likelyStarts(sought, positions)) {
    for (const { start, end, errors } of candidatesAround(letters, sought, at)) {
      const whole = wholeWords(letters, sought, { start, end })
      const key = `${whole.start} ${whole.end}`
      const added = start - whole.start + (whole.end - end)
      const each = matchQuality(letters, sought, whole, errors + added)
      // From another start the same text may have a worse match.
      if (each.quote > (found.get(key)?.quote ?? -1)) found.set(key, each)
    }
  }
  return [...found.values()].toSorted((one, other) => score(other, sought) - score(one, sought))
}

/** The score of a position, each part weighted by length, so that the surrounding text decides on a short quote. */
export function score({ quote, before, after }: PassageMatch, sought: PassageQuery): number {
  const factors: readonly (readonly [likeness: number | null, weight: number])[] = [
    [quote, Math.min(sought.quote.length, 400)],
    [before, sought.before.length],
    [after, sought.after.length],
  ]
  const weight = factors.reduce((sum, [, each]) => sum + each, 0)
  return factors.reduce((sum, [likeness, each]) => sum + (likeness ?? 0) * each, 0) / weight
}

/** Where the quote would begin if the passage's words were at these positions. */
function likelyStarts(sought: PassageQuery, positions: ReadonlyMap<string, readonly number[]>): number[] {
  const votes = new Map<number, number>()
  const vote = (at: number, weight: number) => votes.set(at, (votes.get(at) ?? 0) + weight)
  for (const { at, known } of rarestWords(sought, positions)) {
    for (const position of known) {
      const nearest = Math.floor((position - at) / bucket)
      vote(nearest, 1 / known.length)
      vote(nearest + 1, 1 / known.length)
    }
  }
  const best = [...votes].toSorted(([, one], [, other]) => other - one)
  const starts: number[] = []
  for (const [at, weight] of best) {
    if (starts.length === mostPlaces || weight < (best[0]?.[1] ?? 0) * leastWeight) break
    // The next bucket looks at the same letters again.
    if (!starts.some((start) => Math.abs(start - at * bucket) <= bucket)) starts.push(at * bucket)
  }
  return starts
}

/** With the distance of each from the quote's first character, and all of its positions. */
function rarestWords({ quote, before, after }: PassageQuery, positions: ReadonlyMap<string, readonly number[]>) {
  const fragments = [
    [before, -before.length],
    [quote, 0],
    [after, quote.length],
  ] as const
  const said = fragments.flatMap(([text, offset]) =>
    Array.from(wordsOf(text), ([word, at]) => ({ at: offset + at, known: positions.get(word) ?? [] })),
  )
  return said
    .filter(({ known }) => known.length > 0 && known.length <= commonest)
    .toSorted((one, other) => one.known.length - other.known.length)
    .slice(0, mostWords)
}

interface Candidate {
  readonly start: number
  readonly end: number
  readonly errors: number
}

function candidatesAround(letters: string, sought: PassageQuery, at: number): Candidate[] {
  const { quote } = sought
  if (quote.length > piece) {
    const found = findInPieces(letters, quote, at)
    return found ? [found] : []
  }
  const slack = 2 * bucket + Math.ceil(quote.length * tolerated.long)
  const from = Math.max(0, at - slack)
  const within = letters.slice(from, at + quote.length + slack)
  const alike = search(within, quote, allowance(quote))
    .map(({ start, end, errors }) => ({ start: from + start, end: from + end, errors }))
    .toSorted((one, other) => Math.abs(one.start - at) - Math.abs(other.start - at))
  return [...alike.slice(0, mostAlike), ...betweenNeighbors(letters, sought, at)]
}

function allowance(quote: string): number {
  return Math.floor(quote.length * (quote.length < tolerated.isLong ? tolerated.short : tolerated.long))
}

/** The text between the text before and the text after, if it resembles the quote: a word was corrected at its very edge. */
function betweenNeighbors(letters: string, { quote, before, after }: PassageQuery, at: number): Candidate[] {
  const [head, tail] = [before.slice(-48), after.slice(0, 48)]
  if (head.trim().length < 12 || tail.trim().length < 12) return []
  const slack = 2 * bucket + Math.ceil(quote.length * tolerated.long)
  const from = Math.max(0, at - head.length - slack)
  const within = letters.slice(from, at + quote.length + tail.length + slack)
  const [left] = search(within, head, allowance(head))
  const [right] = search(within, tail, allowance(tail))
  if (!left || !right || right.start <= left.end) return []
  const [start, end] = [from + left.end, from + right.start]
  const allowed = Math.floor(quote.length * toleratedBetween)
  const [match] = search(letters.slice(start, end), quote, allowed)
  // Characters in between that the match leaves out count as differences.
  const errors = match ? match.errors + Math.max(0, end - start - (match.end - match.start)) : quote.length
  return errors <= allowed ? [{ start, end, errors }] : []
}

/** From the start that the first found piece implies, if it differs from the expected one. */
function findInPieces(letters: string, quote: string, at: number): Candidate | undefined {
  const found = followPieces(letters, quote, at)
  if (!found || found.skipped === 0) return found
  return followPieces(letters, quote, Math.max(0, found.start - found.skipped)) ?? found
}

/** Each piece is searched where the previous one ended; a missing one widens the range for the next. */
function followPieces(letters: string, quote: string, at: number): (Candidate & { skipped: number }) | undefined {
  let [start, end, errors, skipped] = [-1, -1, 0, 0]
  let [expected, missed] = [at, 2 * bucket]
  for (const each of piecesOf(quote)) {
    if (errors > allowance(quote)) return undefined
    const slack = missed + Math.ceil(each.length * tolerated.long)
    const from = Math.max(0, expected - slack)
    const matches = search(letters.slice(from, expected + each.length + slack), each, allowance(each))
    const distance = (match: { start: number }) => Math.abs(from + match.start - expected)
    const nearest = matches.toSorted((one, other) => distance(one) - distance(other))[0]
    if (nearest) {
      if (start < 0) start = from + nearest.start
      end = from + nearest.end
      errors += nearest.errors
      expected = end + 1
      missed = bucket / 2
    } else {
      if (start < 0) skipped += each.length + 1
      errors += each.length
      expected += each.length + 1
      missed = Math.min(missed + each.length, 4 * piece)
    }
  }
  return start >= 0 && end > start && errors <= allowance(quote) ? { start, end, errors, skipped } : undefined
}

/** Cut at blanks if there are any. */
function piecesOf(quote: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < quote.length;) {
    const blank = quote.lastIndexOf(' ', from + piece)
    const to = from + piece >= quote.length ? quote.length : blank > from ? blank : from + piece
    pieces.push(quote.slice(from, to))
    from = letterAfter(quote, to)
  }
  return pieces
}

function letterAfter(text: string, at: number): number {
  return text[at] === ' ' ? at + 1 : at
}

/** A quote that began and ended between words still does: the plural that a correction added is not cut off. */
function wholeWords(
  letters: string,
  { quote, before, after }: PassageQuery,
  range: { start: number; end: number },
): { start: number; end: number } {
  let { start, end } = range
  if (!(isLetter(before.at(-1)) && isLetter(quote[0]))) while (isInWord(letters, start)) start -= 1
  if (!(isLetter(quote.at(-1)) && isLetter(after[0]))) while (isInWord(letters, end)) end += 1
  return { start, end }
}

function matchQuality(
  letters: string,
  { quote, before, after }: PassageQuery,
  { start, end }: { start: number; end: number },
  errors: number,
): PassageMatch {
  const reach = (text: string) => text.length + Math.ceil(text.length * tolerated.long)
  return {
    start,
    end,
    quote: 1 - errors / quote.length,
    before: likeness(letters.slice(Math.max(0, start - reach(before)), start), before, 'end'),
    after: likeness(letters.slice(end, end + reach(after)), after, 'start'),
  }
}

/**
 * Text between the quote and the matching neighbor counts against it: by half, so that words added at the very edge are left
 * outside, and up to a limit, so that an added turn does not outweigh the side that it still touches.
 */
function likeness(text: string, wanted: string, side: 'start' | 'end'): number | null {
  const [here, sought] = [text.trim(), wanted.trim()]
  if (sought === '') return null
  const gap = ({ start, end }: { start: number; end: number }) =>
    Math.min(widestGap, side === 'start' ? start : here.length - end)
  const costs = search(here, sought, sought.length).map((match) => match.errors + gap(match) / 2)
  return costs.length === 0 ? 0 : Math.max(0, 1 - Math.min(...costs) / sought.length)
}
