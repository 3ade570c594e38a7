import { describe, expect, test } from 'vitest'
import type { ScreenCondition, ScreenGroup } from '#contract/api/screens.ts'
import { sentenceOf } from '../../../src/renderer/screener/screen-sentence.ts'

const own = new Map([['own.x', { label: 'Cash burn', unit: 'ratio' as const }]])
const figure = (field: string, value: number | null, more: object = {}): ScreenCondition => ({
  kind: 'figure',
  id: field,
  field,
  period: 'quarter',
  measure: 'value',
  over: 4,
  operator: 'at-least',
  value,
  ...more,
})
const group = (kind: ScreenGroup['kind'], ...conditions: ScreenCondition[]): ScreenGroup => ({
  kind,
  bypassed: false,
  conditions,
})
const read = (...groups: ScreenGroup[]) => {
  const { clauses, isList } = sentenceOf({ groups }, own, 'millions')
  const lines = clauses.map((clause) => clause.map(({ text }) => text).join(''))
  return isList ? lines : (lines[0] ?? '')
}

describe('a screen reads back as the sentence that its conditions say', () => {
  test('groups of all, any and none, with values in their own units', () => {
    const margin = figure('calculated.operating_margin', 0.12)
    const growth = figure('Revenue', 0.04, { measure: 'change' })
    const rose = figure('calculated.operating_margin', 0.005, { measure: 'change' })
    const sentiment: ScreenCondition = {
      kind: 'call',
      id: 's',
      attribute: 'sentiment-change',
      operator: 'above',
      value: 0.05,
    }
    const downgrade: ScreenCondition = { kind: 'rating', id: 'd', action: 'down', days: 90, value: 1 }
    const restated: ScreenCondition = { kind: 'restatement', id: 'r', field: 'OperatingIncome', days: 365, value: 0.02 }
    expect(read(group('all', margin, growth), group('any', rose, sentiment), group('none', downgrade, restated))).toBe(
      'Operating margin for the latest quarter is at least 12.0%, and revenue growth y/y for the latest quarter is at least 4.0%; ' +
        'and operating margin change y/y for the latest quarter is at least 50 bps, or call sentiment change is above 0.05; ' +
        'and none of: at least 1 downgrade in 90 days; operating income restated by more than 2.0% in 365 days.',
    )
  })

  test('each measure and period', () => {
    const said = (more: object) => read(group('all', figure('Revenue', 0.1, more)))
    expect(said({ measure: 'growth', over: 3 })).toBe('Revenue growth over 3 quarters is at least 10.0%.')
    expect(said({ measure: 'cagr', over: 5, period: 'year' })).toBe('5-year revenue CAGR is at least 10.0%.')
    expect(said({ measure: 'cagr', over: 3 })).toBe('3-year revenue CAGR for the latest quarter is at least 10.0%.')
    expect(said({ measure: 'average', over: 4, period: 'ltm', value: 500_000_000 })).toBe(
      'Average LTM revenue over 4 quarters is at least 500.0 million.',
    )
    expect(said({ measure: 'change', period: 'ltm' })).toBe('LTM revenue growth y/y is at least 10.0%.')
    expect(said({ measure: 'rank', value: 5, operator: 'at-most', period: 'ltm' })).toBe(
      'Sector rank by LTM revenue is at most 5.',
    )
    expect(said({ value: 1_234_500_000 })).toBe('Revenue for the latest quarter is at least 1,234.5 million.')
    expect(read(group('all', figure('own.x', 1.5)))).toBe('Cash burn for the latest quarter is at least 1.50x.')
    expect(read(group('all', figure('=[Inventories] / [Revenue]', 0.5)))).toBe(
      '[Inventories] / [Revenue] for the latest quarter is at least 0.50x.',
    )
  })

  test('a bypassed group is not said, and a value that is missing is left open', () => {
    const open = figure('calculated.gross_margin', null)
    expect(read({ ...group('all', figure('Revenue', 1)), bypassed: true }, group('all', open))).toBe(
      'Gross margin for the latest quarter is at least …',
    )
    expect(read()).toBe('')
  })

  test('what is too long for one sentence is a list of the same words', () => {
    const many = Array.from({ length: 12 }, () => figure('calculated.operating_margin', 0.12))
    const list = read(group('all', ...many))
    expect(list).toHaveLength(12)
    expect(list[0]).toBe('Operating margin for the latest quarter is at least 12.0%.')
  })

  test('its bold words are those of a condition’s fields', () => {
    const { clauses } = sentenceOf(
      { groups: [group('all', figure('Revenue', 0.04, { measure: 'change' }))] },
      own,
      'units',
    )
    expect(clauses[0]?.filter(({ of }) => of === 'Revenue').map(({ text }) => text)).toEqual([
      'Revenue growth y/y',
      '4.0%',
    ])
  })
})
