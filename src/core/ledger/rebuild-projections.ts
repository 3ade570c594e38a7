/** Writes all derived tables again after an update of the program has changed them. */

import { setImmediate } from 'node:timers/promises'
import { recordSchema, type OperationName, type RecordOf } from '#contract/service/operations.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { failureOf } from '../failure-error.ts'
import { readRecordText } from '../service/read-record.ts'
import { countDue } from './due-projections-store.ts'
import { setMarks } from './ledger-store.ts'
import type { Projected, Projector } from './store-response.ts'
import { putShown, shownHistory, type RulesOfKind } from './shown-records.ts'

/** Raised when a projection reads a record in another way than before: every library then makes its projections again. */
export const projectionVersion = 16

/** Limits of one batch before other requests have a turn. */
interface BatchLimits {
  readonly milliseconds: number
  readonly records: number
}

const usualLimits: BatchLimits = { milliseconds: 30, records: 200 }

export type AnyProjector = { [Name in OperationName]: Projector<Name> }[OperationName]

/**
 * Goes through the ledger once for each version of the projections and writes the projections of what is stored, oldest record first. In batches,
 * each a transaction that remembers how far it came: an end in the midst of it costs nothing. Gives how many records it projected.
 */
export async function rebuildProjections(
  db: Writer,
  projections: readonly AnyProjector[],
  signal: AbortSignal,
  limits: BatchLimits = usualLimits,
): Promise<number> {
  const byKind = new Map<string, AnyProjector>(projections.map((projection) => [projection.operation, projection]))
  let projected = 0
  for (let done = beginning(db); done !== null;) {
    const from = done
    const batch = db.transaction(() => projectBatch(db, byKind, from, limits))
    projected += batch.projected
    done = batch.doneTo
    await setImmediate()
    signal.throwIfAborted()
  }
  return projected
}

/**
 * Writes the projections of some records from all of their contents, in this order, until the time is over, but at least of one. Gives how
 * many records it went through. Called within a transaction.
 */
export function projectRecords(
  db: Writer,
  projections: readonly AnyProjector[],
  recordIds: readonly number[],
  milliseconds: number,
): number {
  const began = performance.now()
  let done = 0
  const stage = new Map<string, ReturnType<typeof staged>>(
    projections.map((projection) => [projection.operation, staged(projection)]),
  )
  for (const id of recordIds) {
    const row = db.get<StoredContent & { kind: string }>(
      `SELECT record.id, record.kind, record.revisions, record.marks, content.body FROM ledger_record AS record
       JOIN ledger_content AS content ON content.id = record.content_id WHERE record.id = ?`,
      [id],
    )
    if (row) stage.get(row.kind)?.project(db, row)
    done += 1
    if (performance.now() - began > milliseconds) break
  }
  for (const each of stage.values()) each.index(db)
  return done
}

/** Records of some kinds whose projections are of an earlier version, or missing. */
export function countUnprojected(db: Reader, kinds: readonly OperationName[]): number {
  const state = getState(db)
  const isCurrent = state?.version === projectionVersion
  if (isCurrent && state.doneTo === finished) return countDue(db, kinds)
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM ledger_record
     WHERE id > ? AND kind IN (SELECT value FROM json_each(?)) AND identity NOT GLOB 'unnamed *'`,
    [isCurrent ? state.doneTo : 0, JSON.stringify(kinds)],
  )
  return row?.count ?? 0
}

function getState(db: Reader): { version: number; doneTo: number } | undefined {
  return db.get('SELECT projection_version AS version, done_to AS doneTo FROM reprojection WHERE only = 1')
}

/** The last completed record; null: nothing to do. An empty library is up to date. */
function beginning(db: Writer): number | null {
  const state = getState(db)
  if (state?.version === projectionVersion) return state.doneTo === finished ? null : state.doneTo
  remember(db, 0)
  return 0
}

/** `done_to` of a rebuild that is complete. */
const finished = -1

function remember(db: Writer, doneTo: number): void {
  db.run('INSERT OR REPLACE INTO reprojection (only, projection_version, done_to) VALUES (1, ?, ?)', [
    projectionVersion,
    doneTo,
  ])
}

function projectBatch(
  db: Writer,
  byKind: ReadonlyMap<string, AnyProjector>,
  from: number,
  limits: BatchLimits,
): { projected: number; doneTo: number | null } {
  const rows = db.all<StoredContent & { kind: string }>(
    `SELECT record.id, record.kind, record.revisions, record.marks, content.body FROM ledger_record AS record
     JOIN ledger_content AS content ON content.id = record.content_id
     WHERE record.id > ? AND record.kind IN (SELECT value FROM json_each(?)) AND record.identity NOT GLOB 'unnamed *'
     ORDER BY record.id LIMIT ?`,
    [from, JSON.stringify([...byKind.keys()]), limits.records],
  )
  const began = performance.now()
  let projected = 0
  let doneTo = from
  const stage = new Map([...byKind].map(([kind, projection]) => [kind, staged(projection)]))
  for (const { kind, id, ...content } of rows) {
    stage.get(kind)?.project(db, { id, ...content })
    projected += 1
    doneTo = id
    if (performance.now() - began > limits.milliseconds) break
  }
  for (const each of stage.values()) each.index(db)
  const isThrough = rows.length < limits.records && projected === rows.length
  remember(db, isThrough ? finished : doneTo)
  return { projected, doneTo: isThrough ? null : doneTo }
}

interface StoredContent {
  readonly id: number
  readonly revisions: number
  readonly marks: string | null
  readonly body: string
}

/** The shown record according to all of its contents, with the marks of the latest as parsed now. */
function shownAgain<Name extends OperationName>(
  db: Writer,
  kind: RulesOfKind<Name>,
  { id, revisions, marks: known, body }: StoredContent,
): RecordOf<Name> | null {
  const { record, marks } = readRecordText(recordSchema(kind.operation), body)
  const stored = marks.length > 0 ? JSON.stringify(marks) : null
  if (stored !== known) setMarks(db, id, stored)
  if (revisions < 2 || record === null) return record
  const shown = shownHistory(db, kind, id, null).at(-1)?.shown
  if (!shown) return record
  putShown(db, id, shown)
  // Every field of it is one that its schema let through.
  return shown.record as RecordOf<Name>
}

/** One kind's projection of a batch: row by row, with the full text of all at the end. */
function staged<Name extends OperationName>(
  projection: Projector<Name>,
): { project(db: Writer, content: StoredContent): void; index(db: Writer): void } {
  const projected: Projected<Name>[] = []
  return {
    project: (db, content) => {
      const { id } = content
      const record = shownAgain(db, projection, content)
      if (record === null) return
      const isProjected = unlessTooLarge(db, () => projection.project(db, id, record))
      if (isProjected) projected.push({ recordId: id, record })
    },
    index: (db) => {
      if (unlessTooLarge(db, () => projection.index?.(db, projected))) return
      // Together they have more words than are indexed at once; they were received in several responses, so each is indexed alone.
      for (const each of projected) unlessTooLarge(db, () => projection.index?.(db, [each]))
    },
  }
}

/** False for what an earlier version took and this one refuses: it stays in the ledger, and is left out of what is made from it. */
function unlessTooLarge(db: Writer, work: () => void): boolean {
  try {
    db.transaction(work)
    return true
  } catch (error) {
    if (failureOf(error)?.kind === 'too-large') return false
    throw error
  }
}
