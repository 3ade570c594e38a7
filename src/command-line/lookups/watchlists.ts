/** Lists the watchlists of a workspace with their companies. */

import { z } from 'zod'
import { lookup } from '../lookup.ts'

export const watchlists = lookup({
  command: 'watchlists',
  tool: 'list_watchlists',
  title: 'Watchlists',
  summary: 'The watchlists of the workspace and their companies.',
  input: z.object({}),
  positional: [],
  response: z.object({
    watchlists: z.array(z.object({ id: z.string(), name: z.string(), symbols: z.array(z.string()) })),
  }),
  look: async (api, _input, signal) => {
    const { lists } = await api.watchlists.names(undefined, { signal })
    const { lists: members } = await api.watchlists.members(undefined, { signal })
    const symbolsOf = new Map(members.map(({ listId, symbols }) => [listId, symbols]))
    return { watchlists: lists.map(({ id, name }) => ({ id, name, symbols: symbolsOf.get(id) ?? [] })) }
  },
  table: ({ watchlists }) => ({
    title: 'Watchlists',
    columns: [
      { title: 'Name', kind: 'text' },
      { title: 'Companies', kind: 'count' },
      { title: 'Symbols', kind: 'text' },
    ],
    rows: watchlists.map(({ name, symbols }) => [name, symbols.length, symbols.join(' ')]),
    notes: [],
  }),
})
