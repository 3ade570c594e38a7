/**
 * The source of a stored figure: its record, request, earlier versions, marks, tie-outs and split
 * adjustment.
 */

import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import type { TieOut } from '#contract/api/financials.ts'
import type { Mark } from '#contract/api/provenance.ts'
import type { VersionState } from '#contract/api/source.ts'
import { recordSchema, type OperationName } from '#contract/service/operations.ts'
import type { Reader } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { ShownRecord } from '../ledger/merge-received-content.ts'
import {
  getPackOf,
  getResponse,
  getRecord,
  getRevisions,
  requestParameters,
  type Revision,
} from '../ledger/ledger-store.ts'
import { adjustedForSplits } from './adjust-splits.ts'
import { figureIndexes } from './figure-fields.ts'
import type { FiscalPeriod } from './fiscal-period.ts'
import { marksOfShown, shownHistory } from '../ledger/shown-records.ts'
import { fieldAt, stepsTo } from '../service/field-path.ts'
import { readRecordText, type FieldMark } from '../service/read-record.ts'
import type { KnownBreaks } from './known-breaks.ts'
import { readBothEditions, readPeriod, readSeries, type StoredPeriod } from './company-series.ts'
import { SeriesTies } from './series-tie-outs.ts'
import { perShareLines, shareLines, splitLabel } from './share-split.ts'
import { enhancedResource, liteResource } from './resources.ts'

type FigureSource = ApiOutputs['source']['figure']

/**
 * The origin of one stored figure, as known at a moment or now. Throws `not-in-library` when the record does not exist, or did
 * not then.
 */
export function figureSource(
  db: Reader,
  known: Pick<KnownBreaks, 'of'>,
  { recordId, field, asOf, adjustSplits = false }: ApiInputs['source']['figure'],
): FigureSource {
  const record = getRecord(db, recordId) ?? fail({ kind: 'not-in-library' })
  const revisions = getRevisions(db, recordId)
  const stored = revisions.findIndex(({ knownFrom }) => asOf === undefined || knownFrom <= asOf)
  const period = readPeriod(db, recordId, asOf ?? null)
  const kind = period ? (period.edition === 'lite' ? liteResource : enhancedResource) : { operation: record.kind }
  const history = shownHistory(db, kind, recordId, null)
  const then = history.findLast((step) => asOf === undefined || step.at <= asOf)
  const versions = revisions.map((each, at): Version => {
    const until = revisions[at - 1]?.knownFrom ?? Infinity
    const step = history.findLast((one) => one.at >= each.knownFrom && one.at < until)
    return versionIn(each, readableIn(kind.operation, each, field), step?.shown, field)
  })
  const shown = then && fieldAt(then.shown.record, field)
  const at = originOf(versions, stored, shown)
  const revision = revisions[at] ?? fail({ kind: 'not-in-library' })
  const seenSince = at === 0 && (asOf === undefined || record.lastSeenAt <= asOf)
  const response =
    getResponse(db, seenSince ? record.lastResponseId : revision.responseId) ?? fail({ kind: 'not-in-library' })
  const content: unknown = JSON.parse(revision.body)
  const text = JSON.stringify(content, null, 2)
  return {
    recordId,
    field,
    value: shown === undefined ? fieldAt(content, field) : shown,
    adjustment: period && adjustSplits ? adjustmentIn(db, period, field, asOf ?? null) : null,
    record: text,
    line: lineOf(text, stepsTo(content, field)),
    request: { operation: response.operation, path: response.path, parameters: requestParameters(response) },
    fetchedAt: response.fetchedAt,
    pack: getPackOf(db, response.id) ?? null,
    firstFetchedAt: record.firstSeenAt,
    recordUpdatedAt: revision.recordUpdatedAt,
    hash: revision.hash.toString('hex'),
    versions: versions.map((each, index) => {
      const before = versions.slice(index + 1).find(({ state }) => state !== 'held-back')
      return versionText(each, before, record.lastSeenAt)
    }),
    shownVersion: stored,
    ties: period ? tiesOf(db, known, { ...period, field, asOf: asOf ?? null }) : [],
    marks: then ? marksOf(marksOfShown(then.shown, then.marks), field) : [],
  }
}

function adjustmentIn(
  db: Reader,
  { symbol, edition, recordId }: StoredPeriod,
  field: string,
  asOf: number | null,
): FigureSource['adjustment'] {
  const index = shareLines.has(field) ? figureIndexes.get(field) : undefined
  const series = index === undefined ? undefined : readSeries(db, symbol, edition, asOf)
  const periods = series ? adjustedForSplits(series).periods : []
  const period = periods.find((each) => each.recordId === recordId)
  const reported = figureOf(period?.adjustment?.reported[index ?? -1])
  if (!period?.adjustment || typeof reported !== 'number') return null
  const { factor, explanation, splits } = period.adjustment
  return {
    reported,
    factor: Number.isNaN(factor) ? null : factor,
    isDivided: perShareLines.has(field),
    value: figureOf(period.figures[index ?? -1]),
    explanation,
    splits: splits.flatMap(({ before, after, factor: ratio }) => {
      const [earlier, later] = [periods[before], periods[after]]
      return earlier && later ? [{ label: splitLabel(ratio), before: endOf(earlier), after: endOf(later) }] : []
    }),
  }
}

function endOf({ quarter, year, endPeriod }: FiscalPeriod): FiscalPeriod {
  return { quarter, year, endPeriod }
}

interface Version {
  readonly revision: Revision
  /** The parsed value; the raw one where it cannot be parsed. */
  readonly received: unknown
  readonly value: unknown
  readonly state: VersionState
}

/** @param shown of the record at the end of the version's time; undefined where it is no record */
function versionIn(revision: Revision, received: unknown, shown: ShownRecord | undefined, field: string): Version {
  if (!shown) return { revision, received, value: received, state: 'received' }
  if (shown.heldBack) return { revision, received, value: received, state: 'held-back' }
  if (Object.hasOwn(shown.kept, field))
    return { revision, received, value: fieldAt(shown.record, field), state: 'kept' }
  const isWithdrawn = Object.hasOwn(shown.withdrawn, field)
  return { revision, received, value: isWithdrawn ? null : received, state: isWithdrawn ? 'withdrawn' : 'received' }
}

function readableIn(operation: OperationName, { body }: Revision, field: string): unknown {
  const { record } = readRecordText<object>(recordSchema(operation), body)
  const value = fieldAt(record, field)
  return value === undefined ? fieldAt(JSON.parse(body), field) : value
}

/** The latest content with the shown value: an earlier one when a figure is kept. */
function originOf(versions: readonly Version[], stored: number, shown: unknown): number {
  if (shown === undefined || shown === null) return stored
  const at = versions.findIndex(
    ({ received }, index) => index >= stored && JSON.stringify(received) === JSON.stringify(shown),
  )
  return at < 0 ? stored : at
}

/** @param before the one that was shown before it */
function versionText(
  { revision, value, state }: Version,
  before: Version | undefined,
  recordLastSeenAt: number,
): FigureSource['versions'][number] {
  const earlier = before?.value
  return {
    knownFrom: revision.knownFrom,
    lastSeen: revision.lastSeenAt ?? recordLastSeenAt,
    recordUpdatedAt: revision.recordUpdatedAt,
    hash: revision.hash.toString('hex'),
    value,
    state,
    change: state !== 'held-back' && typeof value === 'number' && typeof earlier === 'number' ? value - earlier : null,
  }
}

/** The line of pretty-printed JSON with a field; a nested one is searched after its parent. */
function lineOf(text: string, steps: readonly string[]): number | null {
  const lines = text.split('\n')
  let from = 0
  for (const [depth, step] of steps.entries()) {
    const start = `${'  '.repeat(depth + 1)}${JSON.stringify(step)}: `
    from = lines.findIndex((line, index) => index >= from && line.startsWith(start))
    if (from < 0) return null
  }
  return from
}

interface FigureAt extends Pick<StoredPeriod, 'symbol' | 'edition' | 'recordId'> {
  readonly field: string
  readonly asOf: number | null
}

function tiesOf(
  db: Reader,
  known: Pick<KnownBreaks, 'of'>,
  { symbol, edition, recordId, field, asOf }: FigureAt,
): TieOut[] {
  const both = readBothEditions(db, symbol, edition, asOf)
  const at = both?.series.periods.findIndex((each) => each.recordId === recordId) ?? -1
  return both ? new SeriesTies(both.series, both.other, known.of(symbol)).of(at, field) : []
}

function marksOf(marks: readonly FieldMark[], field: string): Mark[] {
  return marks.filter(({ path }) => path === field).map((mark) => ({ record: 0, ...mark }))
}
