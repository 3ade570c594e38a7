import { describe, expect, test } from 'vitest'
import { transcribed } from '../calls/calls-service.ts'
import { searchSetup } from './search-setup.ts'

async function stored() {
  const setup = await searchSetup()
  const call = (quarter: string, start: string, ...lines: string[]) => ({
    ...transcribed(...lines),
    call_title: `${quarter} earnings call`,
    start_time: start,
  })
  // Ten words, of which one turn of two says it, twice.
  await setup.store(
    'a1',
    call('Q1 2025', '2025-04-20T13:00:00Z', 'Jo: Pricing and pricing again helped.', 'Jo: Volumes did not help us.'),
  )
  await setup.store('a2', call('Q2 2025', '2025-07-20T13:00:00Z', 'Jo: Nothing to say.'))
  await setup.store('b2', {
    ...call('Q2 2025', '2025-07-21T13:00:00Z', 'Jo: Pricing, and some volumes.'),
    symbol: 'OTHR',
    name: 'Other Plc',
  })
  return setup
}

/** Calendar quarters of the calls’ dates, one later than the fiscal ones in their titles. */
const q2 = { quarter: 'Q2', year: 2025 } as const
const q3 = { quarter: 'Q3', year: 2025 } as const

describe('the term grid', () => {
  test('counts mentions by company and quarter, and for a thousand words; a quarter without a call is empty, not zero', async () => {
    const { api } = await stored()
    const grid = await api.search.termGrid({ terms: ['pricing'], symbols: ['ACME', 'OTHR'], quarters: 8 })
    expect(grid).toEqual({
      quarters: [q2, q3],
      isToDate: false,
      calls: 3,
      words: 17,
      notDownloaded: 0,
      callsToDownload: [],
      companies: [
        { symbol: 'ACME', company: 'Acme Inc' },
        { symbol: 'OTHR', company: 'Other Plc' },
      ],
      mentioning: 2,
      terms: [
        {
          term: 'pricing',
          error: null,
          forms: [],
          rows: [
            {
              symbol: 'ACME',
              company: 'Acme Inc',
              cells: [
                { mentions: 2, words: 10, per1000: 200, turns: 1, calls: ['a1'] },
                { mentions: 0, words: 3, per1000: 0, turns: 0, calls: ['a2'] },
              ],
            },
            {
              symbol: 'OTHR',
              company: 'Other Plc',
              cells: [null, { mentions: 1, words: 4, per1000: 250, turns: 1, calls: ['b2'] }],
            },
          ],
        },
      ],
    })
  })

  test('every term has the same companies in the same order: those requested, none left out, else those that say most', async () => {
    const { api } = await stored()
    const requested = await api.search.termGrid({
      terms: ['volumes', 'pricing'],
      symbols: ['OTHR', 'GONE', 'ACME'],
      quarters: 1,
    })
    expect(requested.quarters).toEqual([q3])
    expect(
      requested.terms.map(({ rows }) => rows.map(({ symbol, cells }) => [symbol, cells[0]?.mentions ?? null])),
    ).toEqual([
      [
        ['OTHR', 1],
        ['GONE', null],
        ['ACME', 0],
      ],
      [
        ['OTHR', 1],
        ['GONE', null],
        ['ACME', 0],
      ],
    ])
    const { terms, mentioning } = await api.search.termGrid({ terms: ['pricing', '"not help"'], quarters: 4 })
    expect(terms.map(({ rows }) => rows.map(({ symbol }) => symbol))).toEqual([
      ['ACME', 'OTHR'],
      ['ACME', 'OTHR'],
    ])
    expect(mentioning).toBe(2)
  })

  test('quarters follow one another over the end of a year, and the one that is not over is to date', async () => {
    const { api, store } = await stored()
    // The clock stands at 5 January 2026.
    await store('a3', {
      ...transcribed('Jo: Pricing.'),
      call_title: 'Q3 2025 call',
      start_time: '2026-01-03T13:00:00Z',
    })
    const grid = await api.search.termGrid({ terms: ['pricing'], symbols: ['ACME'], quarters: 3 })
    expect([grid.quarters, grid.isToDate]).toEqual([
      [q3, { quarter: 'Q4', year: 2025 }, { quarter: 'Q1', year: 2026 }],
      true,
    ])
    expect(grid.terms[0]?.rows[0]?.cells.map((cell) => cell?.mentions ?? null)).toEqual([0, null, 1])
  })

  test('says of a term that cannot be honored where and why, and counts the others', async () => {
    const { api } = await stored()
    const { terms } = await api.search.termGrid({ terms: ['(pricing', 'pricing'], quarters: 4 })
    expect(terms).toMatchObject([
      { error: { from: 0, to: 1 }, rows: [] },
      { error: null, rows: [{ symbol: 'ACME' }, { symbol: 'OTHR' }] },
    ])
  })

  /** Counted by hand; 26 words in four turns. */
  const said = [
    'Jo: Pricing power, price and mix: pricing power again.',
    'Jo: Volumes fell, prices rose; volumes may fall more.',
    'Ann: What of price and volume? Price first, then volume.',
    'Jo: Nothing.',
  ]
  async function counted(term: string, sets: string[][] = []): Promise<string> {
    const { store, api } = await searchSetup()
    await store('a1', { ...transcribed(...said), call_title: 'Q1 2025 earnings call' })
    await api.search.setSynonyms({ sets })
    const { terms } = await api.search.termGrid({ terms: [term], symbols: ['ACME'], quarters: 8 })
    const cell = terms[0]?.rows[0]?.cells[0]
    return `${cell?.mentions ?? '?'} in ${cell?.turns ?? '?'}, ${cell?.per1000.toFixed(1) ?? '?'}`
  }

  test.each([
    ['a plain word in all its forms', 'price', '6 in 3, 230.8'],
    ['a quoted word as it stands', '"pricing"', '2 in 1, 76.9'],
    ['a phrase, not its words', '"pricing power"', '2 in 1, 76.9'],
    ['every word that begins so', 'pric*', '6 in 3, 230.8'],
    ['either of an OR', 'price OR volume', '10 in 3, 384.6'],
    ['what two branches of an OR find at one place once', 'pricing OR "pricing power" OR pri*', '6 in 3, 230.8'],
    ['of an AND what is said least in the turn', 'price volume', '3 in 2, 115.4'],
    ['what is not left out', 'price NOT volume', '3 in 1, 115.4'],
    ['a stretch of NEAR once, and its words in one stretch only', 'NEAR(price volume, 1)', '1 in 1, 38.5'],
    ['every stretch of NEAR', 'NEAR(volume price, 2)', '2 in 1, 76.9'],
    ['turns, where no word is looked for', 'speaker:jo', '3 in 3, 115.4'],
    ['words only where the field fits', 'price speaker:jo', '4 in 2, 153.8'],
    ['a turn once that fits by its field alone', 'nothing OR speaker:ann', '2 in 2, 76.9'],
    ['of each branch of an OR only where it fits', '(price speaker:jo) OR volume', '8 in 3, 307.7'],
  ])('counts %s: %s', async (_, term, told) => {
    expect(await counted(term)).toBe(told)
  })

  test('counts what the user says is the same, words and phrases', async () => {
    expect(await counted('mix')).toBe('1 in 1, 38.5')
    expect(await counted('mix', [['mix', 'pricing power', 'volume']])).toBe('7 in 3, 269.2')
  })

  test('counts again what was stored again, and keeps to synonyms as they are now', async () => {
    const { api, store, clock } = await searchSetup()
    const told = async () =>
      (await api.search.termGrid({ terms: ['mix'], symbols: ['ACME'], quarters: 8 })).terms[0]?.rows[0]?.cells.map(
        (cell) => cell && [cell.mentions, cell.turns],
      )
    const title = { call_title: 'Q1 2025 earnings call' }
    await store('a1', { ...transcribed('Jo: Mix, mix.', 'Jo: Blend.'), ...title })
    expect(await told()).toEqual([[2, 1]])
    await api.search.setSynonyms({ sets: [['mix', 'blend']] })
    expect(await told()).toEqual([[3, 2]])
    clock.advance(1000)
    await store('a1', { ...transcribed('Jo: Mix.', 'Jo: No.'), ...title })
    expect(await told()).toEqual([[1, 1]])
    await api.search.setSynonyms({ sets: [] })
    await store('a2', { ...transcribed('Jo: Mix and mixes.'), ...title, start_time: '2026-01-04T13:00:00Z' })
    expect(await told()).toEqual([
      [1, 1],
      [2, 1],
    ])
  })
})
