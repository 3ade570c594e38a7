import { describe, expect, test } from 'vitest'
import { TurnHeights } from '../../../src/renderer/call/transcript/turn-heights.ts'

describe('heights of turns', () => {
  test('say which turn is at a height, at edges too', () => {
    const heights = new TurnHeights([10, 20, 30])
    expect([-5, 0, 9.9, 10, 29, 30, 59, 60, 999].map((offset) => heights.at(offset))).toEqual([
      0, 0, 0, 1, 1, 2, 2, 2, 2,
    ])
    expect(heights.total).toBe(60)
  })

  test('a turn that turns out higher moves all that follow it, and nothing before it', () => {
    const heights = new TurnHeights([10, 20, 30, 40])
    expect(heights.top(3)).toBe(60)
    expect(heights.measure(1, 25)).toBe(true)
    expect([0, 1, 2, 3, 4].map((turn) => heights.top(turn))).toEqual([0, 10, 35, 65, 105])
    expect(heights.measure(1, 25)).toBe(false)
  })

  test('an empty call has no turn and no height', () => {
    const heights = new TurnHeights([])
    expect([heights.at(0), heights.total, heights.top(3)]).toEqual([-1, 0, 0])
  })
})
