import { flushSync } from 'svelte'
import { describe, expect, test } from 'vitest'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { CallOrder } from '#contract/api/calls.ts'
import { createCallList } from '../../../src/renderer/calls/call-list.ts'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { inEffectRoot } from '../in-effect-root.svelte.ts'
import { listedCall } from './call-entry.ts'

type Request = ApiInputs['calls']['list']

const named = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `c${from + at}`)
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A library that responds at once, and a list on it whose rows 0 to 9 are visible. */
async function listOf(ids: readonly string[]) {
  const library = { ids, statuses: new Map<string, string>() }
  const requests: Request[] = []
  const listeners = new Set<(change: Change) => void>()
  let order: CallOrder = { by: 'started', descending: true }
  const list = inEffectRoot(() =>
    createCallList(
      {
        list: (request: Request): Promise<ApiOutputs['calls']['list']> => {
          requests.push(request)
          const { offset, limit, locate = [] } = request
          const rowOf = (callId: string) => library.ids.indexOf(callId)
          return Promise.resolve({
            entries: library.ids.slice(offset, offset + limit).map((id) => listedCall(id, library.statuses.get(id))),
            total: library.ids.length,
            positions: locate.map((callId) => (rowOf(callId) < 0 ? null : rowOf(callId))),
            groups: null,
            views: { all: library.ids.length, unread: 0, new: 0, hits: null },
            dates: null,
            statuses: [],
            requestedAt: 0,
            hits: null,
            more: false,
            gap: null,
            stale: false,
          })
        },
      },
      {
        listen: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      () => ({}),
      () => order,
    ),
  )
  await settle()
  list.show({ first: 0, last: 9 })
  return {
    list,
    requests,
    sortBy: (by: CallOrder['by']) => {
      order = { by, descending: true }
      list.restart()
    },
    /** Library contents from now on, announced. */
    becomes: async (now: readonly string[]) => {
      library.ids = now
      listeners.forEach((listener) => listener({ kind: 'calls' }))
      await settle()
      flushSync()
    },
    changes: async (callId: string, status: string) => {
      library.statuses.set(callId, status)
      listeners.forEach((listener) => listener({ kind: 'call', id: callId }))
      await settle()
    },
  }
}

describe('a range of rows', () => {
  test('reaches from the row that was current to the one that was gone to, and ends with a step that does not extend it', async () => {
    const { list } = await listOf(named(1, 100))
    list.moveTo(5)
    list.moveBy(2, true)
    list.moveBy(1, true)
    expect([list.selected, list.selectedEntries?.map(({ callId }) => callId)]).toEqual([
      { first: 5, last: 8 },
      ['c6', 'c7', 'c8', 'c9'],
    ])
    list.moveTo(3, true)
    expect(list.selected).toEqual({ first: 3, last: 5 })
    expect([list.collapse(), list.collapse(), list.selected]).toEqual([true, false, { first: 3, last: 3 }])
  })

  test('beyond what is known is fetched page by page, each row once', async () => {
    const { list } = await listOf(named(1, 1200))
    list.selectAll()
    expect([list.selected, list.selectedEntries]).toEqual([{ first: 0, last: 1199 }, null])
    const entries = await list.fetch({ first: 0, last: 1199 })
    expect(entries.map(({ callId }) => callId)).toEqual(named(1, 1200))
  })

  test('goes along with its rows when calls come in above them', async () => {
    const { list, becomes } = await listOf(named(1, 100))
    list.moveTo(2)
    list.moveTo(4, true)
    await becomes(['new1', 'new2', ...named(1, 100)])
    expect(list.selectedEntries?.map(({ callId }) => callId)).toEqual(['c3', 'c4', 'c5'])
  })
})

describe('when calls come in', () => {
  test('what one has scrolled to stays where it is, and how many came in above is shown until one goes there', async () => {
    const { list, becomes } = await listOf(named(1, 100))
    list.show({ first: 40, last: 60 })
    await becomes(['new1', 'new2', ...named(1, 100)])
    expect([list.scroll, list.above, list.at(42)?.callId]).toEqual([{ by: 2 }, 2, 'c41'])
    list.goToTop()
    expect([list.scroll, list.above]).toEqual([{ to: 0 }, 0])
  })

  test('the chosen call stays chosen, and stays where it is', async () => {
    const { list, becomes } = await listOf(named(1, 100))
    list.moveTo(3)
    await becomes(['new', ...named(1, 100)])
    expect([list.currentEntry?.callId, list.current, list.scroll]).toEqual(['c4', 4, { by: 1 }])
  })

  test('at the top, with nothing chosen, the latest are the first rows', async () => {
    const { list, becomes } = await listOf(named(1, 100))
    await becomes(['new', ...named(1, 100)])
    expect([list.currentEntry?.callId, list.scroll, list.above]).toEqual(['new', { to: 0 }, 0])
  })

  test('a chosen call that is gone leaves its place to the next one', async () => {
    const { list, becomes } = await listOf(named(1, 5))
    list.moveTo(4)
    await becomes(named(1, 3))
    expect([list.current, list.currentEntry?.callId]).toEqual([2, 'c3'])
  })
})

test('a call under way changes in its row; one that is not on screen costs no request', async () => {
  const { list, requests, changes } = await listOf(named(1, 5))
  await changes('c2', 'FAILED')
  expect([list.at(1)?.status, requests.length]).toEqual(['FAILED', 2])
  await changes('elsewhere', 'FAILED')
  expect(requests).toHaveLength(2)
})

test('of thousands of rows those around the visible ones are requested, and once', async () => {
  const { list, requests } = await listOf(named(1, 5000))
  list.cover()
  expect(requests).toHaveLength(1)
  list.show({ first: 3000, last: 3030 })
  expect(list.at(3000)).toBeNull()
  list.cover()
  list.cover()
  await settle()
  expect([requests.length, list.at(3000)?.callId]).toEqual([2, 'c3001'])
  list.cover()
  expect(requests).toHaveLength(2)
})

test('another order or filter begins at the top with nothing chosen', async () => {
  const { list, requests, sortBy } = await listOf(named(1, 500))
  list.moveTo(7)
  list.show({ first: 200, last: 220 })
  sortBy('length')
  await settle()
  expect([requests.at(-1)?.offset, requests.at(-1)?.locate, list.current, list.scroll]).toEqual([0, [], 0, { to: 0 }])
  expect(requests.at(-1)?.order).toEqual({ by: 'length', descending: true })
})
