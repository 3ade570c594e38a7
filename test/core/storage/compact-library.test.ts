import Database from 'better-sqlite3'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { hashOf } from '../folders.ts'
import { openedCore } from '../opened-core.ts'
import { lastStep } from './steps.ts'

let service: SampleService
beforeAll(async () => {
  service = await startSampleService({ restated: 'never' })
})
afterAll(() => service.close())

const open = { symbol: 'HLDN', basis: 'annual', comparison: 'none' } as const

/** A library with a company, and some megabytes of free pages. */
async function withHoles() {
  const sample = { baseUrl: service.baseUrl, key: sampleKey }
  const first = openedCore({ sample })
  await first.api.financials.open({ ...open, freshness: 'service' })
  await first.close()
  const library = join(first.profile, 'workspaces', 'sample', 'library.db')
  const database = new Database(library)
  database.exec(
    `CREATE TABLE filler (body TEXT); INSERT INTO filler VALUES (hex(zeroblob(2000000))); DROP TABLE filler`,
  )
  database.close()
  return { ...openedCore({ profile: first.profile, sample }), library }
}

test('a library is written again in less room, and all of it is there, before and after a start', async () => {
  const opened = await withHoles()
  const { api, library, profile } = opened
  const before = statSync(library).size
  const free = async () => (await api.storage.report()).kinds.find(({ kind }) => kind === 'free')?.bytes
  expect(await free()).toBeGreaterThan(3_000_000)
  const done = await lastStep(api.storage.compact())
  expect(done).toMatchObject({ kind: 'done', before })
  expect(statSync(library).size).toBeLessThan(before - 3_000_000)
  expect(await free()).toBe(0)
  const stored = { ...open, freshness: 'library' } as const
  expect((await api.financials.open(stored)).periods).toHaveLength(10)
  await api.financials.open({ ...open, symbol: 'VSPO', freshness: 'service' })
  expect(await lastStep(api.storage.verify())).toMatchObject({ faults: [] })
  await opened.close()
  const after = openedCore({ profile })
  expect((await after.api.status.now()).notices).toEqual([])
  expect((await after.api.financials.open({ ...stored, symbol: 'VSPO' })).periods).toHaveLength(10)
})

test('another program that reads keeps the library as it is, which stays in use; requests made meanwhile get their responses', async () => {
  const { api, library } = await withHoles()
  const other = new Database(library, { readonly: true })
  other.prepare('SELECT count(*) FROM ledger_content').get()
  const inode = statSync(library).ino
  const [done, answered] = await Promise.all([
    lastStep(api.storage.compact()),
    api.financials.open({ ...open, freshness: 'library' }),
  ])
  expect(done).toEqual({
    kind: 'failed',
    failure: { kind: 'in-use', detail: 'another program is reading the library' },
  })
  expect([statSync(library).ino, answered.periods.length]).toEqual([inode, 10])
  expect(readdirSync(join(library, '..')).filter((name) => name.includes('compact'))).toEqual([])
  expect((await api.financials.open({ ...open, freshness: 'library' })).periods).toHaveLength(10)
  other.close()
})

test('what a program left that died while it compacted is taken away, and the library is as it was', async () => {
  const opened = await withHoles()
  await opened.close()
  writeFileSync(`${opened.library}.compact`, 'half')
  const before = hashOf(opened.library)
  const after = openedCore({ profile: opened.profile })
  expect((await after.api.financials.open({ ...open, freshness: 'library' })).periods).toHaveLength(10)
  expect([existsSync(`${opened.library}.compact`), hashOf(opened.library)]).toEqual([false, before])
})
