import { setImmediate } from 'node:timers/promises'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { belongsToWorkspace, workspaceHeader } from '#contract/api/workspace-scope.ts'
import { failureOfQuestion, liveWorkspace, openedCore, type OpenedCore } from '../opened-core.ts'

/** The API as a window that shows this workspace uses it. */
const asked = ({ core }: OpenedCore, workspace: string) =>
  createRouterClient(core.router, { context: { reqHeaders: new Headers({ [workspaceHeader]: workspace }) } })

test('what a window requests of one workspace is neither read from nor written into the one that was opened since', async () => {
  const opened = openedCore()
  const sample = asked(opened, 'sample')
  await sample.watchlists.create({ name: 'CopyCompleteness' })
  const live = await liveWorkspace(opened, 'http://127.0.0.1:1')
  const refused = [
    await failureOfQuestion(sample.watchlists.all()),
    await failureOfQuestion(sample.watchlists.create({ name: 'Late' })),
  ]
  expect(refused).toEqual([{ kind: 'other-workspace' }, { kind: 'other-workspace' }])
  expect((await asked(opened, live).watchlists.all()).lists).toEqual([])
})

test('a change that waited for the switch is refused too', async () => {
  const opened = openedCore()
  const live = await liveWorkspace(opened, 'http://127.0.0.1:1')
  await opened.api.workspaces.activate({ id: 'sample' })
  const sample = asked(opened, 'sample')
  const switching = opened.api.workspaces.activate({ id: live })
  // By then the switch owns the files and is in the queue of changes.
  await setImmediate()
  const late = await failureOfQuestion(sample.watchlists.create({ name: 'Late' }))
  await switching
  expect(late).toEqual({ kind: 'other-workspace' })
})

test('what belongs to the profile is available whichever workspace is open', () => {
  const paths = [
    'preferences.write',
    'workspaces.activate',
    'storage.restore',
    'status.now',
    'storage.removeRecordings',
  ]
  expect(paths.map((path) => belongsToWorkspace(path.split('.')))).toEqual([false, false, false, false, true])
})
