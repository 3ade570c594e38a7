/** Lists the restated figures of companies, the latest first. */

import type { ChangedFigure } from '#contract/api/comparisons.ts'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import { labelOf } from '#contract/api/figure-lines.ts'
import type { Reader } from '../database/reader-writer.ts'

/** The enhanced record of the same period has the same change. */
const isInEnhanced = `EXISTS (SELECT 1 FROM fundamental_period AS enhanced JOIN figure_change AS same ON same.record_id = enhanced.record_id
  WHERE enhanced.symbol = period.symbol AND enhanced.edition = 'enhanced' AND enhanced.EndPeriod = period.EndPeriod
    AND enhanced.Quarter = period.Quarter AND enhanced.Year = period.Year
    AND same.field = change.field AND same.kind = change.kind AND same.now IS change.now
    AND (@until IS NULL OR same.seen_at <= @until))`

/** Changes of a period, in the order of a table's lines; what both editions have is one, the enhanced one. */
const selectChanges = `SELECT change.kind, change.record_id AS recordId, period.symbol, period.Quarter AS quarter, period.Year AS year,
    period.EndPeriod AS endPeriod, change.seen_at AS seenAt, change.field, change.was AS previous, change.now AS current
  FROM figure_change AS change JOIN fundamental_period AS period ON period.record_id = change.record_id
  WHERE change.kind = @kind AND (@symbols IS NULL OR period.symbol IN (SELECT value FROM json_each(@symbols)))
    AND change.seen_at >= @since AND (@until IS NULL OR change.seen_at <= @until)
    AND NOT (period.edition = 'lite' AND ${isInEnhanced})
  ORDER BY change.seen_at DESC, period.symbol, period.EndPeriod DESC, change.record_id,
    (SELECT position FROM lines WHERE lines.field = change.field)
  LIMIT @limit OFFSET @offset`

/** Every figure that the service restated, or withdrew, the latest change first. */
export function restatements(
  db: Reader,
  { symbols, kind = 'restated', since, asOf, offset, limit }: ApiInputs['comparisons']['restatements'],
): ApiOutputs['comparisons']['restatements'] {
  const found = db.all<Omit<ChangedFigure, 'label'>>(selectChanges, {
    symbols: symbols && JSON.stringify(symbols),
    kind,
    since: since ?? 0,
    until: asOf ?? null,
    offset,
    limit: limit + 1,
  })
  return { restatements: found.slice(0, limit).map(withLabel), more: found.length > limit }
}

export function withLabel(change: Omit<ChangedFigure, 'label'>): ChangedFigure {
  return { ...change, label: labelOf(change.field) }
}
