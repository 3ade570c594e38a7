/**
 * Counts the topics of a call for its brief: how often terms are said on this call and on the
 * previous one.
 */

import type { CallReading } from '#contract/api/calls.ts'
import type { Topics } from '#contract/api/brief.ts'
import { isInEnglish } from '#contract/api/text-segments.ts'
import { stemOf } from '../full-text-index/vocabulary.ts'
import { wordPositions, wordsOf } from '../full-text-index/words.ts'
import { sideOf } from '../overview/call-overview.ts'
import { stopWords } from '../overview/stop-words.ts'

const mostTerms = 9
const mostAdded = 5
/** A term that is said once tells little about a call. */
const leastMentions = 2
const leastLetters = 3

/**
 * How often the terms of the questions and answers are said on a call and on the previous one. Forms of a word are one term, as
 * are two words that are said more often together than apart; names of speakers and words without a subject are none. Null when
 * the call has no questions and answers, or is not in English, which these rules require.
 */
export function topicsOf(call: CallReading, previous: CallReading | null): Omit<Topics, 'previous'> | null {
  if (!isInEnglish(call)) return null
  const names = namesIn([call, ...(previous ? [previous] : [])])
  const now = termCounts(call, names)
  if (now.isEmpty) return null
  const before = previous && isInEnglish(previous) ? termCounts(previous, names) : null
  const hasBefore = before !== null && !before.isEmpty
  const counted = termKeys(now, hasBefore ? before : null).map((key) => ({
    term: now.written(key) ?? before?.written(key) ?? key,
    now: now.of(key),
    before: hasBefore ? before.of(key) : null,
  }))
  const most = ({ now: here, before: there }: (typeof counted)[number]) => Math.max(here, there ?? 0)
  const ranked = counted
    .filter((each) => most(each) >= leastMentions)
    .toSorted((one, other) => most(other) - most(one) || one.term.localeCompare(other.term))
  const terms = ranked.filter((each) => each.now > 0).slice(0, mostTerms)
  return {
    terms: terms.toSorted(
      (one, other) =>
        directionOf(other) - directionOf(one) || other.now - one.now || one.term.localeCompare(other.term),
    ),
    added: ranked
      .filter((each) => each.before === 0)
      .slice(0, mostAdded)
      .map(({ term }) => term),
    dropped: ranked
      .filter((each) => each.now === 0)
      .slice(0, mostAdded)
      .map(({ term }) => term),
  }
}

function directionOf({ now, before }: { readonly now: number; readonly before: number | null }): number {
  return Math.sign(now - (before ?? now))
}

function namesIn(calls: readonly CallReading[]): ReadonlySet<string> {
  const names = calls.flatMap(({ speakers, entry }) => [...speakers.map(({ name }) => name), entry.symbol ?? ''])
  return new Set(names.flatMap(wordsOf))
}

const functionStems = new Set([...stopWords].map(stemOf))

function isFunctionWord(word: string): boolean {
  return stopWords.has(word) || functionStems.has(stemOf(word))
}

/** One word, or two in sequence, by their stems with a blank between them. */
type TermKey = string

class TermCounts {
  readonly #counts = new Map<TermKey, number>()
  readonly #forms = new Map<TermKey, Map<string, number>>()

  add(key: TermKey, form: string): void {
    this.#counts.set(key, this.of(key) + 1)
    const forms = this.#forms.get(key) ?? new Map<string, number>()
    this.#forms.set(key, forms)
    forms.set(form, (forms.get(form) ?? 0) + 1)
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0
  }

  get keys(): readonly TermKey[] {
    return [...this.#counts.keys()]
  }

  of(key: TermKey): number {
    return this.#counts.get(key) ?? 0
  }

  /** Its most frequent form, one in small letters before one that may only begin a sentence. */
  written(key: TermKey): string | undefined {
    const forms = [...(this.#forms.get(key) ?? [])]
    const small = forms.filter(([form]) => form === form.toLowerCase())
    return (small.length > 0 ? small : forms)
      .toSorted(([one, often], [other, oftener]) => oftener - often || one.localeCompare(other))
      .map(([form]) => form)[0]
  }
}

function termCounts(call: CallReading, names: ReadonlySet<string>): TermCounts {
  const counts = new TermCounts()
  for (const [turn, text] of call.turns.text.entries()) {
    if (call.turns.section[turn] !== 'qa' || sideOf(call, turn) === 'operator') continue
    let before: { readonly stem: string; readonly from: number; readonly to: number } | null = null
    for (const { word, from, to } of wordPositions(text)) {
      const isTerm = word.length >= leastLetters && !/^\d/.test(word) && !isFunctionWord(word) && !names.has(word)
      if (!isTerm) {
        before = null
        continue
      }
      const stem = stemOf(word)
      counts.add(stem, text.slice(from, to))
      if (before && text.slice(before.to, from).trim() === '')
        counts.add(`${before.stem} ${stem}`, `${text.slice(before.from, before.to)} ${text.slice(from, to)}`)
      before = { stem, from, to }
    }
  }
  return counts
}

/** Words, each replaced by the pair in which it is said in most cases. */
function termKeys(now: TermCounts, before: TermCounts | null): readonly TermKey[] {
  const total = (key: TermKey) => now.of(key) + (before?.of(key) ?? 0)
  const keys = [...new Set([...now.keys, ...(before?.keys ?? [])])]
  const pairs = keys.filter((key) => key.includes(' ') && total(key) >= leastMentions)
  const pairOf = new Map<TermKey, TermKey>()
  for (const pair of pairs) {
    for (const word of pair.split(' ')) {
      const known = pairOf.get(word)
      const isFrequent = total(pair) * 2 > total(word)
      if (isFrequent && (known === undefined || total(pair) > total(known))) pairOf.set(word, pair)
    }
  }
  return [...new Set(keys.filter((key) => !key.includes(' ')).map((word) => pairOf.get(word) ?? word))]
}
