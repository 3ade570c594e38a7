import { expect, onTestFinished, test } from 'vitest'
import type { HitRow, HitsQuery } from '#contract/api/transcript-search.ts'
import { HitRows } from '../../../src/renderer/transcript-search/hit-rows.svelte.ts'
import { InputState, inEffectRoot } from '../in-effect-root.svelte.ts'
import { hitAt } from './hit-at.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The hits of a call, one in each turn. */
function hitsOf(callId: string, turns: number): HitRow[] {
  return Array.from({ length: turns }, (_, turn) => ({
    ...hitAt(turn),
    turn,
    callId,
    title: callId,
    symbol: null,
    company: null,
    at: null,
  }))
}

/** The table over a library whose hits a test changes, and which responds when the test says so. */
async function openRows(stored: HitRow[]) {
  let library = stored
  let waiting: (() => void)[] = []
  const search = new InputState<HitsQuery>({ query: 'price', chosen: {}, order: 'newest' })
  const rows = inEffectRoot(
    () =>
      new HitRows(
        {
          hits: async ({ offset, limit }) => {
            const page = { total: library.length, rows: library.slice(offset, offset + limit) }
            await new Promise<void>((resolve) => waiting.push(resolve))
            return page
          },
        },
        () => search.value,
        (error) => expect.unreachable(String(error)),
      ),
  )
  onTestFinished(() => rows.close())
  const respond = async () => {
    const due = waiting
    waiting = []
    for (const resolve of due) {
      resolve()
      await settle()
    }
  }
  rows.load()
  await respond()
  return {
    rows,
    respond,
    /** The same search is run again, over other texts. */
    becomes: (next: HitRow[]) => {
      library = next
      search.value = { ...search.value }
      rows.load()
    },
    seek: (query: string) => {
      search.value = { ...search.value, query }
      rows.load()
    },
    current: () => {
      const hit = rows.at(rows.row)
      return hit && `${hit.callId} ${hit.turn}`
    },
  }
}

test('rows stay while the same search is read again after a download, and the current one goes with its hit', async () => {
  const { rows, respond, becomes, current } = await openRows(hitsOf('a', 9))
  rows.moveTo(4)
  becomes([...hitsOf('new', 3), ...hitsOf('a', 9)])
  expect([current(), rows.at(0)?.callId]).toEqual(['a 4', 'a'])
  await respond()
  expect([current(), rows.row, rows.at(0)?.callId]).toEqual(['a 4', 7, 'new'])
})

test('a current hit that new ones move to another page of the table stays current', async () => {
  const { rows, respond, becomes, current } = await openRows(hitsOf('a', 190))
  rows.moveTo(180)
  becomes([...hitsOf('new', 60), ...hitsOf('a', 190)])
  await respond()
  expect([current(), rows.row]).toEqual(['a 180', 240])
})

test('where the current hit is gone, the one in its place is current', async () => {
  const { rows, respond, becomes, current } = await openRows([...hitsOf('a', 2), ...hitsOf('b', 2)])
  rows.moveTo(1)
  becomes(hitsOf('b', 2))
  await respond()
  expect([current(), rows.row]).toEqual(['b 1', 1])
})

test('another search shows nothing of the former, and begins with its first hit', async () => {
  const { rows, respond, seek, current } = await openRows(hitsOf('a', 9))
  rows.moveTo(4)
  seek('mix')
  expect([current(), rows.row]).toEqual([null, 0])
  await respond()
  expect(current()).toBe('a 0')
})
