import type { Edition } from '#contract/desk/financials.ts'
import { numberOf, type FigureNumbers } from '#contract/desk/figure-numbers.ts'
import { recordSchema } from '#contract/service/operations.ts'
import type { Reader } from '../database/handles.ts'
import type { FiscalPeriod } from './fiscal-period.ts'
import { getFigures, getPlaceOf, getStoredEditions, unpacked } from './fundamentals-store.ts'
import { restatedFields } from './restated.ts'
import { figuresOf } from './shelves.ts'
import { getRevisions, type Revision } from '../ledger/ledger-store.ts'
import { readRecord } from '../service/read-record.ts'

export interface SeriesPeriod extends FiscalPeriod {
  readonly recordId: number
  /** When the library first saw the period. */
  readonly firstSeenAt: number
  /** When the service last gave these figures, as far as was known then. */
  readonly lastSeenAt: number
  readonly recordUpdatedAt: string | null
  /** Fields that came with the wrong type. */
  readonly marked: readonly string[]
  /** Figures that the service has changed since it first gave the period, as far as was known then. */
  readonly restated: readonly string[]
  /** In the order of `figureFields`. */
  readonly figures: FigureNumbers
}

/** A company's periods, oldest first, as the library knew them at a moment. */
export interface CompanySeries {
  readonly symbol: string
  readonly edition: Edition
  readonly periods: readonly SeriesPeriod[]
}

const selectPeriods = `SELECT edition, period.record_id, Quarter, Year, EndPeriod, record.last_seen_at, updated_at, record.revisions, record.marks,
    record.first_seen_at, restated, figures
  FROM fundamental_period AS period JOIN ledger_record AS record ON record.id = period.record_id`

type Row = readonly [
  edition: Edition,
  recordId: number,
  quarter: string,
  year: number,
  endPeriod: string,
  lastSeenAt: number,
  recordUpdatedAt: string | null,
  revisions: number,
  marks: string | null,
  firstSeenAt: number,
  restated: string | null,
  figures: Buffer | null,
]

/**
 * The wanted edition, else the fuller of those that were stored then; undefined when there is none. `asKnownOn`: periods that were
 * not stored then are left out, and those that changed since have the figures that they had; null: now.
 */
export function readSeries(
  db: Reader,
  symbol: string,
  wanted: Edition | undefined,
  asKnownOn: number | null,
): CompanySeries | undefined {
  const edition = editionOf(getStoredEditions(db, symbol), wanted, asKnownOn)
  return edition && readEdition(db, symbol, edition, asKnownOn)
}

export interface BothEditions {
  readonly series: CompanySeries
  /** The other edition, where it is stored as well: one is told against the other. */
  readonly other: CompanySeries | undefined
}

export function readBothEditions(
  db: Reader,
  symbol: string,
  wanted: Edition | undefined,
  asKnownOn: number | null,
): BothEditions | undefined {
  const rows = db.arrays<Row>(`${selectPeriods} WHERE symbol = ? ORDER BY edition, EndPeriod, Quarter`, [symbol])
  const edition = editionOf(editionsIn(rows), wanted, asKnownOn)
  if (edition === undefined) return undefined
  const series = (one: Edition) =>
    seriesOf(
      db,
      { symbol, edition: one, asKnownOn },
      rows.filter((row) => row[0] === one),
    )
  const other = rows.find((row) => row[0] !== edition)?.[0]
  return { series: series(edition), other: other && series(other) }
}

/** As `getStoredEditions` tells them. */
function editionsIn(rows: readonly Row[]): { edition: Edition; firstSeenAt: number }[] {
  const first = new Map<Edition, number>()
  for (const [edition, , , , , , , , , firstSeenAt] of rows)
    first.set(edition, Math.min(first.get(edition) ?? firstSeenAt, firstSeenAt))
  return [...first].map(([edition, firstSeenAt]) => ({ edition, firstSeenAt }))
}

function editionOf(
  stored: ReturnType<typeof getStoredEditions>,
  wanted: Edition | undefined,
  asKnownOn: number | null,
): Edition | undefined {
  const known = wanted ?? stored.find(({ firstSeenAt }) => asKnownOn === null || firstSeenAt <= asKnownOn)?.edition
  return stored.find(({ edition }) => known === undefined || edition === known)?.edition
}

function readEdition(db: Reader, symbol: string, edition: Edition, asKnownOn: number | null): CompanySeries {
  const rows = db.arrays<Row>(`${selectPeriods} WHERE symbol = ? AND edition = ? ORDER BY EndPeriod, Quarter`, [
    symbol,
    edition,
  ])
  return seriesOf(db, { symbol, edition, asKnownOn }, rows)
}

interface Wanted {
  readonly symbol: string
  readonly edition: Edition
  readonly asKnownOn: number | null
}

function seriesOf(db: Reader, { symbol, edition, asKnownOn }: Wanted, rows: readonly Row[]): CompanySeries {
  return { symbol, edition, periods: rows.flatMap((row) => periodOf(db, row, asKnownOn) ?? []) }
}

export interface StoredPeriod extends SeriesPeriod {
  readonly symbol: string
  readonly edition: Edition
}

/** One period; undefined when the record is none, or was not stored then. */
export function readPeriod(db: Reader, recordId: number, asKnownOn: number | null): StoredPeriod | undefined {
  const place = getPlaceOf(db, recordId)
  const [row] = db.arrays<Row>(`${selectPeriods} WHERE period.record_id = ?`, [recordId])
  const period = row && place && periodOf(db, row, asKnownOn)
  return period && { ...period, ...place }
}

/** What the library knew of a record at a moment, newest first. */
export function revisionsThen(db: Reader, recordId: number, asKnownOn: number | null): Revision[] {
  const all = getRevisions(db, recordId)
  return asKnownOn === null ? all : all.filter(({ knownFrom }) => knownFrom <= asKnownOn)
}

function periodOf(db: Reader, row: Row, asKnownOn: number | null): SeriesPeriod | undefined {
  const [
    edition,
    recordId,
    quarter,
    year,
    endPeriod,
    lastSeenAt,
    recordUpdatedAt,
    revisions,
    marks,
    firstSeenAt,
    moved,
    packed,
  ] = row
  if (asKnownOn !== null && firstSeenAt > asKnownOn) return undefined
  const known = { recordId, quarter, year, endPeriod, firstSeenAt }
  const newest = {
    ...known,
    lastSeenAt: upTo(asKnownOn, lastSeenAt),
    recordUpdatedAt,
    marked: pathsIn(marks),
    figures: packed ? unpacked(packed) : getFigures(db, recordId),
  }
  if (revisions === 1) return { ...newest, restated: [] }
  if (asKnownOn === null && moved !== null) return { ...newest, restated: JSON.parse(moved) as string[] }
  const then = revisionsThen(db, recordId, asKnownOn)
  const restated = restatedFields(then.map(({ body }) => body))
  const [held] = then
  if (!held) return undefined
  if (held.lastSeenAt === null) return { ...newest, restated }
  const { figures, marks: read } = readContent(edition, held.body)
  return {
    ...known,
    lastSeenAt: upTo(asKnownOn, held.lastSeenAt),
    recordUpdatedAt: held.recordUpdatedAt,
    marked: read.map(({ path }) => path),
    restated,
    figures,
  }
}

/** A content's figures, in the order of `figureFields`, and what of it came with the wrong type. */
export function readContent(edition: Edition, body: string) {
  const operation = edition === 'enhanced' ? 'fundamentals.enhanced' : 'fundamentals.lite'
  const { record, marks } = readRecord(recordSchema(operation), JSON.parse(body))
  return { figures: Float64Array.from(figuresOf(record ?? {}), numberOf), marks }
}

/** What came after the moment was not known then. */
function upTo(asKnownOn: number | null, instant: number): number {
  return asKnownOn === null ? instant : Math.min(asKnownOn, instant)
}

function pathsIn(marks: string | null): string[] {
  return marks === null ? [] : (JSON.parse(marks) as { path: string }[]).map(({ path }) => path)
}
