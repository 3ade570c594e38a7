/** Writes JSON with sorted keys, so that equal contents give equal text and equal hashes. */

/** Deeper than anything docs/interface.md shows; beyond it a response is an attack or a defect. */
export const deepest = 64

/**
 * JSON with sorted keys: equal fields and values give equal text, in whatever order they arrived. Throws RangeError when nested
 * deeper than `deepest`.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0)
}

function write(value: unknown, depth: number): string {
  if (depth > deepest) throw new RangeError('nested too deeply')
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return writeArray(value, depth)
  let text = '{'
  for (const [key, each] of sortedEntries(value)) {
    if (each === undefined) continue
    text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:${write(each, depth + 1)}`
  }
  return `${text}}`
}

function writeArray(values: readonly unknown[], depth: number): string {
  let text = '['
  for (const [index, each] of values.entries()) text += `${index === 0 ? '' : ','}${write(each, depth + 1)}`
  return `${text}]`
}

function sortedEntries(value: object): [string, unknown][] {
  return Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
}
