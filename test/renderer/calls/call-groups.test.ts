import { afterEach, expect, test } from 'vitest'
import { usualDates, writeDatesAs } from '../../../src/renderer/format/date-format.svelte.ts'
import { headsOf, weekName } from '../../../src/renderer/calls/call-groups.ts'
import { columnsFor } from '../../../src/renderer/calls/call-columns.ts'
import { downloadWord, titleInList } from '../../../src/renderer/calls/call-labels.ts'
import { chosenQuarter, quartersBetween } from '../../../src/renderer/calls/call-quarters.ts'
import { listedCall } from './call-entry.ts'

const now = new Date(2026, 10, 23).getTime()
afterEach(() => writeDatesAs(usualDates))
const week = (monday: string | null, weekend = false) => weekName({ week: monday, weekend }, now)

test('a week is named by its working days, to its Sunday when a call is at the weekend, with the year when it is not this one', () => {
  expect([
    week('2026-11-09'),
    week('2026-11-09', true),
    week('2026-09-28'),
    week('2025-11-10'),
    week('2025-12-29'),
    week(null),
  ]).toEqual([
    '9 to 13 November',
    '9 to 15 November',
    '28 September to 2 October',
    '10 to 14 November 2025',
    '29 December 2025 to 2 January 2026',
    'No date',
  ])
})

test('a week that begins on Sunday or Saturday has the same working days, and the weekend before them', () => {
  expect([week('2026-11-08'), week('2026-11-08', true), week('2026-11-07'), week('2026-11-07', true)]).toEqual([
    '9 to 13 November',
    '8 to 14 November',
    '9 to 13 November',
    '7 to 13 November',
  ])
})

test('a week is named in the order that dates are written in', () => {
  writeDatesAs({ ...usualDates, format: 'month-first' })
  expect([week('2026-11-09'), week('2026-09-28'), week('2025-11-10'), week('2025-12-29')]).toEqual([
    'November 9 to 13',
    'September 28 to October 2',
    'November 10 to 14, 2025',
    'December 29, 2025 to January 2, 2026',
  ])
  writeDatesAs({ ...usualDates, format: 'year-first' })
  expect(week('2026-11-09')).toBe('2026-11-09 to 2026-11-13')
})

test('the head of each group stands above its first row', () => {
  const group = (calls: number) => ({ week: null, weekend: false, symbol: null, company: null, calls })
  expect(headsOf([group(4), group(5), group(1)])).toEqual({ rows: [0, 4, 9], height: 24 })
})

test('columns come and go with the width of the table, and hits with a chosen search', () => {
  const keys = (width: number, rest: { ofCompany?: boolean; withHits?: boolean } = {}) =>
    columnsFor({ width, ofCompany: false, withHits: true, ...rest }).map(({ key }) => key)
  expect(keys(976)).not.toEqual(expect.arrayContaining(['company']))
  expect(keys(976)).not.toEqual(expect.arrayContaining(['played']))
  expect(keys(1032)).toEqual(expect.arrayContaining(['company', 'played', 'hits']))
  expect(keys(1032)).not.toEqual(expect.arrayContaining(['exchange']))
  expect(keys(1300)).toEqual(expect.arrayContaining(['exchange', 'words', 'confidence', 'questions']))
  expect(keys(1300, { ofCompany: true, withHits: false })).not.toEqual(expect.arrayContaining(['symbol']))
  expect(keys(1300, { withHits: false })).not.toEqual(expect.arrayContaining(['hits']))
})

test('what is not simply downloaded is said in a word, with its reason', () => {
  const stored = { turns: 1, words: 1, versions: 1, fetchedAt: 0 }
  const word = (status: string, fields: Parameters<typeof listedCall>[2] = {}) =>
    downloadWord(listedCall('c', status, fields))?.word ?? null
  expect([
    word('COMPLETED'),
    word('COMPLETED', { stored }),
    word('COMPLETED', { stored, failure: { kind: 'offline' } }),
    word('COMPLETED', { failure: { kind: 'offline' } }),
    word('IN_PROGRESS', { stored }),
    word('FAILED'),
    word('POSTPONED'),
  ]).toEqual(['Not downloaded', null, null, 'Failed', 'In progress', 'Failed', 'POSTPONED'])
})

test('a title leaves out the company, which has a column of its own', () => {
  const title = (text: string, company: string | null) => titleInList({ title: text, company })
  expect([
    title('Halden Instruments Q3 FY2025 earnings call', 'Halden Instruments'),
    title('Halden Instrumentsworks call', 'Halden Instruments'),
    title('Halden Instruments', 'Halden Instruments'),
    title('Investor day', null),
    title('Halden Instruments at a conference', 'Halden Instruments'),
  ]).toEqual([
    'Q3 FY2025 earnings call',
    'Halden Instrumentsworks call',
    'Halden Instruments',
    'Investor day',
    'Halden Instruments at a conference',
  ])
})

test('quarters are those of the calendar that calls lie in, and days that are none of them are no quarter', () => {
  const quarters = quartersBetween(new Date(2025, 10, 3).getTime(), new Date(2026, 4, 1).getTime())
  expect(quarters.map(({ label, firstDay, lastDay }) => [label, firstDay, lastDay])).toEqual([
    ['Q2 2026', '2026-04-01', '2026-06-30'],
    ['Q1 2026', '2026-01-01', '2026-03-31'],
    ['Q4 2025', '2025-10-01', '2025-12-31'],
  ])
  const range = { span: 'dates', firstDay: '2026-01-01', lastDay: '2026-03-31' } as const
  expect(chosenQuarter(range, quarters)?.label).toBe('Q1 2026')
  expect(chosenQuarter({ ...range, lastDay: '2026-03-30' }, quarters)).toBeUndefined()
  expect(chosenQuarter({ ...range, span: 'any' }, quarters)).toBeUndefined()
})
