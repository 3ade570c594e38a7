import { afterEach, expect, test } from 'vitest'
import { usualNumberFormat } from '#contract/api/number-format.ts'
import { writeNumbersAs } from '../../../src/renderer/format/number-format.svelte.ts'
import { timesSentence, unitSentence } from '../../../src/renderer/call/times/times-text.ts'
import { readOffset } from '../../../src/renderer/call/times/timestamp-settings.ts'

afterEach(() => writeNumbersAs(usualNumberFormat))

test('an offset is read as seconds or minutes and seconds, and refused beyond two hours', () => {
  expect(['4.5', '-12', '1:30', '−0:05', '', '2,5'].map(readOffset)).toEqual([4.5, -12, 90, -5, 0, 2.5])
  expect(['7201', '121:00', 'soon', '1:75', '1:2:3'].map(readOffset)).toEqual([null, null, null, null, null])
})

test('the status bar says how the unit is known, and what is added', () => {
  const times = { unit: 'seconds', how: 'inferred', evidence: { kind: 'no-times' }, offset: 0 } as const
  expect(timesSentence(times)).toBe('Timestamps in seconds (inferred)')
  expect(timesSentence({ ...times, how: 'set', offset: -4.5 })).toBe('Timestamps in seconds (set), −4.5 s')
  expect(timesSentence({ ...times, unit: null, how: 'unknown' })).toBe('Timestamp unit unknown')
})

test('how the unit is known has its numbers in the number format that the user chose', () => {
  writeNumbersAs('de-DE')
  const times = { unit: 'seconds', how: 'inferred', offset: 0 } as const
  const sentenceBy = (by: 'call' | 'words', value: number) =>
    unitSentence({ ...times, evidence: { kind: 'matched', lastEnd: 3580.5, by, value } })
  expect(sentenceBy('call', 3600)).toBe('Read as seconds: the last turn ends at 3.580,5, and the call lasted 3.600 s.')
  expect(sentenceBy('words', 8000)).toBe(
    'Read as seconds: the last turn ends at 3.580,5, and the transcript has 8.000 words.',
  )
})
