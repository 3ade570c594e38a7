/** Refuses a request about a watchlist that does not exist. */

import { fail } from '../failure-error.ts'

/** It was deleted, or never existed. */
export function noSuchList(): never {
  return fail({ kind: 'no-such-watchlist' })
}
