import type { z } from 'zod'
import type { Mark } from '#contract/desk/provenance.ts'

type FieldMark = Omit<Mark, 'record'>

export interface ReadRecord<Kept> {
  /** The typed record, less the fields that came with a wrong type; null when it is no record at all. */
  readonly record: Kept | null
  readonly marks: readonly FieldMark[]
}

/** Marks that one record may carry; a record with more is wrong as a whole, and says so with the first ones. */
const mostMarks = 100

/**
 * Reads a record by its schema. A field of the wrong type costs only itself: it is taken out of the typed record and named in
 * a mark; what came stays in the ledger. A schema of the wire checks and changes nothing, so what passes is what came: the
 * schema's own copy of it is left to the garbage collector.
 */
export function readRecord<Kept>(schema: z.ZodType<Kept>, raw: unknown): ReadRecord<Kept> {
  const first = schema.safeParse(raw)
  if (first.success) return { record: raw as Kept, marks: [] }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { record: null, marks: [{ path: '', problem: 'not a record', came: shown(raw) }] }
  }
  const { issues } = first.error
  const marks = issues.slice(0, mostMarks).map((issue) => ({
    path: issue.path.map(String).join('.'),
    problem: issue.message,
    came: shown(valueAt(raw, issue.path)),
  }))
  const healed = schema.safeParse(without(raw, branchesOf(issues.map(({ path }) => path))))
  return { record: healed.success ? healed.data : null, marks }
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 200)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return at
}

/** What is to be taken out, by the steps that lead there; a step without branches goes as a whole. */
type Branches = Map<PropertyKey, Branches>

function branchesOf(paths: readonly (readonly PropertyKey[])[]): Branches {
  const root: Branches = new Map()
  for (const path of paths) {
    let at = root
    for (const key of path) {
      const next = at.get(key) ?? new Map<PropertyKey, Branches>()
      at.set(key, next)
      at = next
    }
  }
  return root
}

/** A copy that lacks what the branches name, made in one pass however many they are. */
function without(value: unknown, branches: Branches): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.flatMap((each: unknown, index) => {
      const inside = branches.get(index)
      if (inside === undefined) return [each]
      return inside.size === 0 ? [] : [without(each, inside)]
    })
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const inside = branches.get(key)
      if (inside === undefined) return [[key, each]]
      return inside.size === 0 ? [] : [[key, without(each, inside)]]
    }),
  )
}
