import { expect, test } from 'vitest'
import { watchlistColumn } from '#contract/api/watchlist-columns.ts'
import type { WatchlistCell } from '#contract/api/watchlists.ts'
import { sparklinePicture } from '../../../src/renderer/ui/grid/sparkline.ts'
import {
  drawnCell,
  isWords,
  mediansOf,
  sheetCell,
  sheetTitle,
  sortValue,
} from '../../../src/renderer/watchlists/watchlist-cells.ts'

function drawn(id: string, cell: WatchlistCell) {
  const column = watchlistColumn(id)
  if (!column) throw new Error(`no column ${id}`)
  const { text, tone } = drawnCell(column, cell, 'millions')
  return [text, tone, sortValue(column, cell)]
}

test.each<[string, WatchlistCell, string, string, string | number | null]>([
  ['number:Revenue', 419_000_000, '419.0', '', 419_000_000],
  ['change:Revenue', 0.094, '+9.4%', 'up', 0.094],
  ['change:CostOfRevenue', 0.094, '+9.4%', '', 0.094],
  ['change:calculated.operating_margin', -0.0161, '(161)', 'down', -0.0161],
  ['change:Revenue', 'n.m.', 'n.m.', '', null],
  ['number:calculated.operating_margin', null, 'n/a', '', null],
  ['callSentiment', 0.13, '0.13', '', 0.13],
  ['callAt', Date.UTC(2026, 9, 21, 14), '21 Oct 26', '', Date.UTC(2026, 9, 21, 14)],
  ['callAt', null, '', '', null],
  ['periodEnd', '2026-09-26', '26 Sep 26', '', '2026-09-26'],
  ['restated', 0, '', '', 0],
  ['callsStored', 12, '12', '', 12],
  [
    'ratingTarget',
    { raw: 'USD 117', amount: 117, currency: 'USD', reason: null },
    'USD 117.00',
    '',
    `USD ${'117.0000'.padStart(24, '0')}`,
  ],
  ['ratingTarget', { raw: 'n/d', amount: null, currency: null, reason: 'It has no number.' }, 'n/d', '', null],
  ['trend:Revenue', [1, 2, null], '', '', null],
  ['trend:Revenue', [1, 2, 3], '', '', 3],
])('%s of %j reads “%s”', (id, cell, text, tone, sorted) => {
  expect(drawn(id, cell)).toEqual([text, tone, sorted])
})

test('price targets stand at the right of their column, as figures do, and ratings at the left', () => {
  const atLeft = (id: string) => isWords(watchlistColumn(id)!.kind)
  expect(['ratingTarget', 'number:Revenue', 'rating', 'ratingFirm', 'note'].filter(atLeft)).toEqual([
    'rating',
    'ratingFirm',
    'note',
  ])
})

test('price targets of one currency are sorted by their amounts', () => {
  const sorted = [1040, 63, 117.5].map((amount) =>
    sortValue(watchlistColumn('ratingTarget')!, { raw: '', amount, currency: 'USD', reason: null }),
  )
  expect(sorted.toSorted()).toEqual([sorted[1], sorted[2], sorted[0]])
})

test('a sparkline has the scale of its own row, takes the color of its change on the prior year, and leaves a gap where a figure is n/a', () => {
  const sparkline = (...cells: (number | null)[]) =>
    drawnCell(watchlistColumn('trend:Revenue')!, cells, 'units').sparkline
  expect(sparkline(100, 101, null, 103, 104)).toEqual({
    figures: [100, 101, null, 103, 104],
    shape: 'bars',
    tone: 'up',
    says: 'Oldest first: 100, 101, n/a, 103, 104',
  })
  expect(sparkline(104, 1, 2, 3, 100)?.tone).toBe('down')
  expect(sparkline(null, 1, 2, 3, 100)?.tone).toBe('')
  const barsAt = (...figures: (number | null)[]) =>
    [...sparklinePicture({ figures, shape: 'bars', tone: '', says: '' }, 22).matchAll(/ (\d+)px \/ 6px (\d+)px/g)].map(
      ([, top, high]) => [Number(top), Number(high)],
    )
  expect(barsAt(100, null, 101)).toEqual([
    [16, 2],
    [4, 14],
  ])
  // On both sides of zero the bars stand on zero.
  expect(barsAt(-1, 1)).toEqual([
    [11, 7],
    [4, 7],
  ])
  expect(barsAt(-1, -2)).toEqual([
    [4, 2],
    [4, 14],
  ])
  expect(barsAt(5, 5)).toEqual([
    [11, 7],
    [11, 7],
  ])
})

test('ratios and changes have a median, of two or more; amounts of money, whose currency nobody states, have none', () => {
  const cells: Readonly<Record<string, readonly WatchlistCell[]>> = {
    'change:Revenue': [0.4, null, 0.1, 'n.m.', 0.2],
    'number:calculated.operating_margin': [0.1, 0.3],
    'number:Revenue': [1, 2, 3],
    callSentiment: [0.5, null],
  }
  const columns = Object.keys(cells).flatMap((id) => watchlistColumn(id) ?? [])
  expect([...mediansOf(columns, (id) => cells[id] ?? [])]).toEqual([
    ['change:Revenue', 0.2],
    ['number:calculated.operating_margin', 0.2],
  ])
})

test('a spreadsheet has the change of a margin in basis points, as on screen, and says so in its head', () => {
  const change = watchlistColumn('change:calculated.operating_margin')
  const margin = watchlistColumn('number:calculated.operating_margin')
  const growth = watchlistColumn('change:Revenue')
  if (!change || !margin || !growth) throw new Error('a column is gone')
  expect([change, margin, growth].map(sheetTitle)).toEqual([
    'Operating margin, y/y, bps',
    'Operating margin',
    'Revenue, y/y',
  ])
  expect([change, margin, growth].map((column) => sheetCell(column, 0.0186))).toEqual([186, 0.0186, 0.0186])
})
