import { statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ApiInputs } from '#contract/api/api.ts'
import { packKinds } from '#contract/api/pack-kinds.ts'
import { ManualClock } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { openedCore, type OpenedCore } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { lastStep } from '../storage/steps.ts'

type Making = ApiInputs['packs']['make']

const everything = {
  companies: ['HLDN', 'VSPO'],
  watchlistId: null,
  kinds: [...packKinds],
  author: 'Ada',
  name: 'Optics',
  passphrase: null,
} as const satisfies Omit<Making, 'folder'>

async function packOf({ api }: OpenedCore, changes: Partial<Making> = {}): Promise<string> {
  const done = await lastStep(api.packs.make({ ...everything, folder: ownFolder(), ...changes }))
  if (done.kind !== 'done') throw new Error(JSON.stringify(done))
  return done.path
}

async function opened({ api }: OpenedCore, path: string, passphrase: string | null = null) {
  const done = await lastStep(api.packs.open({ path, passphrase }))
  if (done.kind !== 'done') throw new Error(JSON.stringify(done))
  return done
}

/** Without the numbers that a library gives its records. */
function withoutNumbers(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) => (/^(recordIds?|detailRecordId|id)$/.test(key) ? undefined : each)),
  )
}

/** What a window shows of two companies. */
async function shownIn({ api }: OpenedCore) {
  const open = { basis: 'annual', comparison: 'none', freshness: 'library' } as const
  const parameters = { symbol: 'HLDN', status: 'COMPLETED', page_size: 20 } as const
  const { records } = await api.fetch.calls({ parameters, freshness: 'library' })
  const callIds = records.slice(0, 6).map(({ call_id: id }) => String(id))
  return withoutNumbers({
    annual: await api.financials.open({ ...open, symbol: 'HLDN' }),
    quarterly: await api.financials.open({ ...open, symbol: 'VSPO', basis: 'quarterly' }),
    restated: await api.comparisons.restatements({ symbols: null, since: null, offset: 0, limit: 200 }),
    records,
    calls: await Promise.all(
      callIds.map((call_id) => api.fetch.call({ parameters: { call_id }, freshness: 'library' })),
    ),
    previews: await Promise.all(callIds.map((callId) => api.calls.preview({ callId }))),
    ratings: await api.fetch.ratings({ parameters: { symbol: 'HLDN' }, freshness: 'library' }),
    news: await api.fetch.news({ parameters: { symbol: 'HLDN' }, freshness: 'library' }),
    found: await Promise.all(callIds.map((callId) => api.search.inCall({ callId, query: '"margin"', chosen: {} }))),
    securities: await api.securities.find({ query: 'HLDN', type: 'symbol', limit: 5, freshness: 'library' }),
  })
}

describe('a pack', () => {
  test('reads in a new profile without key and network as in the one where it was made', async () => {
    const first = await filledLibrary()
    await first.api.fetch.ratings({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
    const path = await packOf(first)
    const second = openedCore({ clock: new ManualClock(first.clock.now()) })
    const result = await opened(second, path)
    console.log(result, statSync(path).size)
    expect(await shownIn(second)).toEqual(await shownIn(first))
  })
})
