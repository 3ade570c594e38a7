import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextCoreState, startOutcome, type CoreState, type CoreEvent } from '#main/core-lifecycle.ts'
import { restartLimits } from '#main/restart-policy.ts'

function after(...events: readonly CoreEvent[]): CoreState {
  return events.reduce<CoreState>((life, event) => nextCoreState(life, event).life, { phase: 'down' })
}

const failure = { kind: 'profile-in-use' } as const

describe('the core', () => {
  test('is started, is there, and is started again when it dies', () => {
    const started = nextCoreState({ phase: 'down' }, { is: 'start' })
    expect(started).toEqual({ life: { phase: 'starting', deaths: [] }, commands: [{ do: 'fork' }] })
    const died = nextCoreState(after({ is: 'start' }, { is: 'started' }), { is: 'ended', at: 7 })
    expect(died).toEqual({ life: { phase: 'waiting', deaths: [7] }, commands: [{ do: 'wait', milliseconds: 250 }] })
    expect(nextCoreState(died.life, { is: 'waited' })).toEqual({
      life: { phase: 'starting', deaths: [7] },
      commands: [{ do: 'fork' }],
    })
  })

  test('that died too often is not restarted, until the user tries again', () => {
    let life = after({ is: 'start' })
    for (let death = 0; death < restartLimits.deaths; death += 1) {
      life = nextCoreState(life, { is: 'started' }).life
      life = nextCoreState(life, { is: 'ended', at: death }).life
      life = nextCoreState(life, { is: 'waited' }).life
    }
    expect(life).toEqual({ phase: 'given-up', deaths: [0, 1, 2, 3, 4] })
    expect(nextCoreState(life, { is: 'start' }).life).toEqual({ phase: 'starting', deaths: [] })
  })

  test('that refused the profile is not started again automatically', () => {
    const refused = after({ is: 'start' }, { is: 'refused', failure })
    expect(refused).toEqual({ phase: 'refused', failure })
    expect(nextCoreState(refused, { is: 'ended', at: 1 })).toEqual({ life: refused, commands: [] })
    expect(nextCoreState(refused, { is: 'start' }).commands).toEqual([{ do: 'fork' }])
  })

  test('closes its library before the program ends, and its end is no death then', () => {
    const closing = nextCoreState(after({ is: 'start' }, { is: 'started' }), { is: 'close' })
    expect(closing).toEqual({ life: { phase: 'closing' }, commands: [{ do: 'request-close' }] })
    expect(nextCoreState(closing.life, { is: 'ended', at: 1 })).toEqual({ life: { phase: 'closed' }, commands: [] })
  })

  test('is not started by a wait that ends after the program was closed', () => {
    const waiting = after({ is: 'start' }, { is: 'ended', at: 1 })
    const closed = nextCoreState(waiting, { is: 'close' }).life
    expect(closed).toEqual({ phase: 'closed' })
    expect(nextCoreState(closed, { is: 'waited' })).toEqual({ life: closed, commands: [] })
  })

  test('never runs twice, whatever happens in whatever order', () => {
    const event: fc.Arbitrary<CoreEvent> = fc.oneof(
      fc.constantFrom<CoreEvent>({ is: 'start' }, { is: 'started' }, { is: 'waited' }, { is: 'close' }),
      fc.constant<CoreEvent>({ is: 'refused', failure }),
      fc.nat(1_000_000).map((at): CoreEvent => ({ is: 'ended', at })),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let life: CoreState = { phase: 'down' }
        let running = 0
        for (const next of events) {
          // Only a process that runs can say something or end.
          if (running === 0 && (next.is === 'ended' || next.is === 'started' || next.is === 'refused')) continue
          const step = nextCoreState(life, next)
          running += step.commands.filter((command) => command.do === 'fork').length
          if (next.is === 'ended' || step.life.phase === 'refused') running = 0
          expect(running).toBeLessThanOrEqual(1)
          life = step.life
        }
      }),
    )
  })
})

test.each<[CoreState, unknown]>([
  [{ phase: 'down' }, undefined],
  [{ phase: 'starting', deaths: [] }, undefined],
  [{ phase: 'waiting', deaths: [1] }, undefined],
  [{ phase: 'up', deaths: [] }, null],
  [{ phase: 'refused', failure }, failure],
  [{ phase: 'given-up', deaths: [1] }, { kind: 'defect' }],
  [{ phase: 'closed' }, { kind: 'cancelled' }],
])('a page that requests a line while the core is %j gets its state, or waits', (life, outcome) => {
  expect(startOutcome(life)).toEqual(outcome)
})
