/** Sends generated and mutated inputs to every procedure of a core, one after another. */

import { isContractProcedure } from '@orpc/contract'
import { createRouterClient, ORPCError } from '@orpc/server'
import fc from 'fast-check'
import { z } from 'zod'
import { api } from '#contract/api/api.ts'
import { failures } from '#contract/failure.ts'
import { withinPatience, type FuzzCase, type FuzzKind } from './fuzz-kind.ts'
import { inputArbitrary, mutated, type Json, type JsonSchema, type KnownValues } from './input-arbitrary.ts'

interface Procedure {
  readonly path: readonly string[]
  /** Null: it takes no input. */
  readonly schema: JsonSchema | null
}

/** Files and the window's own streams cannot be written as JSON. */
const notFuzzed = new Set(['exports.table', 'exports.update'])
/** They leave little to ask about, and come last. */
const emptying = new Set([
  ...['workspaces.deleteSample', 'workspaces.remove', 'recovery.startEmptyLibrary', 'recovery.removeWorkspace'],
  ...['sync.remove', 'storage.removeRecordings'],
])
/** The share of all cases that go to those. */
const emptyingShare = 0.01
/** They take a hundred times as long as the others, and come in one of so many rounds. */
const slow = new Set(['storage.report', 'exports.document'])
const roundsWithoutSlow = 40

export const fuzzProcedures: FuzzKind = {
  name: 'procedures',
  share: 0.3,
  cases: async function* (places, count, seed) {
    const { core, known } = await places.library()
    yield* casesOf(createRouterClient(core.router), known, count, seed)
  },
}

function proceduresOf(branch: object, path: readonly string[] = []): Procedure[] {
  return Object.entries(branch).flatMap(([name, value]: [string, object]): Procedure[] => {
    const here = [...path, name]
    if (!isContractProcedure(value)) return proceduresOf(value, here)
    if (notFuzzed.has(here.join('.'))) return []
    const { inputSchema } = value['~orpc'] as { readonly inputSchema?: z.ZodType }
    const schema = inputSchema ? z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' }) : null
    return [{ path: here, schema: schema as JsonSchema | null }]
  })
}

async function* casesOf(client: object, known: KnownValues, cases: number, seed: number): AsyncGenerator<FuzzCase> {
  const all = proceduresOf(api).map(({ path, schema }) => ({
    path,
    name: path.join('.'),
    inputs: schema && { fitting: inputArbitrary(schema, known), extreme: inputArbitrary(schema, known, 'limits') },
  }))
  const isEmptying = ({ name }: { readonly name: string }) => emptying.has(name)
  const beforeLast = Math.ceil(cases * (1 - emptyingShare))
  let at = 0
  for (let round = 0; at < cases; round += 1) {
    const isLast = at >= beforeLast
    const withSlow = round % roundsWithoutSlow === 0
    for (const { path, name, inputs } of all.filter((each) => isEmptying(each) === isLast)) {
      if (slow.has(name) && !withSlow) continue
      if (at === cases || (!isLast && at === beforeLast)) break
      const own = seed + at
      at += 1
      const input = inputs === null ? undefined : inputOf(inputs, round, own)
      yield {
        to: name,
        seed: own,
        input: JSON.stringify(input) ?? 'no input',
        ...(await outcomeOf(client, path, input)),
      }
    }
  }
}

/** One that fits, one with a hostile value, and one with every number at a limit, in turn. */
function inputOf(
  { fitting, extreme }: { readonly fitting: fc.Arbitrary<Json>; readonly extreme: fc.Arbitrary<Json> },
  round: number,
  seed: number,
): Json {
  const one = <Value>(values: fc.Arbitrary<Value>) => fc.sample(values, { seed, numRuns: 1 })[0]
  if (round % 3 === 1) return one(extreme) ?? null
  const input = one(fitting) ?? null
  return round % 3 === 2 ? (one(mutated(input)) ?? null) : input
}

async function outcomeOf(
  client: object,
  path: readonly string[],
  input: Json | undefined,
): Promise<Pick<FuzzCase, 'outcome' | 'fault'>> {
  const call = path.reduce<unknown>((branch, name) => Reflect.get(branch as object, name), client) as (
    input: unknown,
  ) => Promise<unknown>
  try {
    const answer = await withinPatience(call(input))
    // A stream of announcements lasts as long as somebody listens.
    if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer)
      await (answer as AsyncGenerator).return(undefined)
    return { outcome: 'answered', fault: null }
  } catch (error) {
    return explained(error)
  }
}

function explained(error: unknown): Pick<FuzzCase, 'outcome' | 'fault'> {
  if (!(error instanceof ORPCError)) return { outcome: 'failed', fault: String(error) }
  const { code, data } = error as ORPCError<string, { readonly kind?: string } | undefined>
  const kind = data?.kind ?? ''
  const isKnown = code === 'FAILURE' && kind in failures && kind !== 'defect'
  return { outcome: kind, fault: isKnown ? null : `${code} ${kind} ${error.message}` }
}
