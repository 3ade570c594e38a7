import { expect, test } from 'vitest'
import { ListCursor } from '../../../src/renderer/ui/list-cursor.svelte.ts'
import { InputState } from '../in-effect-root.svelte.ts'

/** A cursor over a list of letters. */
function cursorOver(letters: string) {
  const list = new InputState([...letters])
  const cursor = new ListCursor(
    () => list.value,
    (letter) => letter,
  )
  return {
    cursor,
    becomes: (next: string) => {
      list.value = [...next]
      return cursor.item
    },
  }
}

test('the first turn of a list stays the one that is played and confirmed when turns of a later call come above it', () => {
  const { cursor, becomes } = cursorOver('abc')
  expect(cursor.item).toBe('a')
  expect(becomes('xabc')).toBe('a')
  expect([becomes('xbc'), becomes('yxbc'), cursor.row]).toEqual(['b', 'b', 2])
})

test('where the current item leaves with others around it, the next one that stays is current, else the last', () => {
  const { cursor, becomes } = cursorOver('abcdef')
  cursor.moveTo(2)
  expect([becomes('aef'), becomes('a'), becomes('xyz')]).toEqual(['e', 'a', 'x'])
})

test('an item that comes back is current again, unless another was chosen meanwhile', () => {
  const { cursor, becomes } = cursorOver('abc')
  cursor.moveTo(1)
  expect([becomes('ac'), becomes('xac'), becomes('xabc')]).toEqual(['c', 'c', 'b'])
  expect(becomes('xac')).toBe('c')
  cursor.moveTo(2)
  expect(becomes('xabc')).toBe('c')
})

test('a list that is empty for a while loses nothing, and no move leaves it', () => {
  const { cursor, becomes } = cursorOver('abc')
  cursor.moveTo(9)
  expect(cursor.item).toBe('c')
  expect([becomes(''), cursor.row]).toEqual([undefined, -1])
  cursor.moveTo(0)
  expect(becomes('abc')).toBe('c')
})
