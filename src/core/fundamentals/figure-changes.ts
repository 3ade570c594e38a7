/** Detects and stores restatements: figures of a period that differ from those shown before. */

import type { FigureChangeKind } from '#contract/api/comparisons.ts'
import type { Figure } from '#contract/api/financials.ts'
import type { Writer } from '../database/reader-writer.ts'
import type { ShownFrom } from '../ledger/shown-records.ts'
import { figureFields } from './figure-fields.ts'
import { readFigures } from './read-figures.ts'

/** A figure that is shown became another one, or n/a. */
export interface FigureChange {
  readonly seenAt: number
  readonly field: string
  /** `restored`: a withdrawn figure was sent again unchanged, which is no restatement. */
  readonly kind: FigureChangeKind | 'restored'
  readonly was: number | null
  readonly now: number | null
}

/** Changes of the shown figures, oldest first (docs/wire-data-rules.md, section 4). */
export function figureChanges(history: readonly ShownFrom[]): FigureChange[] {
  const read = history.map(({ at, shown }) => ({ at, figures: readFigures(shown.record) }))
  const withdrawn = new Map<string, Figure>()
  return read.flatMap(({ at, figures }, index) => {
    const before = read[index - 1]?.figures
    if (!before) return []
    return figureFields.flatMap((field, index): FigureChange[] => {
      const [was, now] = [before[index] ?? null, figures[index] ?? null]
      if (was === now) return []
      const isRestored = was === null && withdrawn.get(field) === now
      if (now === null) withdrawn.set(field, was)
      else withdrawn.delete(field)
      return [{ seenAt: at, field, kind: now === null ? 'withdrawn' : isRestored ? 'restored' : 'restated', was, now }]
    })
  })
}

/** Indexes the changes of a record's shown figures. */
export function storeFigureChanges(db: Writer, recordId: number, changes: readonly FigureChange[]): void {
  db.run('DELETE FROM figure_change WHERE record_id = ?', [recordId])
  for (const { seenAt, field, kind, was, now } of changes) {
    db.run('INSERT INTO figure_change (record_id, seen_at, field, kind, was, now) VALUES (?, ?, ?, ?, ?, ?)', [
      recordId,
      seenAt,
      field,
      kind,
      was,
      now,
    ])
  }
}

/** Fields that were restated, in the order of `figureFields`. */
export function restatedFields(changes: readonly FigureChange[]): string[] {
  const restated = new Set(changes.flatMap(({ kind, field }) => (kind === 'restated' ? field : [])))
  return figureFields.filter((field) => restated.has(field))
}
