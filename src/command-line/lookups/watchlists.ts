/** Lists the watchlists of a workspace with their companies. */

import { z } from 'zod'
import { lookup } from '../lookup.ts'
import { mostRows } from './shared-fields.ts'

export const watchlists = lookup({
  command: 'watchlists',
  tool: 'list_watchlists',
  title: 'Watchlists',
  summary: 'The watchlists of the workspace and their companies.',
  input: z.strictObject({
    limit: z
      .int()
      .min(1)
      .max(mostRows)
      .default(mostRows)
      .describe('Most companies, of all watchlists together: 1 to 1000; default 1000'),
    offset: z.int().min(0).default(0).describe('How many companies to skip, list after list; default 0'),
  }),
  positional: [],
  response: z.object({
    /** Companies of all watchlists; more than the symbols that are listed where `limit` cut them. */
    total: z.int(),
    watchlists: z.array(
      z.object({ id: z.string(), name: z.string(), companies: z.int(), symbols: z.array(z.string()) }),
    ),
  }),
  look: async (api, { limit, offset }, signal) => {
    const { lists } = await api.watchlists.names(undefined, { signal })
    const { lists: members } = await api.watchlists.members(undefined, { signal })
    const symbolsOf = new Map(members.map(({ listId, symbols }) => [listId, symbols]))
    let total = 0
    const watchlists = lists.map(({ id, name }) => {
      const all = symbolsOf.get(id) ?? []
      const [from, end] = [Math.max(0, offset - total), Math.max(0, offset + limit - total)]
      total += all.length
      return { id, name, companies: all.length, symbols: all.slice(from, end) }
    })
    return { total, watchlists }
  },
  table: ({ watchlists, total }) => ({
    title: 'Watchlists',
    columns: [
      { title: 'Name', kind: 'text' },
      { title: 'Companies', kind: 'count' },
      { title: 'Symbols', kind: 'text' },
    ],
    rows: watchlists.map(({ name, companies, symbols }) => [name, companies, symbols.join(' ')]),
    notes: shownNote(
      watchlists.reduce((sum, { symbols }) => sum + symbols.length, 0),
      total,
    ),
  }),
})

/** Further ones come with another `offset`; nothing where all companies are shown. */
function shownNote(shown: number, total: number): readonly string[] {
  return shown < total ? [`${shown} of ${total} companies are shown. Use --offset for the others.`] : []
}
