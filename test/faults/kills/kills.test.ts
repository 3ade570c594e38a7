import { expect, test } from 'vitest'
import { openKillPlace } from './kill-place.ts'
import { killRounds } from './kill-rounds.ts'

// `npm run test:kill` runs as many rounds as there is time for.
test('after kills at random moments every confirmed edit is there, and nothing is left half done or called complete too early (C4, W1, W3, W4)', async () => {
  const { place, close } = await openKillPlace()
  try {
    let confirmed = 0
    const faults: string[] = []
    for await (const round of killRounds(place, 4, '1')) {
      confirmed += round.confirmed
      faults.push(...round.faults.map((fault) => `round ${round.seed}: ${fault}`))
    }
    expect(faults).toEqual([])
    expect(confirmed).toBeGreaterThan(0)
  } finally {
    await close({ keepFiles: false })
  }
})
