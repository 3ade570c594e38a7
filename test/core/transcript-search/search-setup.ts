import type { FacetChoice } from '#contract/api/transcript-search.ts'
import { callOnWire, key, type CallOnWire } from '../calls/calls-service.ts'
import { ManualClock } from '../clocks.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { listed } from '../records.ts'
import { json, scriptedService } from '../service/scripted-service.ts'

interface Asked {
  readonly chosen?: FacetChoice
  readonly order?: 'best' | 'newest' | 'most-hits'
  readonly offset?: number
  readonly limit?: number
}

/** A desk on a service with calls, ratings and news, each stored by a request. */
export async function searchSetup() {
  const resource: { calls: CallOnWire[]; ratings: unknown[]; news: unknown[] } = { calls: [], ratings: [], news: [] }
  const service = await scriptedService((response, { url }) => {
    if (url.pathname.includes('/ratings')) return json(response, listed(resource.ratings))
    if (url.pathname.includes('/news')) return json(response, listed(resource.news))
    return json(response, resource.calls.find(({ call_id: id }) => url.pathname.endsWith(`/${id}`)) ?? {})
  })
  const clock = new ManualClock()
  const opened = openedCore({ clock })
  await liveWorkspace(opened, service.origin, { key })
  const { api } = opened
  const form = { format: 'json', clean: false } as const
  const ask = (query: string, { chosen = {}, order = 'best', offset = 0, limit = 50 }: Asked = {}) =>
    api.search.run({ query, chosen, order, offset, limit })
  const answer = async (query: string, asked?: Asked) => {
    const told = await ask(query, asked)
    if (!told.understood) throw new Error(told.error.message)
    return told.result
  }
  return {
    ...opened,
    clock,
    ask,
    answer,
    /** A call as the service has it, opened and so stored. */
    store: async (id: string, fields: Record<string, unknown>) => {
      const call = callOnWire(id, fields)
      resource.calls = [...resource.calls.filter(({ call_id: each }) => each !== id), call]
      await api.calls.open({ callId: id, form, freshness: 'service' })
    },
    storeRating: async (...ratings: unknown[]) => {
      resource.ratings = ratings
      await api.fetch.ratings({ parameters: {}, freshness: 'service' })
    },
    storeNews: async (item: unknown) => {
      resource.news = [item]
      await api.fetch.news({ parameters: { symbol: 'ACME' }, freshness: 'service' })
    },
    /** Hits in short, call by call: `a:1` is the second turn of call a, `summary a` its summary; ratings and news by title. */
    found: async (query: string, asked?: Asked) =>
      (await answer(query, asked)).groups.flatMap(({ call, title, hits }) =>
        hits.map(({ kind, turn }) =>
          kind === 'turn' ? `${call?.callId ?? '?'}:${turn}` : `${kind} ${call?.callId ?? title}`,
        ),
      ),
    /** Snippets of the hits, what is marked in brackets. */
    snippets: async (query: string) =>
      (await answer(query)).groups.flatMap(({ hits }) =>
        hits.map(({ snippet }) => snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')),
      ),
  }
}
