import { readJsonText } from '#contract/api/serialized-json.ts'
import type { WatchlistRow, WatchlistTable } from '#contract/api/watchlists.ts'
import { ManualClock } from '../clocks.ts'
import { callOnWire, transcribed } from '../calls/calls-service.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { enhanced, hits, listed, paged } from '../records.ts'
import { json, scriptedService } from '../service/scripted-service.ts'

type Wire = Record<string, unknown>

export const day = 86_400_000

/** What a service knows of companies; a test changes it while the desk is open. */
export interface World {
  securities: Wire[]
  fundamentals: Wire[]
  /** Of the other edition. */
  lite: Wire[]
  calls: (Wire & { readonly call_id: string })[]
  ratings: Wire[]
  news: Wire[]
}

/** A desk on such a service, on a clock that stands on the first Monday of 2026. */
export async function watchlistSetup(world: Partial<World> = {}) {
  const knows: World = { securities: [], fundamentals: [], lite: [], calls: [], ratings: [], news: [], ...world }
  /** Ends of paths that are refused. */
  const failing = new Set<string>()
  const service = await scriptedService((response, { url }) => {
    if ([...failing].some((path) => url.pathname.endsWith(path))) return json(response, { message: 'no' }, 400)
    const of = (records: Wire[], field: string) =>
      records.filter((each) => !url.searchParams.has('symbol') || each[field] === url.searchParams.get('symbol'))
    const id = url.pathname.split('/calls/')[1]
    if (id !== undefined)
      return json(
        response,
        knows.calls.find(({ call_id: each }) => each === id),
      )
    if (url.pathname.endsWith('/calls'))
      return json(response, paged(of(knows.calls, 'symbol').map((call) => ({ ...call, transcripts: [] }))))
    if (url.pathname.endsWith('/ratings')) return json(response, listed(of(knows.ratings, 'ticker')))
    if (url.pathname.endsWith('/news')) return json(response, listed(of(knows.news, 'ticker')))
    const query = url.searchParams.get('q')
    if (query !== null) return json(response, hits(knows.securities, query))
    if (!url.pathname.endsWith('/enhanced')) return json(response, of(knows.lite, 'ticker'))
    return json(response, paged(of(knows.fundamentals, 'symbol')))
  })
  const clock = new ManualClock()
  const opened = openedCore({ clock })
  await liveWorkspace(opened, service.origin, { key: 'some-long-key' })
  const { api } = opened
  return {
    ...opened,
    clock,
    knows,
    failing,
    heard: service.heard,
    /** Requests everything of a company from the service. */
    sync: async (symbol: string): Promise<void> => {
      const freshness = 'service' as const
      await api.fetch.enhancedFundamentals({ parameters: { symbol }, freshness })
      await api.fetch.calls({ parameters: { symbol }, freshness })
      await api.fetch.ratings({ parameters: { symbol }, freshness })
      await api.fetch.news({ parameters: { symbol }, freshness })
    },
    search: async (query: string): Promise<void> => {
      await api.securities.find({ query, type: 'symbol', freshness: 'service' })
    },
    /** A new list of these, with nothing but their symbols known. */
    list: async (...symbols: readonly string[]): Promise<string> => {
      const { id } = await api.watchlists.create({ name: 'CopyCompleteness' })
      await api.watchlists.addCompanies({ listId: id, securities: symbols.map((symbol) => ({ symbol })) })
      return id
    },
    symbols: async (listId: string): Promise<string[]> => {
      return rowsOf(await api.watchlists.table({ listId })).map(({ symbol }) => symbol)
    },
  }
}

export function rowsOf({ rows }: WatchlistTable): readonly WatchlistRow[] {
  return readJsonText(rows)
}

/** Held so many days after that Monday, with a transcript when it is completed. */
export function callOf(symbol: string, id: string, days: number, fields: Wire = {}) {
  const start = new Date(Date.UTC(2026, 0, 5 + days, 14)).toISOString()
  return callOnWire(id, { symbol, start_time: start, ...transcribed('Jane Doe: Margins widened.'), ...fields })
}

export function ratingOf(symbol: string, id: number, created: string, fields: Wire = {}): Wire {
  const told = { firm: 'hollin-gate', action: 'Upgrades', rating: 'Buy', price_target: '154.00', story: 'Better.' }
  return { id, ticker: symbol, created_at: created, updated_at: created, ...told, ...fields }
}

export function newsOf(symbol: string, id: number, created: string, fields: Wire = {}): Wire {
  return { id, ticker: symbol, headline: `${symbol} rises`, created_at: created, updated_at: created, ...fields }
}

/** Eight quarters to Q3 2025, revenue 100 to 170, operating income a tenth of it. */
export function twoYears(symbol: string): Wire[] {
  const ends = ['12-31', '03-31', '06-30', '09-30']
  return Array.from({ length: 8 }, (_, at) => {
    const place = at + 3
    const [year, quarter] = [2023 + Math.floor(place / 4), (place % 4) + 1]
    const end = `${year}-${ends[quarter % 4] ?? ''}`
    const revenue = 100 + 10 * at
    return enhanced({ symbol, quarter: `Q${quarter}`, year, end }, { Revenue: revenue, OperatingIncome: revenue / 10 })
  })
}

export function securityOf(symbol: string, fields: Wire = {}): Wire {
  return { id: `BBG00${symbol}|US`, symbol, name: `${symbol} Corporation`, ...fields }
}
