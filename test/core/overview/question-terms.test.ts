import { expect, test } from 'vitest'
import { questionTerms } from '#core/overview/question-terms.ts'

test('the terms of a question are what it and its answer say most, the more often said first', () => {
  const text = 'What drives the backlog? The backlog grew. Pricing helped the backlog, and pricing stays.'
  expect(questionTerms([text])).toEqual([['backlog', 'pricing']])
})

test('a word that most questions have in common is a term of none, nor is one said once, or one of grammar', () => {
  const about = (subject: string) => `Thanks. Margin, margin and would would would ${subject} ${subject} once.`
  expect(questionTerms(['tariffs', 'leverage', 'inventory'].map(about))).toEqual([
    ['tariffs'],
    ['leverage'],
    ['inventory'],
  ])
})

test('of words that are said as often, the first three', () => {
  expect(questionTerms(['delta alpha gamma beta beta gamma alpha delta'])).toEqual([['delta', 'alpha', 'gamma']])
})
