/** Parses the text of a formula, or says where and why it is wrong. */

import type { IRecognitionException, IToken } from 'chevrotain'
import { formerLabels } from '#contract/api/former-labels.ts'
import type { QueryError } from '#contract/api/query-error.ts'
import { GrammarError, refuse } from '../grammar-error.ts'
import { neverValued } from './evaluate-formula.ts'
import { functions, type Formula, type FunctionName } from './formula.ts'
import { makeGrammar, type Names } from './formula-grammar.ts'
import * as token from './formula-tokens.ts'

/** A name in a formula: a field, or a label or former label in brackets, without regard to case. */
export interface NamedLine {
  readonly field: string
  readonly label: string
}

export type ReadFormula =
  | { readonly formula: Formula; readonly error?: undefined }
  | { readonly formula?: undefined; readonly error: QueryError }

/** Nested deeper than anybody writes by hand, and shallow enough for the stack. */
const deepest = 40

/** Parses formulas: each returns its meaning, or the position and reason of the error. */
export function formulaReader(): (text: string, lines: readonly NamedLine[]) => ReadFormula {
  const grammar = makeGrammar()
  const read = (text: string, lines: readonly NamedLine[]): Formula => {
    const tokens = token.tokensOf(text)
    if (tokens.length === 0) refuse({ from: 0, to: text.length }, 'Enter a formula.')
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
      if (error instanceof GrammarError) return { error: error.error }
      throw error
    }
  }
}

function namesOf(lines: readonly NamedLine[]): Names {
  const former = lines.map(({ field }) => [formerLabels.get(field) ?? field, field] as const)
  const present = lines.flatMap(({ field, label }) => [[field, field] as const, [label, field] as const])
  // A line of today that is called as another once was is the one that is meant.
  const fields = new Map([...former, ...present].map(([name, field]) => [name.toLowerCase(), field]))
  return {
    line(name) {
      const wanted = name.tokenType === token.Label ? name.image.slice(1, -1).trim() : name.image
      const field = fields.get(wanted.toLowerCase())
      if (field !== undefined) return field
      if (Object.hasOwn(functions, wanted.toLowerCase()))
        return refuse(token.spanOf(name), `${wanted} is a function: write ${wanted}(…).`)
      const near = lines.find(({ label }) => ` ${label.toLowerCase()}`.includes(` ${wanted.toLowerCase()}`))
      const meant = near && wanted !== '' ? ` Did you mean [${near.label}]?` : ''
      return refuse(
        token.spanOf(name),
        wanted === '' ? 'Enter a line name between [ and ].' : `Unknown line “${wanted}”.${meant}`,
      )
    },
    call(name, of, closes) {
      const wanted = name.image.toLowerCase()
      if (!isFunction(wanted)) {
        return refuse(
          token.spanOf(name),
          `Unknown function ${name.image}. Functions: ${Object.keys(functions).join(', ')}.`,
        )
      }
      const { least, most } = functions[wanted]
      if (of.length < least || of.length > most) {
        const many = most === 1 ? 'one value' : `${least} to ${most} values`
        refuse({ from: name.startOffset, to: token.spanOf(closes).to }, `${wanted} takes ${many}, not ${of.length}.`)
      }
      return wanted
    },
    part(part, first, last) {
      const never = neverValued(part)
      const span = { from: first.startOffset, to: token.spanOf(last).to }
      if (never === 'division by zero') refuse(span, 'This always divides by zero.')
      if (never === 'no value') refuse(span, 'This never has a value.')
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
  refuse(token.spanOf(stray), isBracket ? 'Put a line name between [ and ].' : `Unknown character ${image}.`)
}

function refuseOpenEnds(tokens: readonly IToken[]): void {
  const open: IToken[] = []
  let signs = 0
  for (const each of tokens) {
    if (each.tokenType === token.LeftBracket) open.push(each)
    if (each.tokenType === token.RightBracket && open.pop() === undefined)
      refuse(token.spanOf(each), 'Missing opening parenthesis.')
    signs = each.tokenType === token.Power ? signs + 1 : signs
    if (open.length > deepest || signs > deepest)
      refuse(token.spanOf(each), `Parentheses and powers can be nested at most ${deepest} levels deep.`)
  }
  const last = open.at(-1)
  if (last) refuse(token.spanOf(last), 'Missing closing parenthesis.')
}

/** Why the parser stopped, in words. */
function refuseStop({ token: at }: IRecognitionException, tokens: readonly IToken[]): never {
  const index = tokens.indexOf(at)
  const before = index < 0 ? tokens.at(-1) : tokens[index - 1]
  const isSign = (each: IToken | undefined) =>
    each !== undefined && [token.Add, token.Times, token.Power].includes(each.tokenType)
  if (before && isSign(before)) return refuse(token.spanOf(before), `Enter a value after ${before.image}.`)
  if (before && index < 0) return refuse(token.spanOf(before), 'The formula is incomplete.')
  if (isSign(at)) return refuse(token.spanOf(at), `Enter a value before ${at.image}.`)
  if (at.tokenType === token.Comma) return refuse(token.spanOf(at), 'Use commas only between the values of a function.')
  if (at.tokenType === token.RightBracket) return refuse(token.spanOf(at), 'Empty parentheses.')
  return refuse(token.spanOf(at), 'Missing operator between two values.')
}
