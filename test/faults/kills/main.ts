import { parseArgs } from 'node:util'
import { openKillPlace } from './kill-place.ts'
import { killRounds } from './kill-rounds.ts'

/** `npm run test:kill -- --rounds 1000 --seed 7`: the same seed kills at the same moments of the same work. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1')

/** In one profile: what a round downloads and backs up is there in the next, and makes it slower. */
const roundsInOne = 100
const did = new Map<string, number>()
let confirmed = 0
let passed = 0
let failed = 0
for (let first = 0; first < rounds; first += roundsInOne) {
  const { place, close } = await openKillPlace()
  const failedBefore = failed
  for await (const round of killRounds(place, Math.min(roundsInOne, rounds - first), `${values.seed}.${first}`)) {
    confirmed += round.confirmed
    for (const [what, times] of round.did) did.set(what, (did.get(what) ?? 0) + times)
    if (round.faults.length === 0) passed += 1
    else {
      failed += 1
      console.log(`round ${round.seed}:\n  ${round.faults.join('\n  ')}`)
    }
  }
  await close({ keepFiles: failed > failedBefore })
  if (failed > failedBefore) console.log(`The profile is kept in ${place.folder}.`)
  if (first + roundsInOne < rounds) console.log(`${passed} passed, ${failed} failed of ${rounds}`)
}
console.log(
  [...did]
    .toSorted()
    .map(([what, times]) => `${String(times).padStart(7)}  ${what}`)
    .join('\n'),
)
console.log(`${confirmed} confirmed edits`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
