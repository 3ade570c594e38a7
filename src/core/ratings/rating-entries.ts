/** Turns a stored rating into the row that lists show. */

import type { RatingEntry } from '#contract/api/ratings.ts'
import { firmName } from './rating-actions.ts'
import { readPriceTarget, targetChange } from './price-target.ts'
import type { RatingRow } from './ratings-store.ts'

export function entryOf(row: RatingRow): RatingEntry {
  const target = readPriceTarget(row.target)
  const former = readPriceTarget(row.targetBefore)
  const firm = row.firm === '' ? null : row.firm
  return {
    recordId: row.recordId,
    id: row.id,
    firm,
    firmName: firm === null ? null : firmName(firm),
    symbol: row.symbol,
    exchange: row.exchange,
    company: row.company,
    action: row.action,
    kind: row.kind,
    rating: row.rating,
    target,
    previous:
      row.beforeId === null
        ? null
        : { recordId: row.beforeId, at: row.beforeAt, action: row.beforeAction, rating: row.beforeRating },
    previousTarget:
      row.targetBeforeId === null || former === null
        ? null
        : { recordId: row.targetBeforeId, at: row.targetBeforeAt, target: former },
    targetChange: targetChange(former, target),
    at: row.at,
    createdAt: row.createdAt,
    versions: row.versions,
    seenAt: row.seenAt,
  }
}
