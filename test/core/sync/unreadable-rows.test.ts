import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ManualClock } from '../clocks.ts'
import { everything, isDone, reopened, syncSetup, untilJob } from './sync-setup.ts'

/** A list that was taken offline, opened again after some SQL changed its `desk.db`. */
async function reopenedAfter(sql: string) {
  const setup = await syncSetup(['HLDN'])
  const { id } = await setup.api.sync.start({ scope: { of: 'list', listId: setup.listId }, choice: everything })
  await untilJob(setup, id, isDone)
  await setup.close()
  const desk = new Database(join(setup.profile, 'workspaces', setup.workspace, 'desk.db'))
  desk.exec(sql)
  desk.close()
  const { api } = await reopened(setup.profile, setup.workspace, setup.service.origin, new ManualClock())
  return { api, listId: setup.listId }
}

test('a job whose scope cannot be read is not listed, and its list can be downloaded again', async () => {
  const { api, listId } = await reopenedAfter(`UPDATE sync_job SET scope = '{"of":"galaxy"}'`)
  expect(await api.sync.jobs()).toEqual({ jobs: [] })
  expect(await api.sync.start({ scope: { of: 'list', listId }, choice: everything })).toMatchObject({
    purpose: 'offline',
  })
})

test('a list whose offline choice cannot be read is not among the offline downloads', async () => {
  const { api, listId } = await reopenedAfter(`UPDATE kept_offline SET choice = 'not JSON'`)
  expect(await api.sync.offlineStatus({ listId })).toEqual({ status: null })
})

test('a job whose other values cannot be read is listed without them', async () => {
  const { api } = await reopenedAfter(`UPDATE sync_job SET reason = '{', refused = '7', found = '[]'`)
  expect((await api.sync.jobs()).jobs).toMatchObject([{ state: 'done', reason: null, found: null }])
})
