import { describe, expect, test } from 'vitest'
import { turnAtSeconds } from '#contract/api/turns.ts'
import { endOf, sentenceAt } from '#contract/api/turn-at-time.ts'
import { madeCall } from './made-call.ts'

const { turns } = madeCall([
  { who: 0, text: 'Welcome.', start: 2, end: 4 },
  { who: 1, text: 'One two three. Four five six.', start: 10, end: 20 },
  { who: 1, text: 'No time.', start: null, end: null },
  { who: 2, text: 'Last.', start: 30, end: null },
])

describe('what is spoken', () => {
  test('is the last turn that has begun, also in a pause and where turns have no time', () => {
    expect([0, 2, 5, 10, 25, 30, 999].map((seconds) => turnAtSeconds(turns, seconds))).toEqual([-1, 0, 0, 1, 1, 3, 3])
    const start = [0, null, 8, null, null, null, 40]
    expect([7, 20, 50].map((seconds) => turnAtSeconds({ start }, seconds))).toEqual([0, 2, 6])
    expect(turnAtSeconds({ start: [null, null] }, 5)).toBe(-1)
    expect(turnAtSeconds({ start: [] }, 5)).toBe(-1)
  })

  test('a turn without an end lasts until the next that has a time', () => {
    expect(endOf({ start: [0, null, 9], end: [null, null, null] }, 0)).toBe(9)
    expect(endOf(turns, 3)).toBeNull()
  })

  test('goes from sentence to sentence with the share of the time', () => {
    const sentence = (seconds: number) => {
      const found = sentenceAt(turns, 1, seconds, 'en')
      return found && turns.text[1]?.slice(...found)
    }
    expect([10, 14, 16, 20].map(sentence)).toEqual([
      'One two three.',
      'One two three.',
      'Four five six.',
      'Four five six.',
    ])
    expect(sentenceAt(turns, 2, 5, 'en')).toBeNull()
  })
})
