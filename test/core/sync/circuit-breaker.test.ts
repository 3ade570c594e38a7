import { describe, expect, test } from 'vitest'
import { failureKinds, type Failure, type FailureKind } from '#contract/failure.ts'
import { CircuitBreaker, type RetryDecision } from '#core/sync/circuit-breaker.ts'
import { ManualClock } from '../clocks.ts'

const away: readonly FailureKind[] = ['offline', 'sign-in-page', 'proxy-login', 'too-many-requests']
const silent: readonly FailureKind[] = ['connection-lost', 'no-response']
const troubled: readonly FailureKind[] = ['service-error', 'incomplete', 'not-json']
const hopeless: readonly FailureKind[] = [
  'key-missing',
  'by-policy',
  'key-refused',
  'certificate',
  'redirected',
  'invalid-base-url',
  'disk-full',
  'read-only',
  'damaged',
]

function outage(random = 1) {
  const clock = new ManualClock()
  return { clock, outage: new CircuitBreaker(clock, () => random) }
}
/** How often in a row a thing is breaker to wait; at most a hundred times. */
function waits(decide: () => RetryDecision): { times: number; then: RetryDecision | null } {
  for (let times = 0; times < 100; times += 1) {
    const decision = decide()
    if (decision !== 'wait') return { times, then: decision }
  }
  return { times: 100, then: null }
}

describe('what one failure means', () => {
  test.each(failureKinds.map((kind) => [kind] as const))('%s', (kind) => {
    const { outage: breaker } = outage()
    const decision = breaker.decide('HLDN calls', { kind })
    const waiting = [...away, ...silent, ...troubled].includes(kind)
    expect(decision).toBe(hopeless.includes(kind) ? 'pause' : waiting ? 'wait' : 'fail')
    // Only what the network or the service is to blame for keeps the others waiting too.
    expect(breaker.failure).toEqual(waiting ? { kind } : null)
  })
})

describe('an item that fails again and again', () => {
  test.each(away)('without a network (%s) never fails', (kind) => {
    const { outage: breaker } = outage()
    expect(
      waits(() => {
        breaker.responded()
        return breaker.decide('HLDN calls', { kind })
      }).times,
    ).toBe(100)
  })

  test.each([...silent, ...troubled])('while others come (%s) fails the third time', (kind) => {
    const { outage: breaker } = outage()
    const decide = () => {
      breaker.responded()
      return breaker.decide('HLDN calls', { kind })
    }
    expect(waits(decide)).toEqual({ times: 2, then: 'fail' })
    // That cancelled it: when it is tried again, it starts over.
    expect(waits(decide)).toEqual({ times: 2, then: 'fail' })
  })

  test.each(silent)('while nothing else comes either (%s) waits: it may be the network', (kind) => {
    const { outage: breaker } = outage()
    expect(waits(() => breaker.decide('HLDN calls', { kind })).times).toBe(100)
  })

  test.each(troubled)(
    'of a service that is there (%s) fails the sixth time, though nothing else is requested',
    (kind) => {
      const { outage: breaker } = outage()
      expect(waits(() => breaker.decide('HLDN calls', { kind }))).toEqual({ times: 5, then: 'fail' })
    },
  )

  test('is counted apart from every other item', () => {
    const { outage: breaker } = outage()
    const decide = (thing: string) => {
      breaker.responded()
      return breaker.decide(thing, { kind: 'service-error' })
    }
    expect([decide('a'), decide('b'), decide('a'), decide('b'), decide('a'), decide('c'), decide('b')]).toEqual([
      'wait',
      'wait',
      'wait',
      'wait',
      'fail',
      'wait',
      'fail',
    ])
  })
})

describe('the service is tried again', () => {
  const offline: Failure = { kind: 'offline' }

  test('after twenty seconds, then ever less often, after a quarter of an hour at last', () => {
    const { clock, outage: breaker } = outage()
    const pauses = Array.from({ length: 8 }, () => {
      breaker.decide('HLDN calls', offline)
      const { waitLeft } = breaker
      clock.advance(waitLeft)
      expect(breaker.waitLeft).toBe(0)
      return waitLeft / 1000
    })
    expect(pauses).toEqual([20, 40, 80, 160, 320, 640, 900, 900])
  })

  test('sooner by up to half, so that many clients do not come back at the same moment', () => {
    const { outage: breaker } = outage(0)
    breaker.decide('HLDN calls', offline)
    expect(breaker.waitLeft).toBe(10_000)
  })

  test('no later because several failed together: they are one miss', () => {
    const { clock, outage: breaker } = outage()
    for (const thing of ['a', 'b', 'c']) breaker.decide(thing, offline)
    expect(breaker.waitLeft).toBe(20_000)
    clock.advance(19_999)
    breaker.decide('d', offline)
    expect(breaker.waitLeft).toBe(1)
  })

  test('not before it wants to be', () => {
    const { outage: breaker } = outage()
    breaker.decide('HLDN calls', { kind: 'too-many-requests', seconds: 300 })
    expect(breaker.waitLeft).toBe(300_000)
  })

  test('at once when another request got a response, and as seldom as at first when it goes again', () => {
    const { clock, outage: breaker } = outage()
    for (let miss = 0; miss < 4; miss += 1) {
      breaker.decide('HLDN calls', offline)
      clock.advance(breaker.waitLeft)
    }
    breaker.decide('HLDN calls', offline)
    breaker.responded()
    expect([breaker.failure, breaker.waitLeft]).toEqual([null, 0])
    breaker.decide('HLDN calls', offline)
    expect(breaker.waitLeft).toBe(20_000)
  })

  test('at once where the user wants it, and then as seldom as before', () => {
    const { outage: breaker } = outage()
    breaker.decide('HLDN calls', offline)
    breaker.reset()
    expect([breaker.failure, breaker.waitLeft]).toEqual([null, 0])
    breaker.decide('HLDN calls', offline)
    expect(breaker.waitLeft).toBe(40_000)
  })
})
