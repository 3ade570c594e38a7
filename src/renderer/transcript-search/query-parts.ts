/** Splits the text of the query box into colored parts: words, operators, fields, errors. */

import type { QueryError } from '#contract/api/query-error.ts'
import type { QueryToken } from '#contract/api/transcript-search.ts'

/** A query as the core read it. */
export interface ReadQuery {
  readonly text: string
  readonly signs: readonly QueryToken[]
  readonly trouble: QueryError | null
}

/** A stretch of the query box. */
interface QueryPart {
  readonly text: string
  /** `text`: no sign of the language, or not known to be one. */
  readonly kind: QueryToken['kind'] | 'text'
  /** Why the query cannot be run is here. */
  readonly wrong: boolean
}

/**
 * The text of the box, split by how it is drawn. Nothing is drawn as an operator that was not parsed as one: text typed since the
 * last parse, and whatever it touches, is plain.
 */
export function queryParts(text: string, read: ReadQuery | null): readonly QueryPart[] {
  if (read === null) return [{ text, kind: 'text', wrong: false }]
  const known = read.text === text ? text.length : sharedStart(text, read.text) - 1
  const trouble = read.trouble !== null && read.trouble.to <= known ? read.trouble : null
  const signs = read.signs.filter(({ to }) => to <= known)
  const edges = new Set([0, text.length])
  for (const { from, to } of trouble ? [...signs, trouble] : signs) edges.add(from).add(to)
  const cuts = [...edges].sort((left, right) => left - right)
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] ?? text.length
    return {
      text: text.slice(from, to),
      kind: signs.find((sign) => sign.from <= from && sign.to >= to)?.kind ?? 'text',
      wrong: trouble !== null && trouble.from <= from && trouble.to >= to,
    }
  })
}

/** Length of the common beginning of two texts. */
function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
