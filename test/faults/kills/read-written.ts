import type { WatchlistRow } from '#contract/api/watchlists.ts'
import type { ApiClient } from '../../core/opened-core.ts'
import type { Written } from './written-values.ts'

/** The call whose highlights are written, and the content that they are found in. Neither has to be stored. */
export const call = { callId: 'kill-test', hash: 'a' } as const

/** What a profile holds of the values that are written until the program is killed. */
export async function readWritten(api: ApiClient): Promise<Written> {
  const { lists } = await api.watchlists.all()
  const [list] = lists
  const companies = list ? await companiesOf(api, list.id) : []
  const { highlights } = await api.notes.ofCall(call)
  const [draft] = await api.drafts.all()
  const [metric] = (await api.metrics.list()).metrics
  const { sets } = await api.search.synonyms()
  const [checked] = (await api.turnChecks.outdated()).checks
  return {
    slots: {
      preference: (await api.preferences.read()).paperHeader || null,
      note: companies.find(({ symbol }) => symbol === 'HLDN')?.note || null,
      draft: draft?.text ?? null,
      metric: metric?.formula ?? null,
      synonyms: sets[0]?.[1] ?? null,
      'list name': list?.name ?? null,
      'transcript check': checked?.check.correction ?? null,
    },
    lists: {
      highlight: highlights.map(({ highlight }) => highlight.note),
      company: companies.map(({ symbol }) => symbol).filter((symbol) => symbol.startsWith('X')),
      'saved search': (await api.search.saved()).searches.map(({ name }) => name),
    },
  }
}

async function companiesOf(api: ApiClient, listId: string): Promise<readonly WatchlistRow[]> {
  const { rows } = await api.watchlists.table({ listId })
  return JSON.parse(rows) as WatchlistRow[]
}
