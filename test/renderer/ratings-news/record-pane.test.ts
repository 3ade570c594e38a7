import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { reactiveWindowedList, type ListRequest } from '../../../src/renderer/app/windowed-list.svelte.ts'
import { RecordPane, type ShownRecord } from '../../../src/renderer/ratings-news/record-pane.svelte.ts'
import { inEffectRoot, InputState } from '../in-effect-root.svelte.ts'

const settle = async () => {
  await new Promise((resolve) => setImmediate(resolve))
  flushSync()
}

/** A list of 1,000 ratings, numbered as their rows, and its pane. Rows are loaded by page. */
async function paneOf({ isOpenAtFirst = true, located = new InputState<ShownRecord | null>(null) } = {}) {
  const filter = new InputState({ text: '' })
  const requested: string[] = []
  const { list, pane } = inEffectRoot(() => {
    const ratings = reactiveWindowedList(
      {
        list: ({ filter: { text }, offset, limit, locate }: ListRequest<{ text: string }, number>) => {
          requested.push(text)
          const numbers = Array.from({ length: Math.min(limit, 1000 - offset) }, (_, at) => offset + at)
          const entries = numbers.map((recordId) => ({ recordId, sort: 'rating' as const }))
          return Promise.resolve({ entries, total: 1000, positions: locate })
        },
        keyOf: ({ recordId }: ShownRecord) => recordId,
        changes: { listen: () => () => {} },
        reloadOn: ['ratings'],
      },
      () => filter.value,
    )
    const options = { located: () => located.value, isOpenAtFirst: () => isOpenAtFirst }
    return { list: ratings, pane: new RecordPane(ratings, options) }
  })
  await settle()
  list.show({ first: 0, last: 20 })
  return { list, pane, filter, requested, located }
}

test('at the end of a long list the pane shows no record of another row, and that of the last row once it is loaded', async () => {
  const { list, pane } = await paneOf()
  expect(pane.record?.recordId).toBe(0)
  pane.moveTo(999)
  expect([pane.record, pane.isOpen]).toEqual([null, true])
  list.show({ first: 980, last: 999 })
  await settle()
  expect(pane.record?.recordId).toBe(999)
  list.show({ first: 0, last: 20 })
  await settle()
  expect([list.currentEntry, pane.record?.recordId]).toEqual([null, 999])
})

test('Enter on a row that is not loaded opens its record once it is, and Esc before that leaves the pane closed', async () => {
  const { list, pane } = await paneOf({ isOpenAtFirst: false })
  pane.moveTo(500)
  expect(pane.isOpen).toBe(false)
  pane.openRow(500)
  expect([pane.record, pane.isOpen]).toEqual([null, true])
  list.show({ first: 490, last: 510 })
  await settle()
  expect(pane.record?.recordId).toBe(500)
  pane.moveTo(999)
  pane.close()
  list.show({ first: 980, last: 999 })
  await settle()
  expect(pane.isOpen).toBe(false)
})

test('a link to a record goes before the row that is still loading, and the list follows its filter', async () => {
  const { list, pane, filter, requested, located } = await paneOf()
  pane.moveTo(999)
  located.value = { recordId: 7, sort: 'news' }
  expect(pane.record).toEqual({ recordId: 7, sort: 'news' })
  filter.value = { text: 'penhallow' }
  await settle()
  list.show({ first: 0, last: 20 })
  expect([requested.at(-1), pane.record?.recordId]).toEqual(['penhallow', 7])
})
