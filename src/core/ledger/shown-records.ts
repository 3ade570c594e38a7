/**
 * Reads stored records as they are shown, now, at a moment and through their history, with their
 * marks; stores the shown form where it differs from the latest content. Also stores that the user
 * accepted a held-back content.
 */

import { z } from 'zod'
import { mark } from '#contract/api/provenance.ts'
import {
  operations,
  operationNames,
  recordSchema,
  type OperationName,
  type RecordOf,
} from '#contract/service/operations.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { readStoredJson } from '../stored-json.ts'
import { getRecords } from './ledger-store.ts'
import { readRecordText, type FieldMark, type ReadRecord } from '../service/read-record.ts'
import {
  differsFromReceived,
  firstShown,
  showAccepted,
  showNext,
  type ReceivedContent,
  type RecordRules,
  type ShownRecord,
} from './merge-received-content.ts'

/** What the rules need to know of a kind of record, besides its fields. */
export interface RulesOfKind<Name extends OperationName> {
  readonly operation: Name
  /** Dotted paths of figures: a null withdraws one. */
  readonly figures?: readonly string[]
  /** Whether a content that loses more than a fifth of them waits until the user accepts it. */
  readonly holdsBack?: boolean
}

const fieldsOf = new Map<OperationName, ReadonlySet<string>>(
  operationNames.map((name) => [name, new Set(Object.keys(operations[name].record.shape))]),
)
const figuresOf = new WeakMap<readonly string[], ReadonlySet<string>>()
const noFigures: ReadonlySet<string> = new Set()

export function rulesOf({ operation, figures, holdsBack = false }: RulesOfKind<OperationName>): RecordRules {
  const known = figures && (figuresOf.get(figures) ?? new Set(figures))
  if (figures && known) figuresOf.set(figures, known)
  return { fields: fieldsOf.get(operation) ?? noFigures, figures: known ?? noFigures, holdsBack }
}

/** The facts of a shown record besides its fields. */
type ShownNotes = Omit<ShownRecord, 'record'>

const shownNotes = z.object({
  kept: z.record(z.string(), z.number()),
  withdrawn: z.record(z.string(), z.object({ at: z.number(), was: z.union([z.number(), z.string()]) })),
  heldBack: z
    .object({
      contentId: z.number(),
      knownFrom: z.number(),
      lost: z.number(),
      of: z.number(),
      shownSeenAt: z.number(),
      shownContentId: z.number().nullable().default(null),
    })
    .nullable(),
}) satisfies z.ZodType<ShownNotes>

/** Null where nothing but the latest content is shown, or where the notes cannot be read. */
export function readShownNotes(stored: string | null): ShownNotes | null {
  return readStoredJson(shownNotes, stored) ?? null
}

/** The row of a record that is shown with other than its latest content. */
interface ShownRow {
  readonly body: string
  readonly notes: string
}

const shownFields = z.record(z.string(), z.unknown())

/** Undefined where the row cannot be read: the latest content is shown then. */
function shownIn(row: ShownRow | undefined): ShownRecord | undefined {
  const record = readStoredJson(shownFields, row?.body)
  const notes = readShownNotes(row?.notes ?? null)
  return record && notes ? { record, ...notes } : undefined
}

/** The present shown record; undefined when its latest content is not a record. */
export function getShown(db: Reader, operation: OperationName, recordId: number): ShownRecord | undefined {
  const row = db.get<ShownRow>('SELECT body, notes FROM shown_record WHERE record_id = ?', [recordId])
  const shown = shownIn(row)
  if (shown) return shown
  const latest = db.get<{ body: string }>(
    `SELECT content.body FROM ledger_record AS record JOIN ledger_content AS content ON content.id = record.content_id
     WHERE record.id = ?`,
    [recordId],
  )
  const record = latest && readRecordText(recordSchema(operation), latest.body).record
  return record ? firstShown({ record }) : undefined
}

/** How many records are shown with other than their latest content. */
export function countShown(db: Reader, recordIds: readonly number[]): number {
  const row = db.get<{ count: number }>(
    'SELECT count(*) AS count FROM shown_record WHERE record_id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(recordIds)],
  )
  return row?.count ?? 0
}

/** Kept only where it is something else than the latest content. */
export function putShown(db: Writer, recordId: number, shown: ShownRecord): void {
  db.run('DELETE FROM shown_record WHERE record_id = ?', [recordId])
  if (!differsFromReceived(shown)) return
  const { record, ...notes } = shown
  db.run('INSERT INTO shown_record (record_id, body, notes) VALUES (?, ?, ?)', [
    recordId,
    JSON.stringify(record),
    JSON.stringify(notes),
  ])
}

export function receivedContent<Name extends OperationName>(
  { record, damagedLists }: Pick<ReadRecord<RecordOf<Name>>, 'record' | 'damagedLists'>,
  { contentId, knownFrom }: Pick<ReceivedContent, 'contentId' | 'knownFrom'>,
): ReceivedContent | undefined {
  return record ? { contentId, knownFrom, record, damagedLists } : undefined
}

/** The shown record from a moment on. */
export interface ShownFrom {
  /** When the content came, or the user accepted it, ms UTC. */
  readonly at: number
  readonly shown: ShownRecord
  /** Marks of the latest content then, as received. */
  readonly marks: readonly FieldMark[]
}

interface RevisionRow {
  readonly contentId: number
  readonly knownFrom: number
  readonly lastSeenAt: number | null
  readonly body: string
}

/** Oldest first, by the rules from the ledger alone. `until`: only what was known then; null: all. */
export function shownHistory<Name extends OperationName>(
  db: Reader,
  kind: RulesOfKind<Name>,
  recordId: number,
  until: number | null,
): ShownFrom[] {
  const rules = rulesOf(kind)
  const schema = recordSchema(kind.operation)
  const revisions = db.all<RevisionRow>(
    `SELECT revision.content_id AS contentId, revision.known_from AS knownFrom, revision.last_seen_at AS lastSeenAt, content.body
     FROM ledger_revision AS revision JOIN ledger_content AS content ON content.id = revision.content_id
     WHERE revision.record_id = @recordId AND (@until IS NULL OR revision.known_from <= @until) ORDER BY revision.known_from`,
    { recordId, until },
  )
  const acceptances = getAcceptances(db, recordId, until)
  const steps: ShownFrom[] = []
  let latest: { content: ReceivedContent; marks: readonly FieldMark[] } | undefined
  for (const [at, revision] of revisions.entries()) {
    const read = readRecordText(schema, revision.body)
    const content = receivedContent(read, revision)
    if (!content) continue
    const before = steps.at(-1)
    const { contentId, lastSeenAt } = revisions[at - 1] ?? revision
    const previous = { contentId, lastSeenAt: lastSeenAt ?? revision.knownFrom }
    const shown = before ? showNext(before.shown, content, previous, rules) : firstShown(content)
    steps.push({ at: revision.knownFrom, shown, marks: read.marks })
    latest = { content, marks: read.marks }
    const next = revisions[at + 1]?.knownFrom ?? Infinity
    for (const acceptance of acceptances) {
      const isNow = acceptance.acceptedAt >= revision.knownFrom && acceptance.acceptedAt < next
      const last = steps.at(-1)
      if (!isNow || !last || acceptance.contentId !== latest.content.contentId) continue
      const accepted = showAccepted(last.shown, latest.content, acceptance.acceptedAt, rules)
      steps.push({ at: acceptance.acceptedAt, shown: accepted, marks: latest.marks })
    }
  }
  return steps
}

function getAcceptances(
  db: Reader,
  recordId: number,
  until: number | null,
): { readonly contentId: number; readonly acceptedAt: number }[] {
  return db.all(
    `SELECT content_id AS contentId, accepted_at AS acceptedAt FROM ledger_acceptance
     WHERE record_id = @recordId AND (@until IS NULL OR accepted_at <= @until) ORDER BY accepted_at`,
    { recordId, until },
  )
}

/** When the user last accepted a content of a record, ms UTC; 0: never. */
export function acceptedUntil(db: Reader, recordId: number): number {
  const row = db.get<{ at: number | null }>(
    'SELECT max(accepted_at) AS at FROM ledger_acceptance WHERE record_id = ?',
    [recordId],
  )
  return row?.at ?? 0
}

/** Accepts the held-back content; returns the record that is shown from then on. Undefined when none is held back. */
export function acceptHeldBack<Name extends OperationName>(
  db: Writer,
  kind: RulesOfKind<Name>,
  recordId: number,
  now: number,
): RecordOf<Name> | undefined {
  const heldBack = getShown(db, kind.operation, recordId)?.heldBack
  if (!heldBack) return undefined
  // Later than the content, also when the clock was set back meanwhile.
  const acceptedAt = Math.max(now, heldBack.knownFrom + 1)
  db.run('INSERT INTO ledger_acceptance (record_id, content_id, accepted_at) VALUES (?, ?, ?)', [
    recordId,
    heldBack.contentId,
    acceptedAt,
  ])
  const shown = shownHistory(db, kind, recordId, null).at(-1)?.shown
  if (!shown) return undefined
  putShown(db, recordId, shown)
  // Every field of it is one that its schema let through.
  return shown.record as RecordOf<Name>
}

/** A record of the library as shown, with the marks of its fields. */
export interface ShownWithMarks<Name extends OperationName> {
  readonly record: RecordOf<Name> | null
  readonly marks: readonly FieldMark[]
}

/** @param notes of `shown_record`; null: the latest content is shown */
export function readShown<Name extends OperationName>(
  operation: Name,
  { body, notes, marks }: { readonly body: string; readonly notes: string | null; readonly marks: string | null },
): ShownWithMarks<Name> {
  const read = readRecordText(recordSchema(operation), body)
  return notes === null ? read : { record: read.record, marks: storedMarks({ notes, marks }) }
}

/** The marks of a stored record's fields, without parsing it. */
export function storedMarks({
  notes,
  marks,
}: {
  readonly notes: string | null
  readonly marks: string | null
}): FieldMark[] {
  const received = marksIn(marks)
  const read = readShownNotes(notes)
  return read ? marksOfShown(read, received) : received
}

/** A mark that an earlier version stored has no kind: it was of a field that could not be read. */
const storedMark = mark.omit({ record: true }).extend({ kind: mark.shape.kind.default('unreadable') })
const storedMarkList = z.array(storedMark)

export function marksIn(marks: string | null): FieldMark[] {
  return readStoredJson(storedMarkList, marks) ?? []
}

/** The marks of the latest content that apply to what is shown, and those for values retained from earlier contents or withdrawn. */
export function marksOfShown({ kept, withdrawn, heldBack }: ShownNotes, received: readonly FieldMark[]): FieldMark[] {
  const isRetained = (path: string) =>
    Object.keys(kept).some((parent) => path === parent || path.startsWith(`${parent}.`))
  return [
    ...(heldBack ? [] : received.filter(({ path }) => !isRetained(path))),
    ...Object.entries(kept).map(([path, at]): FieldMark => ({
      kind: 'kept',
      path,
      problem: 'the latest response has no readable value',
      received: received.find((mark) => mark.path === path)?.received ?? 'absent',
      at,
    })),
    ...Object.entries(withdrawn).map(([path, { at, was }]): FieldMark => ({
      kind: 'withdrawn',
      path,
      problem: 'withdrawn by the service',
      received: JSON.stringify(was),
      at,
    })),
  ]
}

/** Some records as shown at a moment, in the requested order; null: now. Those not known then are left out. */
export function readShownAsOf<Name extends OperationName>(
  db: Reader,
  kind: RulesOfKind<Name>,
  recordIds: readonly number[],
  then: number | null,
): { readonly id: number; readonly record: RecordOf<Name> }[] {
  return getRecords(db, recordIds).flatMap(({ id, ...stored }) => {
    if (then === null) return asFound(id, readShown(kind.operation, stored).record)
    const shown = shownHistory(db, kind, id, then).at(-1)?.shown
    // Every field of it is one that its schema let through.
    return asFound(id, shown ? (shown.record as RecordOf<Name>) : null)
  })
}

function asFound<Item>(id: number, record: Item | null): { readonly id: number; readonly record: Item }[] {
  return record === null ? [] : [{ id, record }]
}
