import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { SyncJob } from '#contract/api/sync.ts'
import { ManualClock } from '../clocks.ts'
import { listed, paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'
import { callOf, ratingOf } from '../watchlists/watchlist-setup.ts'
import { everything, isDone, itemsOf, jobOf, reopened, syncSetup, untilJob, worldOf } from './sync-setup.ts'

type Desk = Awaited<ReturnType<typeof syncSetup>>

const taken = async (setup: Desk, choice = everything) => {
  const { id } = await setup.api.sync.start({ scope: setup.scope, choice })
  return untilJob(setup, id, isDone)
}
const markOf = async ({ api, listId }: Pick<Desk, 'api' | 'listId'>) =>
  (await api.sync.offlineStatus({ listId })).status

test('a list that was never downloaded has no mark; one removed from offline downloads has none again', async () => {
  const setup = await syncSetup()
  expect(await markOf(setup)).toBeNull()
  await taken(setup)
  expect(await markOf(setup)).toMatchObject({ complete: true })
  await setup.api.sync.endOffline({ listId: setup.listId })
  expect(await markOf(setup)).toBeNull()
})

test('a company that joins the list ends its mark, and a refresh of the list makes it complete again', async () => {
  const setup = await syncSetup(['HLDN'])
  await taken(setup)
  setup.service.resource.world.calls.push(callOf('ACME', 'ACME-9', -20))
  await setup.api.watchlists.addCompanies({ listId: setup.listId, securities: [{ symbol: 'ACME' }] })
  const mark = await markOf(setup)
  expect(mark).toMatchObject({ complete: false, asOf: null, missingCount: 4 })
  expect(mark?.missing.map(({ symbol, kind, reason }) => `${symbol} ${kind}: ${reason}`)).toContain(
    'ACME calls: not downloaded',
  )
  const { id } = await setup.api.sync.refresh({ scope: setup.scope, due: true })
  const job = await untilJob(setup, id, isDone)
  expect(job.counts.failed).toBe(0)
  // What the refresh brought is what the list keeps: the calls with their transcripts as well.
  expect(
    (await itemsOf(setup.api, id)).filter(({ kind }) => kind === 'transcript').map(({ callId }) => callId),
  ).toEqual(['ACME-9'])
})

test('companies without calls, ratings or news are complete: there is nothing to store', async () => {
  const setup = await syncSetup(['HLDN'])
  Object.assign(setup.service.resource.world, { calls: [], ratings: [], news: [] })
  expect(await taken(setup)).toMatchObject({ missing: 0, counts: { failed: 0 } })
  const mark = await markOf(setup)
  expect(mark).toMatchObject({ complete: true, missing: [] })
  expect(mark?.absent.map(({ kind }) => kind).toSorted()).toEqual(['calls', 'news', 'ratings'])
})

test('a record that is no longer in the library ends the mark, and is named', async () => {
  const setup = await syncSetup(['HLDN'])
  await taken(setup)
  await setup.close()
  const file = join(setup.profile, 'workspaces', setup.workspace, 'library.db')
  const library = new Database(file)
  library.pragma('foreign_keys = OFF')
  library.exec("DELETE FROM ledger_record WHERE kind = 'ratings'")
  library.exec("DELETE FROM ledger_record WHERE kind = 'calls.one' AND identity LIKE 'HLDN-1 %'")
  library.close()
  const clock = new ManualClock()
  const again = await reopened(setup.profile, setup.workspace, setup.service.origin, clock)
  const mark = await markOf({ ...again, listId: setup.listId })
  expect(mark?.complete).toBe(false)
  expect(mark?.missing.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
    'transcript: not downloaded',
    'ratings: 1 of 1 are no longer in the library',
  ])
})

test('a call that the company’s list names under another symbol is the company’s: without its transcript nothing is complete', async () => {
  const setup = await syncSetup(['HLDN'])
  const { resource } = setup.service
  resource.world.calls.push(callOf('HLDN.A', 'second-share', -20))
  let isBroken = true
  resource.fault = (response, { url }) => {
    if (isBroken && url.pathname.endsWith('/calls/second-share')) json(response, { message: 'no' }, 404)
    else if (url.pathname.endsWith('/calls'))
      json(response, paged(resource.world.calls.map((call) => ({ ...call, transcripts: [] }))))
    else return false
    return true
  }
  expect(await taken(setup)).toMatchObject({ missing: 1 })
  const mark = await markOf(setup)
  expect([mark?.complete, mark?.missing.map(({ kind, callId }) => [kind, callId])]).toEqual([
    false,
    [['transcript', 'second-share']],
  ])
  isBroken = false
  expect(await taken(setup)).toMatchObject({ missing: 0 })
  expect(await markOf(setup)).toMatchObject({ complete: true })
})

/** Companies with a call each, whose recording the service has. */
async function setupWithRecordings(symbols: readonly string[]) {
  const setup = await syncSetup(symbols, { calls: 1 })
  const sound = Buffer.alloc(50_000, 7)
  const recording = {
    formats: [{ file_link: 'files/a.mp3', size: sound.length, content_type: 'audio/mpeg', quality: 'high' }],
  }
  setup.service.resource.world.calls = setup.service.resource.world.calls.map((call) => ({ ...call, recording }))
  setup.service.resource.fault = (response, { url }) => {
    if (!url.pathname.endsWith('/files/a.mp3')) return false
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': sound.length }).end(sound)
    return true
  }
  return setup
}

const withRecordings = { ...everything, kinds: [...everything.kinds, 'recordings' as const] }

test('a call and its recording, taken together, cost one request and one file', async () => {
  const setup = await setupWithRecordings(['HLDN', 'ACME', 'LRKA', 'VSPO', 'KLNC'])
  expect(await taken(setup, withRecordings)).toMatchObject({ missing: 0 })
  const asked = setup.service.heard.flatMap(({ url }) => /calls\/(\w+-1)$/.exec(url.pathname)?.[1] ?? [])
  expect([asked.length, new Set(asked).size]).toEqual([5, 5])
})

test('recordings: the size that the service states is shown before, the file is checked, and one that is gone ends the mark', async () => {
  const setup = await setupWithRecordings(['HLDN'])
  await taken(setup)
  const { kinds } = await setup.api.sync.plan({ scope: setup.scope, choice: withRecordings })
  expect(kinds.find(({ kind }) => kind === 'recording')).toMatchObject({
    items: 1,
    stored: 0,
    requests: 1,
    bytes: 50_000,
  })
  expect(await taken(setup, withRecordings)).toMatchObject({ missing: 0 })
  expect(await markOf(setup)).toMatchObject({ complete: true })
  const folder = join(setup.profile, 'workspaces', setup.workspace, 'recordings')
  for (const name of readdirSync(folder)) if (name.endsWith('.mp3')) rmSync(join(folder, name))
  const mark = await markOf(setup)
  expect([mark?.complete, mark?.missing]).toEqual([
    false,
    [expect.objectContaining({ kind: 'recording', callId: 'HLDN-1', reason: 'the file is no longer on the disk' })],
  ])
})

test('before anything was requested, the plan says that it assumes; once the lists are known, it counts', async () => {
  const setup = await syncSetup(['HLDN', 'ACME'], { calls: 3 })
  expect(await setup.api.sync.plan({ scope: setup.scope, choice: everything })).toMatchObject({
    companies: 2,
    requestsKnown: false,
    bytesFree: expect.any(Number) as number,
  })
  const { id } = await setup.api.sync.refresh({ scope: setup.scope })
  await untilJob(setup, id, isDone)
  const plan = await setup.api.sync.plan({ scope: setup.scope, choice: everything })
  expect(plan).toMatchObject({ requests: 6, requestsKnown: true })
  const before = setup.service.heard.length
  expect(await taken(setup)).toMatchObject({ missing: 0 })
  expect(setup.service.heard.length - before).toBe(plan.requests)
})

test('what is due is requested, what is young is not, and what came counts as new', async () => {
  const setup = await syncSetup(['HLDN'])
  const first = await setup.api.sync.refresh({ scope: { of: 'watched' } })
  await untilJob(setup, first.id, isDone)
  setup.clock.advance(6 * 3_600_000)
  setup.service.resource.world.news.push({
    id: 999,
    ticker: 'HLDN',
    headline: 'HLDN rises',
    created_at: '2026-01-05T14:00:00Z',
  })
  const second = await setup.api.sync.refresh({ scope: { of: 'watched' }, due: true })
  const job = await untilJob(setup, second.id, isDone)
  expect([job.notDue, (await itemsOf(setup.api, job.id)).map(({ kind }) => kind)]).toEqual([3, ['news']])
  expect(job.found).toMatchObject({ news: 1, rating: 0, call: 0 })
})

test('on a schedule what is due is refreshed automatically, once a period, and not at all when it is off', async () => {
  const setup = await syncSetup(['HLDN'])
  const automatic = async () => (await setup.api.sync.jobs()).jobs.filter((job) => job.automatic).length
  const pass = async (hours: number) => {
    for (let step = 0; step < hours * 60; step += 1) {
      setup.clock.advance(60_000)
      for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await pass(2)
  expect(await automatic()).toBe(0)
  await setup.api.sync.setSettings({ schedule: 'daily' })
  await pass(1)
  expect(await automatic()).toBe(1)
  await pass(12)
  expect(await automatic()).toBe(1)
  await pass(14)
  expect(await automatic()).toBe(2)
  await setup.api.sync.setSettings({ schedule: 'off' })
  await pass(30)
  expect(await automatic()).toBe(2)
})

describe('a schedule that could not be noted down when a refresh was due', () => {
  const automatic = async ({ api }: Pick<Desk, 'api'>) =>
    (await api.sync.jobs()).jobs.filter((job) => job.automatic).length
  const pass = async ({ clock }: Pick<Desk, 'clock'>, hours: number) => {
    for (let step = 0; step < hours * 60; step += 1) {
      clock.advance(60_000)
      for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  /** Nothing of the schedule can be written until it is called. */
  const refuse = ({ profile, workspace }: Desk) => {
    const desk = new Database(join(profile, 'workspaces', workspace, 'desk.db'))
    desk.exec(`CREATE TRIGGER no_more BEFORE INSERT ON sync_setting BEGIN SELECT raise(ABORT, 'no'); END`)
    return () => {
      desk.exec('DROP TRIGGER no_more')
      desk.close()
    }
  }

  test('refreshes as soon as it can', async () => {
    const setup = await syncSetup(['HLDN'])
    await setup.api.sync.setSettings({ schedule: 'daily' })
    await pass(setup, 1)
    const accept = refuse(setup)
    await pass(setup, 25)
    expect(await automatic(setup)).toBe(1)
    accept()
    await pass(setup, 1)
    expect(await automatic(setup)).toBe(2)
  })

  test('does so too where the refresh at start failed', async () => {
    const setup = await syncSetup(['HLDN'])
    await setup.api.sync.setSettings({ schedule: 'daily', atStart: true })
    await pass(setup, 1)
    const accept = refuse(setup)
    await setup.close()
    setup.clock.advance(25 * 3_600_000)
    const again = await reopened(setup.profile, setup.workspace, setup.service.origin, setup.clock)
    await again.api.workspaces.activate({ id: setup.workspace })
    await pass(setup, 1)
    expect(await automatic(again)).toBe(1)
    accept()
    await pass(setup, 1)
    expect(await automatic(again)).toBe(2)
  })
})

test('a schedule that is chosen while a job waits for the service begins at once', async () => {
  const setup = await syncSetup(['HLDN'])
  setup.service.resource.fault = (response) => {
    response.destroy()
    return true
  }
  const { id } = await setup.api.sync.refresh({ scope: { of: 'watched' } })
  await untilJob(setup, id, ({ reason }) => reason !== null)
  await setup.api.sync.setSettings({ schedule: 'daily' })
  expect((await setup.api.sync.jobs()).jobs.filter((job) => job.automatic)).toHaveLength(1)
})

describe('an automatic refresh that is paused when the next one is due', () => {
  /** Whether the job leaves the state within so many hours. */
  const leaves = async ({ api, clock }: Desk, { id, state }: Pick<SyncJob, 'id' | 'state'>, hours: number) => {
    for (let minute = 0; minute < hours * 60; minute += 1) {
      if ((await jobOf(api, id)).state !== state) return true
      clock.advance(60_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return false
  }
  const isPaused = ({ state }: SyncJob) => state === 'paused'
  const automatic = async ({ api }: Desk) => (await api.sync.jobs()).jobs.filter((job) => job.automatic)

  /** A list with a daily refresh, which the service redirects: the program pauses it. */
  const pausedByProgram = async () => {
    const setup = await syncSetup(['HLDN'])
    setup.service.resource.fault = (response) => {
      response.writeHead(302, { location: 'http://elsewhere.test/' }).end()
      return true
    }
    await setup.api.sync.setSettings({ schedule: 'daily' })
    const [job] = await automatic(setup)
    const paused = await untilJob(setup, job?.id ?? 0, isPaused)
    expect(paused.reason?.kind).toBe('redirected')
    return { ...setup, paused }
  }

  test('by the program, is resumed once a period, with the companies that joined since', async () => {
    const { paused, ...setup } = await pausedByProgram()
    expect(await leaves(setup, paused, 23)).toBe(false)
    expect(await leaves(setup, paused, 2)).toBe(true)
    await untilJob(setup, paused.id, isPaused)
    expect(await leaves(setup, paused, 23)).toBe(false)
    setup.service.resource.fault = () => false
    await setup.api.watchlists.addCompanies({ listId: setup.listId, securities: [{ symbol: 'ACME' }] })
    expect(await leaves(setup, paused, 2)).toBe(true)
    expect(await untilJob(setup, paused.id, isDone)).toMatchObject({ companies: 2, counts: { failed: 0 } })
    const items = await itemsOf(setup.api, paused.id)
    expect(new Set(items.map(({ symbol }) => symbol))).toEqual(new Set(['HLDN', 'ACME']))
  })

  test('by the user, stays paused', async () => {
    const { paused, ...setup } = await pausedByProgram()
    await setup.api.sync.resume({ jobId: paused.id })
    await setup.api.sync.pause({ jobId: paused.id })
    expect(await leaves(setup, paused, 30)).toBe(false)
    expect(await automatic(setup)).toHaveLength(1)
  })
})

test('a list that is downloaded again, while its paused download is not over, is offline with all its companies', async () => {
  const setup = await syncSetup(['HLDN'])
  setup.service.resource.fault = (response) => {
    json(response, {}, 401)
    return true
  }
  const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
  await untilJob(setup, id, ({ state }) => state === 'paused')
  await setup.api.sync.endOffline({ listId: setup.listId })
  await setup.api.watchlists.addCompanies({ listId: setup.listId, securities: [{ symbol: 'ACME' }] })
  setup.service.resource.fault = () => false
  setup.service.resource.world = worldOf(['HLDN', 'ACME'])
  expect(await setup.api.sync.start({ scope: setup.scope, choice: everything })).toMatchObject({ id, companies: 2 })
  expect(await untilJob(setup, id, isDone)).toMatchObject({ missing: 0, counts: { failed: 0 } })
  expect(await markOf(setup)).toMatchObject({ complete: true, choice: everything })
  const items = (await itemsOf(setup.api, id)).map(({ kind, symbol, callId }) => `${kind} ${symbol} ${callId}`)
  expect(items.filter((item) => item.startsWith('transcript ACME'))).toHaveLength(2)
  expect(new Set(items).size).toBe(items.length)
})

test('a list whose new records push others off its pages counts all that have arrived', async () => {
  const setup = await syncSetup(['HLDN'])
  const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10)
  const ratings = (count: number) =>
    Array.from({ length: count }, (_, at) => ratingOf('HLDN', 1000 + at, `${day(at)} 10:00:00.000000`)).toReversed()
  let given = ratings(150)
  setup.service.resource.fault = (response, { url }) => {
    if (!url.pathname.endsWith('/ratings')) return false
    const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('page_size'))]
    json(response, listed(given.slice((page - 1) * size, page * size)))
    return true
  }
  const choice = { ...everything, kinds: ['ratings' as const] }
  const stored = async () => {
    const { companies } = await setup.api.sync.completeness({ jobId: (await taken(setup, choice)).id })
    return companies.map(({ cells }) => cells.map(({ stored: items }) => items))
  }
  expect(await stored()).toEqual([[150]])
  given = ratings(190)
  setup.clock.advance(3 * 86_400_000)
  expect(await stored()).toEqual([[190]])
})
