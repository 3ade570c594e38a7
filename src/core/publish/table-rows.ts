/** Reads the rows of each published table from the library, a batch at a time. */

import { checksByTurn } from '#contract/api/checks-by-turn.ts'
import { secondsOf } from '../calls/transcript/segment-times.ts'
import type { Reader } from '../database/reader-writer.ts'
import { instantOf } from '../instant.ts'
import { readPriceTarget } from '../ratings/price-target.ts'
import { figureLines } from './figure-lines.ts'
import { MetricValues } from './metric-values.ts'
import { positionOf, type TableName } from './published-tables.ts'
import * as store from './publish-store.ts'
import type { Cell, PartitionKeys } from './publish-store.ts'

/** One moment of each database. */
export interface Databases {
  readonly library: Reader
  readonly desk: Reader
}

/** What the library has of some keys. */
export interface Stored {
  readonly rows: Cell[][]
  /** Of figures, where the table has them. */
  readonly changes: readonly store.FigureChange[]
}

interface TableSource {
  /** The partitions of the table, each with its keys in the order of the rows. */
  partitions(databases: Databases): PartitionKeys[]
  /** What the library has of some keys, which come as JSON: the rows depend on nothing else, so that comparing it compares them. */
  read(databases: Databases, keys: string): Stored
  /** The rows of what was read, in the order of the columns. */
  rows(stored: Stored): Cell[][]
  /** How many keys are read at once: a key of a statement or a call stands for many rows. */
  readonly batch: number
}

const asStored = ({ rows }: Stored) => rows
const withoutChanges = (rows: Cell[][]): Stored => ({ rows, changes: [] })
const withChanges = ({ library }: Databases, keys: string): Stored => ({
  rows: store.getPeriods(library, keys),
  changes: store.getFigureChanges(library, keys),
})

const storedTables: Readonly<Record<Exclude<TableName, 'metric_values'>, TableSource>> = {
  securities: {
    partitions: ({ library }) => store.getSecurityKeys(library),
    read: ({ library }, keys) => withoutChanges(store.getSecurities(library, keys)),
    rows: asStored,
    batch: 2000,
  },
  statements: {
    partitions: ({ library }) => store.getPeriodKeys(library),
    read: ({ library }, keys) => withoutChanges(store.getPeriods(library, keys)),
    rows: ({ rows }) => figuresOf(rows),
    batch: 100,
  },
  statements_wide: {
    partitions: ({ library }) => store.getPeriodKeys(library),
    read: ({ library }, keys) => withoutChanges(store.getPeriods(library, keys)),
    rows: ({ rows }) =>
      rows
        .map(periodOf)
        .map(({ place, knownFrom, packAuthor, record, figures }) => [
          ...place,
          knownFrom,
          packAuthor,
          record,
          ...figures,
        ]),
    batch: 100,
  },
  statement_versions: {
    partitions: ({ library }) => store.getPeriodKeys(library),
    read: withChanges,
    rows: ({ rows, changes }) => versionsOf(rows, changes),
    batch: 100,
  },
  restatements: {
    partitions: ({ library }) => store.getRestatedKeys(library),
    read: withChanges,
    rows: ({ rows, changes }) => restatementsOf(rows, changes),
    batch: 100,
  },
  calls: {
    partitions: ({ library }) => store.getCallKeys(library),
    read: ({ library }, keys) => withoutChanges(store.getCalls(library, keys)),
    rows: ({ rows }) => rows.map((row) => row.map((cell, at) => (at === callEnd ? timeIn(cell) : cell))),
    batch: 1000,
  },
  turns: {
    partitions: ({ library }) => store.getTranscriptKeys(library),
    read: ({ library, desk }, keys) =>
      withoutChanges(withCorrections(desk, withTimes(desk, store.getTurns(library, keys)))),
    rows: asStored,
    batch: 20,
  },
  ratings: {
    partitions: ({ library }) => store.getRatingKeys(library),
    read: ({ library }, keys) => withoutChanges(store.getRatings(library, keys)),
    rows: ({ rows }) => rows.map(withTarget),
    batch: 2000,
  },
  news: {
    partitions: ({ library }) => store.getNewsKeys(library),
    read: ({ library }, keys) => withoutChanges(store.getNews(library, keys)),
    rows: asStored,
    batch: 2000,
  },
  // Sorted by company, not by item: all of a partition is read at once.
  news_companies: {
    partitions: ({ library }) => store.getNamingNewsKeys(library),
    read: ({ library }, keys) => withoutChanges(store.getNewsCompanies(library, keys)),
    rows: asStored,
    batch: Number.POSITIVE_INFINITY,
  },
  metrics: {
    partitions: ({ desk }) => store.getMetricKeys(desk),
    read: ({ desk }, keys) => withoutChanges(store.getMetrics(desk, keys)),
    rows: asStored,
    batch: 1000,
  },
}

/** The sources of all tables, for one publication: metrics are calculated once, when they are first read. */
export function tableSources(databases: Databases): Readonly<Record<TableName, TableSource>> {
  let calculated: MetricValues | null = null
  const values = () => (calculated ??= new MetricValues(databases.library, databases.desk))
  return {
    ...storedTables,
    metric_values: {
      partitions: () => values().partitions(),
      read: (_, keys) => withoutChanges(values().rows(JSON.parse(keys) as number[])),
      rows: asStored,
      batch: 2000,
    },
  }
}

/** Stored as received. */
const callEnd = positionOf('calls', 'ended_at')
const priceTarget = positionOf('ratings', 'price_target')

function timeIn(cell: Cell): number | null {
  return typeof cell === 'string' ? instantOf(cell) : null
}

function withTarget(row: Cell[]): Cell[] {
  const cell = row[priceTarget] ?? null
  const target = readPriceTarget(cell === null ? null : String(cell))
  return row.toSpliced(priceTarget, 1, target?.amount ?? null, target?.currency ?? null, cell)
}

const turnCall = positionOf('turns', 'call_id')
/** As received. */
const turnText = positionOf('turns', 'text')
/** The first of three columns. */
const turnCorrection = positionOf('turns', 'corrected_text')

/** The first of two columns. */
const turnTimes = positionOf('turns', 'start_seconds')

/** Turns with the times that the reader and search show: the user's settings of timestamps go before what was inferred. */
function withTimes(desk: Reader, turns: ReturnType<typeof store.getTurns>): Cell[][] {
  const callIds = new Set(turns.map(([, ...turn]) => turn[turnCall]))
  const setTimes = new Map(store.getSetTimes(desk, JSON.stringify([...callIds])).map((set) => [set.callId, set]))
  return turns.map(([inferred, ...turn]) => {
    const set = setTimes.get(String(turn[turnCall]))
    const times = turn.slice(turnTimes, turnTimes + 2).map((time) => (typeof time === 'number' ? time : null))
    const inSeconds = times.map((time) => secondsOf(time, set?.unit ?? inferred, set?.offset))
    return turn.toSpliced(turnTimes, 2, ...inSeconds)
  })
}

/**
 * The turns of some calls, in order, with the corrections that the reader, search and exports apply too. One whose words the stored
 * transcript no longer has is in no row.
 */
function withCorrections(desk: Reader, turns: Cell[][]): Cell[][] {
  const callIds = new Set(turns.map((turn) => turn[turnCall]))
  const ofCall = Map.groupBy(store.getCorrections(desk, JSON.stringify([...callIds])), ({ callId }) => callId)
  if (ofCall.size === 0) return turns
  return [...Map.groupBy(turns, (turn) => String(turn[turnCall]))].flatMap(([callId, ofThis]) => {
    const texts = ofThis.map((turn) => String(turn[turnText]))
    const corrections = checksByTurn(texts, ofCall.get(callId) ?? [])
    return ofThis.map((turn, at) => {
      const correction = corrections.get(at)
      if (correction === undefined) return turn
      const author = correction.author === '' ? null : correction.author
      return turn.toSpliced(turnCorrection, 3, correction.correction, author, correction.at)
    })
  })
}

interface Period {
  /** Symbol, quarter, end. */
  readonly place: readonly [Cell, Cell, Cell]
  readonly knownFrom: Cell
  readonly packAuthor: Cell
  readonly firstSeen: Cell
  /** Of the pack in which its first content was received. */
  readonly firstAuthor: Cell
  readonly record: Cell
  /** In the order of `figureLines`. */
  readonly figures: readonly Cell[]
}

function periodOf([
  symbol = null,
  quarter = null,
  end = null,
  knownFrom = null,
  packAuthor = null,
  firstSeen = null,
  firstAuthor = null,
  record = null,
  ...figures
]: Cell[]): Period {
  return { place: [symbol, quarter, end], knownFrom, packAuthor, firstSeen, firstAuthor, record, figures }
}

/** One row per figure that a period has. */
function figuresOf(rows: Cell[][]): Cell[][] {
  return rows.map(periodOf).flatMap(({ place, knownFrom, packAuthor, record, figures }) =>
    figureLines.flatMap(({ statement, field, label, unit }, at) => {
      const value = figures[at] ?? null
      return value === null ? [] : [[...place, statement, field, label, unit, value, knownFrom, packAuthor, record]]
    }),
  )
}

/** One row per value that a figure has had: before its first change, and after each. */
function versionsOf(rows: Cell[][], changes: readonly store.FigureChange[]): Cell[][] {
  const ofFigure = Map.groupBy(changes, ({ recordId, field }) => `${recordId} ${field}`)
  return rows.map(periodOf).flatMap(({ place, firstSeen, firstAuthor, record, figures }) =>
    figureLines.flatMap(({ statement, field, label, unit }, at): Cell[][] => {
      const line = [...place, statement, field, label, unit]
      const own = ofFigure.get(`${record} ${field}`) ?? []
      const [first] = own
      const value = figures[at] ?? null
      if (first === undefined) return value === null ? [] : [[...line, value, firstSeen, null, firstAuthor, record]]
      const later = own.map(({ now, seenAt, packAuthor }, index): Cell[] => [
        ...line,
        now,
        seenAt,
        own[index + 1]?.seenAt ?? null,
        packAuthor,
        record,
      ])
      return [[...line, first.was, firstSeen, first.seenAt, firstAuthor, record], ...later]
    }),
  )
}

function restatementsOf(rows: Cell[][], changes: readonly store.FigureChange[]): Cell[][] {
  const ofRecord = Map.groupBy(
    changes.filter(({ kind }) => kind === 'restated'),
    ({ recordId }) => recordId,
  )
  const lineOf = new Map(figureLines.map((line) => [line.field, line]))
  return rows.map(periodOf).flatMap(({ place, record }) =>
    (ofRecord.get(Number(record)) ?? []).flatMap(({ field, was, now, seenAt, packAuthor }): Cell[][] => {
      const line = lineOf.get(field)
      if (line === undefined) return []
      return [[...place, line.statement, field, line.label, line.unit, was, now, seenAt, packAuthor, record]]
    }),
  )
}
