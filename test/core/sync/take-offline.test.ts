import { expect, test } from 'vitest'
import { everything, isDone, itemsOf, syncDesk, untilJob } from './sync-desk.ts'

test('a list is taken offline: as many requests as were told before, all of it read back, and marked complete', async () => {
  const desk = await syncDesk()
  const { scope, listId, service } = desk
  const plan = await desk.desk.sync.plan({ scope, choice: everything })
  const started = await desk.desk.sync.start({ scope, choice: everything })
  expect(started).toMatchObject({ purpose: 'offline', title: 'Coverage', companies: 2, state: 'running' })
  const job = await untilJob(desk, started.id, isDone)
  expect(job.counts).toEqual({ waiting: 0, running: 0, updated: 12, unchanged: 0, skipped: 0, failed: 0 })
  expect(job.missing).toBe(0)
  // Transcripts are assumed before the lists of calls are known: eight a company, and two there are.
  const [assumed, there] = [2 * 8, 2 * 2]
  expect(service.heard).toHaveLength(plan.requests - assumed + there)
  const items = await itemsOf(desk.desk, job.id)
  expect(items.filter(({ kind }) => kind === 'transcript').map(({ callId }) => callId)).toHaveLength(4)
  const { mark } = await desk.desk.sync.mark({ listId })
  expect(mark).toMatchObject({ complete: true, missing: [], asOf: expect.any(Number) as number })
})

test('a second time nothing is asked for: it is held already', async () => {
  const desk = await syncDesk()
  const first = await desk.desk.sync.start({ scope: desk.scope, choice: everything })
  await untilJob(desk, first.id, isDone)
  const asked = desk.service.heard.length
  const plan = await desk.desk.sync.plan({ scope: desk.scope, choice: everything })
  expect(plan).toMatchObject({ requests: 0, requestsKnown: true })
  const second = await desk.desk.sync.start({ scope: desk.scope, choice: everything })
  const job = await untilJob(desk, second.id, isDone)
  expect(job.counts.unchanged).toBe(8)
  expect(desk.service.heard).toHaveLength(asked)
})

test('transcripts of a long list do not wait for the last company: they come in turns with what else is asked for', async () => {
  const symbols = Array.from({ length: 20 }, (_, at) => `CO${at}`)
  const desk = await syncDesk(symbols, { calls: 1 })
  const { id } = await desk.desk.sync.start({ scope: desk.scope, choice: everything })
  const job = await untilJob(desk, id, isDone)
  expect(job).toMatchObject({ missing: 0, counts: { updated: 100, failed: 0 } })
  const paths = desk.service.heard.map(({ url }) => url.pathname)
  const firstTranscript = paths.findIndex((path) => path.includes('/calls/'))
  const listsLeft = paths.slice(firstTranscript).filter((path) => !path.includes('/calls/'))
  expect(listsLeft.length).toBeGreaterThan(5)
})
