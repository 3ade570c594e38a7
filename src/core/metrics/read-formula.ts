import type { IRecognitionException, IToken } from 'chevrotain'
import type { FormulaError } from '#contract/api/metrics.ts'
import { neverValued } from './evaluate-formula.ts'
import { functions, type Formula, type FunctionName } from './formula.ts'
import { makeGrammar, type Names } from './formula-grammar.ts'
import * as token from './formula-tokens.ts'

/** A name in a formula: a field, or a label in brackets, without regard to case. */
export interface NamedLine {
  readonly field: string
  readonly label: string
}

export type ReadFormula =
  | { readonly formula: Formula; readonly trouble?: undefined }
  | { readonly formula?: undefined; readonly trouble: FormulaError }

class FormulaRefused extends Error {
  override readonly name = 'FormulaRefused'
  readonly trouble: FormulaError

  constructor(trouble: FormulaError) {
    super(trouble.says)
    this.trouble = trouble
  }
}

function refuse(place: token.Place, says: string): never {
  throw new FormulaRefused({ ...place, says })
}

/** Nested deeper than anybody writes by hand, and shallow enough for the stack. */
const deepest = 40

/** Reads formulas: each gives its meaning whole, or the place and the reason why it has none. */
export function formulaReader(): (text: string, lines: readonly NamedLine[]) => ReadFormula {
  const grammar = makeGrammar()
  const read = (text: string, lines: readonly NamedLine[]): Formula => {
    const tokens = token.tokensOf(text)
    if (tokens.length === 0) refuse({ from: 0, to: text.length }, 'There is nothing to reckon yet.')
    refuseStray(tokens)
    refuseOpenEnds(tokens)
    const parsed = grammar.parse(tokens, namesOf(lines))
    if ('stopped' in parsed) return refuseStop(parsed.stopped, tokens)
    return parsed.formula
  }
  return (text, lines) => {
    try {
      return { formula: read(text, lines) }
    } catch (error) {
      if (error instanceof FormulaRefused) return { trouble: error.trouble }
      throw error
    }
  }
}

function namesOf(lines: readonly NamedLine[]): Names {
  const fields = new Map(
    lines.flatMap(({ field, label }) => [
      [field.toLowerCase(), field],
      [label.toLowerCase(), field],
    ]),
  )
  return {
    line(name) {
      const wanted = name.tokenType === token.Label ? name.image.slice(1, -1).trim() : name.image
      const field = fields.get(wanted.toLowerCase())
      if (field !== undefined) return field
      if (Object.hasOwn(functions, wanted.toLowerCase()))
        return refuse(token.placeOf(name), `${wanted} needs brackets: ${wanted}(…).`)
      const near = lines.find(({ label }) => ` ${label.toLowerCase()}`.includes(` ${wanted.toLowerCase()}`))
      const meant = near && wanted !== '' ? ` Perhaps [${near.label}].` : ''
      return refuse(token.placeOf(name), `There is no line called ${wanted === '' ? 'nothing' : wanted}.${meant}`)
    },
    call(name, of, closes) {
      const wanted = name.image.toLowerCase()
      if (!isFunction(wanted)) {
        return refuse(
          token.placeOf(name),
          `${name.image} cannot be called. There are ${Object.keys(functions).join(', ')}.`,
        )
      }
      const { least, most } = functions[wanted]
      if (of.length < least || of.length > most) {
        const many = most === 1 ? 'one value' : `${least} to ${most} values`
        refuse({ from: name.startOffset, to: token.placeOf(closes).to }, `${wanted} takes ${many}, not ${of.length}.`)
      }
      return wanted
    },
    part(part, first, last) {
      const never = neverValued(part)
      const place = { from: first.startOffset, to: token.placeOf(last).to }
      if (never === 'division by zero') refuse(place, 'Division by zero: this never has a value.')
      if (never === 'no value') refuse(place, 'This has no value in any period.')
      return part
    },
  }
}

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(functions, name)
}

function refuseStray(tokens: readonly IToken[]): void {
  const stray = tokens.find(({ tokenType }) => tokenType === token.Stray)
  if (!stray) return
  const { image } = stray
  const isBracket = image === '[' || image === ']'
  refuse(token.placeOf(stray), isBracket ? 'A label stands between [ and ].' : `${image} is no sign of this language.`)
}

function refuseOpenEnds(tokens: readonly IToken[]): void {
  const open: IToken[] = []
  let signs = 0
  for (const each of tokens) {
    if (each.tokenType === token.LeftBracket) open.push(each)
    if (each.tokenType === token.RightBracket && open.pop() === undefined)
      refuse(token.placeOf(each), 'This bracket closes nothing.')
    signs = each.tokenType === token.Power ? signs + 1 : signs
    if (open.length > deepest || signs > deepest)
      refuse(token.placeOf(each), `Nothing may be nested more than ${deepest} deep.`)
  }
  const last = open.at(-1)
  if (last) refuse(token.placeOf(last), 'This bracket is never closed.')
}

/** Where the parser stopped, in words. */
function refuseStop({ token: at }: IRecognitionException, tokens: readonly IToken[]): never {
  const index = tokens.indexOf(at)
  const before = index < 0 ? tokens.at(-1) : tokens[index - 1]
  const isSign = (each: IToken | undefined) =>
    each !== undefined && [token.Add, token.Times, token.Power].includes(each.tokenType)
  if (before && isSign(before)) return refuse(token.placeOf(before), `${before.image} needs a value behind it.`)
  if (before && index < 0) return refuse(token.placeOf(before), 'The formula is cut short here.')
  if (isSign(at)) return refuse(token.placeOf(at), `${at.image} needs a value before it.`)
  if (at.tokenType === token.Comma)
    return refuse(token.placeOf(at), 'A comma stands only between the values of a function.')
  if (at.tokenType === token.RightBracket) return refuse(token.placeOf(at), 'There is nothing in these brackets.')
  return refuse(token.placeOf(at), 'Two values side by side: a sign is missing between them.')
}
