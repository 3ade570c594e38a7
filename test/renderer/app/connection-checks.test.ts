import { expect, test } from 'vitest'
import { checkRepeatedly } from '../../../src/renderer/app/connection-checks.ts'
import { ManualTime } from '../manual-time.ts'

test('a service that does not respond is checked after ever longer pauses, never while a check is under way, and no more once it does', async () => {
  const time = new ManualTime()
  const pending: (() => void)[] = []
  let checks = 0
  const check = () => {
    checks += 1
    return new Promise<void>((resolve) => pending.push(resolve))
  }
  const stop = checkRepeatedly(check, time.after)
  const checksAfter = async (seconds: number) => {
    time.pass(seconds * 1000)
    const counted = checks
    pending.splice(0).forEach((end) => end())
    await Promise.resolve()
    return counted
  }
  expect([await checksAfter(9), await checksAfter(1), await checksAfter(19), await checksAfter(1)]).toEqual([
    0, 1, 1, 2,
  ])
  time.pass(3_600_000)
  expect(checks).toBe(3)
  pending.splice(0).forEach((end) => end())
  await Promise.resolve()
  expect([await checksAfter(79), await checksAfter(1)]).toEqual([3, 4])
  for (let round = 0; round < 4; round += 1) await checksAfter(300)
  expect([checks, await checksAfter(299), await checksAfter(1)]).toEqual([8, 8, 9])
  stop()
  expect(await checksAfter(3600)).toBe(9)
})
