import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packKinds } from '#contract/api/pack-kinds.ts'
import { entryNames } from '#core/packs/pack-format.ts'
import { failureOfQuestion, openedCore, type OpenedCore } from '../opened-core.ts'
import { lastStep } from '../storage/steps.ts'
import { ownFolder } from '../folders.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { headIn } from './altered-pack.ts'
import { everything, opened, packOf } from './made-pack.ts'

interface Listed {
  readonly symbol: string
  readonly note?: string
}

/** The id of a new list. */
async function list({ api }: OpenedCore, name: string, securities: readonly Listed[]): Promise<string> {
  const { id } = await api.watchlists.create({ name })
  await api.watchlists.addCompanies({ listId: id, securities: [...securities] })
  return id
}

/** Every list with its companies and the notes on them, in the order of the window. */
async function listsIn({ api }: OpenedCore): Promise<readonly (readonly [name: string, companies: Listed[]])[]> {
  const { lists } = await api.watchlists.names()
  return Promise.all(
    lists.map(async ({ id, name }) => {
      const { rows } = await api.watchlists.table({ listId: id, columns: [] })
      const companies = (JSON.parse(rows) as Required<Listed>[]).map(({ symbol, note }) => ({ symbol, note }))
      return [name, companies] as const
    }),
  )
}

const noted = { symbol: 'HLDN', note: 'as she wrote it' }

describe('a pack of several watchlists', () => {
  test('brings each with its notes, in their order, and their companies once (K2)', async () => {
    const first = await filledLibrary()
    const optics = await list(first, 'Optics', [noted, { symbol: 'VSPO' }])
    const lasers = await list(first, 'Lasers', [{ symbol: 'VSPO', note: 'orders' }, { symbol: 'KSTM' }])
    await list(first, 'Mine', [{ symbol: 'WRFB' }])
    const choice = { companies: ['VSPO'], watchlistIds: [lasers, optics, lasers], kinds: [...packKinds] }
    const { counts } = await first.api.packs.preview(choice)
    expect(counts).toMatchObject({ companies: 3, watchlists: 2 })
    const path = await packOf(first, choice)

    const second = openedCore()
    await list(second, 'Own', [])
    expect(await second.api.packs.inspect({ path, passphrase: null })).toMatchObject({
      companies: ['VSPO', 'KSTM', 'HLDN'],
      counts,
    })
    expect(await opened(second, path)).toMatchObject({ added: { watchlists: 2 }, conflicts: [] })
    const all = [
      ['Own', []],
      [
        'Lasers',
        [
          { symbol: 'VSPO', note: 'orders' },
          { symbol: 'KSTM', note: '' },
        ],
      ],
      ['Optics', [noted, { symbol: 'VSPO', note: '' }]],
    ]
    expect(await listsIn(second)).toEqual(all)
    expect(await opened(second, path)).toMatchObject({ added: { watchlists: 0 }, conflicts: [] })
    expect(await listsIn(second)).toEqual(all)
  })

  test('leaves yours where one of them differs, and says which (K2)', async () => {
    const first = openedCore()
    const ids = [await list(first, 'Optics', [noted]), await list(first, 'Lasers', [{ symbol: 'VSPO' }])]
    const path = await packOf(first, { companies: [], watchlistIds: ids })
    const second = openedCore()
    await opened(second, path)
    await second.api.watchlists.setNote({ listId: ids[1] ?? '', symbol: 'VSPO', note: 'mine' })

    const result = await opened(second, path)
    expect(result).toMatchObject({ added: { watchlists: 1 } })
    expect(result.conflicts).toEqual(['Your watchlist “Lasers” differs from Ada’s. Both are kept.'])
    expect(await listsIn(second)).toEqual([
      ['Optics', [noted]],
      ['Lasers', [{ symbol: 'VSPO', note: 'mine' }]],
      ['Lasers (Ada)', [{ symbol: 'VSPO', note: '' }]],
    ])
  })

  test('adds her list as it is now where she changed more than companies and notes, and says so', async () => {
    const first = openedCore()
    const ids = await Promise.all(['Optics', 'Lasers', 'Lenses', 'Plain'].map((name) => list(first, name, [noted])))
    const [optics = '', lasers = '', lenses = '', plain = ''] = ids
    const second = openedCore()
    await opened(second, await packOf(first, { companies: [], watchlistIds: ids }))

    await first.api.watchlists.setView({ listId: optics, change: { columns: ['number:Revenue'], group: 'sector' } })
    await first.api.watchlists.rename({ listId: lasers, name: 'Photonics' })
    await first.api.watchlists.removeCompanies({ listId: lenses, symbols: ['HLDN'] })
    await first.api.watchlists.addCompanies({ listId: lenses, securities: [{ ...noted, securityId: 'in Frankfurt' }] })
    // How wide her columns are is nothing to say.
    await first.api.watchlists.setView({ listId: plain, change: { widths: { note: 300 } } })
    const later = await packOf(first, { companies: [], watchlistIds: ids, name: 'Later' })
    const conflicts = ['Optics', 'Lasers', 'Lenses'].map(
      (name) => `The watchlist “${name}” by Ada has changed since an earlier pack. Both are kept.`,
    )
    expect(await opened(second, later)).toMatchObject({ added: { watchlists: 3 }, conflicts })
    const { lists } = await second.api.watchlists.names()
    expect(lists.map(({ name }) => name).slice(4)).toEqual(['Optics (Ada)', 'Photonics (Ada)', 'Lenses (Ada)'])
    const { view } = await second.api.watchlists.table({ listId: lists[4]?.id ?? '' })
    expect(view).toMatchObject({ columns: ['number:Revenue'], group: 'sector' })
    // What differs is listed each time, and added once.
    expect(await opened(second, later)).toMatchObject({ added: { watchlists: 0 }, conflicts })
    await second.api.watchlists.remove({ listId: lists[4]?.id ?? '' })
    expect(await opened(second, later)).toMatchObject({ added: { watchlists: 0 }, conflicts: conflicts.slice(1) })
  })

  test('brings the metrics of their columns, next to yours that has another formula', async () => {
    const first = openedCore()
    const margin = { name: 'Core margin', unit: 'percent' } as const
    const { id } = await first.api.metrics.save({ ...margin, formula: '[Operating income] / [Revenue]' })
    const ids = await Promise.all(['Optics', 'Lasers', 'Lenses'].map((name) => list(first, name, [noted])))
    for (const listId of ids)
      await first.api.watchlists.setView({ listId, change: { columns: [`number:own.${id}`, 'note'] } })
    const [optics = '', ...others] = ids

    const second = openedCore()
    const before = await packOf(first, { companies: [], watchlistIds: [optics], kinds: [] })
    expect(await opened(second, before)).toMatchObject({ added: { watchlists: 1, metrics: 1 } })
    await second.api.metrics.save({ ...margin, id, formula: '[Gross profit] / [Revenue]' })
    const path = await packOf(first, { companies: [], watchlistIds: others, kinds: [], name: 'Others' })
    expect(await opened(second, path)).toMatchObject({ added: { watchlists: 2, metrics: 1 } })
    const { metrics } = await second.api.metrics.list()
    const hers = metrics.find(({ name }) => name === 'Core margin (Ada)')
    const columnsOf = async (listId: string) => (await second.api.watchlists.table({ listId })).view.columns
    expect(await columnsOf(optics)).toEqual([`number:own.${id}`, 'note'])
    for (const listId of others) expect(await columnsOf(listId)).toEqual([`number:own.${hers?.id}`, 'note'])
  })

  test('says so before it is written: two of the same name, more than a pack may have', async () => {
    const { api, ...core } = openedCore()
    const same = [await list({ api, ...core }, 'Optics', [noted]), await list({ api, ...core }, 'Optics', [])]
    const sameName = {
      kind: 'pack-not-made',
      detail: 'two of the chosen watchlists are named “Optics”. Rename one of them',
    }
    const choice = { companies: ['HLDN'], kinds: [] }
    expect(await failureOfQuestion(api.packs.preview({ ...choice, watchlistIds: same }))).toEqual(sameName)
    const folder = ownFolder()
    expect(await lastStep(api.packs.make({ ...everything, watchlistIds: same, folder }))).toEqual({
      kind: 'failed',
      failure: sameName,
    })
    const many = Array.from({ length: 201 }, (_, at) => `list-${at}`)
    expect(await failureOfQuestion(api.packs.preview({ ...choice, watchlistIds: many }))).toEqual({
      kind: 'pack-not-made',
      detail: '201 watchlists are chosen, but a pack can have at most 200. Create several packs instead',
    })
    expect(await failureOfQuestion(api.packs.preview({ ...choice, watchlistIds: ['none'] }))).toMatchObject({
      kind: 'bad-request',
    })
  })
})

describe('earlier programs', () => {
  test('open a pack with one watchlist, and name one with several as of a later version', async () => {
    const core = await filledLibrary()
    const ids = [await list(core, 'Optics', [noted]), await list(core, 'Lasers', [{ symbol: 'VSPO' }])]
    /** Its format and its entries of the user's own data. */
    const made = async (watchlistIds: readonly string[]) => {
      const { format, files } = headIn(
        await packOf(core, { companies: ['HLDN'], kinds: [], watchlistIds: [...watchlistIds] }),
      )
      const paths = (files as { readonly path: string }[]).map(({ path }) => path)
      return [format, paths.filter((path) => !/^(records|responses)/.test(path))]
    }
    expect(await made([])).toEqual([1, []])
    expect(await made(ids.slice(0, 1))).toEqual([1, [entryNames.watchlist]])
    expect(await made(ids)).toEqual([3, [entryNames.watchlists]])
  })

  test('made packs with one watchlist, which are opened as they were', async () => {
    const path = join(import.meta.dirname, '../../fixtures/one-watchlist.tearsheet-pack')
    const core = openedCore()
    expect(await core.api.packs.inspect({ path, passphrase: null })).toMatchObject({
      author: 'Ada',
      companies: ['HLDN', 'VSPO'],
      counts: { companies: 2, watchlists: 1 },
    })
    expect(await opened(core, path)).toMatchObject({ added: { watchlists: 1 }, conflicts: [] })
    const all = [['Optics', [noted, { symbol: 'VSPO', note: '' }]]]
    expect(await listsIn(core)).toEqual(all)
    expect(await opened(core, path)).toMatchObject({ added: { watchlists: 0 }, conflicts: [] })
    expect(await listsIn(core)).toEqual(all)
  })
})
