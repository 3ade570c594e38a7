import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BookletEntry } from '#contract/api/booklet.ts'
import { enhanced } from '../records.ts'
import { callOf, day, newsOf, ratingOf, securityOf, twoYears, watchlistSetup } from '../watchlists/watchlist-setup.ts'

const said = ({ symbol, name, fetchedAt, missing, isEmpty, failure }: BookletEntry) => [
  symbol,
  name,
  fetchedAt,
  missing.join(', '),
  isEmpty,
  failure?.kind ?? null,
]
const on = (date: string) => `${date} 10:00:00.000000`

/** HLDN has all but fiscal years; KSTM a call whose transcript is still to come and nothing else. */
async function coverage() {
  const setup = await watchlistSetup({
    fundamentals: twoYears('HLDN'),
    calls: [callOf('HLDN', 'autumn', -80), callOf('KSTM', 'listed', -70)],
    ratings: [ratingOf('HLDN', 1, on('2025-11-01'))],
    news: [newsOf('HLDN', 1, on('2025-11-02'))],
    securities: [securityOf('HLDN')],
  })
  const monday = setup.clock.now()
  await setup.sync('HLDN')
  await setup.search('HLDN')
  await setup.api.fetch.call({ parameters: { call_id: 'autumn' }, freshness: 'service' })
  setup.clock.advance(day)
  await setup.api.fetch.calls({ parameters: { symbol: 'KSTM' }, freshness: 'service' })
  return { ...setup, monday }
}

describe('the contents of a booklet', () => {
  test('say of each company, in the given order, when its data was fetched and what is missing', async () => {
    const { api, monday } = await coverage()
    const { entries } = await api.booklet.contents({ symbols: ['NONE', 'KSTM', 'HLDN'] })
    expect(entries.map(said)).toEqual([
      ['NONE', null, null, 'quarters, years, calls, ratings, news, security', true, null],
      ['KSTM', null, null, 'quarters, years, transcript, ratings, news, security', false, null],
      ['HLDN', 'HLDN Corporation', monday, 'years', false, null],
    ])
  })

  test('say so as of an earlier day too', async () => {
    const { api, clock, knows, sync, monday } = await coverage()
    clock.advance(10 * day)
    knows.fundamentals.push(enhanced({ symbol: 'HLDN', year: 2025 }, { Revenue: 620 }))
    await sync('HLDN')
    const of = async (asOf?: number) => {
      const { entries } = await api.booklet.contents({ symbols: ['HLDN'], ...(asOf !== undefined && { asOf }) })
      return entries.map(said)
    }
    expect(await of()).toEqual([['HLDN', 'HLDN Corporation', clock.now(), '', false, null]])
    expect(await of(monday + day)).toEqual([['HLDN', 'HLDN Corporation', monday, 'years', false, null]])
  })

  test('name a company that cannot be composed, and keep the others', async () => {
    const { api, profile, monday, knows, sync } = await coverage()
    knows.fundamentals.push(...twoYears('ESKD'))
    await sync('ESKD')
    const { active } = await api.workspaces.list()
    const library = new Database(join(profile, 'workspaces', active, 'library.db'))
    library.prepare("UPDATE ledger_content SET body = '{' WHERE body LIKE '%ESKD%'").run()
    library.close()
    const { entries } = await api.booklet.contents({ symbols: ['ESKD', 'HLDN'] })
    expect(entries.map(said)).toEqual([
      ['ESKD', null, null, '', false, 'defect'],
      ['HLDN', 'HLDN Corporation', monday, 'years', false, null],
    ])
  })

  test('refuse more companies than a booklet holds', async () => {
    const { api } = await coverage()
    const symbols = Array.from({ length: 101 }, (_, at) => `C${at}`)
    await expect(api.booklet.contents({ symbols })).rejects.toThrow()
    expect((await api.booklet.contents({ symbols: symbols.slice(0, 100) })).entries).toHaveLength(100)
  })
})
