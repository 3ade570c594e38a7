import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ComparisonSpec } from '#contract/api/comparisons.ts'
import { ManualClock } from '../clocks.ts'
import { openedCore, type OpenedCore } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { opened, packOf } from './made-pack.ts'

const day = 86_400_000

/** A comparison of these companies. */
function specOf(...symbols: readonly string[]): ComparisonSpec {
  return {
    companies: symbols.map((symbol) => ({ symbol })),
    lines: ['Revenue'],
    basis: 'annual',
    alignment: 'fiscal',
    mode: 'values',
    periods: 5,
    asOf: null,
  }
}

async function areIntactIn({ api }: OpenedCore, id: string): Promise<boolean> {
  return (await api.comparisons.changesSinceSaved({ id })).areRecordsIntact
}

/** The same profile, started again after another program has altered the statements of a company. */
async function reopenedWithAltered(core: OpenedCore, symbol: string, now: number): Promise<OpenedCore> {
  const { profile } = core
  await core.close()
  const library = new Database(join(profile, 'workspaces', 'sample', 'library.db'))
  library
    .prepare(
      `UPDATE ledger_content SET hash = randomblob(32) WHERE id IN (SELECT content_id FROM ledger_revision
       WHERE record_id IN (SELECT record_id FROM fundamental_period WHERE symbol = ?))`,
    )
    .run(symbol)
  library.close()
  return openedCore({ profile, clock: new ManualClock(now) })
}

test('a comparison that came in a pack says so when the records behind it are altered', async () => {
  const first = await filledLibrary()
  const { id } = await first.api.comparisons.save({ name: 'Peers', spec: specOf('HLDN') })
  const path = await packOf(first, { companies: ['HLDN'], kinds: ['statements', 'saved'] })
  const now = first.clock.now()
  const second = openedCore({ clock: new ManualClock(now) })
  await opened(second, path)
  expect(await areIntactIn(second, id)).toBe(true)
  expect(await areIntactIn(await reopenedWithAltered(second, 'HLDN', now), id)).toBe(false)
})

test('a comparison that you saved before any data does not warn of the records that a pack brings, but of those altered since', async () => {
  const first = await filledLibrary()
  const path = await packOf(first, { companies: ['HLDN'], kinds: ['statements'] })
  const now = first.clock.now() + day
  const second = openedCore({ clock: new ManualClock(now) })
  const { id } = await second.api.comparisons.save({ name: 'Peers', spec: specOf('HLDN') })
  expect(await areIntactIn(second, id)).toBe(true)
  await opened(second, path)
  expect(await areIntactIn(second, id)).toBe(true)
  expect(await areIntactIn(await reopenedWithAltered(second, 'HLDN', now), id)).toBe(false)
})

test('a comparison whose companies come in one pack after the other warns of each company whose records are altered', async () => {
  const first = await filledLibrary()
  const { id } = await first.api.comparisons.save({ name: 'Peers', spec: specOf('HLDN', 'VSPO') })
  const packs = [
    await packOf(first, { companies: ['HLDN'], kinds: ['statements'], name: 'One' }),
    await packOf(first, { companies: ['HLDN', 'VSPO'], kinds: ['saved'], name: 'Saved' }),
    await packOf(first, { companies: ['VSPO'], kinds: ['statements'], name: 'Other' }),
  ]
  const now = first.clock.now()
  const second = openedCore({ clock: new ManualClock(now) })
  for (const path of packs) await opened(second, path)
  expect(await areIntactIn(second, id)).toBe(true)
  expect(await areIntactIn(await reopenedWithAltered(second, 'VSPO', now), id)).toBe(false)
})
