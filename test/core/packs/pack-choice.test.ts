import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ownFolder } from '../folders.ts'
import { openedCore } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { lastStep } from '../storage/steps.ts'
import { everything, packOf, watchlistOf } from './made-pack.ts'

const kinds = ['statements'] as const

describe('companies entered for a pack', () => {
  test('are found whatever the case of their symbols', async () => {
    const { api, ...core } = await filledLibrary()
    const choice = { companies: ['hldn', 'HLDN'], watchlistIds: [], kinds: [...kinds] }
    const { counts, unknownSymbols } = await api.packs.preview(choice)
    expect([counts.companies, unknownSymbols]).toEqual([1, []])
    expect(counts.periods).toBeGreaterThan(0)
    const path = await packOf({ api, ...core }, choice)
    expect(await openedCore().api.packs.inspect({ path, passphrase: null })).toMatchObject({
      companies: ['HLDN'],
      counts,
    })
  })

  test('and mistyped are named, and no pack without their data is written', async () => {
    const { api } = await filledLibrary()
    const choice = { companies: ['HLDN', 'VSP0'], watchlistIds: [], kinds: [...kinds] }
    expect(await api.packs.preview(choice)).toMatchObject({
      counts: { companies: 1 },
      unknownSymbols: ['VSP0'],
      missing: [],
    })
    const folder = ownFolder()
    expect(await lastStep(api.packs.make({ ...everything, ...choice, folder }))).toEqual({
      kind: 'failed',
      failure: {
        kind: 'pack-not-made',
        detail: 'not in your library: VSP0. Check the spelling, or download the data first',
      },
    })
    expect(readdirSync(folder)).toEqual([])
  })
})

test('companies of a watchlist are in its pack also without data, and are named before', async () => {
  const core = openedCore()
  const choice = { companies: [], watchlistIds: [await watchlistOf(core, 'HLDN', 'VSPO')], kinds: [...kinds] }
  expect(await core.api.packs.preview(choice)).toMatchObject({
    counts: { companies: 2 },
    unknownSymbols: [],
    missing: ['HLDN', 'VSPO'],
  })
  const path = await packOf(core, choice)
  expect(await core.api.packs.inspect({ path, passphrase: null })).toMatchObject({ companies: ['HLDN', 'VSPO'] })
})
