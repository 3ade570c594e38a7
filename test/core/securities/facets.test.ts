import { describe, expect, test } from 'vitest'
import { countFacets, isChosen } from '#core/securities/facets.ts'

const security = (exchange: string | null, country: string | null, type: string | null = 'Common Stock') => ({
  exchange,
  country,
  type,
  sector: null,
})
const found = [
  security('NASDAQ', 'US'),
  security('NYSE', 'US'),
  security('NYSE', 'US', 'ADR'),
  security('London', 'GB'),
  security(null, 'GB'),
]

describe('facets of a search', () => {
  test('count a second country although one is chosen, so that the analyst can add it', () => {
    expect(countFacets(found, { country: ['US'] }).country).toEqual([
      { value: 'US', count: 3 },
      { value: 'GB', count: 2 },
    ])
  })

  test('count of the other facets only what the choice leaves', () => {
    const { exchange, type } = countFacets(found, { country: ['US'] })
    expect({ exchange, type }).toEqual({
      exchange: [
        { value: 'NYSE', count: 2 },
        { value: 'NASDAQ', count: 1 },
      ],
      type: [
        { value: 'Common Stock', count: 2 },
        { value: 'ADR', count: 1 },
      ],
    })
  })

  test('keep a chosen value visible when nothing has it any more: else it could not be taken back', () => {
    expect(countFacets(found, { exchange: ['London'], country: ['US'] }).exchange).toEqual([
      { value: 'NYSE', count: 2 },
      { value: 'NASDAQ', count: 1 },
      { value: 'London', count: 0 },
    ])
  })

  test('admit any of the values chosen in one facet, and all facets together; a missing value is no value', () => {
    const chosen = { exchange: ['NYSE', 'London'], country: ['GB'] }
    expect(found.map((one) => isChosen(one, chosen))).toEqual([false, false, false, true, false])
  })
})
