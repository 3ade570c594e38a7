import { expect, test } from 'vitest'
import type { QueryToken } from '#contract/api/transcript-search.ts'
import { queryParts, type ReadQuery } from '../../../src/renderer/transcript-search/query-parts.ts'

const read = (text: string, signs: QueryToken[], trouble: ReadQuery['trouble'] = null): ReadQuery => ({
  text,
  signs,
  trouble,
})
const or: QueryToken = { from: 2, to: 4, kind: 'operator' }

/** As drawn: `<operator>OR</operator>`, in short `[operator OR]`; what is wrong between two `!`. */
function drawn(text: string, of: ReadQuery | null): string {
  return queryParts(text, of)
    .map(({ text: part, kind, wrong }) => {
      const sign = kind === 'text' ? part : `[${kind} ${part}]`
      return wrong ? `!${sign}!` : sign
    })
    .join('')
}

test('what the core read as a sign is drawn as one, and nothing else', () => {
  expect(drawn('a OR b', read('a OR b', [or]))).toBe('a [operator OR] b')
  expect(drawn('a OR b', null)).toBe('a OR b')
})

test('while one types on, signs stay as far as they still stand there; one that was typed into is text again', () => {
  expect(drawn('a OR bcd', read('a OR b', [or]))).toBe('a [operator OR] bcd')
  expect(drawn('a ORE', read('a OR', [or]))).toBe('a ORE')
  expect(drawn('x', read('a OR b', [or]))).toBe('x')
})

test('the place that cannot be honored is marked until it is typed into', () => {
  const error = { from: 7, to: 10, message: '' }
  expect(drawn('a OR b AND', read('a OR b AND', [or], error))).toBe('a [operator OR] b !AND!')
  expect(drawn('a OR b ANDY', read('a OR b AND', [or], error))).toBe('a [operator OR] b ANDY')
})
