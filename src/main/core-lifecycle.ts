/** The state machine of the core's process: starting, running, refused, crashed, restarting. */

import type { Failure } from '#contract/failure.ts'
import { restartAfter } from './restart-policy.ts'

/**
 * The core's process as the main process sees it. `refused`: it started and reported why it cannot open this profile; restarting
 * it automatically would change nothing. `given-up`: it died too often.
 */
export type CoreState =
  | { readonly phase: 'down' }
  | { readonly phase: 'starting'; readonly deaths: readonly number[] }
  | { readonly phase: 'up'; readonly deaths: readonly number[] }
  | { readonly phase: 'waiting'; readonly deaths: readonly number[] }
  | { readonly phase: 'refused'; readonly failure: Failure }
  | { readonly phase: 'given-up'; readonly deaths: readonly number[] }
  | { readonly phase: 'closing' }
  | { readonly phase: 'closed' }

export type CoreEvent =
  | { readonly is: 'start' }
  | { readonly is: 'started' }
  | { readonly is: 'refused'; readonly failure: Failure }
  /** The process ended, however it ended. `at` is monotonic, in milliseconds. */
  | { readonly is: 'ended'; readonly at: number }
  | { readonly is: 'waited' }
  | { readonly is: 'close' }

export type CoreCommand =
  | { readonly do: 'fork' }
  | { readonly do: 'wait'; readonly milliseconds: number }
  /** Ask the running process to close its library and end. */
  | { readonly do: 'request-close' }

interface CoreTransition {
  readonly life: CoreState
  readonly commands: readonly CoreCommand[]
}

const stay = (life: CoreState): CoreTransition => ({ life, commands: [] })

/** Pure: the next state after an event, and the actions to take. An event that does not fit the phase changes nothing. */
export function nextCoreState(life: CoreState, event: CoreEvent): CoreTransition {
  switch (event.is) {
    case 'start':
      return life.phase === 'down' || life.phase === 'refused' || life.phase === 'given-up'
        ? { life: { phase: 'starting', deaths: [] }, commands: [{ do: 'fork' }] }
        : stay(life)
    case 'started':
      return life.phase === 'starting' ? stay({ phase: 'up', deaths: life.deaths }) : stay(life)
    case 'refused':
      return life.phase === 'starting' ? stay({ phase: 'refused', failure: event.failure }) : stay(life)
    case 'waited':
      return life.phase === 'waiting'
        ? { life: { phase: 'starting', deaths: life.deaths }, commands: [{ do: 'fork' }] }
        : stay(life)
    case 'ended':
      return ended(life, event.at)
    case 'close':
      return close(life)
    default:
      return event satisfies never
  }
}

function ended(life: CoreState, at: number): CoreTransition {
  if (life.phase === 'closing') return stay({ phase: 'closed' })
  if (life.phase !== 'starting' && life.phase !== 'up') return stay(life)
  const { wait, deaths } = restartAfter(life.deaths, at)
  if (wait === null) return stay({ phase: 'given-up', deaths })
  return { life: { phase: 'waiting', deaths }, commands: [{ do: 'wait', milliseconds: wait }] }
}

function close(life: CoreState): CoreTransition {
  if (life.phase === 'starting' || life.phase === 'up') {
    return { life: { phase: 'closing' }, commands: [{ do: 'request-close' }] }
  }
  return life.phase === 'closing' ? stay(life) : stay({ phase: 'closed' })
}

/** Whether the core is available: null: yes, the failure: it will not be, `undefined`: undecided. */
export function startOutcome(life: CoreState): Failure | null | undefined {
  switch (life.phase) {
    case 'up':
      return null
    case 'refused':
      return life.failure
    case 'given-up':
      return { kind: 'defect' }
    case 'closing':
    case 'closed':
      return { kind: 'cancelled' }
    case 'down':
    case 'starting':
    case 'waiting':
      return undefined
    default:
      return life satisfies never
  }
}
