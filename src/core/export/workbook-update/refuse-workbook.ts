/** Refuses a workbook that cannot be updated, with the reason. */

import { fail } from '../../failure-error.ts'

/** The workbook stays as it is, for this reason: words that follow a colon. */
export function refuse(why: string): never {
  fail({ kind: 'workbook-refused', detail: why })
}
