/** Reads the links of a news item to ratings, calls and press releases. */

import type { NewsLink } from '#contract/api/news.ts'
import type { NewsItem } from '#contract/service/news.ts'

export type LinkOf = NewsLink['of']

/** An element of associated_*, and what it can name: none when it holds nothing like a number or an id. */
export interface ReadLink {
  readonly of: LinkOf
  readonly received: string
  readonly names: readonly string[]
}

/** Fields with an object's id: the most similar to the field's own name first. */
const idFields: Readonly<Record<LinkOf, readonly string[]>> = {
  rating: ['rating_id', 'id'],
  transcript: ['call_id', 'transcript_id', 'id'],
  'press-release': ['press_release_id', 'id'],
}

/** Elements are numbers in the sample and not shown: numbers, numeric text, ids as text and objects that hold one are read. */
export function linksOf(item: NewsItem): ReadLink[] {
  const read = (of: LinkOf, elements: readonly unknown[] | null | undefined) =>
    (elements ?? []).map((element): ReadLink => {
      const received = (JSON.stringify(element) ?? 'absent').slice(0, 200)
      return { of, received, names: [...new Set(namesIn(element, idFields[of]))] }
    })
  return [
    ...read('rating', item.associated_ratings),
    ...read('transcript', item.associated_transcripts),
    ...read('press-release', item.associated_press_releases),
  ]
}

function namesIn(element: unknown, fields: readonly string[]): string[] {
  if (typeof element !== 'object' || element === null) return nameOf(element)
  return fields.flatMap((field) => nameOf(Reflect.get(element, field)))
}

/** `410001`, `"410001"` and `"0410001"` are one number; ids are compared in small letters. */
function nameOf(value: unknown): string[] {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? [String(value)] : []
  if (typeof value !== 'string') return []
  const text = value.trim().toLowerCase()
  if (text === '' || text.length > 120) return []
  return [/^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text]
}
