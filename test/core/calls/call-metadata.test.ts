import { expect, test } from 'vitest'
import { recordingFactRows } from '#core/calls/call-metadata.ts'

test.each([
  ['seconds', 195, '3:15'],
  ['an hour and more', 3730, '1:02:10'],
  ['milliseconds', 3_600_000, '1:00:00'],
  ['what can be no length of a call', 900_000_000, '900000000'],
])('the duration of a recording is read as a time, given in %s', (_unit, duration, value) => {
  const record = { recording: { duration } } as Parameters<typeof recordingFactRows>[0]
  expect(recordingFactRows(record)).toEqual([{ label: 'Duration', value, bytes: null }])
})

test('the sizes of a recording and of its files are numbers, which the window writes in its own format', () => {
  const formats = [{ quality: 'high', content_type: 'audio/mpeg', size: 782_099 }, { quality: 'low' }]
  expect(recordingFactRows({ recording: { total_size: 1_145_688, formats } })).toEqual([
    { label: 'Size', value: '', bytes: 1_145_688 },
    { label: 'Format 1', value: 'high · audio/mpeg', bytes: 782_099 },
    { label: 'Format 2', value: 'low', bytes: null },
  ])
})
