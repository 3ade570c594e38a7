/** Iterates over companies and lets other requests run in between. */

import { setImmediate } from 'node:timers/promises'

/** Companies that are read before other requests get their turn. */
const slice = 20

/** Iterates over the companies. Before every twentieth it yields to waiting requests. */
export async function* yieldingToRequests(symbols: readonly string[]): AsyncGenerator<string> {
  for (const [at, symbol] of symbols.entries()) {
    if (at % slice === slice - 1) await setImmediate()
    yield symbol
  }
}
