/** The grammar of formulas: parses tokens to a formula. */

import { EmbeddedActionsParser, type IRecognitionException, type IToken } from 'chevrotain'
import type { Formula, FunctionName, Sign } from './formula.ts'
import * as token from './formula-tokens.ts'

/** Resolves the names in a formula. Each method throws when the name is unknown. */
export interface Names {
  line(name: IToken): string
  call(name: IToken, of: readonly Formula[], closes: IToken): FunctionName
  /** Returns the part; throws when it can never have a value. */
  part(part: Formula, first: IToken, last: IToken): Formula
}

/**
 *     sum     = product ((+ | -) product)*
 *     product = signed ((* | /) signed)*
 *     signed  = (+ | -)* power
 *     power   = one (^ signed)?
 *     one     = number | name ( sum, … ) | name | [label] | ( sum )
 */
class FormulaParser extends EmbeddedActionsParser {
  names: Names | null = null

  constructor() {
    super(token.formulaTokens, { maxLookahead: 2 })
    this.performSelfAnalysis()
  }

  readonly sum = this.RULE('sum', (): Formula => {
    const first = this.LA(1)
    let left = this.SUBRULE(this.#product)
    this.MANY(() => {
      const sign = this.CONSUME(token.Add)
      const right = this.SUBRULE1(this.#product)
      left = this.#part({ kind: 'operation', sign: sign.image === '+' ? '+' : '-', left, right }, first)
    })
    return left
  })

  readonly #product = this.RULE('product', (): Formula => {
    const first = this.LA(1)
    let left = this.SUBRULE(this.#signed)
    this.MANY(() => {
      const sign = this.CONSUME(token.Times)
      const right = this.SUBRULE1(this.#signed)
      left = this.#part({ kind: 'operation', sign: this.ACTION(() => timesSign(sign)), left, right }, first)
    })
    return left
  })

  readonly #signed: () => Formula = this.RULE('signed', (): Formula => {
    let negatives = 0
    this.MANY(() => {
      const sign = this.CONSUME(token.Add)
      negatives += sign.image === '+' ? 0 : 1
    })
    const of = this.SUBRULE(this.#power)
    return negatives % 2 === 1 ? { kind: 'negative', of } : of
  })

  readonly #power: () => Formula = this.RULE('power', (): Formula => {
    const first = this.LA(1)
    const left = this.SUBRULE(this.#operand)
    const right = this.OPTION(() => {
      this.CONSUME(token.Power)
      return this.SUBRULE(this.#signed)
    })
    return right ? this.#part({ kind: 'operation', sign: '^', left, right }, first) : left
  })

  readonly #operand = this.RULE('one', (): Formula =>
    this.OR([
      { ALT: () => this.SUBRULE(this.#number) },
      { ALT: () => this.SUBRULE(this.#call) },
      { ALT: () => this.SUBRULE(this.#line) },
      { ALT: () => this.SUBRULE(this.#group) },
    ]),
  )

  readonly #number = this.RULE('number', (): Formula => {
    const number = this.CONSUME(token.NumberText)
    const { image } = number
    const value = image.endsWith('%') ? Number(image.slice(0, -1)) / 100 : Number(image)
    return this.#part({ kind: 'number', value }, number)
  })

  readonly #call = this.RULE('call', (): Formula => {
    const name = this.CONSUME(token.Name)
    this.CONSUME(token.LeftBracket)
    const of: Formula[] = []
    this.MANY_SEP({ SEP: token.Comma, DEF: () => of.push(this.SUBRULE(this.sum)) })
    const closes = this.CONSUME(token.RightBracket)
    return this.ACTION(() => this.#part({ kind: 'call', name: this.#known.call(name, of, closes), of }, name))
  })

  readonly #line = this.RULE('line', (): Formula => {
    const name = this.OR([{ ALT: () => this.CONSUME(token.Name) }, { ALT: () => this.CONSUME(token.Label) }])
    return this.ACTION((): Formula => ({ kind: 'line', field: this.#known.line(name) }))
  })

  readonly #group = this.RULE('group', (): Formula => {
    this.CONSUME(token.LeftBracket)
    const formula = this.SUBRULE(this.sum)
    this.CONSUME(token.RightBracket)
    return formula
  })

  /** A part that begins with a token and ends with the one that was read last. */
  #part(part: Formula, first: IToken): Formula {
    return this.ACTION(() => this.#known.part(part, first, this.LA(0)))
  }

  get #known(): Names {
    if (!this.names) throw new Error('no names to read a formula with')
    return this.names
  }
}

function timesSign({ image }: IToken): Sign {
  return image === '*' || image === '×' ? '*' : '/'
}

interface FormulaGrammar {
  parse(tokens: IToken[], names: Names): { readonly formula: Formula } | { readonly stopped: IRecognitionException }
}

/** Takes about thirty milliseconds. */
export function makeGrammar(): FormulaGrammar {
  const parser = new FormulaParser()
  return {
    parse(tokens, names) {
      parser.names = names
      parser.input = tokens
      const formula = parser.sum()
      const [stopped] = parser.errors
      return stopped ? { stopped } : { formula }
    },
  }
}
