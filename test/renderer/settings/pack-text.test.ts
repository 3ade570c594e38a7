import { expect, test } from 'vitest'
import { openedText, periodsText } from '../../../src/renderer/settings/storage/pack-text.ts'

test.each([
  [null, 10, ''],
  [
    { from: '2023-01-01', to: '2025-12-31' },
    10,
    'The pack holds periods from 1 Jan 2023 to 31 Dec 2025. Growth, LTM and metrics of its first periods are n/a where they need earlier ones.',
  ],
  [{ from: '2023-01-01', to: null }, 0, 'The pack holds periods from 1 Jan 2023.'],
  [{ from: null, to: '2025-12-31' }, 10, 'The pack holds periods to 31 Dec 2025.'],
])('a pack of the periods %j with %i fiscal periods says “%s”', (periods, fiscalPeriods, text) => {
  expect(periodsText(periods, { periods: fiscalPeriods })).toBe(text)
})

test('a pack that brought nothing new says which periods it holds', () => {
  const added = Object.fromEntries(
    ['companies', 'securities', 'periods', 'calls', 'transcripts', 'recordings', 'ratings', 'news', 'notes'].map(
      (kind) => [kind, 0],
    ),
  )
  const others = { searches: 0, comparisons: 0, watchlists: 0, metrics: 0, corrections: 0 }
  const counts = { ...added, ...others } as Parameters<typeof openedText>[0]['added']
  const periods = { from: '2023-01-01', to: null }
  expect(openedText({ periods, added: counts, changed: 0, older: 0 })).toBe(
    'Everything in it was stored already. The pack holds periods from 1 Jan 2023.',
  )
})
