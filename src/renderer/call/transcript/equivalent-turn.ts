/** Finds the turn of another form or version of a call in which the same is said. */

import type { CallReading, Turns } from '#contract/api/calls.ts'
import { turnAtSeconds } from '#contract/api/turns.ts'
import { sameForm } from '../head/call-text.ts'

/** Two turns of one segment id that begin further apart are different ones: each form may number its own. Seconds. */
const sameWithin = 30

/** By its segment id, else by its time; null where neither is known. */
export function equivalentTurn(from: Turns, to: Turns, turn: number): number | null {
  const id = from.segmentId[turn] ?? null
  const same = id === null ? -1 : to.segmentId.indexOf(id)
  const [here, there] = [from.start[turn] ?? null, to.start[same] ?? null]
  if (same >= 0 && (here === null || there === null || Math.abs(here - there) <= sameWithin)) return same
  const begun = from.start.slice(0, turn + 1).findLast((start) => start !== null)
  if (begun === undefined || begun === null || to.start.every((start) => start === null)) return null
  return Math.max(0, turnAtSeconds(to, begun))
}

/** The same, else one with the same words in the same place, else the one that is reached when as large a share of the letters has been read. */
export function nearestTurn(from: Turns, to: Turns, turn: number): number {
  const found = equivalentTurn(from, to, turn)
  if (found !== null) return found
  if (turn < to.text.length && from.text[turn] === to.text[turn]) return turn
  const read = lettersIn(from.text.slice(0, turn)) * lettersIn(to.text)
  const whole = lettersIn(from.text)
  let passed = 0
  const reached = to.text.findIndex((text) => {
    passed += text.length
    return passed * whole > read
  })
  return reached >= 0 ? reached : Math.max(0, to.text.length - 1)
}

/** Whether the turns of both are the same ones, although the words of one may not have arrived. */
export function isSameText(one: CallReading, other: CallReading): boolean {
  return one.hash === other.hash && sameForm(one.form, other.form)
}

function lettersIn(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}
