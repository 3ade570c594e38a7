import { expect, test } from 'vitest'
import { ManualClock } from '../clocks.ts'
import { openedCore } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { everything, opened, packOf } from './made-pack.ts'

/** Of a pack of HLDN: queries that a colleague may read, and those that say which other companies somebody looks at. */
const named = [
  'tariffs',
  'symbol:hldn tariffs',
  'symbol:hl* tariffs',
  'company:"Halden Instruments" tariffs',
  'speaker:Vesper tariffs',
]
const others = [
  'symbol:VSPO AND "project falcon"',
  'symbol:HLDN OR (symbol:VSPO merger)',
  'tariffs NOT symbol:VSPO',
  'company:Vesper tariffs',
  'company:Unheard tariffs',
  'tariffs AND (',
]

test('saved searches that name companies outside of the pack stay behind, and so do those that cannot be read (K2)', async () => {
  const first = await filledLibrary()
  await first.api.securities.find({ query: 'VSPO', type: 'symbol', limit: 5, freshness: 'service' })
  for (const query of [...named, ...others]) await first.api.search.save({ name: query, query, chosen: {} })
  const choice = { companies: ['HLDN'], watchlistIds: [], kinds: [...everything.kinds] }
  expect((await first.api.packs.preview(choice)).counts.searches).toBe(named.length)
  const second = openedCore({ clock: new ManualClock(first.clock.now()) })
  expect(await opened(second, await packOf(first, choice))).toMatchObject({ added: { searches: named.length } })
  const { searches } = await second.api.search.saved()
  expect(searches.map(({ query }) => query).toSorted()).toEqual(named.toSorted())

  const both = await packOf(first, { kinds: ['saved'], name: 'Both' })
  expect(await opened(second, both)).toMatchObject({ added: { searches: 4 } })
})
