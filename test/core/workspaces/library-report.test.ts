import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { day, watchlistSetup } from '../watchlists/watchlist-setup.ts'

test('responses are counted by the day on which they were stored, days without any included', async () => {
  const { api, clock, sync } = await watchlistSetup()
  await sync('HLDN')
  clock.advance(3 * day)
  await sync('HLDN')
  await sync('ACME')
  const { days, counts } = await api.library.report()
  expect(days).toHaveLength(14)
  const first = days.slice(-4).map(({ responses }) => responses)
  // Statements, calls, ratings and news of each company.
  expect(first).toEqual([4, 0, 0, 8])
  expect(counts.responses).toBe(12)
  clock.advance(14 * day)
  expect((await api.library.report()).days.every(({ responses }) => responses === 0)).toBe(true)
})

test('each workspace is measured on disk, also those that are not open', async () => {
  const { api, sync } = await watchlistSetup()
  await sync('HLDN')
  const { workspaces } = await api.workspaces.list()
  const { sizes } = await api.workspaces.sizes()
  expect(sizes.map(({ id }) => id)).toEqual(workspaces.map(({ id }) => id))
  for (const { id, bytes } of sizes) expect(bytes, id).toBeGreaterThan(10_000)
})

test('the parts of the report make the same total as the storage report, files that were set aside included', async () => {
  const { api, sync } = await watchlistSetup()
  await sync('HLDN')
  const { folder } = await api.library.report()
  mkdirSync(join(folder, 'set-aside'))
  writeFileSync(join(folder, 'set-aside', 'library.db'), Buffer.alloc(50_000))
  // Reading every page changes how large the log is, so that the report of the storage comes first.
  const storage = await api.storage.report()
  const { bytes } = await api.library.report()
  expect(bytes.other).toBeGreaterThanOrEqual(50_000)
  expect(bytes.library + bytes.desk + bytes.recordings + bytes.other).toBe(storage.bytes)
})
