import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import type { SecurityHit } from '#contract/api/securities.ts'
import { ResultRows } from '../../../src/renderer/securities-search/result-rows.svelte.ts'
import { InputState } from '../in-effect-root.svelte.ts'
import { security } from './security.ts'

const listed = [
  security({ symbol: 'BBB', name: 'beta', marketCap: 5 }),
  security({ symbol: 'AAA', name: 'Álpha', marketCap: null }),
  security({ symbol: 'CCC', name: 'Gamma', marketCap: 90 }),
  security({ symbol: 'C10', name: 'delta', marketCap: 10 }),
]
const rowsOf = (hits: () => readonly SecurityHit[], text = () => '') => new ResultRows(hits, text)
const symbols = (rows: ResultRows) => rows.all.map(({ symbol }) => symbol)

test('the current row stays the same security when rows come before it, and is the first when it is gone', () => {
  const hits = new InputState(listed)
  const rows = rowsOf(() => hits.value)
  rows.moveTo(2)
  hits.value = [security({ symbol: 'NEW' }), ...listed]
  const moved = [rows.current, rows.currentHit?.symbol]
  hits.value = listed.slice(0, 2)
  expect([moved, [rows.current, rows.currentHit?.symbol]]).toEqual([
    [3, 'CCC'],
    [0, 'BBB'],
  ])
})

test('another text has another best row', () => {
  const text = new InputState('h')
  const rows = rowsOf(
    () => listed,
    () => text.value,
  )
  rows.selectAll()
  text.value = 'ha'
  expect([rows.current, rows.range]).toEqual([0, { first: 0, last: 0 }])
})

test('a selection grows and shrinks from where it began, and never leaves the rows', () => {
  const rows = rowsOf(() => listed)
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
  const rows = rowsOf(() => listed)
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
  const rows = rowsOf(() => listed)
  rows.sortBy('name')
  expect(symbols(rows)).toEqual(['AAA', 'BBB', 'C10', 'CCC'])
})

test('with no rows nothing is current and nothing is selected', () => {
  const rows = rowsOf(() => [])
  rows.moveBy(1)
  expect([rows.current, rows.currentHit, rows.selected]).toEqual([-1, null, []])
})
