import { expect, test } from 'vitest'
import { callResource } from '#core/calls/resources.ts'
import { expandQuery, QueryExpansion, searchedTexts } from '#core/transcript-search/query-expansion.ts'
import type { SearchQuery, Text } from '#core/transcript-search/query.ts'
import { segmentsOf } from '../calls/calls-service.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'

/** A library in which these words were spoken. */
function expansionOf(spoken: string, synonyms: readonly (readonly string[])[] = []) {
  const ledger = openLedger()
  const segments = segmentsOf(`Jane Doe: ${spoken}`)
  ledger.record(callResource, { call_id: 'a', symbol: 'ACME', transcripts: [{ text: '', segments }] }, someMonday)
  return new QueryExpansion(ledger.reader, synonyms)
}

const word = (text: string): Text => ({ kind: 'word', text })
const phrase = (text: string, isPrefix = false): Text => ({ kind: 'phrase', text, isPrefix })
const prefix = (text: string): Text => ({ kind: 'prefix', text })
const formsOf = (expansion: QueryExpansion, text: string) =>
  expansion
    .formsOf(text)
    .map((form) => form.join(' '))
    .toSorted()

test('a plain word finds the words of the library with its stem, itself always, and those of its synonyms', () => {
  const expansion = expansionOf('Margins. Margin. Costs. Covenants. Profitability.', [
    ['margins', 'profitability', 'gross profit'],
    ['cost', 'expense'],
    ['free cash', 'FCF'],
  ])
  expect(formsOf(expansion, 'margin')).toEqual(['gross profit', 'margin', 'margins', 'profitability'])
  expect(formsOf(expansion, 'covenant')).toEqual(['covenant', 'covenants'])
  expect(formsOf(expansion, 'costing')).toEqual(['costing', 'costs'])
  expect(formsOf(expansion, 'unheard')).toEqual(['unheard'])
  expect(formsOf(expansion, 'fcf')).toEqual(['fcf', 'free cash'])
  // A member of several words is no plain word: neither of them calls for its synonyms.
  expect(formsOf(expansion, 'cash')).toEqual(['cash'])
  expect(formsOf(expansion, 'gross')).toEqual(['gross'])
})

test('a synonym without a letter or a digit adds nothing', () => {
  expect(formsOf(expansionOf('Margin.', [['margin', '—']]), 'margin')).toEqual(['margin'])
})

test('a word with punctuation is the phrase of its parts', () => {
  const expansion = expansionOf('R&D. Rs. Ds.')
  expect(expansion.formsOf('R&D')).toEqual([['r', 'd']])
  expect(expansion.matchOf(word('R&D'))).toBe('"r d"')
})

test('each kind of text has its expression of FTS5, in which no word is an operator', () => {
  const expansion = expansionOf('Margins. Or. Not.')
  expect(expansion.matchesOf(word('margin')).toSorted()).toEqual(['"margin"', '"margins"'])
  expect(['("margin" OR "margins")', '("margins" OR "margin")']).toContain(expansion.matchOf(word('margin')))
  expect(expansion.matchOf(word('OR'))).toBe('"or"')
  expect(expansion.matchOf(phrase('Gross Margin'))).toBe('"gross margin"')
  expect(expansion.matchOf(phrase('gross mar', true))).toBe('"gross mar" *')
  expect(expansion.matchOf(prefix('marg'))).toBe('"marg" *')
  const near = { kind: 'near', operands: [word('margin'), prefix('pric'), phrase('net debt')], within: 5 } as const
  expect(expansion.matchOf(near)).toBe('NEAR("margin" "pric" * "net debt", 5)')
  expect(expansion.matchesOf(near)).toHaveLength(1)
})

test('what a query was expanded to is listed for its plain words that have other forms, each once', () => {
  const expansion = expansionOf('Margins. Margin. Pricing.')
  const query: SearchQuery = {
    kind: 'and',
    of: [word('Margin'), word('Margin'), word('unheard'), phrase('pricing'), { kind: 'not', of: word('pricing') }],
  }
  expect(expandQuery(query, expansion)).toEqual([{ word: 'Margin', forms: ['margins'] }])
  expect(expandQuery(phrase('margin'), expansion)).toEqual([])
  const withSynonym = expansionOf('Margin.', [['margin', 'gross profit']])
  expect(expandQuery(word('margin'), withSynonym)).toEqual([{ word: 'margin', forms: ['gross profit'] }])
})

test('what is looked for leaves out what is excluded, however it is nested', () => {
  const [a, b, c] = [word('a'), phrase('b'), prefix('c')]
  const near: SearchQuery = { kind: 'near', operands: [a, b], within: 2 }
  const field: SearchQuery = { kind: 'section', value: 'qa' }
  expect(searchedTexts(a)).toEqual([a])
  expect(searchedTexts(near)).toEqual([near])
  expect(searchedTexts(field)).toEqual([])
  expect(searchedTexts({ kind: 'and', of: [a, field, { kind: 'or', of: [b, near] }, { kind: 'not', of: c }] })).toEqual(
    [a, b, near],
  )
  expect(searchedTexts({ kind: 'not', of: { kind: 'not', of: c } })).toEqual([c])
  expect(searchedTexts({ kind: 'not', of: { kind: 'and', of: [a, b] } })).toEqual([])
})
