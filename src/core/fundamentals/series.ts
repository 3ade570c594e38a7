import type { Edition } from '#contract/desk/financials.ts'
import { recordSchema } from '#contract/service/operations.ts'
import type { Reader } from '../database/handles.ts'
import type { FiscalPeriod } from './fiscal-period.ts'
import { figureFields } from './figure-fields.ts'
import { getStoredEditions } from './fundamentals-store.ts'
import { restatedFields } from './restated.ts'
import { figuresOf } from './shelves.ts'
import { getRevisions } from '../ledger/ledger-store.ts'
import { readRecord } from '../service/read-record.ts'

export interface SeriesPeriod extends FiscalPeriod {
  readonly recordId: number
  readonly lastSeenAt: number
  /** Fields that came with the wrong type. */
  readonly marked: readonly string[]
  /** Figures that the service has changed since it first gave the period, as far as was known then. */
  readonly restated: readonly string[]
  /** In the order of `figureFields`. */
  readonly figures: readonly (number | null)[]
}

/** A company's periods, oldest first, as the library knew them at a moment. */
export interface CompanySeries {
  readonly symbol: string
  readonly edition: Edition
  readonly periods: readonly SeriesPeriod[]
}

const facts = 6
const figureColumns = figureFields.map((field) => `period."${field}"`).join(', ')
const selectSeries = `SELECT period.record_id, Quarter, Year, EndPeriod, record.last_seen_at, record.revisions, record.marks, record.first_seen_at,
    ${figureColumns}
  FROM fundamental_period AS period JOIN ledger_record AS record ON record.id = period.record_id
  WHERE symbol = ? AND edition = ? ORDER BY EndPeriod, Quarter`

type Fact = string | number | null
type Row = readonly Fact[]

/**
 * The wanted edition, else the fuller of those that are stored; undefined when there is none. `asKnownOn`: periods that were not
 * stored then are left out, and those that changed since have the figures that they had.
 */
export function readSeries(
  db: Reader,
  symbol: string,
  wanted: Edition | undefined,
  asKnownOn: number | null,
): CompanySeries | undefined {
  const stored = getStoredEditions(db, symbol)
  const edition = wanted ?? stored[0]
  if (edition === undefined || !stored.includes(edition)) return undefined
  const periods = db
    .arrays<Row>(selectSeries, [symbol, edition])
    .flatMap((row) => periodOf(db, row, edition, asKnownOn) ?? [])
  return { symbol, edition, periods }
}

function periodOf(db: Reader, row: Row, edition: Edition, asKnownOn: number | null): SeriesPeriod | undefined {
  const [recordId, quarter, year, endPeriod, lastSeenAt, revisions, marks, firstSeenAt] = row as [
    number,
    string,
    number,
    string,
    number,
    number,
    string | null,
    number,
  ]
  if (asKnownOn !== null && firstSeenAt > asKnownOn) return undefined
  const known = { recordId, quarter, year, endPeriod }
  const newest = {
    ...known,
    lastSeenAt,
    marked: markedFields(marks),
    figures: row.slice(facts + 2) as (number | null)[],
  }
  if (revisions === 1) return { ...newest, restated: [] }
  const all = getRevisions(db, recordId)
  const then = asKnownOn === null ? all : all.filter(({ knownFrom }) => knownFrom <= asKnownOn)
  const restated = restatedFields(then.map(({ body }) => body))
  const [held] = then
  if (!held) return undefined
  if (held === all[0]) return { ...newest, restated }
  const operation = edition === 'enhanced' ? 'fundamentals.enhanced' : 'fundamentals.lite'
  const { record, marks: read } = readRecord(recordSchema(operation), JSON.parse(held.body))
  return {
    ...known,
    lastSeenAt: held.lastSeenAt ?? lastSeenAt,
    marked: read.map(({ path }) => path),
    restated,
    figures: figuresOf(record ?? {}),
  }
}

function markedFields(marks: string | null): string[] {
  return marks === null ? [] : (JSON.parse(marks) as { path: string }[]).map(({ path }) => path)
}
