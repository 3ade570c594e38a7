import { expect, test } from 'vitest'
import { restartAfter, restartLimits } from '#main/restart-policy.ts'
import { zoomed } from '#main/zoom.ts'

test('what dies is started again at once, then ever later, then not at all', () => {
  let deaths: readonly number[] = []
  const waits = [0, 1000, 2000, 3000, 4000].map((now) => {
    const restart = restartAfter(deaths, now)
    deaths = restart.deaths
    return restart.wait
  })
  expect(waits).toEqual([250, 500, 1000, 2000, null])
})

test('what has lived for a while counts as sound again', () => {
  const { wait, deaths } = restartAfter([0, 10, 20, 30], restartLimits.within + 31)
  expect({ wait, deaths }).toEqual({ wait: 250, deaths: [restartLimits.within + 31] })
})

test('the longest wait is bearable', () => {
  const limits = { deaths: 100, within: 1e9, firstWait: 250, longestWait: 10_000 }
  expect(
    restartAfter(
      Array.from({ length: 50 }, () => 0),
      1,
      limits,
    ).wait,
  ).toBe(10_000)
})

test('the letters grow and shrink within reason, and go back', () => {
  expect([zoomed(0, 'in'), zoomed(4, 'in'), zoomed(0, 'out'), zoomed(-3, 'out'), zoomed(2.5, 'reset')]).toEqual([
    0.5, 4, -0.5, -3, 0,
  ])
})
