/**
 * Finds the user's own metric that the words of a spoken figure name, where the rules found no line of the statements for it. Names are looked
 * up at each request, so that what is stored of a call does not depend on the metrics that there are.
 */

import type { OwnMetric } from '#contract/api/metrics.ts'
import type { SpokenUnit, SpokenVerdict, UnjudgedReason } from '#contract/api/spoken-figures.ts'
import type { Formula } from '../metrics/formula.ts'
import type { ReadMetric } from '../metrics/metrics.ts'
import type { Claim } from './claim.ts'
import { directionOf } from './directions.ts'
import { isLinked, kindOfMeasure } from './linking-words.ts'
import { mentionsIn } from './measures.ts'
import { gapWords, phraseWords, textAt } from './parsed-sentence.ts'
import { headMayNamePart } from './part-phrases.ts'
import { periodsIn } from './periods.ts'
import { statedAs, type StatedAs } from './roles.ts'
import { sentencesIn, wordsOf, type SpokenSentence, type TokenSpan } from './spoken-sentence.ts'

interface NameableMetric {
  readonly field: string
  readonly name: string
  readonly unit: OwnMetric['unit']
  /** The words of its name in lower case. */
  readonly words: readonly string[]
}

interface Occurrence extends TokenSpan {
  readonly metric: NameableMetric
}

/** How a figure of each unit is stated in a metric; a change in basis points is not the metric itself. */
const units: Readonly<Record<SpokenUnit, OwnMetric['unit'] | null>> = {
  amount: 'money',
  'per-share': 'per-share',
  percent: 'percent',
  'basis-points': null,
  shares: 'shares',
  count: 'count',
  ratio: 'ratio',
  days: 'days',
}

export class OwnMetricsNamed {
  /** Longest name first. */
  readonly #metrics: readonly NameableMetric[]
  readonly formulas: ReadonlyMap<string, Formula>

  constructor(own: ReadonlyMap<string, ReadMetric>) {
    const found = [...own].flatMap(([field, { metric, formula }]) => (formula ? [{ field, metric, formula }] : []))
    this.formulas = new Map(found.map(({ field, formula }) => [field, formula]))
    this.#metrics = found
      .flatMap(({ field, metric: { name, unit } }) => {
        const words = wordsOfName(name)
        return words === null ? [] : [{ field, name, unit, words }]
      })
      .toSorted((one, other) => other.words.length - one.words.length)
  }

  get isEmpty(): boolean {
    return this.#metrics.length === 0
  }

  /** `text`: of the turn. Undefined: none is named, or the words leave a doubt. */
  of(claim: Claim, verdict: SpokenVerdict, text: string): Omit<NameableMetric, 'words'> | undefined {
    const { change, period, reason } = claim
    if (!isOpen(reason) || verdict.is !== 'not-judged' || change !== null || !period) return undefined
    return this.#namedBeside(claim, text, 'result')
  }

  /** The same of a figure that is expected, of whichever period. */
  ofGuidance(claim: Claim, text: string): Omit<NameableMetric, 'words'> | undefined {
    const { role, fields, doubt, change } = claim
    if (role !== 'guidance' || fields.length > 0 || !isOpen(doubt) || change !== null) return undefined
    return this.#namedBeside(claim, text, 'guidance')
  }

  #namedBeside({ from, to, value }: Claim, text: string, stated: StatedAs): NameableMetric | undefined {
    if (this.isEmpty) return undefined
    const sentence = sentencesIn(text).find(({ tokens }) => (tokens.at(-1)?.to ?? 0) >= to)
    if (!sentence) return undefined
    const first = sentence.tokens.findIndex((token) => token.from >= from)
    const behind = sentence.tokens.findIndex((token) => token.from >= to)
    const next = behind < 0 ? sentence.tokens.length : behind
    const [before, after] = [wordsOf(sentence, 0, first), wordsOf(sentence, next, sentence.tokens.length)]
    if (first < 0 || statedAs(before, after) !== stated) return undefined
    const named = this.#occurrencesIn(sentence)
    const left = named.findLast((each) => each.next <= first)
    const found = left && isStatedBehind(sentence, left, first) ? left : named.find((each) => each.first === next)
    if (!found || !isOfWhole(sentence, found, found === left ? 0 : next)) return undefined
    const isFollowed = found !== left && !isLinked([textAt(sentence, found.next)].filter((word) => /\p{L}/u.test(word)))
    return isFollowed || units[value.unit] !== found.metric.unit ? undefined : found.metric
  }

  /** In the order of the sentence. Words that belong to a longer name, or to that of a line, are of no shorter one. */
  #occurrencesIn(sentence: SpokenSentence): Occurrence[] {
    const { tokens } = sentence
    const lines = mentionsIn(sentence)
    const found: Occurrence[] = []
    for (const metric of this.#metrics) {
      const length = metric.words.length
      for (let first = 0; first + length <= tokens.length; first += 1) {
        const next = first + length
        if (!metric.words.every((word, at) => tokens[first + at]?.text === word)) continue
        const isTaken = found.some((each) => each.first < next && each.next > first)
        const isOfLine = lines.some(
          (line) => line.first < next && line.next > first && (line.first < first || line.next > next),
        )
        if (!isTaken && !isOfLine) found.push({ metric, first, next })
      }
    }
    return found.toSorted((one, other) => one.first - other.first)
  }
}

/** Whether no line was found, and nothing else speaks against a measure of the user's own. */
function isOpen(reason: UnjudgedReason | null): boolean {
  return reason === 'no-such-line' || reason === 'measure-unclear'
}

/** The words of a name that can be told from everything else that is said; null: it could be taken for a line, for grammar or for a figure. */
function wordsOfName(name: string): readonly string[] | null {
  const [sentence, ...more] = sentencesIn(name)
  if (!sentence || more.length > 0) return null
  const { tokens } = sentence
  const words = tokens.map(({ text }) => text)
  const isWord = words.some((word) => /\p{L}{3}/u.test(word) && !isLinked([word]))
  const isLine = mentionsIn(sentence).some(
    ({ first, next, measure }) =>
      measure.fields.length > 0 && next === tokens.length && kindOfMeasure(words.slice(0, first)) === 'whole',
  )
  return !isWord || isLine || tokens.some(({ number }) => number !== null) ? null : words
}

/** Only words that link a measure with its figure stand between; a rise "by" so much is not the metric itself. */
function isStatedBehind(sentence: SpokenSentence, { next }: Occurrence, first: number): boolean {
  const gap = gapWords({ sentence, periods: periodsIn(sentence) }, next, first)
  const isMoved = gap.some((word) => directionOf(word) !== 0)
  return isLinked(gap) && (!isMoved || gap.some((word) => word === 'to' || word === 'at'))
}

/** No words before the name make it that of a part of the company, or something else. */
function isOfWhole(sentence: SpokenSentence, { first }: Occurrence, from: number): boolean {
  const known = { sentence, periods: periodsIn(sentence), mentions: mentionsIn(sentence) }
  const mayStartWithPart = headMayNamePart(phraseWords(known, new Set(), 0, sentence.tokens.length))
  return !mayStartWithPart && kindOfMeasure(gapWords(known, from, first)) === 'whole'
}
