import { beforeEach, describe, expect, test } from 'vitest'
import { FindInCall } from '../../../src/renderer/call/find/find-in-call.svelte.ts'

const texts = ['The price of it.', 'No word.', 'Prices and price.', 'Priced.']
const none: ReadonlyMap<number, string> = new Map()
let pauses: number
let find: FindInCall

beforeEach(async () => {
  pauses = 0
  // Every turn takes as long as a slice may.
  let clock = 0
  find = new FindInCall({ now: () => (clock += 8), pause: () => Promise.resolve(void (pauses += 1)) })
  await find.read(texts, none)
})

describe('find in a call', () => {
  test('counts every hit, begins where the reader is, and goes round both ends', async () => {
    await find.look('price', 2)
    expect([find.current, find.hits.length]).toEqual([1, 4])
    expect(find.hit).toEqual({ turn: 2, from: 0, to: 6, isInCorrection: false })
    expect([find.step(1)?.turn, find.step(1)?.turn, find.step(1)?.turn, find.step(-1)?.turn]).toEqual([2, 3, 0, 3])
    expect(find.turns).toEqual([
      [0, 1],
      [2, 2],
      [3, 1],
    ])
  })

  test('lets the window draw between slices of a long call', async () => {
    await find.look('price', 0)
    expect(pauses).toBeGreaterThan(1)
  })

  test('typing on ends the search before: its hits never come back', async () => {
    const first = find.look('p', 0)
    await find.look('...', 0)
    await first
    expect(find.hits).toEqual([])
  })

  test('looks for the same in another version of the call', async () => {
    await find.look('price', 3)
    await find.read(['price'], none)
    expect(find.hits).toEqual([{ turn: 0, from: 0, to: 5, isInCorrection: false }])
    expect(find.current).toBe(0)
  })

  test('finds what the user corrected, after the words received, and stays at its hit when more is corrected', async () => {
    await find.read(texts, new Map([[2, 'Prices and the price.']]))
    await find.look('price', 2)
    const [last, corrected] = [find.step(1), find.step(1)]
    expect([last, corrected]).toEqual([
      { turn: 2, from: 11, to: 16, isInCorrection: false },
      { turn: 2, from: 0, to: 6, isInCorrection: true },
    ])
    await find.read(texts, new Map([[2, 'Prices and the price.']]))
    expect(find.hit).toEqual(corrected)
    await find.read(texts, new Map([...[[0, 'It.'] as const], [2, 'Prices and the price.']]))
    expect(find.hit).toEqual(corrected)
    await find.read(texts, none)
    expect(find.hits).toHaveLength(4)
  })

  test('signs alone find nothing and say so', async () => {
    await find.look('...', 0)
    expect([find.active, find.hits.length, find.step(1)]).toEqual([false, 0, null])
  })
})
