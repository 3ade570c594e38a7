import { expect, test } from 'vitest'
import type { CallChunk, CallReading } from '#contract/api/calls.ts'
import { toJsonText } from '#contract/api/serialized-json.ts'
import { takeTurnChunk } from '#contract/api/turns.ts'
import { readCallChunks } from '../../../src/renderer/app/read-call-chunks.ts'
import { estimateHeights } from '../../../src/renderer/call/transcript/estimate-heights.ts'
import { madeCall, said } from '../call/made-call.ts'

const call = madeCall(
  ['Welcome to the call.', 'Margins widened, and more than that.', 'Thank you.'].map((text, who) => said(who, text)),
)

async function* sent(): AsyncGenerator<CallChunk> {
  const { turns, ...head } = call
  const outline = toJsonText({ speaker: turns.speaker, letters: turns.text.map(({ length }) => length) })
  yield { call: { ...head, outline }, chunks: [takeTurnChunk(turns, 1, 1)] }
  yield { call: null, chunks: [takeTurnChunk(turns, 0, 1), takeTurnChunk(turns, 2, 1)] }
}

test('a call is drawn with the turns that came first, and is whole with the last', async () => {
  const begun: CallReading[] = []
  const whole = await readCallChunks(sent(), (reading) => begun.push(reading))
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
  await expect(readCallChunks(broken(), () => undefined)).rejects.toThrow('missing')
})

test('what has not come stands as high as it will, so that nothing moves when it is there', async () => {
  const setting = { width: 200, fontSize: 17, lineHeight: 28 }
  const begun: CallReading[] = []
  await readCallChunks(sent(), (reading) => begun.push(reading))
  expect(begun.map((reading) => estimateHeights(reading, setting))).toEqual([estimateHeights(call, setting)])
})
