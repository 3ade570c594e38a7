import { describe, expect, test } from 'vitest'
import type { BookletEntry } from '#contract/api/booklet.ts'
import { contentsPages, contentsRows, remarkOf } from '../../../../src/renderer/paper/booklet/booklet-plan.ts'

const entry = (symbol: string, more: Partial<BookletEntry> = {}): BookletEntry => ({
  symbol,
  name: null,
  fetchedAt: null,
  missing: [],
  isEmpty: false,
  failure: null,
  ...more,
})

describe('the contents of a booklet', () => {
  test('lead to the page on which each company begins, and name one that has none', () => {
    const failed = entry('B', { failure: { kind: 'defect' } })
    const rows = contentsRows([entry('A'), failed, entry('C'), entry('D')], [2, 0, 1, 2], 1)
    expect(rows.map(({ symbol, page, anchor }) => [symbol, page, anchor])).toEqual([
      ['A', 2, 'company-1'],
      ['B', null, ''],
      ['C', 4, 'company-3'],
      ['D', 5, 'company-4'],
    ])
  })

  test('say what is missing, in the order of the sheet', () => {
    expect(remarkOf(entry('A', { missing: ['years', 'transcript', 'news'] }))).toBe(
      'fiscal years, latest transcript, news',
    )
    expect(remarkOf(entry('A', { missing: ['quarters', 'years'], isEmpty: true }))).toBe('Nothing stored')
    expect(remarkOf(entry('A', { failure: { kind: 'defect' } }))).toBe(
      'Not included: Unexpected error. It was logged, and no data was lost.',
    )
  })

  test('of a hundred companies and the spread take two pages of either paper', () => {
    const lines = Array.from({ length: 101 }, (_, at) => at)
    expect(contentsPages(lines, 'a4').map(({ length }) => length)).toEqual([52, 49])
    expect(contentsPages(lines, 'letter').map(({ length }) => length)).toEqual([48, 53])
    expect(contentsPages([], 'a4')).toEqual([[]])
  })
})
