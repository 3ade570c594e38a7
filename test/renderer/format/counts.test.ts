import { expect, test } from 'vitest'
import { formatBytes, formatCounted } from '../../../src/renderer/format/counts.ts'
import { formatBasisPoints, formatChange, formatGrowth } from '../../../src/renderer/format/figures.ts'
import { toneOf } from '../../../src/renderer/format/tone.ts'

test('sizes are shown in the unit that keeps them short', () => {
  expect([0, 512, 999, 1000, 12_345, 999_499, 999_500, 41_200_000, 3_400_000_000, 2.5e15].map(formatBytes)).toEqual([
    '0 B',
    '512 B',
    '999 B',
    '1 KB',
    '12 KB',
    '999 KB',
    '1.0 MB',
    '41.2 MB',
    '3.40 GB',
    '2,500.00 TB',
  ])
})

test('one is not many', () => {
  expect([formatCounted(1, 'call'), formatCounted(1204, 'call'), formatCounted(2, 'company', 'companies')]).toEqual([
    '1 call',
    '1,204 calls',
    '2 companies',
  ])
})

test('only a change for better or worse is colored: never a cost, never what has no meaning', () => {
  expect([
    toneOf(0.1, 'up', '+10.0%'),
    toneOf(-0.1, 'up', '(10.0%)'),
    toneOf(0.1, 'neither', '+10.0%'),
    toneOf(0, 'up', '-'),
    toneOf('n.m.', 'up', 'n.m.'),
    toneOf(null, 'up', 'n/a'),
    toneOf(Infinity, 'up', 'n/a'),
  ]).toEqual(['up', 'down', '', '', '', '', ''])
})

test('a change that is written as zero is neither red nor signed: nobody reads a fall into 0.00', () => {
  const written = [formatChange(-0.004, 'score'), formatGrowth(-0.0004), formatBasisPoints(0.00002)]
  expect(written).toEqual(['0.00', '0.0%', '0'])
  expect(written.map((text) => toneOf(-0.004, 'up', text))).toEqual(['', '', ''])
})
