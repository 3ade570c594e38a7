/** SQL of stored periods: writes a period's figures, and finds periods and their records. */

import { notAvailable, numberOf, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import type { Edition } from '#contract/api/financials.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { whereGiven } from '../database/where-given.ts'
import { findPage, type RecordsPage } from '../ledger/resource-type.ts'
import { figureFields } from './figure-fields.ts'

interface PeriodToStore {
  readonly recordId: number
  readonly edition: Edition
  readonly symbol: string
  readonly cik: string | null
  readonly Quarter: string
  readonly Year: number
  readonly EndPeriod: string
  readonly updated_at: string | null
  /** Figures that differ between any two of its revisions; null when it has but one. */
  readonly restated: readonly string[] | null
  readonly figures: readonly (number | null)[]
}

const columns = [
  'record_id',
  'edition',
  'symbol',
  'cik',
  'Quarter',
  'Year',
  'EndPeriod',
  'updated_at',
  'restated',
  'figures',
  ...figureFields,
]
const insertPeriod = `INSERT INTO fundamental_period (${columns.map((name) => `"${name}"`).join(', ')})
  VALUES (${columns.map(() => '?').join(', ')})`

export function storePeriod(db: Writer, period: PeriodToStore): void {
  const { recordId, edition, symbol, cik, Quarter, Year, EndPeriod, updated_at, restated, figures } = period
  const facts = [recordId, edition, symbol, cik, Quarter, Year, EndPeriod, updated_at]
  // Cheaper than INSERT OR REPLACE, which searches for the row column by column.
  db.run('DELETE FROM fundamental_period WHERE record_id = ?', [recordId])
  db.run(insertPeriod, [...facts, restated && JSON.stringify(restated), packed(figures), ...figures])
}

/** In addition to the columns, for tables of thousands of periods: reads in a tenth of the time. */
function packed(figures: readonly (number | null)[]): Buffer {
  const numbers = new Float64Array(figures.length)
  for (let at = 0; at < figures.length; at += 1) {
    const figure = figures[at] ?? notAvailable
    // As in the columns, which have no negative zero.
    numbers[at] = Number.isFinite(figure) ? figure + 0 : notAvailable
  }
  return Buffer.from(numbers.buffer)
}

export function unpacked(packed: Buffer): FigureNumbers {
  const isAligned = packed.byteOffset % Float64Array.BYTES_PER_ELEMENT === 0
  const { buffer, byteOffset, byteLength } = isAligned ? packed : Uint8Array.from(packed)
  return new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT)
}

const selectFigures = `SELECT ${figureFields.map((field) => `"${field}"`).join(', ')} FROM fundamental_period WHERE record_id = ?`

/** From the columns, until the projections of an earlier version are rebuilt. */
export function getFigures(db: Reader, recordId: number): FigureNumbers {
  const [figures = []] = db.arrays<(number | null)[]>(selectFigures, [recordId])
  return Float64Array.from(figures, numberOf)
}

/** The company and period of a record; undefined: it has none. */
export function getPlaceOf(db: Reader, recordId: number): { symbol: string; edition: Edition } | undefined {
  return db.get('SELECT symbol, edition FROM fundamental_period WHERE record_id = ?', [recordId])
}

/** The records of a company's periods in one edition, oldest first. */
export function getPeriodRecords(db: Reader, symbol: string, edition: Edition): number[] {
  return db
    .all<{ recordId: number }>(
      `SELECT record_id AS recordId FROM fundamental_period WHERE symbol = ? AND edition = ? ORDER BY EndPeriod, Quarter`,
      [symbol, edition],
    )
    .map(({ recordId }) => recordId)
}

/** Ends of the periods of some records, in the order of the records. */
export function getPeriodEndsOf(db: Reader, recordIds: readonly number[]): string[] {
  return db
    .all<{ end: string }>(
      `SELECT EndPeriod AS end FROM json_each(?) AS wanted
       JOIN fundamental_period AS period ON period.record_id = wanted.value ORDER BY wanted.key`,
      [JSON.stringify(recordIds)],
    )
    .map(({ end }) => end)
}

/** The editions of a company that are stored, the fuller first, and when the first period of each came. */
export function getStoredEditions(db: Reader, symbol: string): { edition: Edition; firstSeenAt: number }[] {
  return db.all(
    `SELECT edition, MIN(record.first_seen_at) AS firstSeenAt
     FROM fundamental_period AS period JOIN ledger_record AS record ON record.id = period.record_id
     WHERE symbol = ? GROUP BY edition ORDER BY edition`,
    [symbol],
  )
}

/** Periods that match the operation's own parameters, latest first as the service sends them. */
export function findPeriods(
  db: Reader,
  filter: { edition: Edition; symbol: string | null; year: number | null; quarter: string | null },
  paging: { limit: number; offset: number },
): Pick<RecordsPage, 'recordIds' | 'hits'> {
  const conditions = { symbol: 'symbol = @symbol', year: 'Year = @year', quarter: 'Quarter = @quarter' }
  const matches = `FROM fundamental_period WHERE edition = @edition AND ${whereGiven(filter, conditions)}`
  return findPage(db, { matches, order: 'EndPeriod DESC, Quarter' }, filter, paging)
}
