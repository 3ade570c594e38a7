/** Reads one number in digits or words, such as "1.318", "four and a half" or "one point three oh one", with its precision. */

import type { Token } from './tokens.ts'

export interface Cardinal {
  readonly value: number
  /** One unit of the last digit spoken. */
  readonly step: number
  /** Index of the token behind it. */
  readonly next: number
  /** "a" or "an" alone, which counts only before a scale. */
  readonly isArticle: boolean
}

const ones = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const teens = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const oneOf: ReadonlyMap<string, number> = new Map(ones.map((word, at) => [word, at]))
const teenOf: ReadonlyMap<string, number> = new Map(teens.map((word, at) => [word, at + 10]))
const tenOf: ReadonlyMap<string, number> = new Map(tens.map((word, at) => [word, (at + 2) * 10]))

const numberWords: ReadonlySet<string> = new Set([...ones, ...teens, ...tens, 'hundred'])

/** Whether a word is the beginning of one that says a number: "tw" and "eight" of "eighteen". */
export function startsNumberWord(text: string): boolean {
  return text.length > 1 && [...numberWords].some((word) => word.startsWith(text))
}

/** Whether a token says a number, in digits or in words. */
export function isNumberToken(token: Token | undefined): boolean {
  if (!token) return false
  return token.number !== null || numberWords.has(token.text)
}

/** ".4" behind "10": speech recognition divided a number. */
export function isDecimalRest(token: Token | undefined): boolean {
  return token?.number !== null && token?.text.startsWith('.') === true
}

/** "1.318", "forty five point five", "a hundred and twenty", "four and a half"; undefined: no number, or one that could be read in two ways. */
export function cardinalAt(tokens: readonly Token[], at: number): Cardinal | undefined {
  const first = tokens[at]
  if (!first) return undefined
  const whole = wholeAt(tokens, at)
  if (whole && isDecimalRest(tokens[whole.next])) return undefined
  if (whole) {
    const withPoint = whole.isDecimal ? undefined : pointAt(tokens, whole.next, whole.value)
    const found = withPoint ?? halfAfter(tokens, whole) ?? { ...whole, step: whole.step, isArticle: false }
    return isNumberToken(tokens[found.next]) && isAdjacent(tokens, found.next) ? undefined : found
  }
  if (first.text === 'point' || (first.text === 'oh' && tokens[at + 1]?.text === 'point')) {
    const found = pointAt(tokens, first.text === 'oh' ? at + 1 : at, 0)
    return found && !isNumberToken(tokens[found.next]) ? found : undefined
  }
  // "A billion" and "half a billion" are rounded to less than a billion.
  if (first.text === 'half' && (tokens[at + 1]?.text === 'a' || tokens[at + 1]?.text === 'an'))
    return { value: 0.5, step: 0.1, next: at + 2, isArticle: true }
  if ((first.text === 'a' || first.text === 'an') && tokens[at + 1]?.text === 'half')
    return { value: 0.5, step: 0.1, next: at + 2, isArticle: true }
  if (first.text === 'a' || first.text === 'an') return { value: 1, step: 0.1, next: at + 1, isArticle: true }
  return undefined
}

/** Digits that follow a year or a count in a text ("in 2021 12 percent") are another number; words could be either. */
function isAdjacent(tokens: readonly Token[], at: number): boolean {
  return !(tokens[at]?.number && tokens[at - 1]?.number)
}

interface Whole {
  readonly value: number
  readonly step: number
  readonly next: number
  readonly isDecimal: boolean
}

function wholeAt(tokens: readonly Token[], at: number): Whole | undefined {
  const first = tokens[at]
  if (!first) return undefined
  if (first.number) {
    const { value, decimals } = first.number
    const step = 10 ** -decimals
    if (decimals === 0 && value < 10 && tokens[at + 1]?.text === 'hundred') return hundredsAt(tokens, value, at + 2)
    return { value, step, next: at + 1, isDecimal: decimals > 0 }
  }
  if ((first.text === 'a' || first.text === 'an') && tokens[at + 1]?.text === 'hundred')
    return hundredsAt(tokens, 1, at + 2)
  const below = belowHundred(tokens, at)
  if (!below) return undefined
  if (tokens[below.next]?.text === 'hundred') return hundredsAt(tokens, below.value, below.next + 1)
  const digits = below.value >= 1 && below.value <= 9 ? (digitsAt(tokens, at) ?? ohAt(tokens, below)) : undefined
  if (digits) return digits
  const pair = pairAt(tokens, below)
  if (pair) return pair
  // "One fifty two" is said for 152 before a scale; "twenty twenty one" is a year.
  const rest = below.value >= 1 && below.value <= 9 ? belowHundred(tokens, below.next) : undefined
  if (rest && rest.value >= 10) {
    // "Two twenty five basis point hikes" are two.
    const isOfPoints = tokens[rest.next]?.text === 'basis' && tokens[rest.next + 1]?.text === 'points'
    const withPoint = pointAt(tokens, rest.next, rest.value)
    // "Amounted two twenty four billion" was "to"; "for" is heard as four.
    if (first.text === 'two' && leadsTo.test(tokens[at - 1]?.text ?? '')) return undefined
    // "In Q one twenty nine point five billion" is 29.5 in the first quarter.
    const isHeard = first.text !== 'two' && first.text !== 'four' && !named.test(tokens[at - 1]?.text ?? '')
    const isDecimalOfScale = isHeard && withPoint !== undefined && scaleWords.has(tokens[withPoint.next]?.text ?? '')
    return isCounted(tokens[rest.next]) || isOfPoints || isDecimalOfScale
      ? { value: below.value * 100 + rest.value, step: 1, next: rest.next, isDecimal: false }
      : undefined
  }
  return { ...below, step: 1, isDecimal: false }
}

const named = /^(q|quarter|phase|stage|tier|year|slide|page|chapter|note|level|h|half|f y|fy)$/

const leadsTo =
  /^(amount(ed|s|ing)?|increas(ed|es|ing)|decreas(ed|es|ing)|declined|rose|fell|grew|up|down|went|improved|reduced|dropped|close|equal|percent|%|million|billion)$/

/** "Three one three" before a scale, digit by digit; of two digits the listener could hear a range. */
function digitsAt(tokens: readonly Token[], at: number): Whole | undefined {
  let digits = ''
  let next = at
  for (; digits.length <= mostDigits; next += 1) {
    const text = tokens[next]?.text ?? ''
    const digit = text === 'oh' || text === 'o' ? 0 : oneOf.get(text)
    if (digit === undefined) break
    digits += String(digit)
  }
  const isRead = digits.length >= 3 && digits.length <= mostDigits && scaleWords.has(tokens[next]?.text ?? '')
  return isRead ? { value: Number(digits), step: 1, next, isDecimal: false } : undefined
}

const mostDigits = 4

/** What follows a number that is read in pairs of digits: a scale, money, or what a price is for. */
function isCounted(token: Token | undefined): boolean {
  const text = token?.text ?? ''
  return scaleWords.has(text) || /^(euros?|dollars?|pounds|per)$/.test(text)
}

/** "Twenty eight eighty seven million" is said for 2,887 million; what begins like a year is one. */
function pairAt(tokens: readonly Token[], { value, next }: { value: number; next: number }): Whole | undefined {
  if (value < 10 || value === 19 || value === 20) return undefined
  const rest = belowHundred(tokens, next)
  if (!rest || rest.value < 10 || !isCounted(tokens[rest.next])) return undefined
  return { value: value * 100 + rest.value, step: 1, next: rest.next, isDecimal: false }
}

/** "Two oh four" before a scale. */
function ohAt(tokens: readonly Token[], { value, next }: { value: number; next: number }): Whole | undefined {
  const unit = oneOf.get(tokens[next + 1]?.text ?? '')
  const isRead = (tokens[next]?.text === 'oh' || tokens[next]?.text === 'o') && unit !== undefined && unit > 0
  if (!isRead || !scaleWords.has(tokens[next + 2]?.text ?? '')) return undefined
  return { value: value * 100 + unit, step: 1, next: next + 2, isDecimal: false }
}

function hundredsAt(tokens: readonly Token[], hundreds: number, at: number): Whole {
  const restAt = tokens[at]?.text === 'and' ? at + 1 : at
  // "Four hundred and a half" and "two hundred and I" are no such sums.
  const rest = belowHundred(tokens, restAt)
  return { value: hundreds * 100 + (rest?.value ?? 0), step: 1, next: rest?.next ?? at, isDecimal: false }
}

function belowHundred(tokens: readonly Token[], at: number): { value: number; next: number } | undefined {
  const text = tokens[at]?.text ?? ''
  const teen = teenOf.get(text)
  if (teen !== undefined) return { value: teen, next: at + 1 }
  const ten = tenOf.get(text)
  if (ten === undefined) {
    const one = oneOf.get(text)
    return one === undefined ? undefined : { value: one, next: at + 1 }
  }
  const unitAt = tokens[at + 1]?.text === '-' ? at + 2 : at + 1
  const unit = oneOf.get(tokens[unitAt]?.text ?? '')
  return unit !== undefined && unit > 0 ? { value: ten + unit, next: unitAt + 1 } : { value: ten, next: at + 1 }
}

/** "point three oh one", "point twenty five", "point 3". */
function pointAt(tokens: readonly Token[], at: number, whole: number): Cardinal | undefined {
  if (tokens[at]?.text !== 'point') return undefined
  let digits = ''
  let next = at + 1
  for (;;) {
    const token = tokens[next]
    const said = token && digitsOf(token)
    if (said === undefined) break
    digits += said
    next += 1
    if (said.length > 1) {
      const unit = oneOf.get(tokens[next]?.text ?? '')
      if (said.endsWith('0') && said.length === 2 && !token?.number && unit) {
        digits = digits.slice(0, -1) + String(unit)
        next += 1
      }
      break
    }
  }
  if (digits === '' || digits.length > 4) return undefined
  return {
    value: Number(`${whole}.${digits}`),
    step: 10 ** -digits.length,
    next,
    isArticle: false,
  }
}

function digitsOf({ text, number }: Token): string | undefined {
  if (number) return number.decimals === 0 && /^\d+$/.test(text) ? text : undefined
  if (text === 'oh' || text === 'o') return '0'
  const said = oneOf.get(text) ?? teenOf.get(text) ?? tenOf.get(text)
  return said === undefined ? undefined : String(said)
}

function halfAfter(tokens: readonly Token[], whole: Whole): Cardinal | undefined {
  const [and, article, part] = [0, 1, 2].map((ahead) => tokens[whole.next + ahead]?.text)
  const added = and === 'and' ? fractions.get(`${article ?? ''} ${part ?? ''}`) : undefined
  if (added === undefined || whole.isDecimal) return undefined
  return { value: whole.value + added, step: added === 0.5 ? 0.5 : 0.25, next: whole.next + 3, isArticle: false }
}

const fractions: ReadonlyMap<string, number> = new Map([
  ['a half', 0.5],
  ['a quarter', 0.25],
  ['three quarters', 0.75],
])

/** Words that multiply what stands before them. */
export const scaleWords: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['millions', 1e6],
  ['mn', 1e6],
  ['mln', 1e6],
  ['billion', 1e9],
  ['billions', 1e9],
  ['bn', 1e9],
  ['trillion', 1e12],
  ['trillions', 1e12],
  ['crore', 1e7],
  ['crores', 1e7],
  ['lakh', 1e5],
  ['lakhs', 1e5],
])
/** The same as one letter, right behind digits: "$1.2B". */
export const scaleLetters: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['mm', 1e6],
  ['b', 1e9],
  ['t', 1e12],
])
