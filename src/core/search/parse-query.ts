import type { QueryToken, QueryError } from '#contract/api/transcript-search.ts'
import { makeGrammar } from './query-grammar.ts'
import * as token from './query-tokens.ts'
import { QueryRefused, refuse, refuseOpenEnds, refuseStop } from './query-errors.ts'
import type { Query } from './query.ts'

export type Parsed =
  { readonly query: Query; readonly trouble?: undefined } | { readonly query?: undefined; readonly trouble: QueryError }

/** Reads queries: each gives its meaning whole, or the place and the reason why it cannot be honoured. */
export function queryReader(): (text: string) => Parsed {
  const grammar = makeGrammar()
  const read = (text: string): Query => {
    const tokens = token.tokensOf(text)
    if (tokens.length === 0) refuse({ from: 0, to: text.length }, 'Enter a search term.')
    refuseOpenEnds(tokens)
    const parsed = grammar.parse(tokens)
    if ('stopped' in parsed) refuseStop(parsed.stopped, tokens)
    if (!names(parsed.query)) {
      const not = tokens.find(({ tokenType }) => tokenType === token.Not)
      const place: token.Place = not ? token.placeOf(not) : { from: 0, to: text.length }
      refuse(place, 'NOT needs something to exclude from: add a search term.')
    }
    return parsed.query
  }
  return (text) => {
    try {
      return { query: read(text) }
    } catch (error) {
      if (error instanceof QueryRefused) return { trouble: error.trouble }
      throw error
    }
  }
}

const signKinds: ReadonlyMap<unknown, QueryToken['kind']> = new Map([
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

/** The signs of a text as they were read, up to where it is in trouble: behind that nothing is known to be one. */
export function signsOf(text: string, trouble: QueryError | undefined): QueryToken[] {
  return token.tokensOf(text).flatMap((each) => {
    const kind = signKinds.get(each.tokenType)
    const place = token.placeOf(each)
    return kind !== undefined && place.to <= (trouble?.from ?? text.length) ? [{ ...place, kind }] : []
  })
}

/** Whether it says what to find, rather than only what not to: `a OR NOT b` would be nearly everything there is. */
function names(query: Query): boolean {
  switch (query.kind) {
    case 'and':
      return query.of.some(names)
    case 'or':
      return query.of.every(names)
    case 'not':
      return leavesOut(query.of)
    default:
      return true
  }
}

/** Whether what it does not fit is named: `NOT (NOT a)` is `a`. */
function leavesOut(query: Query): boolean {
  switch (query.kind) {
    case 'and':
      return query.of.every(leavesOut)
    case 'or':
      return query.of.some(leavesOut)
    case 'not':
      return names(query.of)
    default:
      return false
  }
}
