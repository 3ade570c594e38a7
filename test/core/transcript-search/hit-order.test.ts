import { expect, test } from 'vitest'
import { transcribed } from '../calls/calls-service.ts'
import { searchSetup } from './search-setup.ts'

test('orders calls by how much they are about it, by time, by hits; page by page', async () => {
  const setup = await searchSetup()
  const other = (many: number) => Array.from({ length: many }, (_, at) => `Jane Doe: Of other things, ${at}.`)
  await setup.store('long', {
    ...transcribed(...other(60), 'Jane Doe: Margin.', 'Jane Doe: Margin.', 'Jane Doe: Margin.'),
    start_time: '2025-01-01T00:00:00Z',
  })
  await setup.store('short', {
    ...transcribed('Jane Doe: Margin.', 'Jane Doe: Margin.'),
    start_time: '2025-02-01T00:00:00Z',
  })
  await setup.store('last', { ...transcribed(...other(20), 'Jane Doe: Margin.'), start_time: '2025-03-01T00:00:00Z' })
  const calls = async (order: 'best' | 'newest' | 'most-hits', offset = 0, limit = 9) =>
    (await setup.answer('margin', { order, offset, limit })).groups.map(({ call }) => call?.callId)
  expect(await calls('best')).toEqual(['short', 'long', 'last'])
  expect(await calls('newest')).toEqual(['last', 'short', 'long'])
  expect(await calls('most-hits')).toEqual(['long', 'short', 'last'])
  expect(await calls('newest', 1, 1)).toEqual(['short'])
  expect((await setup.answer('margin', { offset: 1, limit: 1 })).hits).toBe(6)
})

test('a rare branch of an OR counts for more than a common one', async () => {
  const setup = await searchSetup()
  for (const id of ['a', 'b', 'c', 'd']) await setup.store(id, transcribed('Jane Doe: Growth.', 'Jane Doe: Growth.'))
  await setup.store('e', transcribed('Jane Doe: Covenant.', 'Jane Doe: Nothing.'))
  expect((await setup.answer('growth OR covenant')).groups[0]?.call?.callId).toBe('e')
})

test('shows the best hits of a call in the order in which they were said', async () => {
  const setup = await searchSetup()
  const about = (words: number) => `Jane Doe: Margin ${Array.from({ length: words }, () => 'more').join(' ')}.`
  await setup.store('a', transcribed(about(0), about(20), about(0), about(8), about(30)))
  // By score the fourth of them would be last: whoever reads the three reads them as they follow each other.
  expect(await setup.found('margin')).toEqual(['a:1', 'a:3', 'a:4'])
})

test('shows the newer of two calls first where hits and score are the same', async () => {
  const setup = await searchSetup()
  for (const [id, month] of [
    ['old', '01'],
    ['newest', '03'],
    ['middle', '02'],
  ] as const)
    await setup.store(id, { ...transcribed('Jane Doe: Margin.'), start_time: `2025-${month}-01T00:00:00Z` })
  for (const order of ['best', 'newest', 'most-hits'] as const)
    expect(await setup.found('margin', { order })).toEqual(['newest:0', 'middle:0', 'old:0'])
})

test('shows transcript turns before summaries, in groups, rows and a call', async () => {
  const setup = await searchSetup()
  const lines = Array.from({ length: 4 }, (_, at) => `Jane Doe: Margin ${at}.`)
  await setup.store('a', { ...transcribed(...lines), summary: { summary: 'Margins rose.' } })
  const { groups } = await setup.answer('margin')
  expect(groups[0]?.hits.map(({ kind }) => kind)).toEqual(['turn', 'turn', 'summary'])
  const wanted = { query: 'margin', chosen: {} }
  const { rows } = await setup.api.search.hits({ ...wanted, order: 'best', offset: 0, limit: 9 })
  expect(rows.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, -1])
  const { hits } = await setup.api.search.inCall({ ...wanted, callId: 'a' })
  expect(hits.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, -1])
})
