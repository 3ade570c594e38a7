import { expect, test } from 'vitest'
import { callSheet } from '../../../src/renderer/calls/call-sheet.ts'
import { copiedSheet } from '../../../src/renderer/format/copied-table.ts'
import { listedCall } from './call-entry.ts'

test('calls for a spreadsheet: days as ISO, figures as numbers, what is not known empty, nothing run as a formula', () => {
  const known = {
    ...listedCall('c1', 'POSTPONED', {
      remarks: 0.31,
      answers: -0.02,
      confidence: 0.9,
      questions: 14,
      read: 1,
      played: 0.5,
      notes: 2,
      hits: 3,
    }),
    title: '=HYPERLINK("http://elsewhere.invalid")',
    startedAt: Date.UTC(2026, 9, 21, 12, 30),
    startTime: '2026-10-21T08:30:00-04:00',
    seconds: 3600,
    quarter: { quarter: 'Q3', year: 2026 } as const,
    stored: { turns: 1200, words: 9000, versions: 2, fetchedAt: 0 },
    recording: 'on-disk' as const,
  }
  const sheet = callSheet([known, listedCall('c2')])
  expect(sheet.rows[0]).toEqual([
    ...[
      '2026-10-21',
      '12:30:00',
      'ACME',
      null,
      known.title,
      'Q3 FY2026',
      3600,
      'POSTPONED',
      1200,
      9000,
      2,
      'Downloaded',
    ],
    ...[0.31, -0.02, 0.9, 14, 1, 0.5, 2, 3],
    ...['2026-10-21T08:30:00-04:00', 'c1'],
  ])
  expect(sheet.rows[1]).toEqual([
    null,
    null,
    'ACME',
    null,
    'c2',
    null,
    null,
    'Completed',
    ...[null, null, null, null],
    ...[null, null, null, null, null, null, 0, null],
    null,
    'c2',
  ])
  expect(sheet.heads).toHaveLength(sheet.rows[0]?.length ?? 0)
  expect(copiedSheet(sheet).text).toContain("\t'=HYPERLINK")
})
