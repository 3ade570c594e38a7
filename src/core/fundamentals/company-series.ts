/**
 * A company's periods as one series, oldest first, as the library knows them now or at an earlier
 * moment.
 */

import { z } from 'zod'
import type { Edition, MarkedFields } from '#contract/api/financials.ts'
import type { MarkKind } from '#contract/api/provenance.ts'
import { notAvailable, numberOf, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import type { Reader } from '../database/reader-writer.ts'
import { figureIndexes } from './figure-fields.ts'
import type { FiscalPeriod } from './fiscal-period.ts'
import { getFigures, getPlaceOf, getStoredEditions, unpacked } from './fundamentals-store.ts'
import { figureChanges, restatedFields } from './figure-changes.ts'
import { readFigures } from './read-figures.ts'
import { enhancedResource, liteResource } from './resources.ts'
import { shareBasesOf, type ShareBases, type SplitAdjustment } from './share-split.ts'
import { getKnownAsOf } from '../ledger/ledger-store.ts'
import type { HeldBack } from '../ledger/merge-received-content.ts'
import { marksIn, marksOfShown, readShownNotes, shownHistory } from '../ledger/shown-records.ts'
import type { FieldMark } from '../service/read-record.ts'
import { readStoredJson } from '../stored-json.ts'

const fieldNames = z.array(z.string())

export interface SeriesPeriod extends FiscalPeriod, Readonly<MarkedFields> {
  readonly recordId: number
  /** When the library first saw the period. */
  readonly firstSeenAt: number
  /** When the service last sent these figures, as far as known then. */
  readonly lastSeenAt: number
  readonly recordUpdatedAt: string | null
  /** Figures that the service restated since it first sent the period, as far as known then. */
  readonly restated: readonly string[]
  /** A newer content that waits for the user to accept it; null: none. */
  readonly heldBack: HeldBack | null
  /** In the order of `figureFields`. */
  readonly figures: FigureNumbers
  /** EPS and shares in the figures are adjusted to the latest shares; absent: as reported. */
  readonly adjustment?: SplitAdjustment
}

/** A company's periods, oldest first, as the library knew them at a moment. */
export interface CompanySeries {
  readonly symbol: string
  readonly edition: Edition
  readonly periods: readonly SeriesPeriod[]
}

/** Which of a company's periods count in the same shares, by the figures as reported, even after they are adjusted. */
export function shareBasesIn(periods: readonly SeriesPeriod[]): ShareBases {
  const bases = shareBasesOf(
    periods,
    (at, field) => reportedFigures(periods[at])?.[figureIndexes.get(field) ?? -1] ?? notAvailable,
  )
  return periods.some(({ adjustment }) => adjustment) ? bases.adjusted() : bases
}

/** The figures as received, before EPS and shares were adjusted. */
export function reportedFigures(period: SeriesPeriod | undefined): FigureNumbers | undefined {
  return period?.adjustment?.reported ?? period?.figures
}

const selectPeriods = `SELECT edition, period.record_id, Quarter, Year, EndPeriod, record.last_seen_at, updated_at, record.revisions, record.marks,
    record.first_seen_at, restated, figures, shown.notes
  FROM fundamental_period AS period JOIN ledger_record AS record ON record.id = period.record_id
  LEFT JOIN shown_record AS shown ON shown.record_id = period.record_id`

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
  notes: string | null,
]

/**
 * The wanted edition, else the fuller of those stored then; undefined: none. `asOf`: leaves out periods that were not stored
 * then, and uses the figures of that time; null: now.
 */
export function readSeries(
  db: Reader,
  symbol: string,
  wanted: Edition | undefined,
  asOf: number | null,
): CompanySeries | undefined {
  const edition = editionOf(getStoredEditions(db, symbol), wanted, asOf)
  return edition && readEdition(db, symbol, edition, asOf)
}

export interface BothEditions {
  readonly series: CompanySeries
  /** The other edition, where it is stored as well: the two are compared. */
  readonly other: CompanySeries | undefined
}

export function readBothEditions(
  db: Reader,
  symbol: string,
  wanted: Edition | undefined,
  asOf: number | null,
): BothEditions | undefined {
  const rows = db.arrays<Row>(`${selectPeriods} WHERE symbol = ? ORDER BY edition, EndPeriod, Quarter`, [symbol])
  const edition = editionOf(editionsIn(rows), wanted, asOf)
  if (edition === undefined) return undefined
  const series = (one: Edition) =>
    seriesOf(
      db,
      { symbol, edition: one, asOf },
      rows.filter((row) => row[0] === one),
    )
  const other = rows.find((row) => row[0] !== edition)?.[0]
  return { series: series(edition), other: other && series(other) }
}

/** In the order of `getStoredEditions`. */
function editionsIn(rows: readonly Row[]): { edition: Edition; firstSeenAt: number }[] {
  const first = new Map<Edition, number>()
  for (const [edition, , , , , , , , , firstSeenAt] of rows)
    first.set(edition, Math.min(first.get(edition) ?? firstSeenAt, firstSeenAt))
  return [...first].map(([edition, firstSeenAt]) => ({ edition, firstSeenAt }))
}

function editionOf(
  stored: ReturnType<typeof getStoredEditions>,
  wanted: Edition | undefined,
  asOf: number | null,
): Edition | undefined {
  const known = wanted ?? stored.find(({ firstSeenAt }) => asOf === null || firstSeenAt <= asOf)?.edition
  return stored.find(({ edition }) => known === undefined || edition === known)?.edition
}

function readEdition(db: Reader, symbol: string, edition: Edition, asOf: number | null): CompanySeries {
  const rows = db.arrays<Row>(`${selectPeriods} WHERE symbol = ? AND edition = ? ORDER BY EndPeriod, Quarter`, [
    symbol,
    edition,
  ])
  return seriesOf(db, { symbol, edition, asOf }, rows)
}

interface SeriesKey {
  readonly symbol: string
  readonly edition: Edition
  readonly asOf: number | null
}

function seriesOf(db: Reader, { symbol, edition, asOf }: SeriesKey, rows: readonly Row[]): CompanySeries {
  return { symbol, edition, periods: rows.flatMap((row) => periodOf(db, row, asOf) ?? []) }
}

export interface StoredPeriod extends SeriesPeriod {
  readonly symbol: string
  readonly edition: Edition
}

/** One period; undefined when the record is not one, or was not stored then. */
export function readPeriod(db: Reader, recordId: number, asOf: number | null): StoredPeriod | undefined {
  const place = getPlaceOf(db, recordId)
  const [row] = db.arrays<Row>(`${selectPeriods} WHERE period.record_id = ?`, [recordId])
  const period = row && place && periodOf(db, row, asOf)
  return period && { ...period, ...place }
}

function periodOf(db: Reader, row: Row, asOf: number | null): SeriesPeriod | undefined {
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
    restated,
    packed,
    noted,
  ] = row
  if (asOf !== null && firstSeenAt > asOf) return undefined
  const known = { recordId, quarter, year, endPeriod, firstSeenAt }
  const received = marksIn(marks)
  const resource = edition === 'enhanced' ? enhancedResource : liteResource
  if (revisions === 1 || asOf === null) {
    const notes = readShownNotes(noted)
    return {
      ...known,
      lastSeenAt: notes?.heldBack?.shownSeenAt ?? seenAsOf(db, recordId, asOf, lastSeenAt),
      recordUpdatedAt,
      ...fieldsByKind(notes ? marksOfShown(notes, received) : received),
      heldBack: notes?.heldBack ?? null,
      restated: readStoredJson(fieldNames, restated) ?? restatedIn(db, resource, row),
      figures: packed ? unpacked(packed) : getFigures(db, recordId),
    }
  }
  const history = shownHistory(db, resource, recordId, asOf)
  const then = history.at(-1)
  if (!then) return undefined
  const { shown } = then
  const updatedAt = shown.record['updated_at']
  return {
    ...known,
    lastSeenAt: shown.heldBack?.shownSeenAt ?? seenAsOf(db, recordId, asOf, lastSeenAt),
    recordUpdatedAt: typeof updatedAt === 'string' ? updatedAt : null,
    ...fieldsByKind(marksOfShown(shown, then.marks)),
    heldBack: shown.heldBack,
    restated: restatedFields(figureChanges(history)),
    figures: Float64Array.from(readFigures(shown.record), numberOf),
  }
}

/** For a period projected by an earlier version, until it is projected again. */
function restatedIn(
  db: Reader,
  resource: typeof enhancedResource | typeof liteResource,
  [, recordId, , , , , , revisions]: Row,
) {
  return revisions === 1 ? [] : restatedFields(figureChanges(shownHistory(db, resource, recordId, null)))
}

/** When the service last sent the content that was the latest at a moment, as far as known then; null: now. */
function seenAsOf(db: Reader, recordId: number, asOf: number | null, lastSeenAt: number): number {
  if (asOf === null || lastSeenAt <= asOf) return lastSeenAt
  return getKnownAsOf(db, [recordId], asOf)[0]?.seenAt ?? lastSeenAt
}

const listOfKind = {
  unreadable: 'unreadable',
  converted: 'converted',
  imprecise: 'imprecise',
  kept: 'kept',
  withdrawn: 'withdrawn',
} as const satisfies Record<MarkKind, keyof MarkedFields>

function fieldsByKind(marks: readonly Pick<FieldMark, 'kind' | 'path'>[]): MarkedFields {
  const fields: MarkedFields = { unreadable: [], converted: [], imprecise: [], kept: [], withdrawn: [] }
  for (const { kind, path } of marks) fields[listOfKind[kind]].push(path)
  return fields
}
