/**
 * Decides what is shown of a record whose latest content is damaged or incomplete (docs/wire-data-rules.md, sections 2 and 3).
 * Pure: the same contents and acceptances, in order, give the same record.
 */

import { isJsonObject, type JsonObject } from '#contract/service/json-object.ts'
import { fieldAt } from '../service/field-path.ts'

type Json = unknown

/** The rules that depend on the operation. */
export interface RecordRules {
  /** Fields that docs/interface.md has: others are shown as received. */
  readonly fields: ReadonlySet<string>
  /** Dotted paths of figures: a null withdraws one. */
  readonly figures: ReadonlySet<string>
  /** Whether a content that loses too many of them waits for the user. */
  readonly holdsBack: boolean
}

/** A content of a record, as it can be read. */
export interface ReceivedContent {
  readonly contentId: number
  readonly knownFrom: number
  readonly record: JsonObject
  /** Lists with unreadable entries. */
  readonly damagedLists: ReadonlySet<string>
}

interface Withdrawal {
  /** Since when, ms UTC. */
  readonly at: number
  readonly was: number | string
}

/** A content that lost too many figures: the one before it is shown until the user accepts it. */
export interface HeldBack {
  readonly contentId: number
  readonly knownFrom: number
  /** Figures that it lacks, of those that are shown. */
  readonly lost: number
  readonly of: number
  /** When the service last sent the shown content, ms UTC. */
  readonly shownSeenAt: number
  /** Null: an earlier version of the program did not note it. */
  readonly shownContentId: number | null
}

export interface ShownRecord {
  readonly record: JsonObject
  /** When the service last sent the shown value, ms UTC, by path; inside a list's entries, the list's time. */
  readonly kept: Readonly<Record<string, number>>
  readonly withdrawn: Readonly<Record<string, Withdrawal>>
  readonly heldBack: HeldBack | null
}

export function firstShown({ record }: Pick<ReceivedContent, 'record'>): ShownRecord {
  return { record, kept: {}, withdrawn: {}, heldBack: null }
}

/** Whether the record shown differs from its latest content. */
export function differsFromReceived({ kept, withdrawn, heldBack }: ShownRecord): boolean {
  return heldBack !== null || Object.keys(kept).length > 0 || Object.keys(withdrawn).length > 0
}

/** More than a fifth. */
const mostLost = 0.2

/** The content before another one. */
interface PreviousContent {
  readonly contentId: number
  /** When the service last sent it, ms UTC. */
  readonly lastSeenAt: number
}

export function showNext(
  shown: ShownRecord,
  content: ReceivedContent,
  previous: PreviousContent,
  rules: RecordRules,
): ShownRecord {
  const { shownSeenAt, shownContentId } = shown.heldBack ?? {
    shownSeenAt: previous.lastSeenAt,
    shownContentId: previous.contentId,
  }
  if (rules.holdsBack) {
    const { lost, of } = lossOf(shown.record, content.record, rules)
    if (lost > of * mostLost) {
      const { contentId, knownFrom } = content
      return { ...shown, heldBack: { contentId, knownFrom, lost, of, shownSeenAt, shownContentId } }
    }
  }
  return merged(shown, content, { rules, at: content.knownFrom, shownSeenAt, isAccepted: false })
}

/** The content that was held back, once the user has accepted it: figures that it lacks are withdrawn as of then. */
export function showAccepted(
  shown: ShownRecord,
  content: ReceivedContent,
  acceptedAt: number,
  rules: RecordRules,
): ShownRecord {
  if (shown.heldBack?.contentId !== content.contentId) return shown
  const { shownSeenAt } = shown.heldBack
  return merged(shown, content, { rules, at: acceptedAt, shownSeenAt, isAccepted: true })
}

/** How many of the shown figures a content lacks. */
function lossOf(shown: JsonObject, received: JsonObject, { figures }: RecordRules): { lost: number; of: number } {
  let [lost, of] = [0, 0]
  for (const path of figures) {
    if (!isFigure(fieldAt(shown, path))) continue
    of += 1
    if (!isFigure(fieldAt(received, path))) lost += 1
  }
  return { lost, of }
}

function isFigure(value: Json): value is number | string {
  return typeof value === 'number' || typeof value === 'string'
}

interface Merging {
  readonly rules: RecordRules
  /** When the content came, or was accepted, ms UTC. */
  readonly at: number
  readonly shownSeenAt: number
  readonly isAccepted: boolean
}

function merged(shown: ShownRecord, content: ReceivedContent, how: Merging): ShownRecord {
  const merge = new Merge(shown, content.damagedLists, how)
  const record = merge.record(content.record)
  return { record, kept: merge.kept, withdrawn: merge.withdrawn, heldBack: null }
}

/** Lists whose entries are identified by an id across contents. */
const identifiedLists: Readonly<Record<string, string>> = {
  transcripts: 'transcript_id',
  segments: 'segment_id',
  participants: 'participant_id',
  securities: 'figi',
  formats: 'file_link',
}
const neverEmptied: ReadonlySet<string> = new Set(['transcripts', 'segments', 'participants'])

class Merge {
  readonly kept: Record<string, number> = {}
  readonly withdrawn: Record<string, Withdrawal> = {}
  readonly #shown: ShownRecord
  readonly #damagedLists: ReadonlySet<string>
  readonly #how: Merging

  constructor(shown: ShownRecord, damagedLists: ReadonlySet<string>, how: Merging) {
    this.#shown = shown
    this.#damagedLists = damagedLists
    this.#how = how
  }

  record(received: JsonObject): JsonObject {
    const { fields } = this.#how.rules
    const before = Object.fromEntries(Object.entries(this.#shown.record).filter(([field]) => fields.has(field)))
    return this.#fields('', before, received)
  }

  /** In the order in which they were received, followed by kept ones. */
  #fields(path: string, before: JsonObject, received: JsonObject): JsonObject {
    const fields: [string, Json][] = []
    for (const [key, value] of Object.entries(received))
      fields.push([key, this.#value(pathTo(path, key), key, ownValue(before, key), value)])
    for (const [key, value] of Object.entries(before)) {
      if (Object.hasOwn(received, key)) continue
      const retained = this.#value(pathTo(path, key), key, value, undefined)
      if (retained !== undefined) fields.push([key, retained])
    }
    return Object.fromEntries(fields)
  }

  #value(path: string, key: string, before: Json, received: Json): Json {
    if (isJsonObject(before) && (received === undefined || received === null || isJsonObject(received))) {
      const inside = isJsonObject(received) ? received : received === null ? nulls(before) : {}
      return this.#fields(path, before, inside)
    }
    if (received === undefined || received === null) return this.#lacking(path, before, received)
    if (!Array.isArray(received)) return received
    return Array.isArray(before) ? this.#list(path, key, before, received) : received
  }

  /** Nothing that can be read came. */
  #lacking(path: string, before: Json, received: null | undefined): Json {
    const { rules, at, isAccepted } = this.#how
    const earlier = this.#shown.withdrawn[path]
    if (before === undefined || before === null) {
      if (earlier) this.withdrawn[path] = earlier
      return received === undefined ? before : received
    }
    if (rules.figures.has(path) && isFigure(before) && (received === null || isAccepted)) {
      this.withdrawn[path] = { at, was: before }
      return null
    }
    return this.#retain(path, before)
  }

  #retain(path: string, value: Json): Json {
    this.kept[path] = this.#shown.kept[path] ?? this.#how.shownSeenAt
    return value
  }

  #list(path: string, key: string, before: readonly Json[], received: readonly Json[]): Json {
    if (before.length > 0 && this.#damagedLists.has(path)) return this.#retain(path, before)
    const id = identifiedLists[key]
    if (id === undefined) return received
    const isEmptied = before.length > 0 && (received.length === 0 || (!isBlank(key, before) && isBlank(key, received)))
    if (neverEmptied.has(key) && isEmptied) return this.#retain(path, before)
    const lostIds = before.some((entry) => hasId(entry, id)) && !received.every((entry) => hasId(entry, id))
    if (lostIds && !isWholeWithoutIds(before, received, id)) return this.#retain(path, before)
    const known = byId(before, id)
    const inside = new Merge(this.#shown, this.#damagedLists, this.#how)
    const list = received.map((entry, at) => {
      if (!isJsonObject(entry)) return entry
      const same = hasId(entry, id) ? known.get(entry[id]) : lostIds ? sameInPlace(before[at], entry, id) : undefined
      return same ? inside.#fields(`${path}.${at}`, same, entry) : entry
    })
    if (Object.keys(inside.kept).length > 0) this.#retain(path, list)
    return list
  }
}

/** Null for every field of an object: a null in its place says that it has none of them. */
function nulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(fields).map((key) => [key, null]))
}

/** Whether a list is empty; transcripts also when none has a text. */
function isBlank(key: string, list: readonly Json[]): boolean {
  return key === 'transcripts' ? !list.some(hasText) : list.length === 0
}

function hasText(transcript: Json): boolean {
  if (!isJsonObject(transcript)) return false
  const { segments, text } = transcript
  return (Array.isArray(segments) && segments.length > 0) || (typeof text === 'string' && text.trim() !== '')
}

/** Whether a list whose entries lost their ids is otherwise complete: no shorter, and without lost fields. */
function isWholeWithoutIds(before: readonly Json[], received: readonly Json[], id: string): boolean {
  const [first, ...rest] = before.filter(isJsonObject)
  const common = Object.keys(first ?? {}).filter(
    (key) => key !== id && [first, ...rest].every((entry) => (entry?.[key] ?? null) !== null),
  )
  const isWhole = (entry: Json) => isJsonObject(entry) && common.every((key) => (entry[key] ?? null) !== null)
  return common.length > 0 && received.length >= before.length && received.every(isWhole)
}

/** The entry at the place of one without an id, if no comparable field differs. */
function sameInPlace(before: Json, entry: JsonObject, id: string): JsonObject | undefined {
  if (!isJsonObject(before)) return undefined
  const plain = Object.entries(entry).filter(
    ([key, value]) => key !== id && value !== null && typeof value !== 'object',
  )
  return plain.length > 0 && plain.every(([key, value]) => ownValue(before, key) === value) ? before : undefined
}

function hasId(entry: Json, id: string): boolean {
  return isJsonObject(entry) && (entry[id] ?? '') !== ''
}

/** Entries with a unique id. */
function byId(list: readonly Json[], id: string): Map<Json, JsonObject> {
  const known = new Map<Json, JsonObject>()
  const twice = new Set<Json>()
  for (const entry of list) {
    if (!isJsonObject(entry) || !hasId(entry, id)) continue
    if (known.has(entry[id])) twice.add(entry[id])
    known.set(entry[id], entry)
  }
  for (const each of twice) known.delete(each)
  return known
}

function ownValue(fields: JsonObject, key: string): Json {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

function pathTo(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
