import { expect, test } from 'vitest'
import type { CallChunk } from '#contract/api/calls.ts'
import { outlinedTurns, putTurnChunk } from '#contract/api/turns.ts'
import { overWebSocket } from '../over-transport.ts'
import { callOnWire, callsSetup, readable, transcribed } from './calls-service.ts'

const form = { format: 'json', clean: false } as const
const lines = Array.from({ length: 1700 }, (_, turn) => `${turn % 2 ? 'Jane Doe' : 'Ann Poe'}: Turn ${turn}.`)

async function longCall() {
  const setup = await callsSetup()
  setup.resource.calls = [callOnWire('a', transcribed(...lines))]
  await setup.open('a')
  const pieces = async (more: { turn?: number } = {}) => {
    const came: CallChunk[] = []
    for await (const piece of await setup.api.calls.open({ callId: 'a', form, freshness: 'library', ...more }))
      came.push(piece)
    return came
  }
  return { ...setup, pieces }
}

/** What can be painted when no more than this piece is there. */
function textsOf(piece: CallChunk | undefined): string[] {
  if (!piece?.call) throw new Error('the first piece has no call')
  const turns = outlinedTurns(piece.call.outline)
  for (const chunk of piece.chunks) putTurnChunk(turns, chunk)
  return turns.text
}

test.each([0, 480, 1699, 5000])('a long call comes with the turns around turn %i first', async (turn) => {
  const { pieces } = await longCall()
  const came = await pieces({ turn })
  const first = textsOf(came[0])
  for (const near of [turn - 40, turn, turn + 40]) {
    if (near >= 0 && near < lines.length) expect(first[near]).toBe(`Turn ${near}.`)
  }
  expect(first.filter((text) => text.trim() !== '').length).toBeLessThanOrEqual(1000)
  expect(first.map((text) => text.length)).toEqual(lines.map((line) => line.split(': ')[1]?.length))
  expect(came.slice(1).every(({ call }) => call === null)).toBe(true)
})

test('and, when nothing else is requested, with those where reading stopped; all pieces make the call', async () => {
  const { api, pieces } = await longCall()
  await api.notes.savePosition({ callId: 'a', turn: 1200 })
  const came = await pieces()
  expect(textsOf(came[0])[1200]).toBe('Turn 1200.')
  const whole = await readable(await api.calls.open({ callId: 'a', form, freshness: 'library' }))
  expect(whole.turns.text).toEqual(lines.map((line) => line.split(': ')[1]))
  expect(whole.turns.start.at(-1)).toBe(16_990)
  expect([...new Set(whole.turns.speaker)]).toEqual([0, 1])
})

test('a call is never taken for whole when the line breaks between its pieces', async () => {
  const { core } = await longCall()
  const line = await overWebSocket(core)
  const pieces = await line.api.calls.open({ callId: 'a', form, freshness: 'library' })
  const reading = (async () => {
    for await (const _ of pieces) line.hangUp()
  })()
  await expect(reading).rejects.toThrow()
})
