import { describe, expect, test } from 'vitest'
import { callResource } from '#core/calls/resources.ts'
import { branches, Evaluation } from '#core/transcript-search/evaluate-query.ts'
import type { SearchQuery, Text } from '#core/transcript-search/query.ts'
import { QueryExpansion } from '#core/transcript-search/query-expansion.ts'
import { finish } from '#core/transcript-search/read-in-steps.ts'
import { TranscriptCorpus } from '#core/transcript-search/transcript-corpus.ts'
import { segmentsOf } from '../calls/calls-service.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'

const word = (text: string): Text => ({ kind: 'word', text })
const [price, cost, margin, debt] = [word('price'), word('cost'), word('margin'), word('debt')] as const
const by = (value: string): SearchQuery => ({ kind: 'name', field: 'speaker', value, isPrefix: false })
const not = (of: SearchQuery): SearchQuery => ({ kind: 'not', of })
const and = (...of: SearchQuery[]): SearchQuery => ({ kind: 'and', of })
const or = (...of: SearchQuery[]): SearchQuery => ({ kind: 'or', of })

describe('the turns that a query finds', () => {
  function found(query: SearchQuery): number[] {
    const ledger = openLedger()
    const segments = segmentsOf(
      'Jane Doe: Price and cost.',
      'John Roe: Price.',
      'Jane Doe: Cost.',
      'John Roe: Margin, price and cost.',
      'Jane Doe: Nothing.',
    )
    ledger.record(callResource, { call_id: 'a', symbol: 'ACME', transcripts: [{ text: '', segments }] }, someMonday)
    const corpus = finish(TranscriptCorpus.read(ledger.reader, undefined))
    return new Evaluation(corpus, new QueryExpansion(ledger.reader, [])).found(query).positions()
  }

  test.each<[string, SearchQuery, number[]]>([
    ['a word', price, [0, 1, 3]],
    ['a speaker', by('Doe'), [0, 2, 4]],
    ['words together', and(price, cost), [0, 3]],
    ['a word said by a speaker', and(price, by('Roe')), [1, 3]],
    ['two conditions without a word', and(by('Doe'), by('Jane')), [0, 2, 4]],
    ['two speakers at once', and(by('Doe'), by('Roe')), []],
    ['a word without another one', and(price, not(cost)), [1]],
    ['a word not said by a speaker', and(price, not(by('Roe'))), [0]],
    ['either word', or(price, cost), [0, 1, 2, 3]],
    ['a word beside one of two others', and(cost, or(margin, by('Doe'))), [0, 2, 3]],
    ['an AND inside an AND', and(price, and(cost, margin)), [3]],
    ['everything but a word', not(price), [2, 4]],
    ['everything but what has none of two', not(not(or(margin, debt))), [3]],
    ['an exclusion alone in an AND', and(not(price), not(cost)), [4]],
    ['words near each other', { kind: 'near', operands: [price, cost], within: 1 }, [0, 3]],
  ])('%s', (_, query, positions) => {
    expect(found(query)).toEqual(positions)
  })
})

describe('the branches by which hits differ', () => {
  test.each<[string, SearchQuery, readonly SearchQuery[]]>([
    ['of a word are itself', price, [price]],
    ['of an OR are its members', or(price, cost), [price, cost]],
    ['of an OR in an OR are all members', or(price, or(cost, margin)), [price, cost, margin]],
    ['of an AND without an OR are the whole', and(price, cost), [and(price, cost)]],
    ['of an AND are those of the OR in it', and(debt, or(price, cost)), [price, cost]],
    ['of two ORs in an AND are those of both', and(or(price, cost), or(margin, debt)), [price, cost, margin, debt]],
    ['of an AND in an OR are the AND and the rest', or(and(price, cost), debt), [and(price, cost), debt]],
    ['of an exclusion are itself', not(or(price, cost)), [not(or(price, cost))]],
  ])('%s', (_, query, expected) => {
    expect(branches(query)).toEqual(expected)
  })
})
