import { expect, test } from 'vitest'
import { callOnWire, callsSetup, segmentsOf, transcribed } from '../calls/calls-service.ts'
import { ownFolder } from '../folders.ts'
import { searchSetup } from '../transcript-search/search-setup.ts'
import { filesOf, openDuck } from './duckdb.ts'
import { inodesOf, published, rowsInLibrary } from './publication.ts'

/** A call of an hour in some year, whose turns have these times in milliseconds. */
function callIn(year: number, starts: readonly number[]) {
  const segments = segmentsOf(...starts.map((start) => `Jane Doe: Margins at ${start}.`)).map((segment, at) => ({
    ...segment,
    start_time: String(starts[at]),
    end_time: String((starts[at] ?? 0) + 1001),
  }))
  return {
    start_time: `${year}-10-28T13:00:00Z`,
    end_time: `${year}-10-28T14:00:00Z`,
    transcripts: [{ text: '', language: 'en-US', segments }],
  }
}

test('turns have the times of the reader and of search, also with the user’s unit and offset, which write the file of their year again', async () => {
  const opened = await searchSetup()
  const folder = ownFolder()
  const { api, answer, store } = opened
  await store('a', callIn(2025, [287, 600_000, 3_540_000]))
  await store('b', callIn(2024, [287, 600_000, 3_540_000]))
  const duck = await openDuck()
  const publishedTimes = () =>
    duck.rows(
      `SELECT position, start_seconds, end_seconds FROM ${filesOf(folder, 'turns')} WHERE call_id = 'a' ORDER BY position`,
    )
  const searchedTimes = async () => {
    const { groups } = await answer('margins', { order: 'newest' })
    const hits = groups.find(({ call }) => call?.callId === 'a')?.hits ?? []
    return hits.map(({ turn, start, end }) => ({ position: turn, start_seconds: start, end_seconds: end }))
  }
  await published(opened, folder)
  const inferred = [
    { position: 0, start_seconds: 0.287, end_seconds: 1.288 },
    { position: 1, start_seconds: 600, end_seconds: 601.001 },
    { position: 2, start_seconds: 3540, end_seconds: 3541.001 },
  ]
  expect(await publishedTimes()).toEqual(inferred)
  expect(await searchedTimes()).toEqual(inferred)
  const workspace = (await api.workspaces.list()).active
  const view = "SELECT position, start_seconds, end_seconds FROM turns WHERE call_id = 'a' ORDER BY position"
  expect(rowsInLibrary(opened, view, 'library.db', workspace)).toEqual(inferred)

  const before = inodesOf(folder)
  await api.calls.setTimes({ callId: 'a', unit: 'seconds', offset: -600 })
  expect(await published(opened, folder)).toMatchObject({ isChanged: true, written: { files: 1 } })
  const changed = [...inodesOf(folder)].filter(([partition, inode]) => before.get(partition) !== inode)
  expect(changed.map(([partition]) => partition)).toEqual(['turns/year=2025'])
  const set = [
    { position: 0, start_seconds: 0, end_seconds: 688 },
    { position: 1, start_seconds: 599_400, end_seconds: 600_401 },
    { position: 2, start_seconds: 3_539_400, end_seconds: 3_540_401 },
  ]
  expect(await publishedTimes()).toEqual(set)
  expect(await searchedTimes()).toEqual(set)

  await api.calls.setTimes({ callId: 'a', unit: null, offset: 0 })
  expect(await published(opened, folder)).toMatchObject({ written: { files: 1 } })
  expect(await publishedTimes()).toEqual(inferred)
})

test('a search, turns and their call have the same company, start and year, also when the list corrects them after the transcript is stored', async () => {
  const opened = await callsSetup()
  const { resource, api, open } = opened
  const folder = ownFolder()
  const found = async (query: string) => {
    const answer = await api.search.run({ query, chosen: {}, order: 'best', offset: 0, limit: 50 })
    return answer.understood ? answer.result.groups.map(({ call }) => call?.symbol) : null
  }
  const spoken = transcribed('Jane Doe: Good evening.')
  resource.calls = [callOnWire('a', { symbol: 'FB', start_time: '2025-12-31T21:30:00Z', end_time: null, ...spoken })]
  await open('a')
  expect(await found('evening symbol:FB')).toEqual(['FB'])
  const renamed = { symbol: 'META', start_time: '2026-01-01T02:30:00Z', end_time: null }
  resource.calls = [callOnWire('a', { ...renamed, ...spoken })]
  await api.fetch.calls({ parameters: { symbol: 'META' }, freshness: 'service' })
  expect([await found('evening symbol:FB'), await found('evening symbol:META')]).toEqual([[], ['META']])
  await published(opened, folder)
  const duck = await openDuck()
  const expected = [{ call_id: 'a', symbol: 'META', started_at: new Date(renamed.start_time), year: 2026 }]
  for (const table of ['calls', 'turns'])
    expect(
      await duck.rows(`SELECT call_id, symbol, started_at, year::INTEGER AS year FROM ${filesOf(folder, table)}`),
      table,
    ).toEqual(expected)
})
