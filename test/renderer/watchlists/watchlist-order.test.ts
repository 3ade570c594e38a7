import { expect, test } from 'vitest'
import type { WatchlistRow } from '#contract/api/watchlists.ts'
import { orderRows, type Ordering } from '../../../src/renderer/watchlists/watchlist-order.ts'

const row = (symbol: string, unseen: WatchlistRow['unseen'] = {}): WatchlistRow => ({
  symbol,
  name: null,
  note: '',
  period: null,
  call: null,
  unseen,
})
const rows = [row('HLDN', { news: 2 }), row('KSTM'), row('VSPO', { call: 1, news: 1 }), row('ESKD')]
const names = ['Halden Instruments', 'Kestrel Metrology', 'Vesper Optics', 'Eskdale Sensors']
const margins = [0.12, null, -0.05, 0.3]
const sectors = ['Optics', '', 'Machines', 'Optics']

/** Symbols, and heads of groups in brackets, from top to bottom. */
function ordered(view: Partial<Ordering['view']>, words = ''): string {
  return orderRows({
    rows,
    view: { sort: null, group: null, unseen: [], ...view },
    words,
    textOf: (at) => `${rows[at]?.symbol ?? ''} ${names[at] ?? ''}`,
    sortValue: (column, at) => (column === 'margin' ? (margins[at] ?? null) : (rows[at]?.symbol ?? null)),
    groupOf: (_, at) => sectors[at] ?? '',
  })
    .map((each) => ('head' in each ? `[${each.head} ${each.companies}]` : (rows[each.at]?.symbol ?? '')))
    .join(' ')
}

test('companies stand in the analyst’s own order until another is requested', () => {
  expect(ordered({})).toBe('HLDN KSTM VSPO ESKD')
  expect(ordered({ sort: { column: 'symbol', descending: false } })).toBe('ESKD HLDN KSTM VSPO')
})

test('what has no figure comes last in both directions', () => {
  expect(ordered({ sort: { column: 'margin', descending: true } })).toBe('ESKD HLDN VSPO KSTM')
  expect(ordered({ sort: { column: 'margin', descending: false } })).toBe('VSPO HLDN ESKD KSTM')
})

test('only companies with something new of the kind, and with every word, are shown', () => {
  expect(ordered({ unseen: ['news'] })).toBe('HLDN VSPO')
  expect(ordered({ unseen: ['call'] })).toBe('VSPO')
  expect(ordered({}, 'optics VSPO')).toBe('VSPO')
  expect(ordered({ unseen: ['news'] }, 'halden')).toBe('HLDN')
})

test('a kind that nothing is new of any more hides no company', () => {
  expect(ordered({ unseen: ['period'] })).toBe('HLDN KSTM VSPO ESKD')
})

test('groups have heads with their counts, keep the order within, and those without a value come last', () => {
  expect(ordered({ group: 'sector', sort: { column: 'margin', descending: true } })).toBe(
    '[Machines 1] VSPO [Optics 2] ESKD HLDN [ 1] KSTM',
  )
})
