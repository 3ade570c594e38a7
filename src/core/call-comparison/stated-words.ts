/** Whether two sentences of nearly the same words state the same: the figures, periods, negations and directions in them. */

import { directionOf } from '../spoken-figures/directions.ts'
import type { CallDistance } from './call-distance.ts'
import type { SpokenSentence } from './spoken-sentences.ts'
import { inOneWriting, isCapital, isNumberWord } from './spoken-words.ts'

type WordsOfSentence = Pick<SpokenSentence, 'text' | 'edges'>

type StatedWord =
  /** A quarter or half of a year, from 1; a calendar year; a month, from 1; a day of the month that is named next to it. */
  | { readonly is: 'quarter' | 'half' | 'year' | 'month' | 'day'; readonly value: number }
  /** In digits or words, without currency and percent sign. */
  | { readonly is: 'figure'; readonly value: string }
  | { readonly is: 'negation'; readonly value: 0 }
  | { readonly is: 'direction'; readonly value: 1 | -1 }

/**
 * The same figures, negations and directions in the same order, and the same periods: equal, or moved on by as much as the calls lie
 * apart, as "second quarter" and "third quarter" in calls of successive quarters.
 * @param distance null: unknown; then only equal periods are the same
 */
export function stateTheSame(earlier: WordsOfSentence, later: WordsOfSentence, distance: CallDistance | null): boolean {
  const [before, after] = [statedIn(earlier), statedIn(later)]
  if (before.length !== after.length) return false
  let hasMonthMoved = false
  return before.every((one, at) => {
    const other = after[at]
    if (one.is !== other?.is) return false
    if (one.value === other.value || (one.is === 'day' && hasMonthMoved)) return true
    const hasMoved = distance !== null && movesOn(one, other, distance)
    if (one.is === 'month') hasMonthMoved = hasMoved
    return hasMoved
  })
}

function movesOn(one: StatedWord, other: StatedWord, { quarters, years }: CallDistance): boolean {
  const by = Number(other.value) - Number(one.value)
  const isEqualIn = (cycle: number, expected: number) => (by - expected) % cycle === 0
  switch (one.is) {
    case 'quarter':
      return isEqualIn(4, quarters)
    case 'half':
      return isEqualIn(2, quarters / 2)
    case 'month':
      return isEqualIn(12, 3 * quarters)
    case 'year':
      return years.includes(by)
    case 'day':
    case 'figure':
    case 'negation':
    case 'direction':
      return false
    default:
      return one satisfies never
  }
}

/** Parts of words, since "mid-single-digit" and "twenty-five" are one word each. */
interface Part {
  readonly text: string
  readonly isCapitalized: boolean
}

function statedIn({ text, edges }: WordsOfSentence): StatedWord[] {
  const parts: Part[] = []
  for (let at = 0; at < edges.length; at += 2) {
    const from = edges[at] ?? 0
    const isCapitalized = isCapital(text, from)
    for (const part of inOneWriting(text.slice(from, edges[at + 1])).split('-'))
      parts.push({ text: part, isCapitalized })
  }
  const stated: StatedWord[] = []
  for (let at = 0; at < parts.length;) {
    const period = periodAt(parts, at)
    const word = period ? undefined : statedBy(parts, at)
    stated.push(...(period?.stated ?? (word ? [word] : [])))
    at = period?.next ?? at + 1
  }
  return stated
}

interface Period {
  readonly stated: readonly StatedWord[]
  /** Index behind it. */
  readonly next: number
}

const ordinals = new Map(
  ['first', 'second', 'third', 'fourth', '1st', '2nd', '3rd', '4th'].map((word, at) => [word, (at % 4) + 1]),
)
const digits = new Map(['one', 'two', 'three', 'four', '1', '2', '3', '4'].map((word, at) => [word, (at % 4) + 1]))
const months = new Map(
  'january february march april may june july august september october november december'
    .split(' ')
    .map((word, at) => [word, at + 1]),
)

function periodAt(parts: readonly Part[], at: number): Period | undefined {
  return quarterAt(parts, at) ?? monthAt(parts, at) ?? yearAt(parts, at)
}

/** "Second quarter", "first half", "Q3", "Q three", "Q3'25", "H1". */
function quarterAt(parts: readonly Part[], at: number): Period | undefined {
  const textAt = (ahead: number) => parts[at + ahead]?.text ?? ''
  const ordinal = ordinals.get(textAt(0))
  if (ordinal !== undefined) {
    const nameAt = textAt(1) === 'fiscal' || textAt(1) === 'calendar' ? 2 : 1
    const name = /^(quarter|half)(?:s|'s)?$/.exec(textAt(nameAt))?.[1]
    if (name === 'quarter' || (name === 'half' && ordinal <= 2))
      return { stated: [{ is: name, value: ordinal }], next: at + nameAt + 1 }
    return undefined
  }
  const spelled = textAt(0) === 'q' ? digits.get(textAt(1)) : undefined
  if (spelled !== undefined) return { stated: [{ is: 'quarter', value: spelled }], next: at + 2 }
  const short = /^([qh])([1-4])(?:'?(\d\d|20\d\d))?(?:'s)?$/.exec(textAt(0))
  if (!short) return undefined
  const [, letter, number, year] = short
  const quarter: StatedWord = { is: letter === 'q' ? 'quarter' : 'half', value: Number(number) }
  return {
    stated: year === undefined ? [quarter] : [quarter, { is: 'year', value: fullYear(year) }],
    next: at + 1,
  }
}

/** "June 30", "30th of June", "May". A month has a capital: "may" and "march" are no months. */
function monthAt(parts: readonly Part[], at: number): Period | undefined {
  const named = (index: number) => {
    const part = parts[index]
    return part?.isCapitalized ? months.get(part.text) : undefined
  }
  const dayOf = (index: number) => {
    const day = /^(\d\d?)(?:st|nd|rd|th)?$/.exec(parts[index]?.text ?? '')?.[1]
    return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : undefined
  }
  const month = named(at)
  if (month !== undefined) {
    const day = dayOf(at + 1)
    const stated: StatedWord[] = [{ is: 'month', value: month }]
    return day === undefined
      ? { stated, next: at + 1 }
      : { stated: [...stated, { is: 'day', value: day }], next: at + 2 }
  }
  const day = dayOf(at)
  const monthAfter = parts[at + 1]?.text === 'of' ? at + 2 : at + 1
  const after = named(monthAfter)
  if (day === undefined || after === undefined) return undefined
  return {
    stated: [
      { is: 'month', value: after },
      { is: 'day', value: day },
    ],
    next: monthAfter + 1,
  }
}

/** "2025", "fiscal 25", "FY25", "twenty twenty-five", "fiscal twenty-five". */
function yearAt(parts: readonly Part[], at: number): Period | undefined {
  const textAt = (ahead: number) => parts[at + ahead]?.text ?? ''
  const digits = /^(?:fy)?((?:19|20)\d\d|(?<=fy)\d\d)$/.exec(textAt(0))?.[1]
  if (digits !== undefined) return { stated: [{ is: 'year', value: fullYear(digits) }], next: at + 1 }
  const isFiscal = textAt(0) === 'fiscal' || textAt(0) === 'fy'
  const from = isFiscal ? at + 1 : at
  const number = parts[from]?.text ?? ''
  if (isFiscal && /^\d\d$/.test(number)) return { stated: [{ is: 'year', value: fullYear(number) }], next: from + 1 }
  return (
    (number === 'twenty' ? spelledYearAt(parts, from + 1) : undefined) ??
    (isFiscal ? spelledYearAt(parts, from) : undefined)
  )
}

/** The last two digits in words, from 2010 to 2039. */
function spelledYearAt(parts: readonly Part[], at: number): Period | undefined {
  const [tens, unit] = [tensOf.get(parts[at]?.text ?? ''), unitOf.get(parts[at + 1]?.text ?? '')]
  if (tens === undefined) return undefined
  const hasUnit = tens >= 20 && unit !== undefined
  const next = hasUnit ? at + 2 : at + 1
  const following = parts[next]?.text ?? ''
  // "Twenty, twenty-five million" counts.
  if (isNumberWord(following) || following === 'percent') return undefined
  return { stated: [{ is: 'year', value: 2000 + tens + (hasUnit ? unit : 0) }], next }
}

function fullYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits)
}

const tensOf = new Map<string, number>([
  ...'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, at) => [word, at + 10] as const),
  ['thirty', 30],
])
const unitOf = new Map('one two three four five six seven eight nine'.split(' ').map((word, at) => [word, at + 1]))

/** Words of figures that `isNumberWord` does not have, and words for the place in a range: "low twenties", "mid-single digits". */
const figures = new Set(
  `two three four five six seven eight nine ten second third fourth fifth sixth seventh eighth ninth tenth half double triple twice dozen
  dozens twenties thirties forties fifties sixties seventies eighties nineties hundreds thousands millions billions trillions low mid high
  single upper`.split(/\s+/),
)
/** Of a figure only next to another word of one: "this one", "at this point". */
const figuresInContext = new Set(['one', 'point'])
/** Behind a figure, but none: "210 million dollars" and "$210 million" are the same. */
const units = new Set('percent basis dollar dollars euro euros cent cents'.split(' '))

const negations = new Set(
  'not no never none nor neither nothing nobody nowhere without cannot non unable unlikely hardly'.split(' '),
)

/** Beyond those of `directionOf`, which are said next to a figure. */
const directions: ReadonlyMap<string, 1 | -1> = new Map([
  ...`raise raised raises raising stronger strengthen strengthened strengthening better above ahead accelerate accelerated accelerating
  acceleration more positive favorable upside tailwind tailwinds widen widened widening wider exceed exceeded beat tighter tightened`
    .split(/\s+/)
    .map((word) => [word, 1] as const),
  ...`cut cuts cutting lowered lowering weak weaker weaken weakened weakening worse worsened below behind decelerate decelerated
  decelerating deceleration slow slowed slower slowing less fewer negative unfavorable downside headwind headwinds narrow narrowed
  narrowing narrower missed soft softer soften softened softening loss losses shrink shrinking`
    .split(/\s+/)
    .map((word) => [word, -1] as const),
])

function statedBy(parts: readonly Part[], at: number): StatedWord | undefined {
  const text = parts[at]?.text ?? ''
  const neighbors = [parts[at - 1]?.text ?? '', parts[at + 1]?.text ?? '']
  const isInContext =
    figuresInContext.has(text) &&
    neighbors.some((each) => isFigure(each) || figuresInContext.has(each) || units.has(each))
  if (isFigure(text) || isInContext) return { is: 'figure', value: text.replaceAll(/[$€£¥%,]/g, '') }
  if (negations.has(text) || text.endsWith("n't")) return { is: 'negation', value: 0 }
  const direction = directionOf(text) || directions.get(text)
  return direction === undefined ? undefined : { is: 'direction', value: direction }
}

function isFigure(text: string): boolean {
  if (units.has(text) || figuresInContext.has(text)) return false
  return /\p{N}/u.test(text) || figures.has(text) || isNumberWord(text)
}
