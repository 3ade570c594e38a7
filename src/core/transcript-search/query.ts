/** The syntax tree of a parsed search query, and its canonical text. */

import type { Section, SpeakerSide } from '#contract/api/calls.ts'
import type { Hit } from '#contract/api/transcript-search.ts'

/** A word, a quoted phrase or the prefix of a word, which NEAR takes too. The text is as typed, without quotes and star. */
export type Text =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'phrase'; readonly text: string; readonly isPrefix: boolean }
  | { readonly kind: 'prefix'; readonly text: string }

export interface Near {
  readonly kind: 'near'
  readonly operands: readonly Text[]
  /** Maximum number of words between the first and the last operand. */
  readonly within: number
}

export const comparisons = ['<', '<=', '>', '>=', '='] as const
export type ComparisonOperator = (typeof comparisons)[number]

/** Words of a name. `isPrefix`: the last word is a prefix. */
export interface NameTest {
  readonly kind: 'name'
  readonly field: 'speaker' | 'role' | 'company' | 'symbol'
  readonly value: string
  readonly isPrefix: boolean
}

export type FieldTest =
  | NameTest
  /** Days, months or years, UTC: `2025`, `2025-10`, `2025-10-31`; both ends included, null: open. */
  | { readonly kind: 'date'; readonly from: string | null; readonly to: string | null }
  | { readonly kind: 'section'; readonly value: Section }
  | { readonly kind: 'side'; readonly value: SpeakerSide }
  | { readonly kind: 'in'; readonly value: Hit['kind'] }
  | {
      readonly kind: 'number'
      readonly field: 'sentiment' | 'confidence'
      readonly comparison: ComparisonOperator
      readonly value: number
    }

/** A parsed query. Lists have at least two members. */
export type SearchQuery =
  | Text
  | Near
  | FieldTest
  | { readonly kind: 'and' | 'or'; readonly of: readonly SearchQuery[] }
  | { readonly kind: 'not'; readonly of: SearchQuery }

/** The canonical text of a query: parsing it gives the same query. */
export function printQuery(query: SearchQuery): string {
  switch (query.kind) {
    case 'word':
    case 'phrase':
    case 'prefix':
      return printText(query)
    case 'near':
      return `NEAR(${query.operands.map(printText).join(' ')}, ${query.within})`
    case 'and':
      return query.of.map((each) => bracketed(each, each.kind === 'and' || each.kind === 'or')).join(' ')
    case 'or':
      return query.of.map((each) => bracketed(each, each.kind === 'or')).join(' OR ')
    case 'not':
      return `NOT ${bracketed(query.of, query.of.kind === 'and' || query.of.kind === 'or')}`
    case 'name':
      return `${query.field}:"${query.value}"${query.isPrefix ? '*' : ''}`
    case 'date':
      return `date:${query.from === query.to ? (query.from ?? '') : `${query.from ?? ''}..${query.to ?? ''}`}`
    case 'section':
    case 'side':
      return `${query.kind}:${query.value}`
    case 'in':
      return `in:${namesByKind[query.value]}`
    case 'number':
      return `${query.field}${query.comparison}${query.value}`
  }
}

function printText(text: Text): string {
  if (text.kind === 'phrase') return `"${text.text}"${text.isPrefix ? '*' : ''}`
  return text.kind === 'word' ? text.text : `${text.text}*`
}

function bracketed(query: SearchQuery, needed: boolean): string {
  return needed ? `(${printQuery(query)})` : printQuery(query)
}

/** The value of `in:` for each kind of hit. */
export const namesByKind = {
  turn: 'calls',
  summary: 'summaries',
  rating: 'ratings',
  news: 'news',
} as const satisfies Record<Hit['kind'], string>

export function isText(query: SearchQuery): query is Text {
  return query.kind === 'word' || query.kind === 'phrase' || query.kind === 'prefix'
}
