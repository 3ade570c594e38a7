import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { ownFolder } from '../core/folders.ts'
import { openedCore } from '../core/opened-core.ts'

const symbols = ['HLDN', 'VSPO', 'LWFL', 'HRTF', 'NRWT']

/** Runs until it says that it is done, or the service got this many more requests: then it is killed. Gives whether it was. */
async function killed(profile: string, service: SampleService, requests: number): Promise<boolean> {
  const program = join(import.meta.dirname, 'sync-until-killed.ts')
  const child = spawn(process.execPath, [program, profile, service.baseUrl, sampleKey, ...symbols], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const until = service.requests.length + requests
  let isOver = false
  void ended.then(() => (isOver = true))
  while (!isOver && service.requests.length < until) await new Promise((resolve) => setImmediate(resolve))
  child.kill('SIGKILL')
  const [code] = (await ended) as [number | null]
  return code === null
}

test('a program that is killed while it takes a list offline, again and again, loses nothing and ends with all of it', async () => {
  const service = await startSampleService({ restated: 'never', slow: 5 })
  const profile = ownFolder()
  let kills = 0
  for (const requests of [1, 4, 7, 11, 2, 5, 1000]) if (await killed(profile, service, requests)) kills += 1
  expect(kills).toBeGreaterThanOrEqual(5)
  const { api } = openedCore({ profile, sample: { baseUrl: service.baseUrl, key: sampleKey } })
  const { jobs } = await api.sync.jobs()
  expect(jobs).toMatchObject([{ state: 'done', missing: 0, counts: { waiting: 0, running: 0, failed: 0, skipped: 0 } }])
  const [job] = jobs
  const { items } = await api.sync.items({ jobId: job?.id ?? 0, offset: 0, limit: 1000 })
  const things = items.map(({ kind, symbol, callId }) => `${kind} ${symbol} ${callId ?? ''}`)
  expect(things).toHaveLength(new Set(things).size)
  expect(items.filter(({ kind }) => kind === 'enhanced')).toHaveLength(symbols.length)
  const [list] = (await api.watchlists.all()).lists
  const { status } = await api.sync.offlineStatus({ listId: list?.id ?? '' })
  expect(status).toMatchObject({ complete: true, missing: [], asOf: expect.any(Number) as number })
  await service.close()
})
