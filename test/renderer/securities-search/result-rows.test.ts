import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { ResultRows } from '../../../src/renderer/securities-search/result-rows.svelte.ts'
import { Held } from './held.svelte.ts'
import { security } from './security.ts'

const listed = [
  security({ symbol: 'BBB', name: 'beta', marketCap: 5 }),
  security({ symbol: 'AAA', name: 'Álpha', marketCap: null }),
  security({ symbol: 'CCC', name: 'Gamma', marketCap: 90 }),
  security({ symbol: 'C10', name: 'delta', marketCap: 10 }),
]
const symbols = (rows: ResultRows) => rows.all.map(({ symbol }) => symbol)

test('the current row stays the same security when rows come before it, and is the first when it is gone', () => {
  const held = new Held(listed)
  const rows = new ResultRows(() => held.value)
  rows.moveTo(2)
  held.value = [security({ symbol: 'NEW' }), ...listed]
  const moved = [rows.current, rows.currentHit?.symbol]
  held.value = listed.slice(0, 2)
  expect([moved, [rows.current, rows.currentHit?.symbol]]).toEqual([
    [3, 'CCC'],
    [0, 'BBB'],
  ])
})

test('a selection grows and shrinks from where it began, and never leaves the rows', () => {
  const rows = new ResultRows(() => listed)
  rows.moveTo(1)
  rows.moveBy(5, true)
  const down = rows.range
  rows.moveBy(-9, true)
  const up = rows.range
  rows.collapse()
  expect([down, up, rows.range]).toEqual([
    { first: 1, last: 3 },
    { first: 0, last: 1 },
    { first: 0, last: 0 },
  ])
})

test('a third click on a head brings the ranking back; what is absent is last either way', () => {
  const rows = new ResultRows(() => listed)
  const orders = [1, 2, 3].map(() => {
    rows.sortBy('marketCap')
    flushSync()
    return symbols(rows)
  })
  expect(orders).toEqual([
    ['BBB', 'C10', 'CCC', 'AAA'],
    ['CCC', 'C10', 'BBB', 'AAA'],
    ['BBB', 'AAA', 'CCC', 'C10'],
  ])
})

test('names are ordered as words, without regard to case and accents, numbers as numbers', () => {
  const rows = new ResultRows(() => listed)
  rows.sortBy('name')
  expect(symbols(rows)).toEqual(['AAA', 'BBB', 'C10', 'CCC'])
})

test('with no rows nothing is current and nothing is selected', () => {
  const rows = new ResultRows(() => [])
  rows.moveBy(1)
  expect([rows.current, rows.currentHit, rows.selected]).toEqual([-1, null, []])
})
