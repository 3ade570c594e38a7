import { describe, expect, test } from 'vitest'
import { transcribed } from '../calls/calls-service.ts'
import { searchDesk } from './search-desk.ts'

async function stored() {
  const desk = await searchDesk()
  const call = (quarter: string, start: string, ...lines: string[]) => ({
    ...transcribed(...lines),
    call_title: `${quarter} earnings call`,
    start_time: start,
  })
  // Ten words, of which one turn of two says it.
  await desk.store(
    'a1',
    call('Q1 2025', '2025-04-20T13:00:00Z', 'Jo: Pricing and pricing again helped.', 'Jo: Volumes did not help us.'),
  )
  await desk.store('a2', call('Q2 2025', '2025-07-20T13:00:00Z', 'Jo: Nothing to say.'))
  await desk.store('b2', {
    ...call('Q2 2025', '2025-07-21T13:00:00Z', 'Jo: Pricing, and some volumes.'),
    symbol: 'OTHR',
    name: 'Other Plc',
  })
  return desk
}

const q1 = { quarter: 'Q1', year: 2025 } as const
const q2 = { quarter: 'Q2', year: 2025 } as const

describe('the term grid', () => {
  test('counts turns by company and quarter, and for a thousand words; a quarter without a call is empty, not zero', async () => {
    const { desk } = await stored()
    const grid = await desk.search.termGrid({ terms: ['pricing'], symbols: ['ACME', 'OTHR'], quarters: 8 })
    expect(grid).toEqual({
      quarters: [q1, q2],
      terms: [
        {
          term: 'pricing',
          trouble: null,
          companies: 2,
          rows: [
            {
              symbol: 'ACME',
              company: 'Acme Inc',
              cells: [
                { count: 1, per1000: 100, calls: ['a1'] },
                { count: 0, per1000: 0, calls: ['a2'] },
              ],
            },
            { symbol: 'OTHR', company: 'Other Plc', cells: [null, { count: 1, per1000: 250, calls: ['b2'] }] },
          ],
        },
      ],
    })
  })

  test('shows the newest quarters, and over the whole library those companies that say it', async () => {
    const { desk } = await stored()
    const grid = await desk.search.termGrid({ terms: ['volumes', '"not help"'], quarters: 1 })
    expect(grid.quarters).toEqual([q2])
    expect(grid.terms.map(({ rows, companies }) => [companies, rows.map(({ symbol }) => symbol)])).toEqual([
      [1, ['OTHR']],
      [0, []],
    ])
  })

  test('says of a term that cannot be honoured where and why, and counts the others', async () => {
    const { desk } = await stored()
    const { terms } = await desk.search.termGrid({ terms: ['(pricing', 'pricing'], quarters: 4 })
    expect(terms).toMatchObject([
      { trouble: { from: 0, to: 1 }, rows: [] },
      { trouble: null, companies: 2 },
    ])
  })
})
