/** Limits on the size and depth of JSON that the service sends. */

import type { Limit } from '#contract/failure.ts'
import { deepest } from '../canonical-json.ts'

/**
 * Members of objects, elements of lists, objects and lists in one response. A call of 10,000 turns has 90,000, a page of a
 * hundred records 15,000; JSON.parse takes a tenth of a second for these, of any kind.
 */
export const mostValues = 150_000
/** Members of one object. The largest record has 150; with many thousands, each becomes several times slower. */
export const mostMembers = 2000

const [quote, backslash, openList, closeList, openObject, closeObject, comma] = Array.from('"\\[]{},', (letter) =>
  letter.charCodeAt(0),
)

/**
 * Which limit a JSON text exceeds, in words; null: none. Reads each byte once and keeps nothing, so that what would block the
 * core in or after JSON.parse is stopped here. Invalid JSON may pass.
 */
export function limitExceeded(json: Uint8Array): Limit | null {
  let [values, depth] = [0, 0]
  let isInText = false
  /** Members of the open object at each depth; a list has no separate limit. */
  const members = new Float64Array(deepest + 1)
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isInText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInText = false
      continue
    }
    switch (byte) {
      case quote:
        isInText = true
        continue
      case openObject:
      case openList:
        depth += 1
        if (depth > deepest) return { count: deepest, of: 'levels' }
        members[depth] = byte === openObject ? 1 : Number.NEGATIVE_INFINITY
        break
      case closeObject:
      case closeList:
        depth -= 1
        continue
      case comma:
        members[depth] = (members[depth] ?? 0) + 1
        if ((members[depth] ?? 0) > mostMembers) return { count: mostMembers, of: 'fields' }
        break
      default:
        continue
    }
    values += 1
    if (values > mostValues) return { count: mostValues, of: 'values' }
  }
  return null
}
