/**
 * Parses the text of a search query, or says where and why it is wrong. Also lists its operators,
 * brackets and fields, which the search box marks.
 */

import type { QueryError } from '#contract/api/query-error.ts'
import type { QueryToken } from '#contract/api/transcript-search.ts'
import { GrammarError, refuse } from '../grammar-error.ts'
import { makeGrammar } from './query-grammar.ts'
import * as token from './query-tokens.ts'
import { refuseUnclosed, refuseStop } from './query-errors.ts'
import type { SearchQuery } from './query.ts'

export type Parsed =
  | { readonly query: SearchQuery; readonly error?: undefined }
  | { readonly query?: undefined; readonly error: QueryError }

/** Parses a query in full, or returns where and why it cannot be run. */
export function queryReader(): (text: string) => Parsed {
  const grammar = makeGrammar()
  const read = (text: string): SearchQuery => {
    const tokens = token.tokensOf(text)
    if (tokens.length === 0) refuse({ from: 0, to: text.length }, 'Enter a search term.')
    refuseUnclosed(tokens)
    const parsed = grammar.parse(tokens)
    if ('stopped' in parsed) refuseStop(parsed.stopped, tokens)
    if (!hasPositiveTerm(parsed.query)) {
      const not = tokens.find(({ tokenType }) => tokenType === token.Not)
      const range: token.TextRange = not ? token.rangeOf(not) : { from: 0, to: text.length }
      refuse(range, 'NOT needs something to exclude from: add a search term.')
    }
    return parsed.query
  }
  return (text) => {
    try {
      return { query: read(text) }
    } catch (error) {
      if (error instanceof GrammarError) return { error: error.error }
      throw error
    }
  }
}

const tokenKinds: ReadonlyMap<unknown, QueryToken['kind']> = new Map([
  [token.And, 'operator'],
  [token.Or, 'operator'],
  [token.Not, 'operator'],
  [token.Near, 'operator'],
  [token.NearOf, 'operator'],
  [token.LeftBracket, 'bracket'],
  [token.RightBracket, 'bracket'],
  [token.Comma, 'bracket'],
  [token.FieldName, 'field'],
  [token.Colon, 'field'],
  [token.Compare, 'field'],
])

/** The operators, brackets and fields of a text, up to the error: the tokens after it are unreliable. */
export function queryTokensOf(text: string, error: QueryError | undefined): QueryToken[] {
  return token.tokensOf(text).flatMap((each) => {
    const kind = tokenKinds.get(each.tokenType)
    const range = token.rangeOf(each)
    return kind !== undefined && range.to <= (error?.from ?? text.length) ? [{ ...range, kind }] : []
  })
}

/** Whether a query states what to find, not only what to exclude: `a OR NOT b` would match nearly every text. */
function hasPositiveTerm(query: SearchQuery): boolean {
  switch (query.kind) {
    case 'and':
      return query.of.some(hasPositiveTerm)
    case 'or':
      return query.of.every(hasPositiveTerm)
    case 'not':
      return isComplementPositive(query.of)
    default:
      return true
  }
}

/** Whether the complement of a query states what to find: `NOT (NOT a)` is `a`. */
function isComplementPositive(query: SearchQuery): boolean {
  switch (query.kind) {
    case 'and':
      return query.of.every(isComplementPositive)
    case 'or':
      return query.of.some(isComplementPositive)
    case 'not':
      return hasPositiveTerm(query.of)
    default:
      return false
  }
}
