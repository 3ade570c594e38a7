import { parseArgs } from 'node:util'
import { fuzzKinds } from './fuzz-kinds.ts'
import { openFuzzPlace, type FuzzPlace } from './fuzz-place.ts'
import { openServedPlace, type ServedPlace } from './served-place.ts'

/**
 * `npm run test:fuzz -- --cases 1000000 --seed 7`: generated and mutated inputs to everything that reads what others wrote;
 * `--only grammars`: to one kind. The same seed generates the same inputs; the ids in them are those of this run.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const [cases, seed] = [Number(values.cases), Number(values.seed)]
if (!Number.isInteger(cases) || cases < 1) throw new Error('--cases takes a whole number from 1')
if (!Number.isInteger(seed)) throw new Error('--seed takes a whole number')
const names = fuzzKinds.map(({ name }) => name)
if (values.only !== undefined && !names.includes(values.only))
  throw new Error(`--only takes one of ${names.join(', ')}`)
const chosen = fuzzKinds.filter(({ name }) => values.only === undefined || values.only === name)

let library: Promise<FuzzPlace> | undefined
let served: Promise<ServedPlace> | undefined
const places = {
  library: () => (library ??= openFuzzPlace()),
  served: () => (served ??= places.library().then(openServedPlace)),
}

let [passed, failed] = [0, 0]
for (const { name, share, cases: casesOf } of chosen) {
  const outcomes = new Map<string, number>()
  /** By what went wrong: the first input that did it. */
  const faults = new Map<string, string>()
  const count = chosen.length === 1 ? cases : Math.max(1, Math.round(cases * share))
  for await (const { to, seed: own, input, outcome, fault } of casesOf(places, count, seed)) {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (fault === null) passed += 1
    else {
      failed += 1
      const what = `${to}: ${fault}`
      if (!faults.has(what)) faults.set(what, `seed ${own}: ${input.slice(0, 600)}`)
    }
  }
  console.log(name)
  for (const [what, example] of faults) console.log(`${what}\n  ${example}`)
  for (const [outcome, times] of [...outcomes].toSorted()) console.log(`${String(times).padStart(8)}  ${outcome}`)
}
await (await served)?.close()
const damage = (await (await library)?.close()) ?? []
for (const what of damage) console.log(what)
failed += damage.length
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
