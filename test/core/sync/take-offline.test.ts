import { describe, expect, test } from 'vitest'
import { failureOfQuestion } from '../opened-core.ts'
import { everything, isDone, itemsOf, syncSetup, untilJob } from './sync-setup.ts'

test('a list is downloaded for offline use: as many requests as were estimated, all of it read back, and marked complete', async () => {
  const setup = await syncSetup()
  const { scope, listId, service } = setup
  const plan = await setup.api.sync.plan({ scope, choice: everything })
  const started = await setup.api.sync.start({ scope, choice: everything })
  expect(started).toMatchObject({ purpose: 'offline', title: 'CopyCompleteness', companies: 2, state: 'running' })
  const job = await untilJob(setup, started.id, isDone)
  expect(job.counts).toEqual({ waiting: 0, running: 0, updated: 12, unchanged: 0, skipped: 0, failed: 0 })
  expect(job.missing).toBe(0)
  // Transcripts are assumed before the lists of calls are known: eight a company, and two there are.
  const [assumed, there] = [2 * 8, 2 * 2]
  expect(service.heard).toHaveLength(plan.requests - assumed + there)
  const items = await itemsOf(setup.api, job.id)
  expect(items.filter(({ kind }) => kind === 'transcript').map(({ callId }) => callId)).toHaveLength(4)
  const { status } = await setup.api.sync.offlineStatus({ listId })
  expect(status).toMatchObject({ complete: true, missing: [], asOf: expect.any(Number) as number })
})

test('an item of the log is found where it is now, on whichever page', async () => {
  const setup = await syncSetup()
  const { id: jobId } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
  await untilJob(setup, jobId, isDone)
  const numbers = (await itemsOf(setup.api, jobId)).map(({ number }) => number)
  const located = { jobId, offset: 0, limit: 1, locate: [numbers.at(-1) ?? 0, -1, numbers[3] ?? 0] }
  expect((await setup.api.sync.items(located)).positions).toEqual([numbers.length - 1, null, 3])
  expect((await setup.api.sync.items({ ...located, states: ['failed'] })).positions).toEqual([null, null, null])
})

test('a second time nothing is requested: it is already stored', async () => {
  const setup = await syncSetup()
  const first = await setup.api.sync.start({ scope: setup.scope, choice: everything })
  await untilJob(setup, first.id, isDone)
  const asked = setup.service.heard.length
  const plan = await setup.api.sync.plan({ scope: setup.scope, choice: everything })
  expect(plan).toMatchObject({ requests: 0, requestsKnown: true })
  const second = await setup.api.sync.start({ scope: setup.scope, choice: everything })
  const job = await untilJob(setup, second.id, isDone)
  expect(job.counts.unchanged).toBe(8)
  expect(setup.service.heard).toHaveLength(asked)
})

test('transcripts of a long list do not wait for the last company: they come in turns with what else is requested', async () => {
  const symbols = Array.from({ length: 20 }, (_, at) => `CO${at}`)
  const setup = await syncSetup(symbols, { calls: 1 })
  const { id } = await setup.api.sync.start({ scope: setup.scope, choice: everything })
  const job = await untilJob(setup, id, isDone)
  expect(job).toMatchObject({ missing: 0, counts: { updated: 100, failed: 0 } })
  const paths = setup.service.heard.map(({ url }) => url.pathname)
  const firstTranscript = paths.findIndex((path) => path.includes('/calls/'))
  const listsLeft = paths.slice(firstTranscript).filter((path) => !path.includes('/calls/'))
  expect(listsLeft.length).toBeGreaterThan(5)
})

test('a choice whose kinds are named in another order, or twice, resumes the same download', async () => {
  const setup = await syncSetup()
  const first = await setup.api.sync.start({
    scope: setup.scope,
    choice: { ...everything, kinds: ['calls', 'enhanced'] },
  })
  await setup.api.sync.pause({ jobId: first.id })
  const kinds = ['enhanced', 'calls', 'enhanced'] as const
  const second = await setup.api.sync.start({ scope: setup.scope, choice: { ...everything, kinds: [...kinds] } })
  expect(second.id).toBe(first.id)
  expect((await setup.api.sync.jobs()).jobs).toHaveLength(1)
  await untilJob(setup, second.id, isDone)
})

describe('an offline download of a watchlist that is deleted meanwhile', () => {
  const nobody = { kind: 'no-such-watchlist' }

  test('is not checked against no companies: it says that the list does not exist', async () => {
    const setup = await syncSetup(['HLDN'])
    const { api, listId, scope } = setup
    const { id } = await api.sync.start({ scope, choice: everything })
    await api.watchlists.remove({ listId })
    expect(await untilJob(setup, id, isDone)).toMatchObject({ missing: null })
    expect(await failureOfQuestion(api.sync.completeness({ jobId: id }))).toEqual(nobody)
    expect(await failureOfQuestion(api.sync.plan({ scope, choice: everything }))).toEqual(nobody)
    await api.watchlists.restore({ listId })
    expect((await api.sync.completeness({ jobId: id })).companies).toHaveLength(1)
  })
})
