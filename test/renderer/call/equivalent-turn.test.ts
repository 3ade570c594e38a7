import { describe, expect, test } from 'vitest'
import { nearestTurn } from '../../../src/renderer/call/transcript/equivalent-turn.ts'
import { madeCall } from './made-call.ts'

/** Turns without times or ids, of so many letters each. */
function turnsOf(letters: readonly number[], letter = 'a') {
  const { turns } = madeCall(letters.map((count) => ({ who: 1, text: letter.repeat(count), start: null, end: null })))
  return { ...turns, segmentId: letters.map(() => null) }
}

/** Remarks are long, questions and answers short. */
const call = [...Array.from({ length: 20 }, () => 3000), ...Array.from({ length: 180 }, () => 150)]

describe('a reader who changes to a transcript without times', () => {
  test.each([0, 5, 19, 20, 150, 199])('with the same words stays at the turn: %i', (turn) => {
    expect(nearestTurn(turnsOf(call), turnsOf(call), turn)).toBe(turn)
  })

  test.each([0, 5, 19, 20, 150, 199])('in another language, of as many turns, stays at the turn: %i', (turn) => {
    const translated = turnsOf(
      call.map((letters) => letters * 2),
      'b',
    )
    expect(nearestTurn(turnsOf(call), translated, turn)).toBe(turn)
  })

  test('whose remarks are divided into paragraphs stays at the words', () => {
    const divided = turnsOf(call.flatMap((letters) => (letters === 3000 ? [1000, 1000, 1000] : [letters])))
    expect(nearestTurn(turnsOf(call), divided, 5)).toBe(15)
    expect(nearestTurn(divided, turnsOf(call), 16)).toBe(5)
  })

  test('that is shorter, or has no words yet, stays within it', () => {
    expect(nearestTurn(turnsOf([10, 10, 10]), turnsOf([20], 'b'), 2)).toBe(0)
    expect(nearestTurn(turnsOf([10, 10, 10]), turnsOf([0, 0]), 2)).toBe(1)
    expect(nearestTurn(turnsOf([10]), turnsOf([]), 0)).toBe(0)
  })
})
