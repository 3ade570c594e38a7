import { expect, test } from 'vitest'
import { stretchOf } from '../../../src/renderer/ui/text-stretch.svelte.ts'

test('columns are as wide as drawn where nobody spaces out words, and wider by what the spacing of WCAG 1.4.12 adds', () => {
  expect(stretchOf({ letters: 0, words: 0, size: 12 })).toBe(1)
  expect(stretchOf({ letters: 0.12 * 12, words: 0.16 * 12, size: 12 })).toBeCloseTo(1.33, 2)
})

test('letters that are closer together leave columns as they are', () => {
  expect(stretchOf({ letters: -0.12, words: 0, size: 12 })).toBe(1)
})
