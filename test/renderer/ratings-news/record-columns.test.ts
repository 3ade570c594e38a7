import { expect, test } from 'vitest'
import type { RatingsNewsEntry } from '#contract/api/ratings-news.ts'
import type { PriceTarget } from '#contract/api/ratings.ts'
import { targetText } from '#contract/api/price-target-text.ts'
import {
  changeCell,
  ratingBefore,
  ratingCell,
  recordColumns,
  recordSheet,
  targetCell,
  targetCells,
} from '../../../src/renderer/ratings-news/record-columns.ts'

const target = (fields: Partial<PriceTarget> = {}): PriceTarget => ({
  raw: '45',
  amount: 45,
  currency: null,
  reason: null,
  ...fields,
})
const unreadable = target({ raw: '12-14', amount: null, reason: 'It has more than one number.' })

test.each([
  [target(), '45.00'],
  [target({ currency: 'EUR', amount: 1234.5 }), 'EUR 1,234.50'],
  [target({ currency: 'GBX', amount: 3160 }), '3,160p'],
  [target({ currency: '$' }), '$45.00'],
  [target({ currency: 'kr' }), 'kr 45.00'],
  [unreadable, '12-14'],
])('a target is written with its currency, or as received', (given, written) => {
  expect(targetText(given)).toBe(written)
})

type Rating = Extract<RatingsNewsEntry, { sort: 'rating' }>
const rating: Rating = {
  sort: 'rating',
  recordId: 1,
  id: 7,
  firm: 'castell-rowe',
  firmName: 'Castell Rowe',
  symbol: 'ACME',
  exchange: 'NYSE',
  company: 'Acme',
  action: 'Teases',
  kind: 'unknown',
  rating: 'Buy',
  target: unreadable,
  previous: null,
  previousTarget: null,
  targetChange: null,
  at: Date.UTC(2025, 9, 1, 9, 30),
  createdAt: '2025-10-01T09:30:00Z',
  versions: 1,
  seenAt: 0,
}
const before = (previous: PriceTarget) => ({ recordId: 2, at: 0, target: previous })

test('the change is a figure, `new` for an initiation, or n/a with its reason; never one across currencies', () => {
  const change = (fields: Partial<Rating>) => {
    const { text, says } = changeCell({ ...rating, target: target(), ...fields })
    return says === undefined ? text : `${text}: ${says}`
  }
  expect(change({ targetChange: 0.125, previousTarget: before(target({ amount: 40 })) })).toBe('+12.5%')
  expect(change({ kind: 'initiated' })).toBe('new')
  expect(change({ kind: 'up' })).toBe('n/a: No earlier target of this firm is stored')
  expect(change({ previousTarget: before(target({ currency: 'EUR' })) })).toBe(
    'n/a: The targets are in different currencies',
  )
  expect(change({ previousTarget: before(unreadable) })).toBe('n/a: The previous target is not a number')
  expect(change({ target: null })).toBe('n/a: No target to compare')
})

test('a note without a rating or target points to none: what stands of the firm is gray, and says so', () => {
  const previous = { recordId: 2, at: 0, action: null, rating: 'Market Perform' }
  const note: Rating = { ...rating, kind: 'note', rating: null, target: null, previous }
  const bare = { ...note, previousTarget: before(target({ amount: 59 })) }
  expect(ratingBefore(bare)).toBe('')
  expect(ratingCell(bare)).toMatchObject({
    text: 'Market Perform',
    tone: 'third',
    says: expect.stringContaining('states none') as string,
  })
  expect(targetCells(bare)).toMatchObject({
    from: '',
    to: { text: '59.00', tone: 'third', says: expect.stringContaining('states none') as string },
  })
  expect(changeCell(bare).text).toBe('')
  const upgrade: Rating = { ...bare, kind: 'up', rating: 'Buy', target: target() }
  expect([ratingBefore(upgrade), ratingCell(upgrade).text]).toEqual(['Market Perform', 'Buy'])
  expect(targetCells(upgrade)).toEqual({ from: '59.00', to: targetCell(target()) })
  expect(targetCells({ ...upgrade, target: null }).from, 'no arrow to a target that is not stated').toBe('')
})

test('news alone has heads of its own, none of a rating', () => {
  const heads = (isNewsOnly: boolean) => recordColumns(isNewsOnly).map(({ title }) => title)
  expect(heads(true)).toEqual(['Date', 'Symbol', 'Company', 'Headline', 'Type', 'Links'])
  expect(heads(false)).toContain('Previous rating')
})

test('the previous rating stands in the row only where this one changed it, whatever its capitals', () => {
  const previous = { recordId: 2, at: 0, action: null, rating: 'BUY' }
  expect([ratingBefore({ previous, rating: 'Buy' }), ratingBefore({ previous, rating: 'Hold' })]).toEqual(['', 'BUY'])
})

test('what could not be read as a number says so in the table, and stays as received in the spreadsheet', () => {
  expect(targetCell(unreadable)).toEqual({
    text: '12-14',
    tone: 'third',
    says: 'As received: It has more than one number.',
  })
  const news: RatingsNewsEntry = {
    sort: 'news',
    recordId: 3,
    id: 9,
    headline: 'Acme rises',
    catalyst: null,
    kind: 'gainers',
    type: 'gainers',
    symbol: 'ACME',
    company: 'Acme',
    securities: 1,
    links: 2,
    at: null,
    createdAt: null,
    versions: 1,
    seenAt: 0,
  }
  const { heads, rows } = recordSheet([rating, news])
  expect(rows.map((row) => row.length)).toEqual([heads.length, heads.length])
  const column = (head: (typeof heads)[number]) => rows.map((row) => row[heads.indexOf(head)])
  expect(column('Record')).toEqual(['Rating', 'News'])
  expect(column('Target')).toEqual([null, null])
  expect(column('Target as received')).toEqual(['12-14', null])
  expect(column('Time, UTC')).toEqual(['09:30:00', null])
  expect(column('Headline')).toEqual([null, 'Acme rises'])
  expect(column('Links')).toEqual([null, 2])
  expect(column('id')).toEqual([7, 9])
  // A sheet of one kind has no empty columns of the other.
  expect(recordSheet([rating]).heads).not.toContain('Headline')
  expect(recordSheet([rating]).heads).toContain('Target as received')
  expect(recordSheet([news]).heads).not.toContain('Target')
  expect(recordSheet([news]).rows[0]).toHaveLength(recordSheet([news]).heads.length)
  expect(recordSheet([]).heads).toEqual(heads)
})
