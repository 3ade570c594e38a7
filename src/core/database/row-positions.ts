import type { Reader } from './reader-writer.ts'

interface OrderedList {
  /** The expression that identifies an entry. */
  readonly key: string
  /** The tables and the condition, without `FROM`. */
  readonly from: string
  /** Without `ORDER BY`; total, so that each entry has one position. */
  readonly order: string
  readonly bound: Readonly<Record<string, string | number | null>>
}

/** Positions of entries in an ordered list, from 0; null: not in the list. */
export function rowPositions<Key extends string | number>(
  db: Reader,
  { key, from, order, bound }: OrderedList,
  keys: readonly Key[],
): (number | null)[] {
  if (keys.length === 0) return []
  const rows = db.all<{ key: Key; position: number }>(
    `SELECT key, position FROM (SELECT ${key} AS key, row_number() OVER (ORDER BY ${order}) - 1 AS position FROM ${from})
     WHERE key IN (SELECT value FROM json_each(@keys))`,
    { ...bound, keys: JSON.stringify(keys) },
  )
  const positions = new Map(rows.map((row) => [row.key, row.position]))
  return keys.map((each) => positions.get(each) ?? null)
}
