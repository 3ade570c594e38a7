import { expect, test } from 'vitest'
import { openedText, packName, periodsText } from '../../../src/renderer/settings/storage/pack-text.ts'

const kinds = ['companies', 'securities', 'periods', 'calls', 'transcripts', 'recordings', 'ratings', 'news', 'notes']
const others = ['searches', 'comparisons', 'watchlists', 'metrics', 'corrections', 'times']
const nothingAdded = Object.fromEntries([...kinds, ...others].map((kind) => [kind, 0])) as Parameters<
  typeof openedText
>[0]['added']

test.each([
  [null, 10, ''],
  [
    { from: '2023-01-01', to: '2025-12-31' },
    10,
    'The pack covers periods from 1 Jan 2023 to 31 Dec 2025. Growth, LTM and metrics of its first periods are n/a where they need earlier ones.',
  ],
  [{ from: '2023-01-01', to: null }, 0, 'The pack covers periods from 1 Jan 2023.'],
  [{ from: null, to: '2025-12-31' }, 10, 'The pack covers periods to 31 Dec 2025.'],
])('a pack of the periods %j with %i fiscal periods says “%s”', (periods, fiscalPeriods, text) => {
  expect(periodsText(periods, { periods: fiscalPeriods })).toBe(text)
})

/** A pack that brought nothing. */
const unchanged = { periods: null, added: nothingAdded, changed: 0, older: 0, conflicts: [], failure: null }

test.each([
  [3, 0, 'Versions added to 3 records.'],
  [1, 12, 'Versions added to 1 record. 12 records: your library has newer data, which is still shown.'],
  [0, 2, 'Everything in it was already stored. 2 records: your library has newer data, which is still shown.'],
])('a pack with versions for %i records and %i that are older says “%s”', (changed, older, text) => {
  expect(openedText({ ...unchanged, changed, older })).toBe(text)
})

test('a pack that brought nothing new says which periods it holds', () => {
  const periods = { from: '2023-01-01', to: null }
  expect(openedText({ ...unchanged, periods })).toBe(
    'Everything in it was already stored. The pack covers periods from 1 Jan 2023.',
  )
})

test('a pack that lacks something, or that failed at the end, never says that everything was stored already', () => {
  expect(openedText({ ...unchanged, conflicts: ['1 note was left out.'] })).toBe('Nothing was added.')
  const failure = { kind: 'disk-full' } as const
  expect(openedText({ ...unchanged, failure })).toBe('Nothing was added. Open the pack again to add what is missing.')
})

test.each([
  [1, 'Added: 1 watchlist.'],
  [3, 'Added: 3 watchlists.'],
])('a pack that brought %i watchlists says “%s”', (watchlists, text) => {
  expect(openedText({ ...unchanged, added: { ...nothingAdded, watchlists } })).toBe(text)
})

test.each([
  [1, 'Added: 1 call with timestamp settings.'],
  [2, 'Added: 2 calls with timestamp settings.'],
])('a pack that brought nothing but the timestamp settings of %i calls says “%s”', (times, text) => {
  expect(openedText({ ...unchanged, added: { ...nothingAdded, times } })).toBe(text)
})

test.each([
  ['its watchlist', ['Coverage'], ['HLDN'], 'Coverage'],
  ['its watchlists', ['Coverage', 'Optics', 'Lasers'], [], 'Coverage, Optics, Lasers'],
  ['the first of many watchlists', ['A', 'B', 'C', 'D', 'E'], [], 'A, B, C and 2 more'],
  ['its companies, the first of many', [], ['A', 'B', 'C', 'D', 'E', 'F'], 'A B C D E'],
  ['what a file may be named of them', ['Long/Short', 'Q: ideas?'], [], 'Long Short, Q ideas'],
  ['100 characters of them', ['a'.repeat(120)], [], 'a'.repeat(100)],
  ['nothing without companies', [], [], ''],
])('a pack that the user does not name is named after %s', (_, lists, companies, name) => {
  expect(packName(lists, companies)).toBe(name)
})
