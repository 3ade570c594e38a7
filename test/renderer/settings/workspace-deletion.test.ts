import { expect, test } from 'vitest'
import { RequestFailed } from '../../../src/renderer/core-client/request-failed.ts'
import { WorkspaceDeletion } from '../../../src/renderer/settings/workspaces/workspace-deletion.svelte.ts'

/** A deletion that fails once it is told to, and what was said of it outside its dialog. */
function failing() {
  const said: unknown[] = []
  let failNow = () => {}
  const deletion = new WorkspaceDeletion({
    remove: () =>
      new Promise((_, reject) => {
        failNow = () => reject(new RequestFailed({ kind: 'core-stopped' }))
      }),
    onremoved: () => said.push('removed'),
    fail: (error) => said.push(error),
  })
  deletion.ask()
  const ended = deletion.remove()
  return { deletion, said, fail: () => (failNow(), ended) }
}

test('a deletion that fails says so in its dialog', async () => {
  const { deletion, said, fail } = failing()
  await fail()
  expect(deletion.failure).toEqual({ kind: 'core-stopped' })
  expect(deletion).toMatchObject({ isOpen: true, isBusy: false })
  expect(said).toEqual([])
})

test('a deletion that fails after its dialog was closed says so outside', async () => {
  const { deletion, said, fail } = failing()
  deletion.close()
  await fail()
  expect(said).toEqual([expect.any(RequestFailed)])
})
