import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { segmentsOf } from '../calls/calls-service.ts'
import { callResource } from '#core/calls/resources.ts'
import { Evaluation } from '#core/transcript-search/evaluate-query.ts'
import { isText, type SearchQuery } from '#core/transcript-search/query.ts'
import { spanFinder } from '#core/transcript-search/matched-spans.ts'
import { finish } from '#core/transcript-search/read-in-steps.ts'
import { TranscriptCorpus } from '#core/transcript-search/transcript-corpus.ts'
import { QueryExpansion } from '#core/transcript-search/query-expansion.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'

const words = [
  'margin',
  'Margins',
  'gross',
  'cost',
  'costs',
  'Prês',
  'pres',
  'the',
  '利率',
  'R&D',
  "don't",
  'e\u0301t\u0301',
  '🚀',
  '1,000',
  'non-GAAP',
]
const blanks = [' ', ' ', ', ', '. ', ' — ', '\n']

const said = fc.array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...blanks)), { minLength: 1, maxLength: 12 })
const text = (kind: 'word' | 'prefix') =>
  fc.record({ kind: fc.constant(kind), text: fc.constantFrom(...words.filter((word) => word !== '🚀')) })
const phrase = fc.record({
  kind: fc.constant('phrase' as const),
  text: fc
    .array(fc.constantFrom('gross', 'margin', 'cost', 'pres', "don't"), { minLength: 1, maxLength: 3 })
    .map((all) => all.join(' ')),
  isPrefix: fc.boolean(),
})
const leaf = fc.oneof(text('word'), text('prefix'), phrase)
const near = fc.record({
  kind: fc.constant('near' as const),
  operands: fc.array(leaf, { minLength: 2, maxLength: 3 }),
  within: fc.integer({ min: 0, max: 6 }),
})
const query: fc.Arbitrary<SearchQuery> = fc.letrec<{ query: SearchQuery }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    near,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('query'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), of: tie('query') }),
  ),
})).query

describe('what a query finds', () => {
  let corpus: TranscriptCorpus
  let expansion: QueryExpansion
  let texts: readonly string[]

  const open = () => {
    texts = fc.sample(said, { numRuns: 300, seed: 7 }).map((all) => all.flat().join(''))
    const ledger = openLedger()
    const segments = segmentsOf(...texts.map((each) => `Jane Doe: ${each}`))
    ledger.record(callResource, { call_id: 'a', symbol: 'ACME', transcripts: [{ text: '', segments }] }, someMonday)
    corpus = finish(TranscriptCorpus.read(ledger.reader, undefined))
    expansion = new QueryExpansion(ledger.reader, [
      ['cost', 'pres'],
      ['the', 'gross margin'],
    ])
  }

  /** By looking through every text, with no index. */
  const fits = (asked: SearchQuery, at: number): boolean => {
    if (isText(asked) || asked.kind === 'near') return spanFinder([asked], expansion)(texts[at]!).length > 0
    if (asked.kind === 'and') return asked.of.every((each) => fits(each, at))
    if (asked.kind === 'or') return asked.of.some((each) => fits(each, at))
    return asked.kind === 'not' && !fits(asked.of, at)
  }

  test('is what looking through every text finds, marks and all', () => {
    open()
    expect(corpus.size).toBe(texts.length)
    fc.assert(
      fc.property(query, (asked) => {
        const expected = texts.flatMap((_, at) => (fits(asked, at) ? [at] : []))
        expect(new Evaluation(corpus, expansion).found(asked).positions()).toEqual(expected)
      }),
      { numRuns: 400 },
    )
  })
})
