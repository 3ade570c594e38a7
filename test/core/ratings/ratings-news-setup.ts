import type { RatingFilter } from '#contract/api/ratings.ts'
import type { CallOnWire } from '../calls/calls-service.ts'
import { ManualClock } from '../clocks.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { listed, paged } from '../records.ts'
import { json, scriptedService } from '../service/scripted-service.ts'

export type OnWire = Readonly<Record<string, unknown>> & { readonly id: number }

/** A rating as the service gives it: an hour later for each number. */
export function ratingOnWire(id: number, fields: Readonly<Record<string, unknown>> = {}): OnWire {
  return {
    id,
    firm: 'castell-rowe',
    ticker: 'ACME',
    exchange: 'NASDAQ',
    company: 'Acme Inc',
    action: 'Reiterates',
    rating: 'Buy',
    price_target: '45.00',
    story: `Story ${id}.`,
    is_rating: true,
    created_at: new Date(Date.UTC(2025, 9, 1, id)).toISOString(),
    ...fields,
  }
}

/** News as the service gives it. */
export function newsOnWire(id: number, fields: Readonly<Record<string, unknown>> = {}): OnWire {
  return {
    id,
    headline: `Headline ${id}`,
    catalyst: `Catalyst ${id}`,
    type: 'gainers',
    ticker: 'ACME',
    created_at: new Date(Date.UTC(2025, 9, 1, id)).toISOString(),
    ...fields,
  }
}

/** A service of ratings and news without totals, latest first, and a desk on it. `shelf` may change between requests. */
export async function ratingsNewsSetup({ largestPage = 100 } = {}) {
  const clock = new ManualClock()
  const resource: {
    ratings: OnWire[]
    news: OnWire[]
    calls: CallOnWire[]
    refuses: number | null
    refusesNews: number | null
    repeats: boolean
  } = {
    ratings: [],
    calls: [],
    news: [],
    refuses: null,
    refusesNews: null,
    repeats: false,
  }
  const service = await scriptedService((response, { url }) => {
    if (resource.refuses !== null) return json(response, { message: 'no' }, resource.refuses)
    if (resource.refusesNews !== null && url.pathname.includes('/news'))
      return json(response, { message: 'no' }, resource.refusesNews)
    const asked = url.searchParams
    if (url.pathname.includes('/calls')) return json(response, paged(resource.calls))
    const all = url.pathname.includes('/news') ? resource.news : resource.ratings
    const symbol = asked.get('symbol')
    const found = all.filter(({ ticker }) => symbol === null || ticker === symbol)
    const size = Math.min(Number(asked.get('page_size')), largestPage)
    const from = resource.repeats ? 0 : (Number(asked.get('page')) - 1) * size
    json(response, listed(found.slice(from, from + size)))
  })
  const opened = openedCore({ clock })
  await liveWorkspace(opened, service.origin, { key: 'some-long-key' })
  const { api } = opened
  const list = (filter: RatingFilter = {}) =>
    api.ratings.list({ filter, order: { by: 'written', descending: true }, offset: 0, limit: 500 })
  return {
    ...opened,
    clock,
    resource,
    heard: service.heard,
    pages: () => service.heard.map(({ url }) => url.searchParams.get('page')),
    list,
    listed: async (filter: RatingFilter = {}) => (await list(filter)).entries.map(({ id }) => id),
    reach: (page: 'latest' | 'older', filter: RatingFilter = {}) => api.ratings.fetchPage({ filter, page }),
  }
}
