import { expect, test } from 'vitest'
import { usualOfflineKinds, usualOfflineRanges } from '#contract/api/sync-kinds.ts'
import { failureOfQuestion, openedCore, type ApiClient } from '../opened-core.ts'

const choice = { ...usualOfflineRanges, kinds: [...usualOfflineKinds] }

const changes: Readonly<Record<string, (api: ApiClient, listId: string) => Promise<unknown>>> = {
  'A new name': (api, listId) => api.watchlists.rename({ listId, name: 'Rivals' }),
  'A copy': (api, copyOf) => api.watchlists.create({ name: 'Coverage copy', copyOf }),
  'The deletion': (api, listId) => api.watchlists.remove({ listId }),
  'Other columns': (api, listId) => api.watchlists.setView({ listId, change: { columns: ['name'] } }),
  'An offline download': (api, listId) => api.sync.start({ scope: { of: 'list', listId }, choice }),
  'More companies': (api, listId) => api.watchlists.addCompanies({ listId, securities: [{ symbol: 'VSPO' }] }),
  'A note': (api, listId) => api.watchlists.setNote({ listId, symbol: 'HLDN', note: 'waits' }),
}

test.each(Object.keys(changes))(
  '%s for a list that was deleted is refused, and changes no other list',
  async (name) => {
    const { api } = openedCore()
    const { id: listId } = await api.watchlists.create({ name: 'Coverage' })
    const { id: other } = await api.watchlists.create({ name: 'Peers' })
    for (const each of [listId, other])
      await api.watchlists.addCompanies({ listId: each, securities: [{ symbol: 'HLDN' }] })
    const state = async () => ({
      lists: (await api.watchlists.all()).lists.map(({ name: of, companies }) => [of, companies]),
      view: (await api.watchlists.table({ listId: other })).view,
      jobs: (await api.sync.jobs()).jobs.length,
    })
    await api.watchlists.remove({ listId })
    const before = await state()
    expect(await failureOfQuestion(changes[name]?.(api, listId) ?? Promise.resolve())).toEqual({
      kind: 'no-such-watchlist',
    })
    expect(await state()).toEqual(before)
  },
)
