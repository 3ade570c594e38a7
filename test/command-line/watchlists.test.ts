import { expect, test } from 'vitest'
import { withLibrary, type LibraryApi } from '#command-line/library-reading.ts'
import { user } from '#command-line/lookup.ts'
import { watchlists } from '#command-line/lookups/watchlists.ts'
import { watchlistNamed } from '#command-line/watchlist-named.ts'
import { noPolicy } from '#core/policy/policy-file.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'

/** The same API, noting which procedures of watchlists were called. */
function noting(api: LibraryApi, called: PropertyKey[]): LibraryApi {
  const lists = new Proxy(api.watchlists, {
    get: (target, name) => {
      called.push(name)
      return Reflect.get(target, name) as unknown
    },
  })
  return new Proxy(api, {
    get: (target, name) => (name === 'watchlists' ? lists : (Reflect.get(target, name) as unknown)),
  })
}

test('watchlists are listed and found by name without running saved searches and counting what is new', async () => {
  const { api, profile } = await filledLibrary()
  const { id } = await api.watchlists.create({ name: 'Optics' })
  const { id: empty } = await api.watchlists.create({ name: 'Empty' })
  await api.watchlists.addCompanies({ listId: id, securities: [{ symbol: 'HLDN' }] })
  const place = { profile, workspace: null, version: '0', policy: noPolicy }
  const called: PropertyKey[] = []
  await withLibrary(place, async (reading) => {
    const noted = noting(reading, called)
    const { data } = await watchlists.run(noted, {}, new AbortController().signal, user)
    expect(data['watchlists']).toEqual([
      { id, name: 'Optics', companies: 1, symbols: ['HLDN'] },
      { id: empty, name: 'Empty', companies: 0, symbols: [] },
    ])
    expect(await watchlistNamed(noted, 'Empty')).toBe(empty)
    await expect(watchlistNamed(noted, 'empty')).rejects.toThrow('no watchlist “empty”')
  })
  expect(called).toEqual(['names', 'members', 'names', 'names'])
})

test('the companies of watchlists come in pages, list after list, and say how many there are', async () => {
  const { api, profile } = await filledLibrary()
  for (const [name, symbols] of [
    ['Optics', ['A', 'B', 'C']],
    ['Power', ['D', 'E']],
  ] as const) {
    const { id: listId } = await api.watchlists.create({ name })
    await api.watchlists.addCompanies({ listId, securities: symbols.map((symbol) => ({ symbol })) })
  }
  const place = { profile, workspace: null, version: '0', policy: noPolicy }
  await withLibrary(place, async (reading) => {
    const page = async (input: object) => {
      const { data, table } = await watchlists.run(reading, input, new AbortController().signal, user)
      const lists = data['watchlists'] as readonly { symbols: readonly string[] }[]
      return [data['total'], lists.map(({ symbols }) => symbols.join('')), table().notes]
    }
    expect(await page({})).toEqual([5, ['ABC', 'DE'], []])
    const cut = ['2 of 5 companies are shown. Use --offset for the others.']
    expect(await page({ limit: 2, offset: 2 })).toEqual([5, ['C', 'D'], cut])
    await expect(page({ limit: 1001 })).rejects.toThrow()
  })
})
