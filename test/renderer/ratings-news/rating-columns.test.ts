import { expect, test } from 'vitest'
import type { PriceTarget, RatingEntry } from '#contract/api/ratings.ts'
import { targetText } from '../../../src/renderer/format/price-target.ts'
import { ratingCells, ratingSheet } from '../../../src/renderer/ratings-news/rating-columns.ts'

const target = (fields: Partial<PriceTarget>): PriceTarget => ({
  raw: '45',
  amount: 45,
  currency: null,
  reason: null,
  ...fields,
})

test.each([
  [target({}), '45.00'],
  [target({ currency: 'EUR', amount: 1234.5 }), 'EUR 1,234.50'],
  [target({ currency: 'GBX', amount: 3160 }), '3,160p'],
  [target({ currency: '$' }), '$ 45.00'],
  [target({ raw: '12-14', amount: null, reason: 'It has more than one number.' }), '12-14'],
])('a target is written with its currency, or as it came', (given, written) => {
  expect(targetText(given)).toBe(written)
})

const entry: RatingEntry = {
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
  target: target({ raw: '12-14', amount: null, reason: 'It has more than one number.' }),
  previous: null,
  previousTarget: null,
  targetChange: null,
  at: Date.UTC(2025, 9, 1, 9, 30),
  createdAt: '2025-10-01T09:30:00Z',
  versions: 1,
  seenAt: 0,
}

test('what could not be read as a number says so in the table, and stays as it came in the spreadsheet', () => {
  const cells = ratingCells(entry)
  expect(cells.target).toEqual({ text: '12-14', tone: 'third', says: 'As received: It has more than one number.' })
  expect(cells.action).toEqual({ text: 'Teases', tone: '' })
  const { heads, rows } = ratingSheet([entry])
  const cell = (head: (typeof heads)[number]) => rows[0]?.[heads.indexOf(head)]
  expect([cell('Target'), cell('Target as received'), cell('Time, UTC'), cell('id')]).toEqual([
    null,
    '12-14',
    '09:30:00',
    7,
  ])
})
