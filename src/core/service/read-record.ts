import type { z } from 'zod'
import type { Mark } from '#contract/desk/provenance.ts'

type FieldMark = Omit<Mark, 'record'>

export interface ReadRecord<Kept> {
  /** The typed record, less the fields that came with a wrong type; null when it is no record at all. */
  readonly record: Kept | null
  readonly marks: readonly FieldMark[]
}

/**
 * Reads a record by its schema. A field of the wrong type costs only itself: it is taken out of the typed record and named in
 * a mark; what came stays in the ledger.
 */
export function readRecord<Kept>(schema: z.ZodType<Kept>, raw: unknown): ReadRecord<Kept> {
  const first = schema.safeParse(raw)
  if (first.success) return { record: first.data, marks: [] }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { record: null, marks: [{ path: '', problem: 'not a record', came: shown(raw) }] }
  }
  const marks = first.error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    problem: issue.message,
    came: shown(valueAt(raw, issue.path)),
  }))
  let healed: unknown = raw
  // From the last element of an array to the first, so that taking one out does not move the next one to be taken.
  for (const issue of first.error.issues.toReversed()) healed = without(healed, issue.path)
  const second = schema.safeParse(healed)
  return { record: second.success ? second.data : null, marks }
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 200)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return at
}

function without(value: unknown, path: readonly PropertyKey[]): unknown {
  const [key, ...rest] = path
  if (key === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, index) => index !== key)
    return value.map((each: unknown, index) => (index === key ? without(each, rest) : each))
  }
  const copy: Record<PropertyKey, unknown> = { ...value }
  if (rest.length === 0) delete copy[key]
  else copy[key] = without(copy[key], rest)
  return copy
}
