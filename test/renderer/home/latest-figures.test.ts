import { expect, test } from 'vitest'
import { toJsonText } from '#contract/api/serialized-json.ts'
import type { WatchlistCell, WatchlistRow } from '#contract/api/watchlists.ts'
import { latestColumns, latestOfCompanies } from '../../../src/renderer/home/latest-figures.ts'

const period = { quarter: 'Q3', year: 2026, endPeriod: '2026-09-26', recordId: 7 }
const rows: WatchlistRow[] = [
  { symbol: 'HLDN', name: 'Halden Instruments', note: '', unseen: {}, period, call: { callId: 'a', title: 'Q3 call' } },
  { symbol: 'NEWC', name: null, note: '', unseen: {}, period: null, call: null },
]
const cells: Readonly<Record<string, readonly WatchlistCell[]>> = {
  'number:Revenue': [1_318_400_000, null],
  'change:Revenue': [-0.021, null],
  'number:calculated.operating_margin': [0.165, null],
  'change:calculated.operating_margin': ['n.m.', null],
  callAt: [1_792_526_400_000, null],
  ratingFirm: ['Bramley', null],
  rating: ['Hold', null],
  ratingTarget: [{ raw: '$63', amount: 63, currency: '$', reason: null }, null],
}
const table = {
  rows: toJsonText(rows),
  columns: latestColumns.map((id) => ({ id, cells: toJsonText(cells[id] ?? []) })),
}

test('a company’s latest quarter is shown as its statements show it, and only a change has a color', () => {
  expect(latestOfCompanies(table, 'millions')[0]).toMatchObject({
    symbol: 'HLDN',
    figures: [
      { text: '1,318.4', tone: '' },
      { text: '(2.1%)', tone: 'down' },
      { text: '16.5%', tone: '' },
      { text: 'n.m.', tone: '' },
    ],
    callAt: 1_792_526_400_000,
    rating: 'Bramley, Hold',
    target: '$63.00',
  })
})

test('a company without statements has no figures, and nothing stands for its call and rating', () => {
  expect(latestOfCompanies(table, 'millions')[1]).toMatchObject({
    figures: [],
    callAt: null,
    rating: '',
    target: '',
  })
})
