import type { Moved } from '#contract/desk/comparisons.ts'
import type { DeskAnswers, DeskQuestions } from '#contract/desk/desk.ts'
import { labelOf } from '#contract/desk/figure-lines.ts'
import type { Reader } from '../database/handles.ts'
import { figureFields } from './figure-fields.ts'
import { fieldAt } from './restated.ts'

/** Two contents of one period that followed each other. */
export interface Change {
  readonly recordId: number
  readonly symbol: string
  readonly quarter: string
  readonly year: number
  readonly endPeriod: string
  readonly seenAt: number
  readonly before: string
  readonly now: string
}

const changesAtOnce = 200

const selectChanges = `SELECT period.record_id AS recordId, period.symbol, period.Quarter AS quarter, period.Year AS year,
    period.EndPeriod AS endPeriod, later.known_from AS seenAt, old.body AS before, new.body AS now
  FROM fundamental_period AS period
  JOIN ledger_record AS record ON record.id = period.record_id AND record.revisions > 1
  JOIN ledger_revision AS later ON later.record_id = record.id
  JOIN ledger_revision AS earlier ON earlier.record_id = record.id AND earlier.known_from =
    (SELECT MAX(known_from) FROM ledger_revision WHERE record_id = record.id AND known_from < later.known_from)
  JOIN ledger_content AS old ON old.id = earlier.content_id
  JOIN ledger_content AS new ON new.id = later.content_id
  WHERE (@symbols IS NULL OR period.symbol IN (SELECT value FROM json_each(@symbols)))
    AND later.known_from >= @since AND (@until IS NULL OR later.known_from <= @until)
  ORDER BY later.known_from DESC, period.symbol, period.EndPeriod DESC, period.record_id
  LIMIT ${changesAtOnce} OFFSET @from`

/** Every figure that the service gave as another one later, the newest change first. */
export function restatements(
  db: Reader,
  { symbols, since, asKnownOn, offset, limit }: DeskQuestions['comparisons']['restatements'],
): DeskAnswers['comparisons']['restatements'] {
  const found: Moved[] = []
  const wanted = offset + limit
  for (let from = 0; found.length <= wanted; from += changesAtOnce) {
    const changes = db.all<Change>(selectChanges, {
      symbols: symbols && JSON.stringify(symbols),
      since: since ?? 0,
      until: asKnownOn ?? null,
      from,
    })
    found.push(...changes.flatMap(movedIn))
    if (changes.length < changesAtOnce) break
  }
  return { restatements: found.slice(offset, wanted), more: found.length > wanted }
}

/** The figures that differ between two contents. */
export function movedIn({ before, now, ...of }: Change): Moved[] {
  const [old, later] = [JSON.parse(before) as unknown, JSON.parse(now) as unknown]
  return figureFields.flatMap((field) => {
    const [was, is] = [numberAt(old, field), numberAt(later, field)]
    return was === is ? [] : [{ ...of, field, label: labelOf(field), before: was, now: is }]
  })
}

function numberAt(content: unknown, field: string): number | null {
  const value = fieldAt(content, field)
  return typeof value === 'number' ? value : null
}
