import { describe, expect, test } from 'vitest'
import {
  partIn,
  passageAt,
  trimmedPosition,
  turnPosition,
  wordsAt,
} from '../../../src/renderer/call/transcript/passages.ts'
import { madeCall, said } from './made-call.ts'

const texts = ['Thank you.', 'Margins rose by 50 basis points.', 'We expect more.']
const call = madeCall(texts.map((text) => said(1, text)))

describe('a passage that is highlighted', () => {
  test('holds its words and those around it, across turns', () => {
    const position = { firstTurn: 1, from: 8, lastTurn: 2, to: 9 }
    expect(passageAt(call, position)).toEqual({
      hash: 'aa',
      ...position,
      segmentId: 2,
      quote: 'rose by 50 basis points.\nWe expect',
      before: 'Thank you.\nMargins ',
      after: ' more.',
    })
  })

  test('leaves out blanks at its ends, and the turn after it that a triple click reaches into', () => {
    expect(trimmedPosition(texts, { firstTurn: 1, from: 7, lastTurn: 2, to: 0 })).toEqual({
      firstTurn: 1,
      from: 8,
      lastTurn: 1,
      to: 32,
    })
    expect(trimmedPosition(texts, { firstTurn: 0, from: 5, lastTurn: 0, to: 6 })).toBeNull()
  })

  test('without a selection it is the whole turn', () => {
    const position = turnPosition(texts, 2)
    expect(position && wordsAt(texts, position)).toBe('We expect more.')
    expect(turnPosition(['  '], 0)).toBeNull()
  })

  test('is not kept when it is longer than the desk keeps', () => {
    const long = madeCall([said(1, 'word '.repeat(5000))])
    expect(passageAt(long, { firstTurn: 0, from: 0, lastTurn: 0, to: 24_000 })).toBeNull()
  })

  test('is drawn turn by turn', () => {
    const position = { firstTurn: 0, from: 6, lastTurn: 2, to: 2 }
    expect([0, 1, 2, 3].map((turn) => partIn(texts, position, turn))).toEqual([[6, 10], [0, 32], [0, 2], null])
  })
})
