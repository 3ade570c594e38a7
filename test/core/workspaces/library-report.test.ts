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
