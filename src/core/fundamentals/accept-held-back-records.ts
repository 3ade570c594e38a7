/** Accepts records that were held back because they lost too many figures. */

import type { Reader, Writer } from '../database/reader-writer.ts'
import { acceptHeldBack, type RulesOfKind } from '../ledger/shown-records.ts'
import type { Projector } from '../ledger/store-response.ts'
import { enhancedResource, liteResource } from './resources.ts'

/** Shows a company's latest records in both editions, whatever figures they lost. Returns how many were not shown before. */
export function acceptNewFigures(db: Writer, symbol: string, now: number): number {
  return db.transaction(() => {
    const heldBack = heldBackOf(db, symbol)
    for (const { recordId, edition } of heldBack) {
      if (edition === 'enhanced') accept(db, enhancedResource, recordId, now)
      else accept(db, liteResource, recordId, now)
    }
    return heldBack.length
  })
}

function accept<Name extends 'fundamentals.enhanced' | 'fundamentals.lite'>(
  db: Writer,
  resource: Projector<Name> & RulesOfKind<Name>,
  recordId: number,
  now: number,
): void {
  const record = acceptHeldBack(db, resource, recordId, now)
  if (record) resource.project(db, recordId, record)
}

function heldBackOf(db: Reader, symbol: string): { readonly recordId: number; readonly edition: string }[] {
  return db.all(
    `SELECT period.record_id AS recordId, period.edition FROM fundamental_period AS period
     JOIN shown_record AS shown ON shown.record_id = period.record_id
     WHERE period.symbol = ? AND json_type(shown.notes, '$.heldBack') = 'object'`,
    [symbol],
  )
}
