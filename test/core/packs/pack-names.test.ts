import { expect, test } from 'vitest'
import { ownFolder } from '../folders.ts'
import { failureOfQuestion, openedCore, usualNames } from '../opened-core.ts'
import { lastStep } from '../storage/steps.ts'
import { everything, watchlistOf } from './made-pack.ts'

const making = () => ({ ...everything, companies: ['HLDN'], folder: ownFolder() })

test.each(['\u200b', 'Ada\u202e', 'Ada\u0007'])(
  'a pack is not signed with %j, which no program would open',
  async (author) => {
    const { api } = openedCore()
    expect(await failureOfQuestion(lastStep(api.packs.make({ ...making(), author })))).toEqual({
      kind: 'bad-request',
      detail: expect.stringContaining('control characters') as unknown,
    })
  },
)

test('a pack of a workspace whose name cannot be shown is not made, and says what to do', async () => {
  const core = openedCore()
  const { api } = core
  const service = { baseUrl: 'https://data.example.com', recordingsBase: '', search: usualNames }
  const { id } = await api.workspaces.create({ name: 'Live\u202e', ...service })
  await api.workspaces.activate({ id })
  const choice = { companies: [], watchlistIds: [await watchlistOf(core, 'HLDN')] }
  expect(await lastStep(api.packs.make({ ...making(), ...choice }))).toMatchObject({
    kind: 'failed',
    failure: { kind: 'pack-not-made', detail: expect.stringContaining('the name of the workspace') as unknown },
  })
})
