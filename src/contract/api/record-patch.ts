/** Merges a patch into a record; null removes the entry. */
export function patchedRecord<Value>(
  record: Readonly<Record<string, Value>>,
  patch: Readonly<Record<string, Value | null>>,
): Record<string, Value> {
  const all = Object.entries<Value | null>({ ...record, ...patch })
  return Object.fromEntries(all.filter((entry): entry is [string, Value] => entry[1] !== null))
}
