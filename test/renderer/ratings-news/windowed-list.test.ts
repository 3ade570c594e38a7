import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { WindowedList, type ListQuery } from '../../../src/renderer/ratings-news/windowed-list.svelte.ts'
import type { Change } from '../../../src/renderer/core-client/changes.ts'

interface Filter {
  readonly text?: string
}

const settle = async () => {
  await new Promise((resolve) => setImmediate(resolve))
  flushSync()
}

/** A library that answers at once, records by number, and a list on it with rows 0 to 9 in sight. */
async function listOf(ids: readonly number[]) {
  const library = { ids }
  const asked: ListQuery<Filter>[] = []
  const listeners = new Set<(change: Change) => void>()
  const list = new WindowedList(
    {
      list: (question: ListQuery<Filter>) => {
        asked.push(question)
        const { offset, limit, places } = question
        const fitting = question.filter.text === undefined ? library.ids : library.ids.filter((id) => id % 2 === 0)
        const placeOf = (id: number) => fitting.indexOf(id)
        return Promise.resolve({
          entries: fitting.slice(offset, offset + limit).map((recordId) => ({ recordId })),
          total: fitting.length,
          places: places.map((id) => (placeOf(id) < 0 ? null : placeOf(id))),
          requestedAt: 0,
          more: false,
          gap: null,
          stale: false,
        })
      },
      changes: {
        listen: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      touchedBy: 'ratings',
    },
    {},
  )
  await settle()
  list.see(0, 9)
  return {
    list,
    asked,
    becomes: async (now: readonly number[], kind: 'ratings' | 'news' = 'ratings') => {
      library.ids = now
      listeners.forEach((listener) => listener({ kind }))
      await settle()
    },
  }
}

const down = (from: number) => Array.from({ length: from }, (_, at) => from - at)

test('the current row stays the same rating when others come in above it, and the table is told by how many rows', async () => {
  const { list, becomes } = await listOf(down(50))
  list.moveTo(4)
  await becomes(down(53))
  expect([list.current, list.currentEntry?.recordId, list.shift.by]).toEqual([7, 46, 3])
  await becomes(down(60), 'news')
  expect(list.total).toBe(53)
})

test('at the top new ones are welcome: nothing is held that nobody chose', async () => {
  const { list, becomes } = await listOf(down(5))
  await becomes(down(6))
  expect([list.current, list.currentEntry?.recordId, list.shift.by]).toEqual([0, 6, 0])
})

test('rows beyond those that are known are asked for when they come into sight, and only then', async () => {
  const { list, asked } = await listOf(down(1000))
  list.see(200, 220)
  await settle()
  expect(asked).toHaveLength(1)
  list.see(600, 620)
  await settle()
  expect(asked.map(({ offset }) => offset)).toEqual([0, 500])
  expect(list.at(610)?.recordId).toBe(390)
})

test('one that was chosen from elsewhere is the current row also when another filter came with it', async () => {
  const { list } = await listOf(down(40))
  list.choose(10)
  list.narrow({ text: 'even' })
  await settle()
  expect([list.current, list.currentEntry?.recordId]).toEqual([15, 10])
  list.moveTo(0)
  list.narrow({})
  await settle()
  expect(list.current).toBe(0)
})

test('a copy takes every row, those that were never in sight too', async () => {
  const { list } = await listOf(down(1200))
  expect((await list.everyRow()).map(({ recordId }) => recordId)).toEqual(down(1200))
})
