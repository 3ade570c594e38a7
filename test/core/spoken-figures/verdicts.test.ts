import { describe, expect, test } from 'vitest'
import { claimsIn } from '#core/spoken-figures/find-claims.ts'
import { doesAgree } from '#core/spoken-figures/verdicts.ts'
import { tokensOf } from '#core/spoken-figures/tokens.ts'
import { quantitiesIn } from '#core/spoken-figures/spoken-numbers.ts'

/** Whether a stored figure is what a text states. */
function agrees(text: string, reported: number): boolean {
  const [quantity] = quantitiesIn(tokensOf(text))
  if (!quantity) throw new Error(`no figure in ${text}`)
  return doesAgree(quantity, reported)
}

describe('a stored figure agrees with what was spoken', () => {
  test.each([
    ['1.318 billion', 1_318_400_000],
    ['1.32 billion', 1_318_400_000],
    ['1.3 billion', 1_296_800_000],
    ['9.4 percent', 0.0943],
    ['88 basis points', 87.7],
    ['78 cents a share', 0.78],
    ['about 8 percent', 0.087],
    ['about 1 percent', 0.0104],
    ['over 600 million', 600_400_000],
    ['nearly a billion', 960_000_000],
    ['half a billion', 520_000_000],
    ['just under 22 percent', 0.2175],
    ['between 1.34 and 1.37 billion', 1_355_000_000],
  ])('%s', (text, reported) => {
    expect(agrees(text, reported)).toBe(true)
  })

  test.each([
    ['1.318 billion', 1_318_600_000],
    ['1.301 billion', 1_296_800_000],
    ['9.4 percent', 0.0946],
    ['about 8 percent', 0.089],
    ['half a billion', 400_000_000],
    ['half a billion', 990_000_000],
    ['a billion', 1_200_000_000],
    ['about 2 billion', 2_400_000_000],
    ['over 2 billion', 1_620_000_000],
    ['over 2 billion', 1_990_000_000],
    ['over 2 billion', 2_900_000_000],
    ['nearly a billion', 1_400_000_000],
    ['nearly a billion', 1_040_000_000],
    ['over 600 million', 598_000_000],
    // True of the bound, and surely another figure.
    ['over 600 million', 900_000_000],
    ['just under 22 percent', 0.15],
    ['between 1.34 and 1.37 billion', 1_390_000_000],
  ])('and not where another one is stored: %s', (text, reported) => {
    expect(agrees(text, reported)).toBe(false)
  })
})

describe('a bound of a decline or a loss is that of what fell or was lost', () => {
  const agreeing = (text: string, figures: readonly number[]) => {
    const turns = { text: [text], speaker: [0], section: ['prepared' as const] }
    const [claim] = claimsIn(turns, ['company'], { quarter: 'Q2', year: 2025 })
    if (!claim) throw new Error(`no claim in ${text}`)
    return figures.filter((figure) => doesAgree(claim, figure))
  }

  test.each([
    ['Revenue declined more than 9 percent year over year.', [-0.086, -0.094], [-0.094]],
    ['Revenue declined less than 9 percent year over year.', [-0.086, -0.094], [-0.086]],
    ['Revenue was down at least 9 percent year over year.', [-0.086, -0.094], [-0.094]],
    ['Gross margin declined by no more than 50 basis points.', [-48, -53], [-48]],
    ['The net loss was less than 20 million.', [-21e6, -19e6], [-19e6]],
    ['The net loss was over 20 million.', [-21e6, -19e6], [-21e6]],
    // The minus is part of the figure, which the words before it bound.
    ['Operating income was above negative 20 million.', [-21e6, -19e6], [-19e6]],
    ['Operating income was at least a negative 20 million.', [-21e6, -19e6], [-19e6]],
    ['Operating income was minus just over 20 million.', [-21e6, -19e6], [-21e6]],
    ['Operating income was nearly minus 20 million.', [-21e6, -19e6], [-19e6]],
    ['We had an operating loss of about 20 million.', [-21e6, -19e6], [-21e6, -19e6]],
  ])('%s', (text, stored, expected) => {
    expect(agreeing(text, stored)).toEqual(expected)
  })
})
