import { expect, test } from 'vitest'
import type { ScreenCondition, ScreenSpec } from '#contract/api/screens.ts'
import { readSpec } from '../../../src/renderer/screener/read-spec.ts'
import { emptySpec } from '../../../src/renderer/screener/screen-page.svelte.ts'

const margin: ScreenCondition = {
  kind: 'figure',
  id: 'margin',
  field: 'calculated.operating_margin',
  period: 'ltm',
  measure: 'average',
  over: 8,
  operator: 'at-least',
  value: 0.15,
}
const screen: ScreenSpec = {
  universe: { of: 'watchlist', id: 'coverage', name: 'Coverage' },
  asOf: 1_700_000_000_000,
  oneCurrency: true,
  groups: [
    {
      kind: 'all',
      bypassed: false,
      conditions: [
        margin,
        { kind: 'security', id: 'sector', field: 'sector', values: ['Industrials'] },
        { kind: 'call', id: 'tone', attribute: 'sentiment', operator: 'above', value: null },
      ],
    },
    {
      kind: 'any',
      bypassed: true,
      conditions: [
        { kind: 'rating', id: 'up', action: 'up', days: 90, value: 1 },
        { kind: 'restatement', id: 'any', field: null, days: 365, value: 0 },
        { kind: 'restatement', id: 'sales', field: 'Revenue', days: 365, value: 0.02 },
        { kind: 'search', id: 'hits', searchId: 'tariffs', name: 'Tariffs', days: 30, value: 2 },
      ],
    },
  ],
  columns: [
    { kind: 'plain', key: 'sector' },
    { kind: 'condition', id: 'margin' },
    { kind: 'figure', field: 'Revenue', period: 'year', measure: 'change' },
  ],
}
const read = (stored: unknown) => readSpec(JSON.stringify(stored))

test('a screen is read as it was left, with conditions of every kind', () => {
  expect(read(screen)).toEqual(screen)
})

test('settings that are none of a screen give none', () => {
  const texts = ['', '{', 'null', '[]', '7', '{}', '{"groups":{}}']
  expect(texts.map(readSpec)).toEqual(texts.map(() => null))
})

test('what is damaged is left out, and the rest of the screen can be drawn', () => {
  const damaged = {
    universe: 'library',
    asOf: 'yesterday',
    oneCurrency: 1,
    groups: [
      null,
      7,
      { kind: 'some', conditions: [margin] },
      { kind: 'all' },
      {
        kind: 'all',
        bypassed: 'no',
        conditions: [
          null,
          'margin',
          { ...margin, id: 3 },
          { ...margin, field: undefined },
          { ...margin, period: 'week' },
          { ...margin, over: 0 },
          { ...margin, operator: '>' },
          { ...margin, value: '15%' },
          { kind: 'security', id: 'sector', field: 'sector', values: 'Industrials' },
          { kind: 'rating', id: 'up', action: 'up', value: 1 },
          { kind: 'unknown', id: 'later' },
        ],
      },
    ],
    columns: ['sector', { kind: 'plain', key: 'shoe size' }, { kind: 'plain', key: 'sector' }],
  }
  expect(read(damaged)).toEqual({
    ...emptySpec,
    groups: [
      { kind: 'all', bypassed: false, conditions: [] },
      {
        kind: 'all',
        bypassed: false,
        conditions: [
          { ...margin, value: null },
          { kind: 'security', id: 'sector', field: 'sector', values: [] },
        ],
      },
    ],
    columns: [{ kind: 'plain', key: 'sector' }],
  })
})
