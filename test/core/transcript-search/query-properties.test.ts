import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryReader } from '#core/transcript-search/parse-query.ts'
import { printQuery } from '#core/transcript-search/query.ts'
import { tokensOf } from '#core/transcript-search/query-tokens.ts'

const read = queryReader()

const pieces = fc.constantFrom(
  ...['margin', 'cost', 'AND', 'OR', 'NOT', '(', ')', '"', '"free cash"', '*', 'ab*', 'NEAR(', 'NEAR/3', 'NEAR', ','],
  ...[', 5)', 'speaker:', 'date:2025', 'date>2025-01', 'sentiment<', '-0.5', 'in:news', 'section:qa', '1,000', '10:30'],
  ...['2025-01..', ':', '<=', 'x:y', 'é', '東京', '🚀', '\u0000', '\ud800', 'R&D', '=', '>', '“', '”', '-', '|'],
)
const typed = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.tuple(pieces, fc.constantFrom(' ', ' ', '')), { maxLength: 14 })
      .map((all) => all.flat().join('')),
  },
  fc.string({ unit: 'binary' }),
  fc.string(),
)

const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '')

describe('a query', () => {
  test('of any letters at all is read whole: no character is left out unsaid', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const images = tokensOf(text).map(({ image }) => image)
        expect(withoutBlanks(images.join(''))).toBe(withoutBlanks(text))
      }),
      { numRuns: 3000 },
    )
  })

  test('of any letters at all is understood or refused at a place inside it', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { error } = read(text)
        if (!error) return
        expect(error.from).toBeGreaterThanOrEqual(0)
        expect(error.to).toBeLessThanOrEqual(text.length)
        expect(error.from).toBeLessThanOrEqual(error.to)
        expect(error.message).toMatch(/^\S.*\S\.{0,2}$/u)
      }),
      { numRuns: 3000 },
    )
  })

  test('printed and read again is the same query', () => {
    let read2 = 0
    fc.assert(
      fc.property(typed, (text) => {
        const parsed = read(text)
        if (parsed.error) return
        read2 += 1
        expect(read(printQuery(parsed.query)).query).toEqual(parsed.query)
      }),
      { numRuns: 3000 },
    )
    expect(read2).toBeGreaterThan(100)
  })
})
