/** Parses the fault plan of the command line: which fault occurs at which request. */

import type {
  BodyFault,
  FieldFault,
  PagingFault,
  RecordingFault,
  RedirectFault,
  ShapeFault,
  WireFault,
} from './fault-catalog.ts'
import { faults } from './fault-catalog.ts'

/** Targets of a fault: an operation by its name in the contract, the recordings, or everything (`*`). */
export const faultTargets = [
  'fundamentals.enhanced',
  'fundamentals.lite',
  'calls.list',
  'calls.one',
  'ratings',
  'news',
  'securities',
  'recordings',
] as const
export type FaultTarget = (typeof faultTargets)[number]

/**
 * Which faults occur where. A value is a list of steps, one per request, the last of which stays: `503,503,ok`,
 * `429;retry-after=5`, `hang`. A step is a status code, `ok`, or a name of the fault table, and may have options after
 * semicolons.
 */
export type FaultPlan = { readonly [target in FaultTarget | '*']?: string }

interface StepOptions {
  readonly options: ReadonlyMap<string, string>
}

/** One step, read. */
export type FaultStep =
  | ({ readonly group: 'ok' } & StepOptions)
  | ({ readonly group: 'status'; readonly status: number } & StepOptions)
  | ({ readonly group: 'wire'; readonly name: WireFault } & StepOptions)
  | ({ readonly group: 'body'; readonly name: BodyFault } & StepOptions)
  | ({ readonly group: 'shape'; readonly name: ShapeFault } & StepOptions)
  | ({ readonly group: 'field'; readonly name: FieldFault } & StepOptions)
  | ({ readonly group: 'redirect'; readonly name: RedirectFault } & StepOptions)
  | ({ readonly group: 'paging'; readonly name: PagingFault } & StepOptions)
  | ({ readonly group: 'recording'; readonly name: RecordingFault } & StepOptions)

const listOperations: readonly FaultTarget[] = [
  'fundamentals.enhanced',
  'fundamentals.lite',
  'calls.list',
  'ratings',
  'news',
]

const has = <Names extends object>(names: Names, name: PropertyKey): name is keyof Names => Object.hasOwn(names, name)

/** Reads one step such as `drip;ms=50`. Throws a sentence when there is no such fault. */
function readStep(text: string): FaultStep {
  const [name = '', ...rest] = text.trim().split(';')
  const options = new Map(
    rest.map((each) => {
      const [key = '', ...value] = each.split('=')
      return [key.trim(), value.join('=').trim()] as const
    }),
  )
  if (name === 'ok' || name === '200') return { group: 'ok', options }
  if (/^[2-5]\d\d$/.test(name)) return { group: 'status', status: Number(name), options }
  if (has(faults.wire, name)) return { group: 'wire', name, options }
  if (has(faults.body, name)) return { group: 'body', name, options }
  if (has(faults.shape, name)) return { group: 'shape', name, options }
  if (has(faults.field, name)) return { group: 'field', name, options }
  if (has(faults.redirect, name)) return { group: 'redirect', name, options }
  if (has(faults.paging, name)) return { group: 'paging', name, options }
  if (has(faults.recording, name)) return { group: 'recording', name, options }
  throw new Error(`Unknown fault ${JSON.stringify(name)}. See --help.`)
}

/** Whether a step makes sense for a target: only lists have pages, only recordings have ranges and no JSON. */
function fits(target: FaultTarget, step: FaultStep): boolean {
  if (step.group === 'paging') return listOperations.includes(target)
  if (step.group === 'recording') return target === 'recordings'
  return (step.group !== 'shape' && step.group !== 'field') || target !== 'recordings'
}

/** A plan in use: it counts requests, so that a sequence goes on from step to step. */
interface FaultSequence {
  /** The step for the next request to this target; an operation's own steps replace those of `*`. */
  next(target: FaultTarget): FaultStep
}

/** Throws a sentence when the plan names a target or a fault that does not exist. */
export function faultSequence(plan: FaultPlan): FaultSequence {
  const targets: readonly string[] = [...faultTargets, '*']
  const stray = Object.keys(plan).find((each) => !targets.includes(each))
  if (stray !== undefined)
    throw new Error(`Faults cannot be applied to ${JSON.stringify(stray)}: ${targets.join(', ')}.`)
  const stepsFor = (target: FaultTarget | '*') => {
    const text = plan[target]
    const steps = text === undefined || text === '' ? [] : text.split(',').map(readStep)
    const misfit = steps.find((step) => target !== '*' && !fits(target, step))
    if (misfit) throw new Error(`A ${misfit.group} fault cannot be applied to ${target}.`)
    return steps
  }
  const everywhere = stepsFor('*')
  const queues = new Map(
    faultTargets.map((target) => {
      const own = stepsFor(target)
      return [target, own.length > 0 ? own : everywhere] as const
    }),
  )
  const counts = new Map<readonly FaultStep[], number>()
  return {
    next(target) {
      const steps = queues.get(target) ?? []
      const count = counts.get(steps) ?? 0
      counts.set(steps, count + 1)
      const step = steps[Math.min(count, steps.length - 1)] ?? { group: 'ok', options: new Map() }
      return fits(target, step) ? step : { group: 'ok', options: new Map() }
    },
  }
}
