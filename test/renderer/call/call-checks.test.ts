import { expect, test } from 'vitest'
import { CallChecks } from '../../../src/renderer/call/checks/call-checks.svelte.ts'

const check = { correction: 'We sold fifty million units.', author: 'ada', at: 1 }
const sold = 'We sold fifteen million units.'
const words = (occurrence: number) => ({ callId: 'a', text: sold, occurrence })

/** The checks of a call whose queue lists no turn: it has more unsure ones than are read, or none. */
async function checksIn(texts: readonly string[], ...of: readonly ReturnType<typeof words>[]): Promise<CallChecks> {
  const turnChecks = {
    list: () => Promise.resolve({ passages: [], next: { callId: 'a', turn: 500 } }),
    ofCall: () => Promise.resolve({ checks: of.map((each) => ({ words: each, check })) }),
  }
  const checks = new CallChecks('a', { core: { turnChecks }, changes: { listen: () => () => {} }, texts: () => texts })
  await checks.read()
  return checks
}

test('a correction is shown and found also of a turn that is not in the list of unsure turns', async () => {
  const checks = await checksIn(['Welcome.', sold], words(0))
  expect(checks.of(1)).toEqual(check)
  expect([...checks.corrections]).toEqual([[1, check.correction]])
  expect(checks.passages).toEqual([])
})

test('a check is of its own turn among those with the same words, and of none where the words are others', async () => {
  const checks = await checksIn([sold, 'Welcome.', sold], words(1))
  expect([...checks.corrections.keys()]).toEqual([2])
  expect([...(await checksIn(['We sold sixteen million units.'], words(0))).corrections]).toEqual([])
})
