import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** What a window shows of the companies, without when it was read. */
async function shownIn({ api }: OpenedCore) {
  const open = { basis: 'annual', comparison: 'none', freshness: 'library' } as const
  const statements = await Promise.all(
    ['HLDN', 'VSPO'].map((symbol) => api.financials.open({ ...open, symbol }).catch(() => null)),
  )
  const { records } = await api.fetch.calls({
    parameters: { symbol: 'HLDN', status: 'COMPLETED', page_size: 20 },
    freshness: 'library',
  })
  const transcripts = await Promise.all(
    records
      .slice(0, 6)
      .map(({ call_id }) => api.fetch.call({ parameters: { call_id: String(call_id) }, freshness: 'library' })),
  )
  const ratings = await api.ratings.list({ symbol: 'HLDN' } as never).catch((error: unknown) => String(error))
  return { statements, records, transcripts, ratings }
}

describe('a pack', () => {
  test('reads in a new profile without key and network as in the one where it was made', async () => {
    const first = await filledLibrary()
    const path = await packOf(first)
    const second = openedCore({ clock: new ManualClock(first.clock.now()) })
    const result = await opened(second, path)
    console.log(result, readFileSync(path).length, readdirSync(second.profile))
    expect(await shownIn(second)).toEqual(await shownIn(first))
  })
})
