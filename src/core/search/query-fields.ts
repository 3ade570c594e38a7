import type { IToken } from 'chevrotain'
import { sections, sides } from '#contract/api/calls.ts'
import { besideOf, firstMoment, momentAfter } from './dates.ts'
import { Phrase, placeOf, type Place } from './query-tokens.ts'
import { refuse, starInsideQuotes } from './query-errors.ts'
import { comparisons, placesByKind, type Comparison, type FieldTest } from './query.ts'
import { hasWord } from './words.ts'

interface FieldTokens {
  readonly name: IToken
  /** One or more: `:`, `<`, `:>=`. */
  readonly signs: readonly IToken[]
  readonly value: IToken
  readonly star: IToken | undefined
}

interface Written {
  readonly name: string
  readonly sign: string
  readonly value: string
  readonly beginning: boolean
  readonly at: { readonly whole: Place; readonly name: Place; readonly sign: Place; readonly value: Place }
}

const fields = 'speaker, role, side, company, symbol, date, section, sentiment, confidence, in'

/** A field with its sign and value, or why not. */
export function readField({ name, signs, value, star }: FieldTokens): FieldTest {
  const isQuoted = value.tokenType === Phrase
  const first = signs[0] ?? name
  const last = star ?? value
  const written: Written = {
    name: name.image.toLowerCase(),
    sign: signs.map(({ image }) => image).join(''),
    value: isQuoted ? value.image.slice(1, -1).trim() : value.image,
    beginning: star !== undefined,
    at: {
      whole: { from: name.startOffset, to: placeOf(last).to },
      name: placeOf(name),
      sign: { from: first.startOffset, to: placeOf(signs.at(-1) ?? name).to },
      value: placeOf(value),
    },
  }
  switch (written.name) {
    case 'speaker':
    case 'role':
    case 'company':
    case 'symbol':
      return readName(written, written.name)
    case 'date':
      return readDate(written)
    case 'section':
      return { kind: 'section', value: readChoice(written, sections, new Map([['q&a', 'qa']])) }
    case 'side':
      return { kind: 'side', value: readChoice(written, sides) }
    case 'in':
      return { kind: 'in', value: readKind(written) }
    case 'sentiment':
    case 'confidence':
      return readNumber(written, written.name)
    default:
      return refuse(
        written.at.name,
        `Unknown field “${name.image}”. Fields: ${fields}. Put it in quotes to search the text.`,
      )
  }
}

function readName(written: Written, field: 'speaker' | 'role' | 'company' | 'symbol'): FieldTest {
  demandColon(written)
  if (!hasWord(written.value)) refuse(written.at.value, `${field}: needs a letter or a digit.`)
  const { value, beginning } = written
  const star = value.indexOf('*')
  if (star >= 0) refuse(written.at.value, starInsideQuotes)
  return { kind: 'name', field, value, beginning }
}

function readChoice<Value extends string>(
  written: Written,
  values: readonly Value[],
  others: ReadonlyMap<string, Value> = new Map(),
): Value {
  demandColon(written)
  demandWhole(written)
  const typed = written.value.toLowerCase()
  return (
    values.find((value) => value === typed) ??
    others.get(typed) ??
    refuse(written.at.value, `${written.name}: must be ${listed(values)}.`)
  )
}

function readKind(written: Written): keyof typeof placesByKind {
  const place = readChoice(written, Object.values(placesByKind))
  for (const kind of ['summary', 'rating', 'news'] as const) if (placesByKind[kind] === place) return kind
  return 'turn'
}

const greatest = { sentiment: 1, confidence: 1 }
const least = { sentiment: -1, confidence: 0 }

function readNumber(written: Written, field: 'sentiment' | 'confidence'): FieldTest {
  const comparison =
    comparisonOf(written) ?? refuse(written.at.sign, `Compare ${field} with a number, e.g. ${field}<0.5.`)
  demandWhole(written)
  const value = /^[-−]?(\d{1,3}(\.\d{1,6})?|\.\d{1,6})$/u.test(written.value)
    ? Number(written.value.replace('−', '-'))
    : Number.NaN
  if (!(value >= least[field] && value <= greatest[field]))
    refuse(written.at.value, `${field} must be a number from ${least[field]} to ${greatest[field]}, e.g. 0.25.`)
  // −0 is 0, and would not be printed as itself.
  return { kind: 'number', field, comparison, value: value === 0 ? 0 : value }
}

const day = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/

/** A year, a month, a day, two of them around `..`, or one behind a comparison. */
function readDate(written: Written): FieldTest {
  demandWhole(written)
  const { value } = written
  if (written.sign !== ':') {
    const comparison = comparisonOf(written)
    if (comparison === undefined) refuse(written.at.sign, 'Write date:2025 or date>=2025-01-01.')
    const date = readDay(written, value)
    if (comparison === '=') return { kind: 'date', from: date, to: date }
    if (comparison === '>=') return { kind: 'date', from: date, to: null }
    if (comparison === '<=') return { kind: 'date', from: null, to: date }
    const next = comparison === '>'
    const beside = besideOf(date, next ? 1 : -1)
    return next ? { kind: 'date', from: beside, to: null } : { kind: 'date', from: null, to: beside }
  }
  const [first = '', second, more] = value.split('..')
  if (more !== undefined) refuse(written.at.value, 'A date range has two ends: date:2025-01..2025-06.')
  if (second === undefined) {
    const date = readDay(written, first)
    return { kind: 'date', from: date, to: date }
  }
  if (first === '' && second === '') refuse(written.at.value, 'A date range needs at least one end: date:2025-01..')
  const from = first === '' ? null : readDay(written, first)
  const to = second === '' ? null : readDay(written, second)
  if (from !== null && to !== null && firstMoment(from) >= momentAfter(to))
    refuse(written.at.value, 'The date range ends before it starts.')
  return { kind: 'date', from, to }
}

function readDay(written: Written, text: string): string {
  const [, , month, date] = day.exec(text) ?? refuse(written.at.value, 'Enter a date as 2025, 2025-10 or 2025-10-31.')
  const whole = `${text.slice(0, 4)}-${month ?? '01'}-${date ?? '01'}`
  const year = Number(text.slice(0, 4))
  if (year < 1900 || year > 2200) refuse(written.at.value, 'Enter a year from 1900 to 2200.')
  const moment = Date.parse(whole)
  // Date.parse takes the 31st of February for a day of March.
  if (Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== whole)
    refuse(written.at.value, `${text} is not a valid date.`)
  return text
}

function comparisonOf({ sign }: Written): Comparison | undefined {
  const bare = sign.startsWith(':') ? sign.slice(1) : sign
  return comparisons.find((each) => each === bare)
}

function demandColon({ name, sign, value, at }: Written): void {
  if (sign !== ':' && sign !== '=') refuse(at.sign, `Use a colon: ${name}:${value}`)
}

function demandWhole({ name, beginning, at }: Written): void {
  if (beginning) refuse(at.whole, `* cannot be used with ${name}.`)
}

function listed(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`
}
