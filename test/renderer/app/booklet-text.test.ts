import { expect, test } from 'vitest'
import { bookletReady } from '../../../src/renderer/app/booklet-text.ts'

test('what is read out of a booklet names the companies that are not in it, and why', () => {
  const pages: readonly HTMLElement[] = []
  const failed = [{ symbol: 'KSTM', failure: { kind: 'defect' } as const }]
  expect([bookletReady({ pages, failed: [] }), bookletReady({ pages, failed })]).toEqual([
    'Booklet ready: 0 pages.',
    'Booklet ready: 0 pages. Not included: KSTM: Unexpected error. It was logged, and no data was lost.',
  ])
})
