import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ManualClock } from '../clocks.ts'
import { paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'
import { callOf } from '../watchlists/watched-desk.ts'
import { everything, isDone, itemsOf, reopened, syncDesk, untilJob } from './sync-desk.ts'

type Desk = Awaited<ReturnType<typeof syncDesk>>

const taken = async (desk: Desk, choice = everything) => {
  const { id } = await desk.desk.sync.start({ scope: desk.scope, choice })
  return untilJob(desk, id, isDone)
}
const markOf = async ({ desk, listId }: Pick<Desk, 'desk' | 'listId'>) => (await desk.sync.mark({ listId })).mark

test('a list that was never taken offline has no mark; one that is no longer kept has none again', async () => {
  const desk = await syncDesk()
  expect(await markOf(desk)).toBeNull()
  await taken(desk)
  expect(await markOf(desk)).toMatchObject({ complete: true })
  await desk.desk.sync.release({ listId: desk.listId })
  expect(await markOf(desk)).toBeNull()
})

test('a company that joins the list ends its mark, and a refresh of the list makes it complete again', async () => {
  const desk = await syncDesk(['HLDN'])
  await taken(desk)
  desk.service.resource.world.calls.push(callOf('ACME', 'ACME-9', -20))
  await desk.desk.watchlists.add({ listId: desk.listId, securities: [{ symbol: 'ACME' }] })
  const mark = await markOf(desk)
  expect(mark).toMatchObject({ complete: false, asOf: null, missingCount: 4 })
  expect(mark?.missing.map(({ symbol, kind, why }) => `${symbol} ${kind}: ${why}`)).toContain(
    'ACME calls: never fetched',
  )
  const { id } = await desk.desk.sync.refresh({ scope: desk.scope, due: true })
  const job = await untilJob(desk, id, isDone)
  expect(job.counts.failed).toBe(0)
  // What the refresh brought is what the list keeps: the calls with their transcripts as well.
  expect(
    (await itemsOf(desk.desk, id)).filter(({ kind }) => kind === 'transcript').map(({ callId }) => callId),
  ).toEqual(['ACME-9'])
})

test('companies without calls, ratings or news are complete: there is nothing to be held', async () => {
  const desk = await syncDesk(['HLDN'])
  Object.assign(desk.service.resource.world, { calls: [], ratings: [], news: [] })
  expect(await taken(desk)).toMatchObject({ missing: 0, counts: { failed: 0 } })
  const mark = await markOf(desk)
  expect(mark).toMatchObject({ complete: true, missing: [] })
  expect(mark?.absent.map(({ kind }) => kind).toSorted()).toEqual(['calls', 'news', 'ratings'])
})

test('a record that is no longer in the library ends the mark, and is named', async () => {
  const desk = await syncDesk(['HLDN'])
  await taken(desk)
  await desk.close()
  const file = join(desk.profile, 'workspaces', desk.workspace, 'library.db')
  const library = new Database(file)
  library.pragma('foreign_keys = OFF')
  library.exec("DELETE FROM ledger_record WHERE kind = 'ratings'")
  library.exec("DELETE FROM ledger_record WHERE kind = 'calls.one' AND identity LIKE 'HLDN-1 %'")
  library.close()
  const clock = new ManualClock()
  const again = await reopened(desk.profile, desk.workspace, desk.service.origin, clock)
  const mark = await markOf({ ...again, listId: desk.listId })
  expect(mark?.complete).toBe(false)
  expect(mark?.missing.map(({ kind, why }) => `${kind}: ${why}`)).toEqual([
    'transcript: never fetched',
    'ratings: 1 of 1 are no longer in the library',
  ])
})

test('a call that the company’s list names under another symbol is the company’s: without its transcript nothing is complete', async () => {
  const desk = await syncDesk(['HLDN'])
  const { resource } = desk.service
  resource.world.calls.push(callOf('HLDN.A', 'second-share', -20))
  let isBroken = true
  resource.fault = (response, { url }) => {
    if (isBroken && url.pathname.endsWith('/calls/second-share')) json(response, { message: 'no' }, 404)
    else if (url.pathname.endsWith('/calls'))
      json(response, paged(resource.world.calls.map((call) => ({ ...call, transcripts: [] }))))
    else return false
    return true
  }
  expect(await taken(desk)).toMatchObject({ missing: 1 })
  const mark = await markOf(desk)
  expect([mark?.complete, mark?.missing.map(({ kind, callId }) => [kind, callId])]).toEqual([
    false,
    [['transcript', 'second-share']],
  ])
  isBroken = false
  expect(await taken(desk)).toMatchObject({ missing: 0 })
  expect(await markOf(desk)).toMatchObject({ complete: true })
})

/** Companies with a call each, whose recording the service has. */
async function deskWithSound(symbols: readonly string[]) {
  const desk = await syncDesk(symbols, { calls: 1 })
  const sound = Buffer.alloc(50_000, 7)
  const recording = {
    formats: [{ file_link: 'files/a.mp3', size: sound.length, content_type: 'audio/mpeg', quality: 'high' }],
  }
  desk.service.resource.world.calls = desk.service.resource.world.calls.map((call) => ({ ...call, recording }))
  desk.service.resource.fault = (response, { url }) => {
    if (!url.pathname.endsWith('/files/a.mp3')) return false
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': sound.length }).end(sound)
    return true
  }
  return desk
}

const withRecordings = { ...everything, kinds: [...everything.kinds, 'recordings' as const] }

test('a call and its recording, taken together, cost one question and one file', async () => {
  const desk = await deskWithSound(['HLDN', 'ACME', 'LRKA', 'VSPO', 'KLNC'])
  expect(await taken(desk, withRecordings)).toMatchObject({ missing: 0 })
  const asked = desk.service.heard.flatMap(({ url }) => /calls\/(\w+-1)$/.exec(url.pathname)?.[1] ?? [])
  expect([asked.length, new Set(asked).size]).toEqual([5, 5])
})

test('recordings: what the service states is told before, the file is checked, and one that is gone ends the mark', async () => {
  const desk = await deskWithSound(['HLDN'])
  await taken(desk)
  const { kinds } = await desk.desk.sync.plan({ scope: desk.scope, choice: withRecordings })
  expect(kinds.find(({ kind }) => kind === 'recording')).toMatchObject({
    things: 1,
    held: 0,
    requests: 1,
    bytes: 50_000,
  })
  expect(await taken(desk, withRecordings)).toMatchObject({ missing: 0 })
  expect(await markOf(desk)).toMatchObject({ complete: true })
  const folder = join(desk.profile, 'workspaces', desk.workspace, 'recordings')
  for (const name of readdirSync(folder)) if (name.endsWith('.mp3')) rmSync(join(folder, name))
  const mark = await markOf(desk)
  expect([mark?.complete, mark?.missing]).toEqual([
    false,
    [expect.objectContaining({ kind: 'recording', callId: 'HLDN-1', why: 'its file is no longer on the disk' })],
  ])
})

test('before anything was asked, the plan says that it assumes; once the lists are known, it counts', async () => {
  const desk = await syncDesk(['HLDN', 'ACME'], { calls: 3 })
  expect(await desk.desk.sync.plan({ scope: desk.scope, choice: everything })).toMatchObject({
    companies: 2,
    requestsKnown: false,
    bytesFree: expect.any(Number) as number,
  })
  const { id } = await desk.desk.sync.refresh({ scope: desk.scope })
  await untilJob(desk, id, isDone)
  const plan = await desk.desk.sync.plan({ scope: desk.scope, choice: everything })
  expect(plan).toMatchObject({ requests: 6, requestsKnown: true })
  const before = desk.service.heard.length
  expect(await taken(desk)).toMatchObject({ missing: 0 })
  expect(desk.service.heard.length - before).toBe(plan.requests)
})

test('what is due is asked for, what is young is not, and what came counts as new', async () => {
  const desk = await syncDesk(['HLDN'])
  const first = await desk.desk.sync.refresh({ scope: { of: 'watched' } })
  await untilJob(desk, first.id, isDone)
  desk.clock.advance(6 * 3_600_000)
  desk.service.resource.world.news.push({
    id: 999,
    ticker: 'HLDN',
    headline: 'HLDN rises',
    created_at: '2026-01-05T14:00:00Z',
  })
  const second = await desk.desk.sync.refresh({ scope: { of: 'watched' }, due: true })
  const job = await untilJob(desk, second.id, isDone)
  expect([job.notDue, (await itemsOf(desk.desk, job.id)).map(({ kind }) => kind)]).toEqual([3, ['news']])
  expect(job.found).toMatchObject({ news: 1, rating: 0, call: 0 })
})

test('on a schedule what is due is refreshed by itself, once a period, and not at all when it is off', async () => {
  const desk = await syncDesk(['HLDN'])
  const byItself = async () => (await desk.desk.sync.jobs()).jobs.filter((job) => job.byItself).length
  const pass = async (hours: number) => {
    for (let step = 0; step < hours * 60; step += 1) {
      desk.clock.advance(60_000)
      for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await pass(2)
  expect(await byItself()).toBe(0)
  await desk.desk.sync.setSettings({ schedule: 'daily' })
  await pass(1)
  expect(await byItself()).toBe(1)
  await pass(12)
  expect(await byItself()).toBe(1)
  await pass(14)
  expect(await byItself()).toBe(2)
  await desk.desk.sync.setSettings({ schedule: 'off' })
  await pass(30)
  expect(await byItself()).toBe(2)
})
