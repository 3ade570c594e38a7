/** Lines that mean nothing for banks and insurers, and are left out of their pages. */

import type { Reader } from '../database/reader-writer.ts'
import { listingAsOf } from '../securities/listing-as-of.ts'

/** The GICS industry groups of banks and of insurers. */
const groups: readonly string[] = ['4010', '4030']

/**
 * Lines that mislead of a bank or an insurer: what customers leave with it is not among its debt, cash is what it trades in, and
 * interest and claims are its costs of sales.
 */
const misleading: ReadonlySet<string> = new Set([
  'GrossProfit',
  'calculated.gross_margin',
  'calculated.free_cash_flow',
  'calculated.net_debt',
  'calculated.net_debt_to_ebitda',
  'calculated.interest_cover',
])
const none: ReadonlySet<string> = new Set()

/**
 * Lines that are left out of a company's pages, by the industry of its largest listing as it was stored at a moment (null: now). Its
 * statements have all that the service states.
 */
export function linesLeftOut(db: Reader, symbol: string, asOf: number | null): ReadonlySet<string> {
  const code = listingAsOf(db, symbol, asOf)?.record['classification.gics_code'] ?? ''
  return groups.some((group) => code.startsWith(group)) ? misleading : none
}
