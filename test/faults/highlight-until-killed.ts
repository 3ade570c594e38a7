import { createRouterClient } from '@orpc/server'
import { openCore } from '#core/core.ts'

/**
 * Adds a highlight, writes its note and removes it again unless its number can be divided by three, one number after the other; says
 * each number when the desk has confirmed all of it. Ends only by being killed.
 */
const [profile = '', from = ''] = process.argv.slice(2)
const api = createRouterClient(openCore({ profile, version: '0.0.0-test' }).router)
for (let number = Number(from); ; number += 1) {
  const passage = {
    ...{ hash: 'a', firstTurn: number, from: 0, lastTurn: number, to: 4, segmentId: null },
    ...{ quote: 'said', before: '', after: '' },
  }
  const { id } = await api.notes.add({ callId: 'a', passage, color: 'red', note: '' })
  await api.notes.edit({ id, note: `note ${number}` })
  await api.notes.savePosition({ callId: 'a', seconds: number, turn: number })
  if (number % 3 !== 0) await api.notes.remove({ id })
  process.stdout.write(`${number}\n`)
}
