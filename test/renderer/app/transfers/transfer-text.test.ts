import { expect, test } from 'vitest'
import {
  amountOf,
  fileTitle,
  paceOf,
  percentOf,
  verificationOf,
} from '../../../../src/renderer/app/transfers/transfer-text.ts'

test('a download says how much of how much, the unit once where it is the same', () => {
  expect([
    amountOf({ bytes: 12_300_000, total: 41_200_000 }),
    amountOf({ bytes: 900_000, total: 41_200_000 }),
    amountOf({ bytes: 900_000, total: null }),
  ]).toEqual(['12.3 of 41.2 MB', '900 KB of 41.2 MB', '900 KB'])
})

test('speed and time left are said only while something moves, and as far as they are known', () => {
  const of = (bytes: number, total: number | null, speed: number | null) => paceOf({ bytes, total, speed })
  expect([
    of(0, 30_000_000, 2_100_000),
    of(0, 10_000_000_000, 1_000_000),
    of(0, 600_000_000, 1_000_000),
    of(5, null, 1_000),
    of(5, 10, null),
    of(5, 10, 0),
  ]).toEqual(['2.1 MB/s, 15 s left', '1.0 MB/s, 2 h 47 min left', '1.0 MB/s, 10 min left', '1 KB/s', '', ''])
})

test('no download is at 100 % before it is there', () => {
  expect([
    percentOf({ bytes: 999, total: 1000 }),
    percentOf({ bytes: 1000, total: 1000 }),
    percentOf({ bytes: 1, total: null }),
  ]).toEqual([99, 99, null])
})

test('a quality to choose has a name even where the service gives none', () => {
  const offer = { format: 1, quality: 'high', contentType: 'audio/mpeg', bytes: 41_200_000, refused: null }
  expect([
    fileTitle(offer),
    fileTitle({ ...offer, quality: null, contentType: 'audio/x-wav', bytes: null }),
    fileTitle({ ...offer, quality: null, contentType: null, bytes: null }),
    fileTitle({ ...offer, format: -1, quality: null, contentType: null, bytes: null }),
  ]).toEqual(['high, MP3, 41.2 MB', 'WAV', 'File 2', 'Original file'])
})

test('what could not be checked is not called verified, and a size that differs is shown with the real one', () => {
  const file = { bytes: 1_001_000, stated: 977, pack: null }
  expect(
    (['size', 'length', 'differs', 'no', null] as const).map((verified) => verificationOf({ ...file, verified })),
  ).toEqual([
    'verified',
    'verified',
    'unverified: 1,001,000 bytes stored, the service states 977',
    'unverified: the service does not state a size',
    '',
  ])
})

test('a file that came in a pack says so, whether it is verified or not', () => {
  const pack = { author: 'Ada', madeAt: Date.UTC(2025, 8, 27, 12) }
  const of = (verified: 'size' | 'no') => verificationOf({ bytes: 20, stated: null, verified, pack })
  expect(of('no')).toBe('unverified, from a pack made by Ada on 27 Sep 2025')
  expect(of('size')).toBe('verified, from a pack made by Ada on 27 Sep 2025')
})
