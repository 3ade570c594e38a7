import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { reactiveWindowedList, type ListRequest } from '../../../src/renderer/app/windowed-list.svelte.ts'
import { inEffectRoot, InputState } from '../in-effect-root.svelte.ts'
import type { Change } from '../../../src/renderer/core-client/changes.ts'

interface Filter {
  readonly text?: string
}

const settle = async () => {
  await new Promise((resolve) => setImmediate(resolve))
  flushSync()
}

/** A library that responds at once, with records by number, and a list on it whose rows 0 to 9 are visible. */
async function listOf(
  ids: readonly number[],
  { filter = new InputState<Filter>({}), chosen = new InputState<number | null>(null) } = {},
) {
  const library = { ids }
  const requests: ListRequest<Filter, number>[] = []
  const listeners = new Set<(change: Change) => void>()
  const list = inEffectRoot(() =>
    reactiveWindowedList(
      {
        list: (request: ListRequest<Filter, number>) => {
          requests.push(request)
          const { offset, limit, locate } = request
          const fitting = request.filter.text === undefined ? library.ids : library.ids.filter((id) => id % 2 === 0)
          const rowOf = (id: number) => fitting.indexOf(id)
          return Promise.resolve({
            entries: fitting.slice(offset, offset + limit).map((recordId) => ({ recordId })),
            total: fitting.length,
            positions: locate.map((id) => (rowOf(id) < 0 ? null : rowOf(id))),
          })
        },
        keyOf: ({ recordId }: { recordId: number }) => recordId,
        changes: {
          listen: (listener) => {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
        },
        reloadOn: ['ratings'],
      },
      () => filter.value,
      () => chosen.value,
    ),
  )
  await settle()
  list.show({ first: 0, last: 9 })
  return {
    list,
    requests,
    becomes: async (now: readonly number[], kind: 'ratings' | 'news' = 'ratings') => {
      library.ids = now
      listeners.forEach((listener) => listener({ kind }))
      await settle()
    },
  }
}

const down = (from: number) => Array.from({ length: from }, (_, at) => from - at)

test('the current row stays the same rating when others are added above it, and the table scrolls by as many rows', async () => {
  const { list, becomes } = await listOf(down(50))
  list.moveTo(4)
  await becomes(down(53))
  expect([list.current, list.currentEntry?.recordId, list.scroll]).toEqual([7, 46, { by: 3 }])
  await becomes(down(60), 'news')
  expect(list.total).toBe(53)
})

test('at the top new rows are shown while nobody has chosen one', async () => {
  const { list, becomes } = await listOf(down(5))
  await becomes(down(6))
  expect([list.current, list.currentEntry?.recordId, list.scroll]).toEqual([0, 6, { to: 0 }])
})

test('rows that are not loaded are requested when they become visible, and only then', async () => {
  const { list, requests } = await listOf(down(1000))
  list.show({ first: 200, last: 220 })
  await settle()
  expect(requests).toHaveLength(1)
  list.show({ first: 600, last: 620 })
  await settle()
  expect(requests.map(({ offset }) => offset)).toEqual([0, 500])
  expect(list.at(610)?.recordId).toBe(390)
})

test('an entry that was chosen from elsewhere is the current row also when another filter came with it', async () => {
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

test('a copy takes every row, those that were never visible too', async () => {
  const { list } = await listOf(down(1200))
  expect((await list.fetch({ first: 0, last: 1199 })).map(({ recordId }) => recordId)).toEqual(down(1200))
})

test('a copy right after a change of the filter takes all its rows, while the rows on screen are still the former ones', async () => {
  const { list } = await listOf(down(1200), { filter: new InputState<Filter>({ text: 'even' }) })
  list.narrow({})
  expect(list.total).toBe(600)
  const all = await list.fetchAll(list.filter)
  expect([all.entries.length, all.total]).toEqual([1200, 1200])
  const part = await list.fetchAll(list.filter, 700)
  expect([part.entries.length, part.total]).toEqual([700, 1200])
})

test('selected rows are copied as they are on screen, although another filter was just chosen', async () => {
  const { list } = await listOf(down(40))
  list.narrow({ text: 'even' })
  const rows = await list.fetch({ first: 0, last: 2 })
  expect(rows.map(({ recordId }) => recordId)).toEqual([40, 39, 38])
})

test('rows are requested for another filter, for an entry that is chosen elsewhere, and for visible rows that are not loaded', async () => {
  const filter = new InputState<Filter>({})
  const chosen = new InputState<number | null>(null)
  const { list, requests } = await listOf(down(1000), { filter, chosen })
  chosen.value = 100
  await settle()
  expect([list.current, requests.at(-1)?.locate]).toEqual([900, [100]])
  list.show({ first: 895, last: 905 })
  await settle()
  expect(list.currentEntry).toEqual({ recordId: 100 })
  filter.value = { text: 'even' }
  await settle()
  expect([list.total, list.at(0)]).toEqual([500, { recordId: 1000 }])
})
