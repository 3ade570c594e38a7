import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../clocks.ts'
import { json } from '../service/scripted-service.ts'
import {
  everything,
  isDone,
  itemsOf,
  jobOf,
  reopened,
  syncSetup,
  untilHeard,
  untilJob,
  type Fault,
} from './sync-setup.ts'

const companies = ['HLDN', 'ACME', 'VSPO', 'MRDN']
/** Two calls each: a list of them, two transcripts, statements, ratings, news. */
const things = companies.length * 6
/** Ratings and news have no total: a second page of each shows that the first was all. */
const requests = things + companies.length * 2

const hangUp: Fault = (response) => {
  response.destroy()
  return true
}
const answered =
  (status: number, isHit: (path: string) => boolean = () => true): Fault =>
  (response, { url }) => {
    if (!isHit(url.pathname)) return false
    json(response, { message: 'no' }, status)
    return true
  }

/** The fault sets in after so many requests. */
function after(count: number, fault: Fault): Fault {
  let heard = 0
  return (response, asked) => {
    heard += 1
    return heard > count && fault(response, asked)
  }
}

describe('while a job runs', () => {
  test('the network goes: it waits, fails nothing, tries seldom; when it comes back, all of it is complete', async () => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = after(5, hangUp)
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    const away = await untilJob(setup, id, ({ state }) => state === 'waiting', 250)
    expect([away.reason?.kind, away.counts.failed]).toEqual(['connection-lost', 0])
    expect(away.retryAt).toBeGreaterThan(setup.clock.now())
    const asked = setup.service.heard.length
    for (let minute = 0; minute < 60; minute += 1) {
      await untilJob(setup, id, () => true)
      setup.clock.advance(60_000)
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
    // Every quarter of an hour at last, with the attempts of each.
    expect(setup.service.heard.length - asked).toBeLessThan(40)
    expect((await jobOf(setup.api, id)).counts.failed).toBe(0)
    setup.service.resource.fault = () => false
    const job = await untilJob(setup, id, isDone, 1000)
    expect([job.counts.updated, job.counts.failed, job.missing]).toEqual([things, 0, 0])
    expect((await setup.api.sync.offlineStatus({ listId: setup.listId })).status?.complete).toBe(true)
  })

  test('the service responds to another request: the job continues at once', async () => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = after(5, hangUp)
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    await untilJob(setup, id, ({ state }) => state === 'waiting', 250)
    setup.service.resource.fault = () => false
    await setup.api.fetch.news({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
    expect(await untilJob(setup, id, isDone)).toMatchObject({ missing: 0 })
  })

  test.each([
    [401, 'key-refused'],
    [403, 'not-allowed'],
  ])('%i pauses it and says why; nothing more is requested', async (status, kind) => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = after(5, answered(status))
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    const paused = await untilJob(setup, id, ({ state }) => state === 'paused')
    expect([paused.reason?.kind, paused.counts.failed, paused.counts.running]).toEqual([kind, 0, 0])
    const asked = setup.service.heard.length
    expect(asked).toBeLessThanOrEqual(5 + 4)
    setup.clock.advance(3_600_000)
    await untilJob(setup, id, ({ state }) => state === 'paused')
    expect(setup.service.heard).toHaveLength(asked)
  })

  test('a key that is entered sets it going again', async () => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = after(5, answered(401))
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    await untilJob(setup, id, ({ state }) => state === 'paused')
    setup.service.resource.fault = () => false
    setup.core.keys.hold({ workspace: setup.workspace, origin: setup.service.origin, key: 'another-long-key' })
    expect(await untilJob(setup, id, isDone)).toMatchObject({ missing: 0, counts: { failed: 0 } })
  })

  test('a key that does not allow one operation: the rest is fetched after a resume, and what is not says why', async () => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = answered(403, (path) => path.endsWith('/news'))
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    await untilJob(setup, id, ({ state }) => state === 'paused')
    await setup.api.sync.resume({ jobId: id })
    const job = await untilJob(setup, id, isDone)
    expect([job.counts.failed, job.missing]).toEqual([4, 4])
    const failed = await itemsOf(setup.api, id, ['failed'])
    expect(new Set(failed.map(({ kind, failure }) => `${kind} ${failure?.kind}`))).toEqual(
      new Set(['news not-allowed']),
    )
    const { status } = await setup.api.sync.offlineStatus({ listId: setup.listId })
    expect(status).toMatchObject({ complete: false, asOf: null, missingCount: 4 })
    expect(status?.missing[0]).toMatchObject({ kind: 'news', reason: 'not downloaded' })
  })

  test('one item that the service cannot give fails alone, and comes when it is tried again', async () => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = answered(500, (path) => path.endsWith('/calls/ACME-1'))
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    const job = await untilJob(setup, id, isDone, 1000)
    expect([job.counts.updated, job.counts.failed, job.missing]).toEqual([things - 1, 1, 1])
    const [failed] = await itemsOf(setup.api, id, ['failed'])
    expect(failed).toMatchObject({ kind: 'transcript', callId: 'ACME-1', failure: { kind: 'service-error' } })
    setup.service.resource.fault = () => false
    await setup.api.sync.retryFailed({ jobId: id })
    expect(await untilJob(setup, id, isDone)).toMatchObject({ counts: { failed: 0 }, missing: 0 })
  })

  test('what the user requests goes before what waits', async () => {
    const setup = await syncSetup(companies)
    const held: (() => void)[] = []
    setup.service.resource.fault = (response, { url }) => {
      if (url.searchParams.has('held')) return false
      held.push(() =>
        json(response, { data: [], message: 'OK', pagination: { hits: 0, page: 1, page_count: 0, page_size: 100 } }),
      )
      return true
    }
    await setup.api.sync.start({ scope: setup.scope, choice: everything })
    await untilHeard(setup.service, 4)
    const asked = setup.api.fetch.ratings({ parameters: { symbol: 'USER' }, freshness: 'service' })
    held.shift()?.()
    await untilHeard(setup.service, 5)
    expect(setup.service.heard[4]?.url.searchParams.get('symbol')).toBe('USER')
    setup.service.resource.fault = () => false
    for (const answer of held.splice(0)) answer()
    await asked
  })

  test('somebody looks something up: nothing new begins until that is over, and then all of it comes', async () => {
    const setup = await syncSetup(companies)
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    const asked = async () => {
      for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return setup.service.heard.length
    }
    await untilHeard(setup.service, 2)
    await setup.api.sync.pause({ jobId: id })
    await setup.api.sync.resume({ jobId: id })
    await setup.api.securities.find({ query: 'HL', type: 'symbol', freshness: 'library' })
    const before = await asked()
    expect(await asked()).toBe(before)
    expect(before).toBeLessThan(things)
    expect(await untilJob(setup, id, isDone, 100)).toMatchObject({ missing: 0, counts: { failed: 0 } })
  })

  test('it is stopped: at once, what waited is skipped, what came stays', async () => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = after(5, () => true)
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    await untilHeard(setup.service, 9)
    const stopped = await setup.api.sync.stop({ jobId: id })
    expect([stopped.state, stopped.counts.waiting, stopped.counts.running]).toEqual(['stopped', 0, 0])
    expect(stopped.counts.updated + stopped.counts.unchanged).toBeGreaterThan(0)
    const [skipped] = await itemsOf(setup.api, id, ['skipped'])
    expect(skipped?.detail).toBe('the job was stopped')
    setup.clock.advance(3_600_000)
    await untilJob(setup, id, ({ state }) => state === 'stopped')
    expect(setup.service.heard).toHaveLength(9)
  })

  test('one that cannot be stopped is still listed, and is stopped once the disk takes it', async () => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = after(5, () => true)
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    await untilHeard(setup.service, 9)
    const desk = new Database(join(setup.profile, 'workspaces', setup.workspace, 'desk.db'))
    desk.exec(`CREATE TRIGGER no_more BEFORE UPDATE ON sync_item BEGIN SELECT raise(ABORT, 'no'); END`)
    await expect(setup.api.sync.stop({ jobId: id })).rejects.toThrow()
    expect((await jobOf(setup.api, id)).state).not.toBe('stopped')
    desk.exec('DROP TRIGGER no_more')
    desk.close()
    expect(await setup.api.sync.stop({ jobId: id })).toMatchObject({ state: 'stopped', counts: { waiting: 0 } })
  })

  test('a defect while results are written pauses it, says so, and loses nothing', async () => {
    const setup = await syncSetup(companies)
    const desk = new Database(join(setup.profile, 'workspaces', setup.workspace, 'desk.db'))
    desk.exec(`CREATE TRIGGER no_more BEFORE UPDATE ON sync_item BEGIN SELECT raise(ABORT, 'no'); END`)
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    const paused = await untilJob(setup, id, ({ state }) => state === 'paused')
    expect(paused.reason).toEqual({ kind: 'defect' })
    desk.exec('DROP TRIGGER no_more')
    desk.close()
    await setup.api.sync.resume({ jobId: id })
    expect(await untilJob(setup, id, isDone)).toMatchObject({ missing: 0, counts: { failed: 0 } })
  })

  test('the machine sleeps: what was in progress is requested again after it woke, and nothing is lost (W14)', async () => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = after(5, () => true)
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    await untilHeard(setup.service, 9)
    setup.service.resource.fault = () => false
    setup.clock.set(setup.clock.now() + 8 * 3_600_000)
    expect(await untilJob(setup, id, isDone, 1000)).toMatchObject({ missing: 0, counts: { failed: 0 } })
    expect(setup.service.heard).toHaveLength(requests + 4)
  })
})

describe('over a restart', () => {
  test('a job continues where it was: nothing that was fetched is requested again', async () => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = after(10, () => true)
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    await untilHeard(setup.service, 14)
    await setup.close()
    setup.service.resource.fault = () => false
    const clock = new ManualClock()
    const again = await reopened(setup.profile, setup.workspace, setup.service.origin, clock)
    expect(await untilJob({ ...again, clock }, id, isDone)).toMatchObject({ missing: 0, counts: { failed: 0 } })
    // Four were under way.
    expect(setup.service.heard).toHaveLength(requests + 4)
  })

  test('a paused job stays paused, and continues when it is resumed', async () => {
    const setup = await syncSetup(companies)
    setup.service.resource.fault = after(5, () => true)
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
    await untilHeard(setup.service, 9)
    expect(await setup.api.sync.pause({ jobId: id })).toMatchObject({ state: 'paused', reason: null, running: [] })
    await setup.close()
    setup.service.resource.fault = () => false
    const clock = new ManualClock()
    const again = await reopened(setup.profile, setup.workspace, setup.service.origin, clock)
    for (let turn = 0; turn < 50; turn += 1) {
      clock.advance(60_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect([(await jobOf(again.api, id)).state, setup.service.heard.length]).toEqual(['paused', 9])
    await again.api.sync.resume({ jobId: id })
    expect(await untilJob({ ...again, clock }, id, isDone)).toMatchObject({ missing: 0 })
  })
})
