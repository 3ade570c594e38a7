/** Parses the field tests of a query, such as `speaker:` or `date:>=2025`. */

import type { IToken } from 'chevrotain'
import { sections, sides } from '#contract/api/calls.ts'
import { adjacentDate, startOfDate, endOfDate } from './query-dates.ts'
import { Phrase, rangeOf, type TextRange } from './query-tokens.ts'
import { refuse } from '../grammar-error.ts'
import { starInsideQuotes } from './query-errors.ts'
import { comparisons, namesByKind, type ComparisonOperator, type FieldTest } from './query.ts'
import { hasWord } from '../full-text-index/words.ts'

interface FieldTokens {
  readonly name: IToken
  /** One or more: `:`, `<`, `:>=`. */
  readonly tokens: readonly IToken[]
  readonly value: IToken
  readonly star: IToken | undefined
}

interface ParsedField {
  readonly name: string
  readonly sign: string
  readonly value: string
  readonly isPrefix: boolean
  readonly at: {
    readonly whole: TextRange
    readonly name: TextRange
    readonly sign: TextRange
    readonly value: TextRange
  }
}

const fields = 'speaker, role, side, company, symbol, date, section, sentiment, confidence, in'

/** Parses a field test, or refuses it with the reason. */
export function readField({ name, tokens, value, star }: FieldTokens): FieldTest {
  const isQuoted = value.tokenType === Phrase
  const first = tokens[0] ?? name
  const last = star ?? value
  const parsed: ParsedField = {
    name: name.image.toLowerCase(),
    sign: tokens.map(({ image }) => image).join(''),
    value: isQuoted ? value.image.slice(1, -1).trim() : value.image,
    isPrefix: star !== undefined,
    at: {
      whole: { from: name.startOffset, to: rangeOf(last).to },
      name: rangeOf(name),
      sign: { from: first.startOffset, to: rangeOf(tokens.at(-1) ?? name).to },
      value: rangeOf(value),
    },
  }
  switch (parsed.name) {
    case 'speaker':
    case 'role':
    case 'company':
    case 'symbol':
      return readName(parsed, parsed.name)
    case 'date':
      return readDate(parsed)
    case 'section':
      return { kind: 'section', value: readChoice(parsed, sections, new Map([['q&a', 'qa']])) }
    case 'side':
      return { kind: 'side', value: readChoice(parsed, sides) }
    case 'in':
      return { kind: 'in', value: readKind(parsed) }
    case 'sentiment':
    case 'confidence':
      return readNumber(parsed, parsed.name)
    default:
      return refuse(
        parsed.at.name,
        `Unknown field “${name.image}”. Fields: ${fields}. Put it in quotes to search the text.`,
      )
  }
}

function readName(parsed: ParsedField, field: 'speaker' | 'role' | 'company' | 'symbol'): FieldTest {
  requireColon(parsed)
  if (!hasWord(parsed.value)) refuse(parsed.at.value, `${field}: needs a letter or a digit.`)
  const { value, isPrefix } = parsed
  const star = value.indexOf('*')
  if (star >= 0) refuse(parsed.at.value, starInsideQuotes)
  return { kind: 'name', field, value, isPrefix }
}

function readChoice<Value extends string>(
  parsed: ParsedField,
  values: readonly Value[],
  aliases: ReadonlyMap<string, Value> = new Map(),
): Value {
  requireColon(parsed)
  requireWholeValue(parsed)
  const typed = parsed.value.toLowerCase()
  return (
    values.find((value) => value === typed) ??
    aliases.get(typed) ??
    refuse(parsed.at.value, `${parsed.name}: must be ${listed(values)}.`)
  )
}

function readKind(parsed: ParsedField): keyof typeof namesByKind {
  const place = readChoice(parsed, Object.values(namesByKind))
  for (const kind of ['summary', 'rating', 'news'] as const) if (namesByKind[kind] === place) return kind
  return 'turn'
}

const maximum = { sentiment: 1, confidence: 1 }
const minimum = { sentiment: -1, confidence: 0 }

function readNumber(parsed: ParsedField, field: 'sentiment' | 'confidence'): FieldTest {
  const comparison =
    comparisonOf(parsed) ?? refuse(parsed.at.sign, `Compare ${field} with a number, e.g. ${field}<0.5.`)
  requireWholeValue(parsed)
  const value = /^[-−]?(\d{1,3}(\.\d{1,6})?|\.\d{1,6})$/u.test(parsed.value)
    ? Number(parsed.value.replace('−', '-'))
    : Number.NaN
  if (!(value >= minimum[field] && value <= maximum[field]))
    refuse(parsed.at.value, `${field} must be a number from ${minimum[field]} to ${maximum[field]}, e.g. 0.25.`)
  // −0 becomes 0: it would be printed as 0.
  return { kind: 'number', field, comparison, value: value === 0 ? 0 : value }
}

const day = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/

/** A year, month or day, a range of two with `..`, or a comparison with one. */
function readDate(parsed: ParsedField): FieldTest {
  requireWholeValue(parsed)
  const { value } = parsed
  if (parsed.sign !== ':') {
    const comparison = comparisonOf(parsed)
    if (comparison === undefined) refuse(parsed.at.sign, 'Write date:2025 or date>=2025-01-01.')
    const date = readDay(parsed, value)
    if (comparison === '=') return { kind: 'date', from: date, to: date }
    if (comparison === '>=') return { kind: 'date', from: date, to: null }
    if (comparison === '<=') return { kind: 'date', from: null, to: date }
    const next = comparison === '>'
    const adjacent = adjacentDate(date, next ? 1 : -1)
    return next ? { kind: 'date', from: adjacent, to: null } : { kind: 'date', from: null, to: adjacent }
  }
  const [first = '', second, more] = value.split('..')
  if (more !== undefined) refuse(parsed.at.value, 'A date range has two ends: date:2025-01..2025-06.')
  if (second === undefined) {
    const date = readDay(parsed, first)
    return { kind: 'date', from: date, to: date }
  }
  if (first === '' && second === '') refuse(parsed.at.value, 'A date range needs at least one end: date:2025-01..')
  const from = first === '' ? null : readDay(parsed, first)
  const to = second === '' ? null : readDay(parsed, second)
  if (from !== null && to !== null && startOfDate(from) >= endOfDate(to))
    refuse(parsed.at.value, 'The date range ends before it starts.')
  return { kind: 'date', from, to }
}

function readDay(parsed: ParsedField, text: string): string {
  const [, , month, date] = day.exec(text) ?? refuse(parsed.at.value, 'Enter a date as 2025, 2025-10 or 2025-10-31.')
  const whole = `${text.slice(0, 4)}-${month ?? '01'}-${date ?? '01'}`
  const year = Number(text.slice(0, 4))
  if (year < 1900 || year > 2200) refuse(parsed.at.value, 'Enter a year from 1900 to 2200.')
  const moment = Date.parse(whole)
  // Date.parse reads the 31st of February as a day of March.
  if (Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== whole)
    refuse(parsed.at.value, `${text} is not a valid date.`)
  return text
}

function comparisonOf({ sign }: ParsedField): ComparisonOperator | undefined {
  const bare = sign.startsWith(':') ? sign.slice(1) : sign
  return comparisons.find((each) => each === bare)
}

function requireColon({ name, sign, value, at }: ParsedField): void {
  if (sign !== ':' && sign !== '=') refuse(at.sign, `Use a colon: ${name}:${value}`)
}

function requireWholeValue({ name, isPrefix, at }: ParsedField): void {
  if (isPrefix) refuse(at.whole, `* cannot be used with ${name}.`)
}

function listed(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`
}
