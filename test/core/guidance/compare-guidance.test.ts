import { describe, expect, test } from 'vitest'
import type { SpokenValue } from '#contract/api/spoken-figures.ts'
import { agreedValue, changeOf, hasOtherBound, outcomeOf } from '#core/guidance/compare-guidance.ts'
import { claimsIn } from '#core/spoken-figures/find-claims.ts'

type Bound = SpokenValue['bound']

/** Money in millions, spoken to the ten millions. */
function spoken(low: number, high = low, bound: Bound = low === high ? 'exact' : 'range'): SpokenValue {
  return { unit: 'amount', currency: 'USD', low: low * 1e6, high: high * 1e6, step: 1e7, bound }
}

describe('guidance after earlier guidance', () => {
  test.each([
    ['the same range', spoken(600, 620), spoken(600, 620), 'repeated'],
    ['the same with another last digit', spoken(600), { ...spoken(600), step: 1e6 }, 'repeated'],
    ['what the first may have been rounded from, or another figure', spoken(600), { ...spoken(603), step: 1e6 }, null],
    [
      'as in words: "two billion", then "2.4 billion"',
      { ...spoken(2000), step: 1e9 },
      { ...spoken(2400), step: 1e8 },
      null,
    ],
    ['more than the first may have been rounded from', spoken(600), { ...spoken(630), step: 1e6 }, 'raised'],
    ['both ends are higher', spoken(600, 620), spoken(610, 640), 'raised'],
    ['both ends are lower', spoken(600, 620), spoken(590, 600), 'lowered'],
    ['one end moved inward', spoken(600, 640), spoken(610, 640), 'narrowed'],
    ['a figure within the range', spoken(600, 640), spoken(620), 'narrowed'],
    ['one end moved outward', spoken(600, 620), spoken(600, 640), 'widened'],
    ['a higher floor', spoken(600, 600, 'over'), spoken(650, 650, 'over'), 'raised'],
    ['a floor after a range says neither', spoken(600, 620), spoken(600, 600, 'over'), null],
  ] as const)('%s', (_, earlier, later, change) => {
    expect(changeOf(earlier, later)).toBe(change)
  })
})

describe('guidance in two currencies', () => {
  const euros = (value: SpokenValue) => ({ ...value, currency: 'EUR' })
  const unnamed = (value: SpokenValue) => ({ ...value, currency: null })

  test('is not compared, unless one of them is not named', () => {
    expect(changeOf(euros(spoken(500)), spoken(540))).toBeNull()
    expect(changeOf(euros(spoken(500)), euros(spoken(540)))).toBe('raised')
    expect(changeOf(unnamed(spoken(500)), spoken(540))).toBe('raised')
  })

  test('does not agree, though the figures are the same', () => {
    const agreed = (...values: SpokenValue[]) => agreedValue(values.map((value) => ({ value, coarseStep: 1e7 })))
    expect(agreed(euros(spoken(500)), spoken(500))).toBeUndefined()
    expect(agreed(unnamed(spoken(500)), euros(spoken(500)), spoken(500))).toBeUndefined()
    expect(agreed(spoken(500, 520), euros(spoken(510)))).toBeUndefined()
    expect(agreed(unnamed(spoken(500)), spoken(500))?.value.low).toBe(5e8)
  })
})

describe('what was reported', () => {
  test.each([
    ['inside the range', spoken(600, 620), 612, 'within'],
    ['at its end as rounded when spoken', spoken(600, 620), 624, 'within'],
    ['beyond it', spoken(600, 620), 626, 'above'],
    ['short of it', spoken(600, 620), 594, 'below'],
    ['more than a floor', spoken(600, 600, 'over'), 700, 'within'],
    ['less than a floor', spoken(600, 600, 'over'), 580, 'below'],
    ['more than a ceiling', spoken(600, 600, 'under'), 610, 'above'],
    ['a little less than a floor', spoken(600, 600, 'over'), 597, 'below'],
    ['further than a tenth from "about"', { ...spoken(600, 600, 'about'), step: 1e8 }, 670, 'above'],
  ] as const)('%s', (_, value, reported, outcome) => {
    expect(outcomeOf({ value, coarseStep: 1e7 }, reported * 1e6)).toBe(outcome)
  })
})

test('passages of one call agree when one range has the others within it, and else not', () => {
  const of = (...values: SpokenValue[]) => agreedValue(values.map((value) => ({ value, coarseStep: 1e7 })))?.value
  expect(of(spoken(610), spoken(600, 620))).toEqual(spoken(600, 620))
  expect(of(spoken(600, 620), spoken(600, 620))).toEqual(spoken(600, 620))
  expect(of(spoken(610), spoken(640))).toBeUndefined()
  expect(of(spoken(600), { ...spoken(603), step: 1e6 })?.low).toBe(603e6)
  expect(of(spoken(600, 620), spoken(640, 660))).toBeUndefined()
})

describe('guidance for a loss or a decline that has a bound', () => {
  const expected = (text: string) => {
    const turns = { text: [text], speaker: [0], section: ['prepared' as const] }
    const [claim] = claimsIn(turns, ['company'], { quarter: 'Q2', year: 2025 })
    if (!claim) throw new Error(`no claim in ${text}`)
    return claim
  }

  test.each([
    ['For the full year we expect a net loss of less than 20 million.', -25e6, 'below', -15e6, 'within'],
    ['For the full year we expect a net loss of at least 20 million.', -25e6, 'within', -15e6, 'above'],
    ['For the full year we expect an operating loss of up to 20 million.', -25e6, 'below', -15e6, 'within'],
    ['For the full year we expect revenue to be down at least 5 percent.', -0.08, 'within', -0.03, 'above'],
    [
      'For the full year we expect gross margin to decline by no more than 50 basis points.',
      -80,
      'below',
      -30,
      'within',
    ],
  ])('%s', (text, less, ofLess, more, ofMore) => {
    expect([outcomeOf(expected(text), less), outcomeOf(expected(text), more)]).toEqual([ofLess, ofMore])
  })

  test('is a floor or a ceiling below zero, and compared with that kind only', () => {
    const { value } = expected('For the full year we expect a net loss of no more than 20 million.')
    expect(hasOtherBound(value, spoken(-20, -20, 'over'))).toBe(false)
    expect(changeOf(spoken(-25, -25, 'over'), value)).toBe('raised')
    expect(hasOtherBound(value, spoken(-20, -20, 'under'))).toBe(true)
  })
})
