/** The stored periods of all companies in one table, for the screener. */

import { notAvailable, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import type { Reader } from '../database/reader-writer.ts'
import { figureIndexes } from '../fundamentals/figure-fields.ts'
import { areApart, isQuarterApart, type FiscalPeriod } from '../fundamentals/fiscal-period.ts'
import { countUnprojected } from '../ledger/rebuild-projections.ts'
import { readPeriod } from '../fundamentals/company-series.ts'

/** No position, in lists of positions of periods. */
export const nowhere = -1

type Row = readonly [
  symbol: string,
  recordId: number,
  quarter: string,
  year: number,
  endPeriod: string,
  firstSeenAt: number,
  isRevised: 0 | 1,
  ...figures: (number | null)[],
]

/** A period of the table; `quarter` is Q1 to Q4 or FY. */
interface TablePeriod extends FiscalPeriod {
  readonly recordId: number
  readonly firstSeenAt: number
  /** Its content changed after it was first seen. */
  readonly isRevised: boolean
}

/**
 * The periods of every company with stored statements, in one sequence: companies by symbol, a company's periods by end. A line
 * has one figure per period, so that a formula is calculated for all companies at once.
 */
export interface PeriodTable {
  readonly symbols: readonly string[]
  /** Where each company's periods begin, and the end of the last. */
  readonly starts: Int32Array
  readonly periods: readonly TablePeriod[]
  /** The previous period of the same kind, and the same one a year before: by label, if stored exactly once. */
  readonly prior: Int32Array
  readonly yearAgo: Int32Array
  /** Each company's latest quarter and latest fiscal year. */
  readonly latestQuarter: Int32Array
  readonly latestYear: Int32Array
}

interface PeriodsWanted {
  /** As known at that moment; null: now. */
  readonly asOf: number | null
  /** Years of history before each company's latest period. */
  readonly years: number
}

/**
 * Unchanged as long as no statement is written: it counts responses with statements, contents that the user accepted, and
 * projections that are being rebuilt.
 */
export function statementsVersion(db: Reader): string {
  const isProjecting = countUnprojected(db, ['fundamentals.enhanced', 'fundamentals.lite']) > 0
  if (isProjecting) return `projecting, ${db.changes}`
  const row = db.get<{ response: number | null; accepted: number }>(
    `SELECT (SELECT max(id) FROM ledger_response WHERE operation IN ('fundamentals.enhanced', 'fundamentals.lite')) AS response,
       (SELECT count(*) FROM ledger_acceptance) AS accepted`,
  )
  return `${row?.response ?? 0} ${row?.accepted ?? 0}`
}

/** The table and its stored lines, read with one statement. Fields that are not stored are left out. */
export function readPeriodTable(
  db: Reader,
  { asOf, years }: PeriodsWanted,
  fields: readonly string[],
): { readonly table: PeriodTable; readonly lines: ReadonlyMap<string, FigureNumbers> } {
  const stored = fields.filter((field) => figureIndexes.has(field))
  const rows = db.arrays<Row>(
    `WITH company AS MATERIALIZED (
       SELECT symbol, min(edition) AS edition, max(EndPeriod) AS latest FROM fundamental_period AS period
       ${asOf === null ? '' : 'JOIN ledger_record AS record ON record.id = period.record_id AND record.first_seen_at <= @asOf'}
       GROUP BY symbol)
     SELECT period.symbol, period.record_id, Quarter, Year, EndPeriod, record.first_seen_at, record.revisions > 1
       ${stored.map((field) => `, period."${field}"`).join('')}
     FROM company CROSS JOIN fundamental_period AS period ON period.symbol = company.symbol AND period.edition = company.edition
       AND period.EndPeriod >= coalesce(date(company.latest, @since), '')
     CROSS JOIN ledger_record AS record ON record.id = period.record_id
     WHERE Quarter IN ('Q1', 'Q2', 'Q3', 'Q4', 'FY') ${asOf === null ? '' : 'AND record.first_seen_at <= @asOf'}
     ORDER BY company.symbol, period.EndPeriod, Quarter`,
    {
      since: `-${years} years`,
      ...(asOf !== null && { asOf }),
    },
  )
  const lines = stored.map(() => new Float64Array(rows.length).fill(notAvailable))
  for (const [at, row] of rows.entries()) {
    const then = asOf === null || row[6] === 0 ? undefined : readPeriod(db, row[1], asOf)
    for (const [index, line] of lines.entries()) {
      const figure = then
        ? then.figures[figureIndexes.get(stored[index] ?? '') ?? nowhere]
        : (row[index + 7] as number | null)
      line[at] = figure ?? notAvailable
    }
  }
  return { table: tableOf(rows), lines: new Map(stored.map((field, at) => [field, lines[at] ?? new Float64Array(0)])) }
}

function tableOf(rows: readonly Row[]): PeriodTable {
  const symbols: string[] = []
  const starts: number[] = []
  const periods = rows.map(([symbol, recordId, quarter, year, endPeriod, firstSeenAt, isRevised], at): TablePeriod => {
    if (symbols.at(-1) !== symbol) {
      symbols.push(symbol)
      starts.push(at)
    }
    return { recordId, quarter, year, endPeriod, firstSeenAt, isRevised: isRevised === 1 }
  })
  starts.push(rows.length)
  const table = {
    symbols,
    starts: Int32Array.from(starts),
    periods,
    prior: new Int32Array(rows.length).fill(nowhere),
    yearAgo: new Int32Array(rows.length).fill(nowhere),
    latestQuarter: new Int32Array(symbols.length).fill(nowhere),
    latestYear: new Int32Array(symbols.length).fill(nowhere),
  }
  for (const company of symbols.keys()) linkPeriods(table, company)
  return table
}

/** A year in these steps: quarters count by one, fiscal years have a separate range. */
const yearly = 1e6

/** Quarters count up by one, and so do years, so that an earlier period is found by its number. */
function numberOf({ quarter, year }: FiscalPeriod): number {
  return quarter === 'FY' ? yearly + year : year * 4 + Number(quarter.slice(1)) - 1
}

/** Places of a company's periods by their numbers; one that two periods claim is nowhere. */
function placesOf({ starts, periods }: Pick<PeriodTable, 'starts' | 'periods'>, company: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = starts[company] ?? 0; at < (starts[company + 1] ?? 0); at += 1) {
    const period = periods[at]
    if (!period) continue
    const number = numberOf(period)
    places.set(number, places.has(number) ? nowhere : at)
  }
  return places
}

function linkPeriods(
  { starts, periods, prior, yearAgo, latestQuarter, latestYear }: PeriodTable,
  company: number,
): void {
  const places = placesOf({ starts, periods }, company)
  for (let at = starts[company] ?? 0; at < (starts[company + 1] ?? 0); at += 1) {
    const period = periods[at]
    if (!period) continue
    const number = numberOf(period)
    const isYear = period.quarter === 'FY'
    const before = (count: number) => {
      const place = places.get(number - count) ?? nowhere
      return isSoManyBefore(periods[place], period, count) ? place : nowhere
    }
    prior[at] = before(1)
    yearAgo[at] = before(isYear ? 1 : 4)
    const latest = isYear ? latestYear : latestQuarter
    const former = periods[latest[company] ?? nowhere]
    // Of two with the same end the first counts, as on a company's page.
    if (former === undefined || period.endPeriod > former.endPeriod) latest[company] = at
  }
}

/** By end dates: a mislabelled period is no base for a change. */
function isSoManyBefore(earlier: FiscalPeriod | undefined, later: FiscalPeriod, count: number): boolean {
  return earlier !== undefined && areApart(earlier, later, later.quarter === 'FY' ? 4 * count : count)
}

/** The period a number of periods before another one of its kind; -1 unless it is stored exactly once. */
export function periodsBefore(table: PeriodTable, company: number, at: number, count: number): number {
  const period = table.periods[at]
  if (!period) return nowhere
  const wanted = numberOf(period) - count
  let found = nowhere
  for (let other = table.starts[company] ?? 0; other < (table.starts[company + 1] ?? 0); other += 1) {
    const each = table.periods[other]
    if (!each || numberOf(each) !== wanted) continue
    if (found !== nowhere) return nowhere
    found = other
  }
  return isSoManyBefore(table.periods[found], period, count) ? found : nowhere
}

/** For each quarter the three before it, the nearest first, if all four are consecutive by label and by date. */
export function twelveMonthQuarters({ periods, prior }: PeriodTable): readonly [Int32Array, Int32Array, Int32Array] {
  const before = Int32Array.from(prior, (earlier, at) => {
    const [now, then] = [periods[at], periods[earlier]]
    return now && then && now.quarter !== 'FY' && isQuarterApart(then, now) ? earlier : nowhere
  })
  const step = (places: Int32Array) => places.map((at) => before[at] ?? nowhere)
  const second = step(before)
  const third = step(second)
  const isWhole = (_: number, at: number) => (third[at] ?? nowhere) !== nowhere
  const whole = (places: Int32Array) => places.map((place, at) => (isWhole(place, at) ? place : nowhere))
  return [whole(before), whole(second), third]
}
