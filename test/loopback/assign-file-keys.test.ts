import { expect, test } from 'vitest'
import { assignFileKeys } from '#loopback/assign-file-keys.ts'
import { EchoCore } from './test-server.ts'

const sample = { id: 'sample', kind: 'sample', baseUrl: 'https://service.example' } as const
const live = { id: 'live', kind: 'live', baseUrl: 'https://service.example/api' } as const

test('a filed key serves every live workspace at its origin, also one made later, and what the user forgot stays so', async () => {
  const { keys, held } = new EchoCore()
  const workspaces = [
    [sample, live, { id: 'other', kind: 'live', baseUrl: 'https://other.example' }],
    [sample, live, { id: 'other', kind: 'live', baseUrl: 'https://service.example' }],
    [sample, live, { id: 'odd', kind: 'live', baseUrl: 'not an address' }],
  ] as const
  let asked = 0
  const after: string[][] = []
  await assignFileKeys(
    {
      list: async () => ({ workspaces: workspaces[Math.min(asked++, 2)]! }),
      changes: async function* () {
        after.push([...held.keys()])
        yield
        after.push([...held.keys()])
        keys.forget('live')
        yield
        after.push([...held.keys()])
      },
    },
    [{ origin: 'https://service.example', key: 'KEY' }],
    keys,
  )
  expect(after).toEqual([['live'], ['live', 'other'], ['other']])
  expect(held.get('other')).toEqual({ origin: 'https://service.example', key: 'KEY' })
  expect(keys.state('other')).toMatchObject({ present: true, isFromFile: true })
  // One that is typed in its place is a typed one.
  expect(keys.set({ workspace: 'other', origin: 'https://service.example', key: 'TYPED' }).isFromFile).toBe(false)
})
