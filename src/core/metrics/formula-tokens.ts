/** The tokens of formulas: names, labels in brackets, numbers, operators. */

import { createToken, Lexer, type IToken } from 'chevrotain'

export const Name = createToken({ name: 'Name', pattern: /[A-Za-z_][\w.]*/ })
export const Label = createToken({ name: 'Label', pattern: /\[[^[\]]*\]/ })
export const NumberText = createToken({ name: 'NumberText', pattern: /(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?%?/i })
export const LeftBracket = createToken({ name: 'LeftBracket', pattern: /\(/ })
export const RightBracket = createToken({ name: 'RightBracket', pattern: /\)/ })
export const Comma = createToken({ name: 'Comma', pattern: /[,;]/ })
export const Add = createToken({ name: 'Add', pattern: /[+\-−]/ })
export const Times = createToken({ name: 'Times', pattern: /[*/×÷]/ })
export const Power = createToken({ name: 'Power', pattern: /\^/ })
/** Any other character, which is refused at its position. */
export const Stray = createToken({ name: 'Stray', pattern: /./u })
const Blank = createToken({ name: 'Blank', pattern: /\s+/, group: Lexer.SKIPPED })

export const formulaTokens = [
  Blank,
  Name,
  Label,
  NumberText,
  LeftBracket,
  RightBracket,
  Comma,
  Add,
  Times,
  Power,
  Stray,
]

const lexer = new Lexer(formulaTokens, { positionTracking: 'onlyOffset' })

export function tokensOf(text: string): IToken[] {
  return lexer.tokenize(text).tokens
}

interface TextSpan {
  readonly from: number
  readonly to: number
}

export function spanOf(token: IToken): TextSpan {
  return { from: token.startOffset, to: token.startOffset + token.image.length }
}
