import { expect, test } from 'vitest'
import type { CallPiece, CallReading, Turns } from '#contract/desk/calls.ts'
import { readPieces } from '../../../src/renderer/call/read-pieces.ts'
import { estimateHeights } from '../../../src/renderer/call/transcript/estimate.ts'
import { madeCall, said } from './made-call.ts'

const call = madeCall(
  ['Welcome to the call.', 'Margins widened, and more than that.', 'Thank you.'].map((text, who) => said(who, text)),
)

/** Some turns of the call, as they are sent. */
function stretchOf(first: number, last: number) {
  const columns = Object.entries(call.turns).map(([name, column]: [string, unknown[]]) => [
    name,
    column.slice(first, last + 1),
  ])
  return { first, turns: JSON.stringify(Object.fromEntries(columns) as Turns) }
}

async function* sent(): AsyncGenerator<CallPiece> {
  const { turns, ...head } = call
  const outline = JSON.stringify({ speaker: turns.speaker, letters: turns.text.map(({ length }) => length) })
  yield { call: { ...head, outline }, stretches: [stretchOf(1, 1)] }
  yield { call: null, stretches: [stretchOf(0, 0), stretchOf(2, 2)] }
}

test('a call is drawn with the turns that came first, and is whole with the last', async () => {
  const begun: CallReading[] = []
  const whole = await readPieces(sent(), (reading) => begun.push(reading))
  expect(whole).toEqual(call)
  expect(begun.map(({ turns }) => turns.text.map((text) => text.trim()))).toEqual([
    ['', 'Margins widened, and more than that.', ''],
  ])
})

test('a call of which pieces are missing is not taken for whole', async () => {
  const broken = async function* () {
    for await (const piece of sent()) {
      yield piece
      return
    }
  }
  await expect(readPieces(broken(), () => undefined)).rejects.toThrow('missing')
})

test('what has not come stands as high as it will, so that nothing moves when it is there', async () => {
  const setting = { width: 200, fontSize: 17, lineHeight: 28 }
  const begun: CallReading[] = []
  await readPieces(sent(), (reading) => begun.push(reading))
  expect(begun.map((reading) => estimateHeights(reading, setting))).toEqual([estimateHeights(call, setting)])
})
