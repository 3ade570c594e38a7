import { describe, expect, test } from 'vitest'
import {
  arrangedParts,
  canMove,
  movedPart,
  shownParts,
  withShown,
} from '../../../../src/renderer/company/overview/overview-layout.ts'

describe('the parts of an overview', () => {
  test('stand in their usual order, all of them, until something is chosen', () => {
    expect(shownParts([], 'main')).toEqual(['figures', 'charts'])
    expect(shownParts([], 'lists')).toEqual(['filing-text', 'restatements', 'library'])
    expect(shownParts([], 'side')).toEqual(['call', 'ratings', 'news'])
  })

  test('move within their column and stop at its ends', () => {
    const moved = movedPart([], 'news', -1)
    expect(shownParts(moved, 'side')).toEqual(['call', 'news', 'ratings'])
    expect(shownParts(movedPart(moved, 'call', -1), 'side')).toEqual(['call', 'news', 'ratings'])
    expect(canMove([], 'call', -1)).toBe(false)
    expect(canMove([], 'library', 1)).toBe(false)
    expect(canMove([], 'call', 1)).toBe(true)
  })

  test('are hidden and come back where they were', () => {
    const hidden = withShown([], 'ratings', false)
    expect(shownParts(hidden, 'side')).toEqual(['call', 'news'])
    expect(shownParts(withShown(hidden, 'ratings', true), 'side')).toEqual(['call', 'ratings', 'news'])
  })

  test('that an earlier version did not know are shown, and one that is named twice stands once', () => {
    const stored = [
      { part: 'news', shown: true },
      { part: 'news', shown: false },
      { part: 'call', shown: false },
    ] as const
    expect(shownParts([...stored], 'side')).toEqual(['news', 'ratings'])
    expect(arrangedParts([...stored])).toHaveLength(8)
  })
})
