import { createToken, Lexer, type IToken } from 'chevrotain'

/**
 * Everything but blanks and the signs of the language. A comma stands inside a number (1,000) and a colon inside a time (10:30);
 * elsewhere they are signs.
 */
export const Word = createToken({
  name: 'Word',
  pattern: /(?:[^\s()"“”*:<>=,]|(?<=\d),(?=\d{3}(?!\d))|(?<=\d):(?=\d))+/u,
  line_breaks: false,
})
export const Phrase = createToken({ name: 'Phrase', pattern: /["“”][^"“”]*["“”]/, line_breaks: true })
export const OpenQuote = createToken({ name: 'OpenQuote', pattern: /["“”][^"“”]*/, line_breaks: true })
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
/** `*` right behind what it lengthens; anywhere else it is a sign out of place. */
export const Star = createToken({ name: 'Star', pattern: /(?<=[^\s(*,:<>=])\*/u, line_breaks: false })
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

const lexer = new Lexer(queryTokens, { positionTracking: 'onlyOffset', safeMode: false, ensureOptimizations: false })

/** Every letter of a text belongs to a token or is blank. */
export function tokensOf(text: string): IToken[] {
  const { tokens, errors } = lexer.tokenize(text)
  const [error] = errors
  if (error) throw new Error(`No token at ${error.offset}`)
  return tokens
}

export interface Place {
  readonly from: number
  readonly to: number
}

export function placeOf(token: IToken): Place {
  return { from: token.startOffset, to: token.startOffset + token.image.length }
}
