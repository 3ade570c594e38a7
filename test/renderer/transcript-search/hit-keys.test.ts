import { expect, test } from 'vitest'
import type { HitGroup, HitRow } from '#contract/api/transcript-search.ts'
import { groupKeys, hitRowKey } from '../../../src/renderer/transcript-search/hit-keys.ts'
import { callEntry } from '../calls/call-entry.ts'
import { hitAt } from './hit-at.ts'

const hit: HitRow = {
  ...hitAt(10),
  callId: 'a',
  title: 'Q3 FY2026 call',
  symbol: 'HLDN',
  company: null,
  at: 1,
}
const call = (callId: string): HitGroup => ({
  call: callEntry(callId),
  title: 'Q3 FY2026 call',
  symbol: 'HLDN',
  at: 1,
  count: 1,
  hits: [hit],
})
const news = (recordId: number): HitGroup => ({
  call: null,
  title: 'Halden ships the first unit',
  symbol: 'HLDN',
  at: 1,
  count: 1,
  hits: [{ ...hit, kind: 'news', turn: -1, recordId }],
})

test('calls below a new one keep the focus and the selected words: they are the same groups', () => {
  expect(groupKeys([call('new'), call('a'), news(7), call('b')]).slice(1)).toEqual(
    groupKeys([call('a'), news(7), call('b')]),
  )
})

test('two news items with one headline are two groups, and so is a call that two pages have', () => {
  const keys = groupKeys([news(7), news(8), call('a'), call('b'), call('a')])
  expect(new Set(keys).size).toBe(5)
})

test('a hit of the table is another than all others of its call, and of its record', () => {
  const rating: HitRow = { ...hit, kind: 'rating', callId: null, turn: -1, recordId: 4 }
  const rows: HitRow[] = [
    hit,
    { ...hit, turn: 5 },
    { ...hit, callId: 'b' },
    { ...hit, kind: 'summary', turn: -1 },
    rating,
    { ...rating, recordId: 5 },
    { ...rating, kind: 'news' },
  ]
  expect(new Set(rows.map(hitRowKey)).size).toBe(rows.length)
})
