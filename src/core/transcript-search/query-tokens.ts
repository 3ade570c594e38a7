/** The tokens of search queries: words, phrases, operators, fields. */

import { createToken, Lexer, type IToken } from 'chevrotain'

/**
 * Everything but spaces and operators. A comma within a number (1,000) and a colon within a time (10:30) are part of the word;
 * elsewhere both are operators.
 */
export const Word = createToken({
  name: 'Word',
  pattern: /(?:[^\s()"“”*:<>=,]|(?<=\d),(?=\d{3}(?!\d))|(?<=\d):(?=\d))+/u,
})
export const Phrase = createToken({ name: 'Phrase', pattern: /["“”][^"“”]*["“”]/ })
export const OpenQuote = createToken({ name: 'OpenQuote', pattern: /["“”][^"“”]*/ })
export const FieldName = createToken({ name: 'FieldName', pattern: /[A-Za-z]+(?=:|\s*[<>=])/ })
export const And = createToken({ name: 'And', pattern: /AND/, longer_alt: Word })
export const Or = createToken({ name: 'Or', pattern: /OR/, longer_alt: Word })
export const Not = createToken({ name: 'Not', pattern: /NOT/, longer_alt: Word })
export const NearOf = createToken({ name: 'NearOf', pattern: /NEAR\/\d+/, longer_alt: Word })
export const Near = createToken({ name: 'Near', pattern: /NEAR/, longer_alt: Word })
export const LeftBracket = createToken({ name: 'LeftBracket', pattern: /\(/ })
export const RightBracket = createToken({ name: 'RightBracket', pattern: /\)/ })
export const Comma = createToken({ name: 'Comma', pattern: /,/ })
export const Colon = createToken({ name: 'Colon', pattern: /:/ })
export const Compare = createToken({ name: 'Compare', pattern: /<=|>=|<|>|=/ })
/** A `*` directly after a term. Any other `*` is a `LooseStar`, which is an error. */
export const Star = createToken({ name: 'Star', pattern: /(?<=[^\s(*,:<>=])\*/u })
export const LooseStar = createToken({ name: 'LooseStar', pattern: /\*/ })
const Blank = createToken({ name: 'Blank', pattern: /\s+/, group: Lexer.SKIPPED })

export const queryTokens = [
  Blank,
  Phrase,
  OpenQuote,
  FieldName,
  And,
  Or,
  NearOf,
  Near,
  Not,
  LeftBracket,
  RightBracket,
  Comma,
  Colon,
  Compare,
  Star,
  LooseStar,
  Word,
]

const lexer = new Lexer(queryTokens, { positionTracking: 'onlyOffset' })

/** The tokens of a text. They cover every character except spaces. */
export function tokensOf(text: string): IToken[] {
  return lexer.tokenize(text).tokens
}

export interface TextRange {
  readonly from: number
  readonly to: number
}

export function rangeOf(token: IToken): TextRange {
  return { from: token.startOffset, to: token.startOffset + token.image.length }
}
