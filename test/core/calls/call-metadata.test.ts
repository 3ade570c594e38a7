import { expect, test } from 'vitest'
import { recordingFacts } from '../../../src/core/calls/call-metadata.ts'

test.each([
  ['seconds', 195, '3:15'],
  ['an hour and more', 3730, '1:02:10'],
  ['milliseconds', 3_600_000, '1:00:00'],
  ['what can be no length of a call', 900_000_000, '900000000'],
])('the duration of a recording is read as a time, given in %s', (_unit, duration, value) => {
  const record = { recording: { duration } } as Parameters<typeof recordingFacts>[0]
  expect(recordingFacts(record)).toEqual([{ label: 'Duration', value }])
})
