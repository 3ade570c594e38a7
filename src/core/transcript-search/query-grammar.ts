/** The grammar of search queries: parses tokens to a query. */

import { EmbeddedActionsParser, type IRecognitionException, type IToken } from 'chevrotain'
import { readField } from './query-fields.ts'
import * as token from './query-tokens.ts'
import { refuse } from '../grammar-error.ts'
import { validateText } from './query-errors.ts'
import type { SearchQuery, Text } from './query.ts'
import { wordsOf } from '../full-text-index/words.ts'

const defaultDistance = 10
const maxDistance = 1000

/**
 * Precedence: NOT, then NEAR/n, then AND (explicit, or implied between two terms), then OR.
 *
 *     any      = all (OR all)*
 *     all      = one (AND? one)*
 *     one      = NOT* (text (NEAR/n text)* | NEAR ( text+ [, n] ) | field | ( any ))
 *     text     = word | word* | "phrase" | "phrase"*
 *     field    = name (: | < | <= | > | >= | =)+ value
 */
class QueryParser extends EmbeddedActionsParser {
  constructor() {
    super(token.queryTokens, { maxLookahead: 2 })
    this.performSelfAnalysis()
  }

  readonly any = this.RULE('any', (): SearchQuery => {
    const of = [this.SUBRULE(this.#all)]
    this.MANY(() => {
      this.CONSUME(token.Or)
      of.push(this.SUBRULE1(this.#all))
    })
    return combined('or', of)
  })

  readonly #all = this.RULE('all', (): SearchQuery => {
    const of = [this.SUBRULE(this.#one)]
    this.MANY(() => {
      this.OPTION(() => this.CONSUME(token.And))
      of.push(this.SUBRULE1(this.#one))
    })
    return combined('and', of)
  })

  readonly #one = this.RULE('one', (): SearchQuery => {
    let nots = 0
    this.MANY(() => {
      this.CONSUME(token.Not)
      nots += 1
    })
    let query: SearchQuery = this.OR([
      { ALT: () => this.SUBRULE(this.#texts) },
      { ALT: () => this.SUBRULE(this.#near) },
      { ALT: () => this.SUBRULE(this.#field) },
      { ALT: () => this.SUBRULE(this.#group) },
    ])
    for (; nots > 0; nots -= 1) query = { kind: 'not', of: query }
    return query
  })

  readonly #group = this.RULE('group', (): SearchQuery => {
    this.CONSUME(token.LeftBracket)
    const query = this.SUBRULE(this.any)
    this.CONSUME(token.RightBracket)
    return query
  })

  readonly #texts = this.RULE('texts', (): SearchQuery => {
    const first = this.SUBRULE(this.#text)
    const operands = [first]
    const distances: IToken[] = []
    this.MANY(() => {
      distances.push(this.CONSUME(token.NearOf))
      operands.push(this.SUBRULE1(this.#text))
    })
    return this.ACTION(() => {
      const [distance] = distances
      if (!distance) return first
      const other = distances.find(({ image }) => image !== distance.image)
      if (other) refuse(token.rangeOf(other), 'Use the same distance for every NEAR, or separate them with AND.')
      requireDifferent(operands, token.rangeOf(distance))
      return { kind: 'near', operands, within: distanceOf(distance, distance.image.slice('NEAR/'.length)) }
    })
  })

  readonly #near = this.RULE('near', (): SearchQuery => {
    const sign = this.CONSUME(token.Near)
    const opens = this.CONSUME(token.LeftBracket)
    const operands: Text[] = []
    this.MANY(() => {
      operands.push(this.SUBRULE(this.#text))
    })
    const within = this.OPTION(() => {
      this.CONSUME(token.Comma)
      const distance = this.CONSUME(token.Word)
      return this.ACTION(() => distanceOf(distance, distance.image))
    })
    const closes = this.CONSUME(token.RightBracket)
    return this.ACTION(() => {
      const whole = { from: sign.startOffset, to: closes.startOffset + 1 }
      if (operands.length === 0)
        refuse({ from: opens.startOffset, to: whole.to }, 'Add at least two words: NEAR(a b, 10).')
      if (operands.length === 1) refuse(whole, 'NEAR needs at least two words.')
      requireDifferent(operands, whole)
      const last = operands.at(-1)
      if (within === undefined && last?.kind === 'word' && last.text.includes(','))
        refuse(whole, 'Add a space after the comma, or a distance after the number: NEAR(a b, 10).')
      return { kind: 'near', operands, within: within ?? defaultDistance }
    })
  })

  readonly #text = this.RULE('text', (): Text =>
    this.OR([
      {
        ALT: () => {
          const word = this.CONSUME(token.Word)
          const star = this.OPTION(() => this.CONSUME(token.Star))
          return this.ACTION((): Text => {
            validateText(word, star !== undefined)
            return { kind: star ? 'prefix' : 'word', text: word.image }
          })
        },
      },
      {
        ALT: () => {
          const phrase = this.CONSUME(token.Phrase)
          const star = this.OPTION1(() => this.CONSUME1(token.Star))
          return this.ACTION((): Text => {
            validateText(phrase, star !== undefined)
            return { kind: 'phrase', text: phrase.image.slice(1, -1), isPrefix: star !== undefined }
          })
        },
      },
    ]),
  )

  readonly #field = this.RULE('field', (): SearchQuery => {
    const name = this.CONSUME(token.FieldName)
    const tokens: IToken[] = []
    this.AT_LEAST_ONE(() => {
      tokens.push(this.OR([{ ALT: () => this.CONSUME(token.Colon) }, { ALT: () => this.CONSUME(token.Compare) }]))
    })
    const value = this.OR1([{ ALT: () => this.CONSUME(token.Word) }, { ALT: () => this.CONSUME(token.Phrase) }])
    const star = this.OPTION(() => this.CONSUME(token.Star))
    return this.ACTION(() => readField({ name, tokens, value, star }))
  })
}

function combined(kind: 'and' | 'or', of: readonly SearchQuery[]): SearchQuery {
  const [first] = of
  return first && of.length === 1 ? first : { kind, of }
}

/** In FTS5 a word is near itself: each occurrence would be a hit. */
function requireDifferent(operands: readonly Text[], range: token.TextRange): void {
  const different = new Set(operands.map(({ kind, text }) => JSON.stringify([kind === 'prefix', wordsOf(text)])))
  if (different.size < operands.length) refuse(range, 'NEAR needs different words.')
}

function distanceOf(range: IToken, digits: string): number {
  const within = /^\d+$/.test(digits) ? Number(digits) : Number.NaN
  if (!(within <= maxDistance))
    refuse(token.rangeOf(range), `The NEAR distance must be a whole number up to ${maxDistance}.`)
  return within
}

interface Grammar {
  /** Throws `GrammarError`; other syntax errors are returned as the parser's own exception. */
  parse(tokens: IToken[]): { query: SearchQuery } | { stopped: IRecognitionException }
}

/** Creating a parser takes some milliseconds, so one parser is used for all queries. */
export function makeGrammar(): Grammar {
  const parser = new QueryParser()
  return {
    parse: (tokens) => {
      parser.input = tokens
      const query = parser.any()
      const [stopped] = parser.errors
      return stopped ? { stopped } : { query }
    },
  }
}
