import type { Edition } from '#contract/desk/financials.ts'
import type { Reader, Writer } from '../database/handles.ts'
import { findPage, type Found } from '../ledger/shelf.ts'
import { figureFields } from './figure-fields.ts'

export interface PeriodRow {
  readonly recordId: number
  readonly Quarter: string
  readonly Year: number
  readonly EndPeriod: string
  readonly updated_at: string | null
  readonly revisions: number
  readonly lastSeenAt: number
  readonly marks: string | null
  readonly figures: Readonly<Record<string, number | null>>
}

export interface PeriodToStore {
  readonly recordId: number
  readonly edition: Edition
  readonly symbol: string
  readonly cik: string | null
  readonly Quarter: string
  readonly Year: number
  readonly EndPeriod: string
  readonly updated_at: string | null
  readonly figures: readonly (number | null)[]
}

const columns = ['record_id', 'edition', 'symbol', 'cik', 'Quarter', 'Year', 'EndPeriod', 'updated_at', ...figureFields]
const insertPeriod = `INSERT OR REPLACE INTO fundamental_period (${columns.map((name) => `"${name}"`).join(', ')})
  VALUES (${columns.map(() => '?').join(', ')})`

export function storePeriod(db: Writer, period: PeriodToStore): void {
  const { recordId, edition, symbol, cik, Quarter, Year, EndPeriod, updated_at, figures } = period
  db.run(insertPeriod, [recordId, edition, symbol, cik, Quarter, Year, EndPeriod, updated_at, ...figures])
}

const figureColumns = figureFields.map((name) => `period."${name}"`).join(', ')
const selectPeriods = `SELECT period.record_id AS recordId, Quarter, Year, EndPeriod, updated_at,
    record.revisions, record.last_seen_at AS lastSeenAt, record.marks, ${figureColumns}
  FROM fundamental_period AS period JOIN ledger_record AS record ON record.id = period.record_id`

type WideRow = Omit<PeriodRow, 'figures'> & Readonly<Record<string, number | null>>

/** Periods of a company in one edition, oldest first. */
export function getPeriods(db: Reader, symbol: string, edition: Edition): PeriodRow[] {
  return db
    .all<WideRow>(`${selectPeriods} WHERE symbol = ? AND edition = ? ORDER BY EndPeriod, Quarter`, [symbol, edition])
    .map(asPeriod)
}

export function getPeriod(
  db: Reader,
  recordId: number,
): (PeriodRow & { symbol: string; edition: Edition }) | undefined {
  const row = db.get<WideRow>(`${selectPeriods} WHERE period.record_id = ?`, [recordId])
  const place = db.get<{ symbol: string; edition: Edition }>(
    'SELECT symbol, edition FROM fundamental_period WHERE record_id = ?',
    [recordId],
  )
  return row && place ? { ...asPeriod(row), ...place } : undefined
}

/** One figure of the other edition's record for the same period. `field` must be one of `figureFields`. */
export function getFigureOf(
  db: Reader,
  edition: Edition,
  period: { symbol: string; Quarter: string; Year: number; EndPeriod: string },
  field: string,
): number | null | undefined {
  if (!figureFields.includes(field)) return undefined
  return db.get<{ value: number | null }>(
    `SELECT "${field}" AS value FROM fundamental_period
     WHERE edition = @edition AND symbol = @symbol AND Quarter = @Quarter AND Year = @Year AND EndPeriod = @EndPeriod`,
    { edition, symbol: period.symbol, Quarter: period.Quarter, Year: period.Year, EndPeriod: period.EndPeriod },
  )?.value
}

export function getStoredEditions(db: Reader, symbol: string): Edition[] {
  return db
    .all<{ edition: Edition }>('SELECT DISTINCT edition FROM fundamental_period WHERE symbol = ? ORDER BY edition', [
      symbol,
    ])
    .map(({ edition }) => edition)
}

/** Which periods answer the operation's own parameters, newest first as the service gives them. */
export function findPeriods(
  db: Reader,
  filter: { edition: Edition; symbol: string | null; year: number | null; quarter: string | null },
  paging: { limit: number; offset: number },
): Pick<Found, 'recordIds' | 'hits'> {
  const matches = `FROM fundamental_period WHERE edition = @edition AND (@symbol IS NULL OR symbol = @symbol)
    AND (@year IS NULL OR Year = @year) AND (@quarter IS NULL OR Quarter = @quarter)`
  return findPage(db, { matches, order: 'EndPeriod DESC, Quarter' }, filter, paging)
}

function asPeriod(row: WideRow): PeriodRow {
  const { recordId, Quarter, Year, EndPeriod, updated_at, revisions, lastSeenAt, marks } = row
  const figures = Object.fromEntries(figureFields.map((field) => [field, row[field] ?? null]))
  return { recordId, Quarter, Year, EndPeriod, updated_at, revisions, lastSeenAt, marks, figures }
}
