/** Whether two sentences of nearly the same words state the same: the figures, periods, negations and directions in them. */

import { directionOf } from '../spoken-figures/directions.ts'
import type { CallDistance } from './call-distance.ts'
import type { ComparedSentence } from './spoken-sentences.ts'
import { inOneWriting, isCapital, isNumberWord } from './spoken-words.ts'

type WordsOfSentence = Pick<ComparedSentence, 'text' | 'edges'>

/** A quarter, half or month, from 1, and the year that is named with it; null: none. */
interface PartOfYear {
  readonly is: 'quarter' | 'half' | 'month'
  readonly value: number
  readonly year: number | null
}

type StatedWord =
  | PartOfYear
  /** `isFiscal`: it is said to be the fiscal or the full year of the company. */
  | { readonly is: 'year'; readonly value: number; readonly isFiscal: boolean }
  /** Of the month that is named next to it. */
  | { readonly is: 'day'; readonly value: number }
  /** In digits or words, without currency and percent sign. */
  | { readonly is: 'figure'; readonly value: string }
  | { readonly is: 'negation'; readonly value: 0 }
  | { readonly is: 'direction'; readonly value: 1 | -1 }

/**
 * The same figures, negations and directions in the same order, and the same periods: equal, or moved on by as much as the calls lie
 * apart, as "second quarter" and "third quarter" in calls of successive quarters. A year moves on with its quarter or month, or by the whole
 * years that passed; between, only a fiscal year does, with those of the calls: what was to come in 2026 and is to come in 2027 is put off.
 * @param distance null: unknown; then only equal periods are the same
 */
export function stateTheSame(earlier: WordsOfSentence, later: WordsOfSentence, distance: CallDistance | null): boolean {
  const [before, after] = [statedIn(earlier), statedIn(later)]
  if (before.length !== after.length) return false
  let hasMonthMoved = false
  return before.every((one, at) => {
    const other = after[at]
    if (!other) return false
    const isMoved = !isEqual(one, other) && distance !== null && movesOn(one, other, distance)
    const isSame = isEqual(one, other) || isMoved || (one.is === 'day' && other.is === 'day' && hasMonthMoved)
    if (one.is === 'month') hasMonthMoved = isMoved
    return isSame
  })
}

function isEqual(one: StatedWord, other: StatedWord): boolean {
  if (one.is !== other.is || one.value !== other.value) return false
  return !('year' in one && 'year' in other) || one.year === other.year
}

/** In a year. */
const counts: Readonly<Record<PartOfYear['is'], number>> = { quarter: 4, half: 2, month: 12 }

function movesOn(one: StatedWord, other: StatedWord, { quarters, fiscalYears }: CallDistance): boolean {
  if ('year' in one && 'year' in other) {
    const count = counts[one.is]
    const expected = (quarters * count) / 4
    const by = other.value - one.value
    if (one.is !== other.is) return false
    if (one.year === null && other.year === null) return (by - expected) % count === 0
    return one.year !== null && other.year !== null && count * (other.year - one.year) + by === expected
  }
  if (one.is !== 'year' || other.is !== 'year') return false
  const by = other.value - one.value
  return by === Math.trunc(quarters / 4) || (one.isFiscal && other.isFiscal && by === fiscalYears)
}

/** Parts of words, since "mid-single-digit" and "twenty-five" are one word each. */
interface Part {
  readonly text: string
  readonly isCapitalized: boolean
}

/** "1" and "st", "3" and "Q25", which words divide. */
const ordinalOrQuarter = /^(?:\d\d?(?:st|nd|rd|th)|[1-4][qh](?:'?(?:\d\d|20\d\d))?(?:'s)?)$/

function partsOf({ text, edges }: WordsOfSentence): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < edges.length; at += 2) {
    const from = edges[at] ?? 0
    const isCapitalized = isCapital(text, from)
    const [first = '', ...others] = inOneWriting(text.slice(from, edges[at + 1])).split('-')
    const before = at > 0 && edges[at - 1] === from ? parts.at(-1) : undefined
    if (before && ordinalOrQuarter.test(before.text + first))
      parts[parts.length - 1] = { text: before.text + first, isCapitalized: before.isCapitalized }
    else parts.push({ text: first, isCapitalized })
    for (const part of others) parts.push({ text: part, isCapitalized })
  }
  return parts
}

function statedIn(sentence: WordsOfSentence): StatedWord[] {
  const parts = partsOf(sentence)
  const found: Found[] = []
  for (let at = 0; at < parts.length;) {
    const period = periodAt(parts, at)
    const word = period ? undefined : statedBy(parts, at)
    const next = period?.next ?? at + 1
    const stated = period?.stated ?? (word ? [word] : [])
    if (stated.length > 0) found.push({ stated, first: at, next })
    at = next
  }
  return withYears(parts, found)
}

interface Period {
  readonly stated: readonly StatedWord[]
  /** Index behind it. */
  readonly next: number
}

interface Found extends Period {
  readonly first: number
}

/** Between a quarter and its year: "fourth quarter of fiscal 2026", "December quarter of 2025", "fourth quarter and full year 2025". */
const untilYear = new Set(
  'of the in fiscal calendar financial full year and quarter quarters month months period ended ending end'.split(' '),
)

/** The year of a quarter, half or month belongs to the same phrase, and is not a stated word of its own. */
function withYears(parts: readonly Part[], found: readonly Found[]): StatedWord[] {
  const taken = new Set<Found>()
  const takeYear = (each: Found | undefined) => {
    const [word] = each?.stated ?? []
    if (!each || word?.is !== 'year' || taken.has(each)) return null
    taken.add(each)
    return word.value
  }
  const stated = found.map((each, at): Found => {
    const [word, ...others] = each.stated
    if (!word || !('year' in word) || word.year !== null) return each
    const [before, after] = [found[at - 1], found[at + 1]]
    const isAfter = parts.slice(each.next, after?.first).every(({ text }) => untilYear.has(text))
    // "2025 fourth quarter".
    const isBefore = before?.next === each.first
    const year = (isAfter ? takeYear(after) : null) ?? (isBefore ? takeYear(before) : null)
    return { ...each, stated: [{ ...word, year }, ...others] }
  })
  return stated.flatMap((each, at) => {
    const original = found[at]
    return original && taken.has(original) ? [] : each.stated
  })
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

/** "Second quarter", "1st half", "Q3", "3Q", "Q three", "Q3'25", "3Q25", "H1". */
function quarterAt(parts: readonly Part[], at: number): Period | undefined {
  const textAt = (ahead: number) => parts[at + ahead]?.text ?? ''
  const ordinal = ordinals.get(textAt(0))
  if (ordinal !== undefined) {
    const nameAt = textAt(1) === 'fiscal' || textAt(1) === 'calendar' ? 2 : 1
    const name = /^(quarter|half)(?:s|'s)?$/.exec(textAt(nameAt))?.[1]
    if (name === 'quarter' || (name === 'half' && ordinal <= 2))
      return { stated: [{ is: name, value: ordinal, year: null }], next: at + nameAt + 1 }
    return undefined
  }
  const spelled = textAt(0) === 'q' ? digits.get(textAt(1)) : undefined
  if (spelled !== undefined) return { stated: [{ is: 'quarter', value: spelled, year: null }], next: at + 2 }
  const short = /^(?:([qh])([1-4])|([1-4])([qh]))(?:'?(\d\d|20\d\d))?(?:'s)?$/.exec(textAt(0))
  if (!short) return undefined
  const [, letterFirst, numberLast, numberFirst, letterLast, year] = short
  const letter = letterFirst ?? letterLast
  const number = numberLast ?? numberFirst
  const is = letter === 'q' ? 'quarter' : 'half'
  return {
    stated: [{ is, value: Number(number), year: year === undefined ? null : fullYear(year) }],
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
    const stated: StatedWord[] = [{ is: 'month', value: month, year: null }]
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
      { is: 'month', value: after, year: null },
      { is: 'day', value: day },
    ],
    next: monthAfter + 1,
  }
}

interface Year {
  readonly value: number
  /** Index behind it. */
  readonly next: number
}

function yearAt(parts: readonly Part[], at: number): Period | undefined {
  const year = namedYearAt(parts, at)
  if (!year) return undefined
  const { value, next } = year
  const before = parts.slice(Math.max(0, at - 3), at).map(({ text }) => text)
  const isFiscal =
    fiscalBefore.test(before.join(' ')) ||
    /^(?:fiscal$|fy)/.test(parts[at]?.text ?? '') ||
    parts[next]?.text === 'fiscal'
  return { stated: [{ is: 'year', value, isFiscal }], next }
}

/** "Fiscal 2025", "financial year 2025", "full year 2025", "FY 2025". */
const fiscalBefore = /(?:^| )(?:(?:fiscal|financial)(?: year)?|full year|fy)(?: of)?$/

/** "2025", "fiscal 25", "FY25", "twenty twenty-five", "fiscal twenty-five". */
function namedYearAt(parts: readonly Part[], at: number): Year | undefined {
  const textAt = (ahead: number) => parts[at + ahead]?.text ?? ''
  const digits = /^(?:fy)?((?:19|20)\d\d|(?<=fy)\d\d)$/.exec(textAt(0))?.[1]
  if (digits !== undefined) return { value: fullYear(digits), next: at + 1 }
  const isFiscal = textAt(0) === 'fiscal' || textAt(0) === 'fy'
  const from = isFiscal ? at + 1 : at
  const number = parts[from]?.text ?? ''
  if (isFiscal && /^\d\d$/.test(number)) return { value: fullYear(number), next: from + 1 }
  return (
    (number === 'twenty' ? spelledYearAt(parts, from + 1) : undefined) ??
    (isFiscal ? spelledYearAt(parts, from) : undefined)
  )
}

/** The last two digits in words, from 2010 to 2039. */
function spelledYearAt(parts: readonly Part[], at: number): Year | undefined {
  const [tens, unit] = [tensOf.get(parts[at]?.text ?? ''), unitOf.get(parts[at + 1]?.text ?? '')]
  if (tens === undefined) return undefined
  const hasUnit = tens >= 20 && unit !== undefined
  const next = hasUnit ? at + 2 : at + 1
  const following = parts[next]?.text ?? ''
  // "Twenty, twenty-five million" counts.
  if (isNumberWord(following) || following === 'percent') return undefined
  return { value: 2000 + tens + (hasUnit ? unit : 0), next }
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
