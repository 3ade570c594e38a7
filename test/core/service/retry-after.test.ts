import { describe, expect, test } from 'vitest'
import type { Failure } from '#contract/failure.ts'
import {
  FinalFailure,
  pauseAfter,
  RetryBudget,
  defaultRetries,
  retryAfterDelay,
  withRetries,
} from '#core/service/retry.ts'
import { SendFailure } from '#core/service/send-failure.ts'
import { HastyClock } from '../clocks.ts'

const busy: Failure = { kind: 'service-error', status: 503 }

/** What came of attempts that fail with these in turn and then succeed, by the policy in use, without a gate that waits as well. */
async function tried(
  errors: readonly Error[],
  { random = 0, budget = new RetryBudget(), policy = defaultRetries } = {},
) {
  const clock = new HastyClock()
  let attempts = 0
  const attempt = () => {
    const error = errors[attempts]
    attempts += 1
    return error ? Promise.reject(error) : Promise.resolve('answered')
  }
  const tools = { policy, budget, clock, random: () => random, signal: new AbortController().signal }
  const outcome = await withRetries(attempt, tools).catch((error: unknown) => error)
  return { outcome, attempts, waited: clock.waited }
}

describe('a service that requires a pause (N2, W19)', () => {
  test.each([
    ['so long', 7, 0, [7000]],
    ['less than anybody waits anyway', 1, 1, [1000]],
    ['less than the chance would have it', 0, 1, [800]],
    ['as long as anybody sits and waits', 30, 0, [30_000]],
    ['not at all', undefined, 0.5, [400]],
  ])('%s, gets the next attempt after that and no sooner', async (_, seconds, random, waited) => {
    expect(await tried([new SendFailure(busy, seconds)], { random })).toEqual({
      outcome: 'answered',
      attempts: 2,
      waited,
    })
  })

  test('for longer gets no other attempt: the failure says how long', async () => {
    const failure = new SendFailure({ ...busy, seconds: 31 }, 31)
    expect(await tried([failure])).toEqual({ outcome: failure, attempts: 1, waited: [] })
  })

  test('twice waits for each in its turn', async () => {
    expect((await tried([new SendFailure(busy, 3), new SendFailure(busy, 9)])).waited).toEqual([3000, 9000])
  })

  test('gets a retry as long as one may still begin, and none that would begin too late', async () => {
    const policy = { ...defaultRetries, longestWait: 80_000, within: 90_000 }
    const errors = [new SendFailure(busy, 60), new SendFailure(busy, 30), new SendFailure(busy, 30)]
    expect((await tried(errors, { policy })).waited).toEqual([60_000, 30_000])
    const late = [new SendFailure(busy, 60), new SendFailure(busy, 31)]
    expect((await tried(late, { policy })).waited).toEqual([60_000])
  })
})

test('what is final is not tried again, nor what is worth another try without a retry left in the budget (N2)', async () => {
  const final = new FinalFailure({ kind: 'too-many-requests', status: 429, seconds: 1 })
  expect((await tried([final])).attempts).toBe(1)
  expect((await tried([new SendFailure(busy, 1)], { budget: new RetryBudget(0) })).attempts).toBe(1)
})

test.each<[string, unknown, number, number]>([
  ['a wait', new SendFailure(busy, 7), 7000, 7000],
  ['no wait', new SendFailure(busy), 0, 0],
  ['a wait of years', new SendFailure(busy, 1e9), 1e12, 3_600_000],
  ['another error', new Error('no'), 0, 0],
])('%s counts for the request that failed, and for every other for an hour at most', (_, error, own, everybody) => {
  expect([retryAfterDelay(error), pauseAfter(error)]).toEqual([own, everybody])
})
