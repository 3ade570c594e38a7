import { expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'

test('a wait until a moment never ends before it: what was to go on then would find it too early, and stop for good', async () => {
  const early: number[] = []
  const waitUntil = async (until: number) => {
    await systemClock.wait(until - systemClock.monotonic())
    const left = until - systemClock.monotonic()
    if (left > 0) early.push(left)
  }
  const now = systemClock.monotonic()
  await Promise.all(Array.from({ length: 300 }, (_, index) => waitUntil(now + 1 + index * 0.73)))
  expect(early).toEqual([])
})

test('a wait of months does not end at once', async () => {
  const over = new AbortController()
  const long = systemClock.wait(2 ** 32, over.signal).then(() => 'the wait of months')
  const ended = await Promise.race([long, systemClock.wait(20).then(() => 'the short wait')])
  over.abort()
  await expect(long).rejects.toThrow()
  expect(ended).toBe('the short wait')
})

test('a wait that was aborted before it began is rejected, however short it was', async () => {
  await expect(systemClock.wait(0, AbortSignal.abort())).rejects.toThrow()
})
