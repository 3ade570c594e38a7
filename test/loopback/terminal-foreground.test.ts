import { expect, test } from 'vitest'
import { isInForeground } from '#loopback/terminal-foreground.ts'

test.each([
  ['in front', '12 (node) S 11 12 11 34816 12 4194304', true],
  ['behind', '12 (node) S 11 12 11 34816 11 4194304', false],
  ['without a terminal', '12 (node) S 11 12 11 0 -1 4194304', false],
  ['with an odd name', '12 (a) S 1 1 (b) S 11 12 11 34816 12 4194304', true],
  ['on a system that says nothing', '', false],
])('a shell started %s listens for Enter accordingly, so that the system never stops it', (_, stat, expected) => {
  expect(isInForeground(stat)).toBe(expected)
})
