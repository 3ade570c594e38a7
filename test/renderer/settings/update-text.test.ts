import { describe, expect, test } from 'vitest'
import { releaseText, updateText } from '../../../src/renderer/settings/update-text.ts'

const published = { page: 'https://software.example.com', publishedAt: new Date(2026, 10, 27, 9).getTime() }

describe('what a check for updates found', () => {
  test.each([
    ['0.2.0', 'newer', 'Tearsheet 0.2.0 is available, published 27 Nov 2026. You have 0.1.0.'],
    ['0.1.0', 'same', 'You have the latest version, 0.1.0, published 27 Nov 2026.'],
    ['0.0.9', 'older', 'The latest published version is 0.0.9, published 27 Nov 2026. You have 0.1.0, which is newer.'],
  ] as const)('of %s, which is %s', (version, is, sentence) => {
    expect(updateText({ ...published, version, is }, '0.1.0')).toBe(sentence)
  })
})

test.each([
  ['2026-11-19T09:00:00Z', 'released 19 Nov 2026, today'],
  ['2026-11-20T09:00:00Z', 'released 19 Nov 2026, yesterday'],
  ['2026-11-27T09:00:00Z', 'released 19 Nov 2026, 8 days ago'],
  ['2027-06-27T09:00:00Z', 'released 19 Nov 2026, 7 months ago'],
])('the engine, on %s, was %s', (now, text) => {
  expect(releaseText('2026-11-19', Date.parse(now))).toBe(text)
})
