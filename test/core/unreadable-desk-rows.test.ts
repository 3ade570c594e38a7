import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { ApiInputs } from '#contract/api/api.ts'
import { defaultColumns } from '#contract/api/watchlist-columns.ts'
import { ManualClock } from './clocks.ts'
import { reopened, syncSetup } from './sync/sync-setup.ts'

const spec: ApiInputs['comparisons']['save']['spec'] = {
  companies: [{ symbol: 'HLDN' }],
  lines: ['Revenue'],
  basis: 'annual',
  alignment: 'fiscal',
  mode: 'values',
  periods: 4,
  asOf: null,
}

test.each(['not JSON', '7'])(
  'a row that another program changed to %s costs the user that row alone, never the list that it is in',
  async (text) => {
    const setup = await syncSetup(['HLDN'])
    const { api } = setup
    const peers = await api.comparisons.save({ name: 'Peers', spec })
    const damagedComparison = await api.comparisons.save({ name: 'Damaged', spec })
    const margins = await api.search.save({ name: 'Margins', query: 'margin', chosen: {} })
    const damagedSearch = await api.search.save({ name: 'Damaged', query: 'price', chosen: {} })
    await api.search.setSynonyms({
      sets: [
        ['guidance', 'outlook'],
        ['price', 'pricing'],
      ],
    })
    const { id: listId } = await api.watchlists.create({ name: 'CopyCompleteness' })
    await api.watchlists.setView({ listId, change: { columns: ['note'] } })
    await setup.close()
    const desk = new Database(join(setup.profile, 'workspaces', setup.workspace, 'desk.db'))
    desk.prepare('UPDATE saved_comparison SET spec = ? WHERE id = ?').run(text, damagedComparison.id)
    desk.prepare('UPDATE saved_search SET chosen = ? WHERE id = ?').run(text, damagedSearch.id)
    desk.prepare('UPDATE synonym_set SET words = ? WHERE position = 1').run(text)
    desk.prepare('UPDATE watchlist SET view = ?').run(text)
    desk.close()
    const { api: again } = await reopened(setup.profile, setup.workspace, setup.service.origin, new ManualClock())
    expect(await again.comparisons.saved()).toEqual({ comparisons: [peers] })
    const { searches } = await again.search.saved()
    expect(new Map(searches.map((each) => [each.id, each]))).toEqual(
      new Map([
        [margins.id, margins],
        [damagedSearch.id, { ...damagedSearch, hits: null, unseen: null }],
      ]),
    )
    expect(await again.search.synonyms()).toEqual({ sets: [['guidance', 'outlook']] })
    expect((await again.watchlists.table({ listId })).view.columns).toEqual(defaultColumns)
  },
)
