import { expect, test } from 'vitest'
import { readOffset, timesSentence } from '../../../src/renderer/call/times/timestamp-settings.ts'

test('an offset is read as seconds or minutes and seconds, and refused beyond two hours', () => {
  expect(['4.5', '-12', '1:30', '−0:05', '', '2,5'].map(readOffset)).toEqual([4.5, -12, 90, -5, 0, 2.5])
  expect(['7201', '121:00', 'soon', '1:75', '1:2:3'].map(readOffset)).toEqual([null, null, null, null, null])
})

test('the status bar says how the unit is known, and what is added', () => {
  const times = { unit: 'seconds', how: 'inferred', explanation: '', offset: 0 } as const
  expect(timesSentence(times)).toBe('Timestamps in seconds (inferred)')
  expect(timesSentence({ ...times, how: 'set', offset: -4.5 })).toBe('Timestamps in seconds (set), −4.5 s')
  expect(timesSentence({ ...times, unit: null, how: 'unknown' })).toBe('Timestamp unit unknown')
})
