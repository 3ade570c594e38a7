import { expect, test } from 'vitest'
import { lineOf } from '../../../src/renderer/call/map/draw-map.ts'
import { highlightColorOrder } from '../../../src/renderer/call/highlight-colors.ts'

test('on the map of a call the highlights of each color have a line of their own, however short they are', () => {
  const lines = highlightColorOrder.map((color) => JSON.stringify(lineOf(color, 6)))
  expect(new Set(lines).size).toBe(highlightColorOrder.length)
})

test('a line of the map stays within its highlight', () => {
  for (const color of highlightColorOrder)
    for (const height of [6, 7, 25])
      for (const [left, top, wide, high] of lineOf(color, height)) {
        expect(left + wide).toBeLessThanOrEqual(4)
        expect(top + high).toBeLessThanOrEqual(height)
      }
})
