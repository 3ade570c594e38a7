import { setImmediate } from 'node:timers/promises'
import { recordSchema, type OperationName } from '#contract/service/operations.ts'
import type { Reader, Writer } from '../database/handles.ts'
import { readRecord } from '../service/read-record.ts'
import type { Projected, Projection } from './record-answer.ts'

/** Raised when a projection reads a record in another way than before: every library then makes its projections again. */
export const generation = 8

/** Milliseconds that one batch may hold the core up, and records it takes at most. */
const longestBatch = 30
const largestBatch = 200

type AnyProjection = { [Name in OperationName]: Projection<Name> }[OperationName]

/**
 * Goes through the ledger once for each generation and writes the projections of what is stored, oldest record first. In batches,
 * each a transaction that remembers how far it came: an end in the midst of it costs nothing. Gives how many records it projected.
 */
export async function reproject(
  db: Writer,
  projections: readonly AnyProjection[],
  signal: AbortSignal,
): Promise<number> {
  const byKind = new Map<string, AnyProjection>(projections.map((projection) => [projection.operation, projection]))
  let projected = 0
  for (let done = beginning(db); done !== null;) {
    const from = done
    const batch = db.transaction(() => projectBatch(db, byKind, from))
    projected += batch.projected
    done = batch.doneTo
    await setImmediate()
    signal.throwIfAborted()
  }
  return projected
}

/** Records of some kinds whose projections are still those of an earlier version, or none. */
export function countUnprojected(db: Reader, kinds: readonly OperationName[]): number {
  const state = getState(db)
  const isCurrent = state?.generation === generation
  if (isCurrent && state.doneTo === finished) return 0
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM ledger_record
     WHERE id > ? AND kind IN (SELECT value FROM json_each(?)) AND identity NOT GLOB 'unnamed *'`,
    [isCurrent ? state.doneTo : 0, JSON.stringify(kinds)],
  )
  return row?.count ?? 0
}

function getState(db: Reader): { generation: number; doneTo: number } | undefined {
  return db.get('SELECT generation, done_to AS doneTo FROM reprojection WHERE only = 1')
}

/** The last record that is done; null when there is nothing to do. A library that holds nothing yet is up to date. */
function beginning(db: Writer): number | null {
  const state = getState(db)
  if (state?.generation === generation) return state.doneTo === finished ? null : state.doneTo
  remember(db, 0)
  return 0
}

/** `done_to` of a generation that is through. */
const finished = -1

function remember(db: Writer, doneTo: number): void {
  db.run('INSERT OR REPLACE INTO reprojection (only, generation, done_to) VALUES (1, ?, ?)', [generation, doneTo])
}

function projectBatch(
  db: Writer,
  byKind: ReadonlyMap<string, AnyProjection>,
  from: number,
): { projected: number; doneTo: number | null } {
  const rows = db.all<{ id: number; kind: string; body: string }>(
    `SELECT record.id, record.kind, content.body FROM ledger_record AS record
     JOIN ledger_content AS content ON content.id = record.content_id
     WHERE record.id > ? AND record.kind IN (SELECT value FROM json_each(?)) AND record.identity NOT GLOB 'unnamed *'
     ORDER BY record.id LIMIT ?`,
    [from, JSON.stringify([...byKind.keys()]), largestBatch],
  )
  const began = performance.now()
  let projected = 0
  let doneTo = from
  const stage = new Map([...byKind].map(([kind, projection]) => [kind, staged(projection)]))
  for (const { id, kind, body } of rows) {
    stage.get(kind)?.project(db, id, body)
    projected += 1
    doneTo = id
    if (performance.now() - began > longestBatch) break
  }
  for (const each of stage.values()) each.index(db)
  const isThrough = rows.length < largestBatch && projected === rows.length
  remember(db, isThrough ? finished : doneTo)
  return { projected, doneTo: isThrough ? null : doneTo }
}

/** One kind's projection over a batch: row by row, and the full text of all of them at its end. */
function staged<Name extends OperationName>(
  projection: Projection<Name>,
): { project(db: Writer, id: number, body: string): void; index(db: Writer): void } {
  const schema = recordSchema(projection.operation)
  const projected: Projected<Name>[] = []
  return {
    project: (db, id, body) => {
      const { record } = readRecord(schema, JSON.parse(body))
      if (record === null) return
      projection.project(db, id, record)
      projected.push({ recordId: id, record })
    },
    index: (db) => projection.index?.(db, projected),
  }
}
