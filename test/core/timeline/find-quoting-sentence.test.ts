import { describe, expect, test } from 'vitest'
import type { CallReading } from '#contract/api/calls.ts'
import { findQuotedFigure } from '../../../src/core/timeline/find-quoting-sentence.ts'

/** Of a call, what the search reads. */
function said(...texts: readonly string[]): CallReading {
  const turns = {
    text: texts,
    speaker: texts.map(() => 0),
    start: texts.map((_, at) => at * 60),
  }
  return { turns, speakers: [{ name: 'Ines Vardal', role: 'CEO' }], language: 'en-GB' } as unknown as CallReading
}
const revenue = { field: 'Revenue', previous: 1_301_200_000, current: 1_296_800_000 }

describe('the sentence that stated a restated figure', () => {
  test('is found by amount and name, with its speaker and its time', () => {
    const call = said(
      'Good morning.',
      'We hired. Second-quarter revenue was 1.301 billion, our best first half on record. Thanks.',
    )
    expect(findQuotedFigure(call, [revenue])).toEqual({
      field: 'Revenue',
      label: 'Revenue',
      turn: 1,
      start: 60,
      speaker: 'Ines Vardal',
      role: 'CEO',
      language: 'en-GB',
      text: 'Second-quarter revenue was 1.301 billion, our best first half on record.',
      holdsStill: false,
    })
  })

  test('says when it holds for the restated figure too, as precisely as it was spoken', () => {
    expect(findQuotedFigure(said('Revenue was $1.30 billion.'), [revenue])?.holdsStill).toBe(true)
  })

  test('is not looked for in another language, whose decimal comma would make another amount', () => {
    const call = { ...said('EBITDA lag bei 1,30 Millionen.'), language: 'de-DE' }
    const ebitda = { field: 'EBITDA', previous: 130, current: 131 }
    expect(findQuotedFigure({ ...call, language: null }, [ebitda])).not.toBeNull()
    expect(findQuotedFigure(call, [ebitda])).toBeNull()
  })

  test('is never one with the amount of another line, with another amount, or with too few digits', () => {
    expect(findQuotedFigure(said('Backlog was 1.301 billion.'), [revenue])).toBeNull()
    expect(findQuotedFigure(said('Revenue was 1.297 billion.'), [revenue])).toBeNull()
    expect(findQuotedFigure(said('Revenue was 1.3 billion.'), [revenue])).toBeNull()
    expect(findQuotedFigure(said('Revenue grew in 2026.'), [{ ...revenue, previous: null }])).toBeNull()
  })

  test('knows written amounts, costs without their sign, and figures per share', () => {
    expect(findQuotedFigure(said('Revenue was 1,301.2 million.'), [revenue])).not.toBeNull()
    const outflow = { field: 'IncomeTaxes', previous: -42_500_000, current: -43_500_000 }
    expect(findQuotedFigure(said('Income taxes were 42.5 million.'), [outflow])).not.toBeNull()
    const perShare = { field: 'DilutedEarningsPerShare', previous: 0.73, current: 0.72 }
    expect(findQuotedFigure(said('Diluted earnings per share were $0.73.'), [perShare])).toMatchObject({
      holdsStill: false,
    })
  })
})
