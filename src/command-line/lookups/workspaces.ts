/** Lists the workspaces of a profile. */

import { z } from 'zod'
import { lookup } from '../lookup.ts'

export const workspaces = lookup({
  command: 'workspaces',
  tool: 'list_workspaces',
  title: 'Workspaces',
  summary: 'The workspaces of the profile and their ids; responses come from the open one.',
  input: z.strictObject({}),
  positional: [],
  response: z.object({
    workspaces: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(['sample', 'live']),
        /** It is the one that this response comes from. */
        isOpen: z.boolean(),
      }),
    ),
  }),
  look: async (api, _input, signal, reader) => {
    const { workspaces, active } = await api.workspaces.list(undefined, { signal })
    const shown = workspaces.filter(({ id }) => reader.workspaces?.includes(id) ?? true)
    return { workspaces: shown.map(({ id, name, kind }) => ({ id, name, kind, isOpen: id === active })) }
  },
  table: ({ workspaces }) => ({
    title: 'Workspaces',
    columns: [
      { title: 'Id', kind: 'text' },
      { title: 'Name', kind: 'text' },
      { title: 'Open', kind: 'text' },
    ],
    rows: workspaces.map(({ id, name, isOpen }) => [id, name, isOpen ? 'yes' : 'no']),
    notes: [],
  }),
})
