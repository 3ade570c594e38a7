/**
 * Parses one record of a response by its schema, and marks fields that are unreadable or converted.
 */

import type { z } from 'zod'
import type { Mark } from '#contract/api/provenance.ts'
import { convert, type ExpectedType } from './convert-value.ts'
import { isExact, parseRecord, type SourceDigits } from './exact-numbers.ts'
import { stepsTo } from './field-path.ts'

export type FieldMark = Omit<Mark, 'record'>

export interface ReadRecord<Item> {
  /** The typed record without the unreadable fields; null when it is not a record. */
  readonly record: Item | null
  readonly marks: readonly FieldMark[]
  /** Dotted paths of lists with unreadable elements: what is left of them is not the whole list. */
  readonly damagedLists: ReadonlySet<string>
}

/** Most marks of one record, more than a period has figures; a record with more is refused, with the first ones as the reason. */
const mostMarks = 250

const noDigits: SourceDigits = new Map()
const noLists: ReadonlySet<string> = new Set()

/** A record as it was received or is stored: its numbers with the digits that they were written with. */
export function readRecordText<Item>(schema: z.ZodType<Item>, body: string): ReadRecord<Item> {
  const { raw, digits } = parseRecord(body)
  return readRecord(schema, raw, digits)
}

/**
 * Parses a record by its schema. A field of another type is converted where that is safe (docs/wire-data-rules.md), and marked;
 * an unreadable one is left out of the typed record and marked. The ledger keeps what arrived. A schema of the wire validates and
 * changes nothing, so valid input is returned and the schema's copy left to the garbage collector.
 */
export function readRecord<Item>(
  schema: z.ZodType<Item>,
  raw: unknown,
  digits: SourceDigits = noDigits,
): ReadRecord<Item> {
  const first = schema.safeParse(raw)
  if (first.success) return { record: raw as Item, marks: impreciseIn(digits, raw), damagedLists: noLists }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    const marks: FieldMark[] = [{ kind: 'unreadable', path: '', problem: 'not a record', received: shown(raw) }]
    return { record: null, marks, damagedLists: noLists }
  }
  const conversions = first.error.issues.flatMap((issue) => conversionOf(issue, raw, digits) ?? [])
  const converted = conversions.length > 0 ? edited(raw, editsOf(conversions)) : raw
  const second = conversions.length > 0 ? schema.safeParse(converted) : first
  const unread = second.success ? [] : second.error.issues
  const healed = second.success ? second : schema.safeParse(edited(converted, editsOf(unread)))
  const lost = new Set(unread.map(({ path }) => dotted(path)))
  const texts = new Set(conversions.flatMap(({ path, to }) => (typeof to === 'number' ? [] : [dotted(path)])))
  // A number that is not shown as one has lost no digits: nothing of it is shown, or a text that has them all.
  const isLostOrText = (path: string) => texts.has(path) || prefixesOf(path).some((prefix) => lost.has(prefix))
  const marks = [
    ...unread.slice(0, mostMarks).map((issue): FieldMark => ({
      kind: 'unreadable',
      path: dotted(issue.path),
      problem: issue.message,
      received: shown(valueAt(raw, issue.path)),
    })),
    ...conversions
      .filter(({ path }) => !lost.has(dotted(path)))
      .slice(0, mostMarks)
      .map((conversion) => markOf(conversion, raw)),
    ...impreciseIn(digits, raw).filter(({ path }) => !isLostOrText(path)),
  ]
  return {
    record: healed.success ? healed.data : null,
    marks: marks.slice(0, mostMarks),
    damagedLists: new Set(
      unread.flatMap(({ path }) => (typeof path.at(-1) === 'number' ? [dotted(path.slice(0, -1))] : [])),
    ),
  }
}

interface Conversion {
  readonly path: readonly PropertyKey[]
  readonly to: string | number | boolean
}

function conversionOf(issue: z.core.$ZodIssue, raw: unknown, digits: SourceDigits): Conversion | undefined {
  const expected = expectedBy(issue)
  if (!expected) return undefined
  const to = convert(valueAt(raw, issue.path), expected, issue.path, digits.get(dotted(issue.path)))
  return to === undefined ? undefined : { path: issue.path, to }
}

/** `custom` is the check of an open list of texts (`open` in contract/service/scalars.ts). */
function expectedBy(issue: z.core.$ZodIssue): ExpectedType | undefined {
  if (issue.code === 'custom') return 'text'
  if (issue.code !== 'invalid_type') return undefined
  switch (issue.expected) {
    case 'number':
    case 'int':
      return 'number'
    case 'string':
      return 'text'
    case 'boolean':
      return 'boolean'
    default:
      return undefined
  }
}

function markOf({ path, to }: Conversion, raw: unknown): FieldMark {
  const value = valueAt(raw, path)
  const isRounded = typeof to === 'number' && typeof value === 'string' && !isExact(value)
  return {
    kind: isRounded ? 'imprecise' : 'converted',
    path: dotted(path),
    problem: isRounded ? rounded : `${nameOf(value)} read as ${nameOf(to)}`,
    received: shown(value),
  }
}

const rounded = 'more digits than can be stored'

function nameOf(value: unknown): string {
  return typeof value === 'string' ? 'text' : typeof value
}

/** Numbers that were read with fewer digits than they were written with. */
function impreciseIn(digits: SourceDigits, raw: unknown): FieldMark[] {
  return [...digits].slice(0, mostMarks).flatMap(([path, received]): FieldMark[] => {
    const value = valueAt(raw, stepsTo(raw, path))
    return Number.isFinite(value)
      ? [{ kind: 'imprecise', path, problem: rounded, received: received.slice(0, 200) }]
      : []
  })
}

/** `a.b.c`: `a`, `a.b` and `a.b.c`. */
function prefixesOf(path: string): string[] {
  const steps = path.split('.')
  return steps.map((_, at) => steps.slice(0, at + 1).join('.'))
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 200)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return at
}

/** An edit by the steps that lead to it. A step without further ones is replaced, or removed. */
interface Edit {
  readonly inside: Map<PropertyKey, Edit>
  replacement: Conversion['to'] | undefined
}

function editsOf(changes: readonly { readonly path: readonly PropertyKey[]; readonly to?: Conversion['to'] }[]): Edit {
  const root: Edit = { inside: new Map(), replacement: undefined }
  for (const { path, to } of changes) {
    let at = root
    for (const key of path) {
      const next = at.inside.get(key) ?? { inside: new Map<PropertyKey, Edit>(), replacement: undefined }
      at.inside.set(key, next)
      at = next
    }
    at.replacement = to
  }
  return root
}

/** A copy with the edits made, in one pass however many they are. */
function edited(value: unknown, edit: Edit): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.flatMap((each: unknown, index) => {
      const change = edit.inside.get(index)
      return change === undefined ? [each] : changed(each, change)
    })
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const change = edit.inside.get(key)
      return (change === undefined ? [each] : changed(each, change)).map((after) => [key, after])
    }),
  )
}

/** One value, or none. */
function changed(value: unknown, { inside, replacement }: Edit): readonly unknown[] {
  if (inside.size > 0) return [edited(value, { inside, replacement })]
  return replacement === undefined ? [] : [replacement]
}
