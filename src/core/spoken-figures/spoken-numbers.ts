/** Finds quantities in the tokens of a sentence: what they count, in which currency, how precisely, and whether they are bounds or ranges. */

import { isBroken, isTakenBack, labels } from './broken-numbers.ts'
import {
  cardinalAt,
  isDecimalRest,
  isNumberToken,
  scaleLetters,
  scaleWords,
  type Cardinal,
} from './spoken-cardinals.ts'
import { currencyAt, currencyBefore, isCurrency } from './currencies.ts'
import { directionOf } from './directions.ts'
import { boundBefore, boundOfNegative } from './number-bounds.ts'
import { unitAt, type Amount, type Unit } from './number-units.ts'
import type { Quantity, Reading } from './quantity.ts'
import type { Token } from './tokens.ts'
import { twoSidedAt, type NumberReaders } from './two-sided-ranges.ts'
import { isPartOf, vagueAt } from './vague-percents.ts'

export function quantitiesIn(tokens: readonly Token[]): Quantity[] {
  const found: Quantity[] = []
  for (let at = 0; at < tokens.length;) {
    if (!mayBegin(tokens[at])) {
      at += 1
      continue
    }
    const alone = quantityOf(tokens, at)
    const reading = twoSidedAt(tokens, at, alone, readers) ?? alone
    found.push(...(reading?.quantities ?? []))
    at = reading?.next ?? (isNumberToken(tokens[at]) ? endOfRun(tokens, at) : at + 1)
  }
  return found
}

const readers: NumberReaders = { quantityAt: quantityOf, amountAt, single }

const beginnings: ReadonlySet<string> = new Set(['a', 'an', 'oh', 'point', 'half', 'low', 'mid', 'high', 'upper'])

/** Whether a quantity could begin at a token, so that most words are passed over at once. */
function mayBegin(token: Token | undefined): boolean {
  return token !== undefined && (isNumberToken(token) || beginnings.has(token.text) || isCurrency(token))
}

/** The words of a number that could not be read are not read from their middle. */
function endOfRun(tokens: readonly Token[], at: number): number {
  let next = at + 1
  // "2 billion and 300 million" that may be one amount or two is passed over whole.
  const isSum = scaleWords.has(tokens[next]?.text ?? '') && /^(,|and)$/.test(tokens[next + 1]?.text ?? '')
  if (tokens[at]?.number && !isSum) return isDecimalRest(tokens[next]) ? next + 1 : next
  const isPart = (token: Token | undefined) =>
    isNumberToken(token) || scaleWords.has(token?.text ?? '') || token?.text === 'point'
  while (
    isPart(tokens[next]) ||
    (/^(,|and)$/.test(tokens[next]?.text ?? '') &&
      scaleWords.has(tokens[next - 1]?.text ?? '') &&
      isPart(tokens[next + 1]))
  )
    next += 1
  return next
}

function quantityOf(tokens: readonly Token[], at: number): Reading | undefined {
  return vagueQuantity(tokens, at) ?? quantityAt(tokens, at)
}

function vagueQuantity(tokens: readonly Token[], at: number): Reading | undefined {
  const vague = vagueAt(tokens, at)
  if (!vague) return undefined
  const { low, high, next } = vague
  const value = { unit: 'percent', currency: null, low, high, step: 0.01, bound: 'range' } as const
  return { quantities: [{ ...plain, first: at, next, value, coarseStep: 0.01, significant: 1 }], next }
}

const plain = { noun: null, isOrigin: false, isPoints: false }

function quantityAt(tokens: readonly Token[], at: number): Reading | undefined {
  const start = amountAt(tokens, at)
  if (!start) return undefined
  if (amountOf(start) > mostMoney || isBroken(tokens, at) || isFraction(tokens, start))
    return { quantities: [], next: start.next }
  const endOfOpenRange = openRangeAt(tokens, start)
  if (endOfOpenRange !== undefined) return { quantities: [], next: endOfOpenRange }
  const restOfSum = restOfSumAt(tokens, start)
  if (restOfSum !== undefined) return { quantities: [], next: restOfSum }
  const unit = unitAt(tokens, start)
  if (isYear(tokens, start, unit)) return undefined
  if (unit?.unit === 'percent' && isPartOf(tokens, at)) return { quantities: [], next: unit.next }
  const isBeyondPoints = unit?.unit === 'basis-points' && start.value * unit.factor > mostPoints
  if (unit && (isBeyondPoints || isTakenBack(tokens, unit.next))) return { quantities: [], next: unit.next }
  const withCents = unit && centsBehind(tokens, start, unit)
  if (withCents) return withCents
  const pair = unit ? undefined : pairAt(tokens, start)
  if (pair) return pair
  const second = secondAt(tokens, start, unit)
  if (second) {
    const { amount, unit: its, link } = second
    // "Two to four hundred thousand": the hundred is of both.
    const isOfHundreds = start.value < 10 && amount.value >= 100 && amount.value % 100 === 0 && !unit
    const value = isOfHundreds && !tokens[start.first]?.number ? start.value * 100 : start.value
    const low = { ...start, value, scale: start.scale ?? (unit && !start.hasCurrency ? null : amount.scale) }
    const currency = its.currency ?? amount.currency ?? start.currency
    const before = previous(tokens, at)
    const isWide = amountOf(amount) > amountOf(low) * widestRange
    // "Grow six percent to eight percent" is a range, or a movement to the second one.
    const arePercents = unit?.unit === 'percent' && its.unit === 'percent'
    const isMoved = !(arePercents && isRateAhead(tokens, at)) && (isWide || isMovement(tokens, at))
    if (arePercents && link === 'to' && before !== 'from' && !isWide && isMoved)
      return { quantities: [], next: its.next }
    // "We grow from six to eight percent" is the rate of growth, or a share that grows.
    if (its.unit === 'percent' && link === 'to' && before === 'from' && isGrowth(tokens, at))
      return { quantities: [], next: its.next }
    if (before === 'from' || (unit && link === 'to' && isMoved)) {
      const own = unit ?? { ...its, next: second.startsAt, currency }
      const origin = { ...single(tokens, low, own), isOrigin: before === 'from' }
      return { quantities: [origin, single(tokens, amount, { ...its, currency })], next: its.next }
    }
    const [left, right] = [single(tokens, low, its), single(tokens, amount, its)]
    // "900 to 1.1 billion": the scale of the first is not said.
    const isOverZero = left.value.low < 0 && right.value.low > 0
    if (left.value.low >= right.value.high || isOverZero) return { quantities: [], next: its.next }
    if (isRangeAgain(tokens, start, its)) return { quantities: [], next: its.next }
    const step = Math.min(left.value.step, right.value.step)
    const range = {
      ...right.value,
      currency,
      low: left.value.low,
      high: right.value.high,
      step,
      bound: 'range',
    } as const
    return { quantities: [{ ...right, first: left.first, value: range }], next: its.next }
  }
  if (unit && (isOfThings(tokens, start, unit) || isSaidAgain(tokens, start, unit)))
    return { quantities: [], next: unit.next }
  return (
    unit && { quantities: [{ ...single(tokens, start, unit), isOrigin: isMovedFrom(tokens, at) }], next: unit.next }
  )
}

/** "A quarter of a billion" and "two thirds of a billion" are not read. */
function isFraction(tokens: readonly Token[], { isArticle, first }: Amount): boolean {
  return isArticle && tokens[first - 1]?.text === 'of' && fractions.has(tokens[first - 2]?.text ?? '')
}

const fractions: ReadonlySet<string> = new Set(
  'half quarter quarters third thirds fifth fifths sixth eighth tenth tenths fraction'.split(' '),
)

/** "One billion and nearly 185 million euros" may be one amount or two: where it ends. */
function restOfSumAt(tokens: readonly Token[], { next, scale, value }: Amount): number | undefined {
  if (scale === null || !Number.isInteger(value) || tokens[next]?.text !== 'and') return undefined
  const at = betweenParts.has(tokens[next + 1]?.text ?? '') ? next + 2 : next
  const rest = at === next ? undefined : amountAt(tokens, at)
  const isRest = rest !== undefined && rest.scale !== null && rest.scale * 1e3 === scale && rest.value < 1e3
  return isRest && !rest.hasCurrency && !rest.isArticle ? (unitAt(tokens, rest)?.next ?? rest.next) : undefined
}

/** "Eight and six percent, respectively": the unit of the second number is that of the first, too. */
function pairAt(tokens: readonly Token[], start: Amount): Reading | undefined {
  if (start.scale !== null || start.hasCurrency || start.isArticle) return undefined
  const [link, ahead] = [tokens[start.next]?.text, tokens[start.next + 1]?.text]
  const isBetween = link === 'respectively' || (link === 'and' && ahead === 'respectively')
  const at = start.next + (link === 'and' && isBetween ? 2 : 1)
  const amount = link === 'and' || isBetween ? amountAt(tokens, at) : undefined
  const unit = amount && unitAt(tokens, amount)
  if (!unit || amount.scale !== null || (unit.unit !== 'percent' && unit.unit !== 'basis-points')) return undefined
  const behind = tokens[unit.next]?.text === ',' ? unit.next + 1 : unit.next
  if (!isBetween && tokens[behind]?.text !== 'respectively') return undefined
  const own = { ...unit, next: start.next }
  return { quantities: [single(tokens, start, own), single(tokens, amount, unit)], next: unit.next }
}

/** "900 to a billion" is a range whose first scale is not said: where it ends. */
function openRangeAt(tokens: readonly Token[], { value, next, scale }: Amount): number | undefined {
  if (scale !== null || value < 100 || value >= 1e3 || tokens[next]?.text !== 'to') return undefined
  const end = amountAt(tokens, next + 1)
  return end?.isArticle && end.scale !== null ? (unitAt(tokens, end)?.next ?? end.next) : undefined
}

const betweenParts: ReadonlySet<string> = new Set(
  'the nearly almost about around over some roughly approximately'.split(' '),
)

/** "Declined slightly from 313 billion at the end of 2019". */
function isMovedFrom(tokens: readonly Token[], at: number): boolean {
  const { from } = boundBefore(tokens, at)
  const isFrom = tokens[from - 1]?.text === 'from' && !/^(up|down)$/.test(tokens[from - 2]?.text ?? '')
  return isFrom && [2, 3].some((back) => directionOf(tokens[from - back]?.text ?? '') !== 0)
}

/** More is no amount of money: recognition ran numbers together. */
const mostMoney = 1e16
/** More basis points are said in percent. */
const mostPoints = 10_000

/** "Two dollars and forty nine cents"; without quantities: "five kroner and twenty five euro per share". */
function centsBehind(tokens: readonly Token[], start: Amount, unit: Unit): Reading | undefined {
  if (unit.unit !== 'amount' || start.scale !== null || unit.next === start.next) return undefined
  const from = tokens[unit.next]?.text === 'and' ? unit.next + 1 : unit.next
  const cents = amountAt(tokens, from)
  if (!cents || cents.isArticle || cents.scale !== null || cents.hasCurrency || cents.value >= 100) return undefined
  const behind = tokens[cents.next]?.text ?? ''
  const named = unitAt(tokens, cents)
  const isTwoDigits = cents.value >= 10 && cents.step === 1
  // "Three dollars eighty one per barrel", and "five kroner and twenty five per share".
  const isBare = isTwoDigits && (behind === 'per' || (from === unit.next && !named))
  const isOther = from > unit.next && isTwoDigits && named?.unit === 'per-share' && !isBare && !/^cents?$/.test(behind)
  if (isOther) return { quantities: [], next: named.next }
  const its = isBare ? unitAt(tokens, { ...cents, hasCurrency: true }) : named
  if (!its || (!isBare && !/^cents?$/.test(behind))) return undefined
  // "One dollar and .49 cents": the point is that of the dollars.
  const isDecimal = cents.value < 1 && cents.step === 0.01
  const value = start.value + (isDecimal ? cents.value : cents.value / 100)
  const whole = { ...start, value, step: 0.01 }
  const currency = unit.currency ?? null
  const quantity = single(tokens, whole, { ...unit, ...its, unit: 'per-share', factor: 1, currency })
  return { quantities: [quantity], next: quantity.next }
}

/** "€10, €15 million": the speaker began again. */
function isSaidAgain(tokens: readonly Token[], { hasCurrency, scale }: Amount, { unit, next }: Unit): boolean {
  if (unit !== 'amount' || !hasCurrency || scale !== null || tokens[next]?.text !== ',') return false
  const again = amountAt(tokens, next + 1)
  return again !== undefined && again.hasCurrency && again.scale !== null
}

/** "Forty to fifty percent, forty to sixty percent": the second range takes the place of the first. */
function isRangeAgain(tokens: readonly Token[], { value }: Amount, { next, unit }: Unit): boolean {
  const again = tokens[next]?.text === ',' ? amountAt(tokens, next + 1) : undefined
  if (!again || again.value !== value) return false
  return secondAt(tokens, again, unitAt(tokens, again))?.unit.unit === unit
}

/** "From 957 million to 993 million cubic meters": what the second one counts, the first one does. */
function isOfThings(tokens: readonly Token[], { hasCurrency }: Amount, unit: Unit): boolean {
  if (unit.unit !== 'amount' || hasCurrency || unit.currency !== undefined || tokens[unit.next]?.text !== 'to')
    return false
  const second = amountAt(tokens, unit.next + 1)
  return second !== undefined && second.scale !== null && !unitAt(tokens, second)
}

/** "From 204 billion in 2019 to 203 billion", "Q3 20 to 4.3 billion": the year begins no range. */
function isYear(
  tokens: readonly Token[],
  { first, value, scale, hasCurrency }: Amount,
  unit: Unit | undefined,
): boolean {
  if (scale !== null || hasCurrency || !Number.isInteger(value)) return false
  const before = tokens[first - 1]?.text ?? ''
  const isAfterQuarter = /^q[1-4]$/.test(before) || (/^[1-4]$/.test(before) && tokens[first - 2]?.text === 'q')
  const isLabelled = value < 100 && (labels.has(before) || isSpelledYear(tokens, first))
  if (unit) return isLabelled && unit.unit !== 'percent' && unit.unit !== 'basis-points'
  return (value >= 1990 && value <= 2099) || (isAfterQuarter && value < 100) || isLabelled
}

/** "F Y twenty one". */
function isSpelledYear(tokens: readonly Token[], first: number): boolean {
  return tokens[first - 1]?.text === 'y' && tokens[first - 2]?.text === 'f'
}

/** By 150 million to 1.7 billion: two amounts this far apart are no range. */
const widestRange = 3

function amountOf({ value, scale }: Amount): number {
  return value * (scale ?? 1)
}

/** Words before an amount by which something moved: "rose 5 million to 50 million" is no range. */
function isMovement(tokens: readonly Token[], at: number): boolean {
  const { from } = boundBefore(tokens, at)
  // "Raised to 5.1 billion to 5.3 billion" went to a range.
  return tokens[from - 1]?.text !== 'to' && [1, 2].some((back) => directionOf(tokens[from - back]?.text ?? '') !== 0)
}

/** "Growth of 8% to 10%" and "expected to grow 8% to 10%" are rates, and no movement from one to the other. */
function isRateAhead(tokens: readonly Token[], at: number): boolean {
  const { from } = boundBefore(tokens, at)
  return /^(growth of|to grow)$/.test(`${tokens[from - 2]?.text ?? ''} ${tokens[from - 1]?.text ?? ''}`)
}

function isGrowth(tokens: readonly Token[], at: number): boolean {
  const { from } = boundBefore(tokens, at)
  return /^(grow|grows|growing|growth)$/.test(tokens[from - 2]?.text ?? '')
}

/** A second amount of a range: "1.34 to 1.37 billion", "between 1.34 and 1.37 billion", "12 percent to 13 percent". */
function secondAt(
  tokens: readonly Token[],
  start: Amount,
  unit: Unit | undefined,
): { amount: Amount; unit: Unit; link: string; startsAt: number } | undefined {
  const behind = unit?.next ?? start.next
  // A hesitation may divide the two: "two, uh, to three percent".
  const isNamed =
    /^(quarter|year|fiscal|fy)$/.test(tokens[start.first - 1]?.text ?? '') || isSpelledYear(tokens, start.first)
  const isDivided = !unit && !isNamed && tokens[behind]?.text === ',' && tokens[behind + 1]?.text === 'to'
  const linkAt = lastSaid(tokens, isDivided ? behind + 1 : behind)
  const link = tokens[linkAt]?.text ?? ''
  if (!['to', 'and', 'or', '-', '–', '—', ','].includes(link)) return undefined
  if (link === 'and' && !/^(between|within|somewhere)$/.test(previous(tokens, start.first) ?? '')) return undefined
  // "Three or four billion" is a range, "3 million or 4 percent" is not.
  if (link === 'or' && (unit || start.scale !== null)) return undefined
  const amount = amountAt(tokens, linkAt + 1)
  if (!amount || amount.isArticle) return undefined
  const its = unitAt(tokens, amount)
  if (!its) return undefined
  if (link === ',' && (unit || isInList(tokens, start) || !isLooseRange(tokens, start, amount))) return undefined
  // "Between $12 and $14 per ounce".
  const isEach = unit?.unit === 'amount' && its.unit === 'per-share' && start.scale === null
  const isSame = unit === undefined || isEach || (unit.unit === its.unit && unit.noun === its.noun)
  const isBare = start.scale === null && !start.hasCurrency && unit?.unit !== its.unit
  if (!isSame && !isBare) return undefined
  // "$1.34 to $1.37 billion" has its scale at the end, "$900 to $1,100" has none.
  return { amount, unit: its, link, startsAt: linkAt }
}

/** "Is it 10%, 15, 20%?" names three values, and no range. */
function isInList(tokens: readonly Token[], { first }: Amount): boolean {
  return tokens[first - 1]?.text === ',' && /^(percent|%)$/.test(tokens[first - 2]?.text ?? '')
}

/** A link that is said again counts once: "twelve to, to fifteen percent". */
function lastSaid(tokens: readonly Token[], at: number): number {
  const again = tokens[at + 1]?.text === ',' ? at + 2 : at + 1
  const isTwice = tokens[at]?.text === 'to' && tokens[again]?.text === 'to'
  return isTwice ? lastSaid(tokens, again) : at
}

/** "Sixty five, seventy percent" is a range; "forty, forty five percent" begins again. */
function isLooseRange(tokens: readonly Token[], start: Amount, { value, scale }: Amount): boolean {
  const low = start.value
  const isCounted = start.scale === null && !start.hasCurrency && !start.isArticle && (scale === null || scale >= 1e6)
  const before = tokens[start.first - 1]?.text ?? ''
  const isNamed = labels.has(before) || months.test(before) || ofList.test(before)
  if (!isCounted || isNamed || value <= low || value > 100 || !Number.isInteger(low) || !Number.isInteger(value))
    return false
  // Ten is the beginning of no other number.
  const beginsAgain = low > 10 && low % 10 === 0 && Math.floor(low / 10) === Math.floor(value / 10)
  const isRound = low >= 10 && low % 5 === 0 && value % 5 === 0 && value - low <= 10
  return !beginsAgain && (isRound || value - low <= 2)
}

/** "Of our top ten, fifteen percent are new". */
const ofList = /^(top|number|no|items?|first|last|next)$/

const months = /^(january|february|march|april|may|june|july|august|september|october|november|december)$/

function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  const sign = currencyBefore(tokens, at)
  const cardinalStart = sign?.next ?? at
  const whole = cardinalAt(tokens, cardinalStart)
  if (!whole) return undefined
  const scaled = scaleAt(tokens, whole)
  // "Half a percent" counts as "half a million" does.
  const isHalf = whole.value === 0.5 && /^(percent|percentage|%)$/.test(tokens[whole.next]?.text ?? '')
  if (whole.isArticle && !scaled && !isHalf) return undefined
  const composed = scaled && composedAt(tokens, at, whole, scaled)
  if (composed === 'unclear') return undefined
  const loosely = looselyAt(tokens, whole.next)
  const { value, step, next, scale } = composed ?? {
    value: whole.value,
    step: whole.step,
    next: scaled?.next ?? loosely?.next ?? whole.next,
    scale: scaled?.scale ?? null,
  }
  const isArticle = whole.isArticle && !composed
  const currency = sign?.currency ?? null
  return {
    value,
    step,
    next,
    isArticle,
    scale,
    currency,
    hasCurrency: !!sign,
    first: at,
    loosely: loosely?.bound ?? null,
  }
}

/** "Two hundred plus million", "seven ish percent". */
function looselyAt(tokens: readonly Token[], at: number): { bound: 'over' | 'about'; next: number } | undefined {
  const from = tokens[at]?.text === '-' ? at + 1 : at
  const bound = loose.get(tokens[from]?.text ?? '')
  const ahead = tokens[from + 1]?.text ?? ''
  return bound && (scaleWords.has(ahead) || ahead === 'percent' || ahead === '%')
    ? { bound, next: from + 1 }
    : undefined
}

const loose: ReadonlyMap<string, 'over' | 'about'> = new Map([
  ['plus', 'over'],
  ['+', 'over'],
  ['ish', 'about'],
  ['odd', 'about'],
])

function scaleAt(tokens: readonly Token[], whole: Cardinal): { scale: number; next: number } | undefined {
  // A hesitation may divide a number from its scale: "56, uh, million".
  const isDivided = tokens[whole.next]?.text === ',' && scaleWords.has(tokens[whole.next + 1]?.text ?? '')
  const next = isDivided ? whole.next + 1 : (looselyAt(tokens, whole.next)?.next ?? whole.next)
  const token = tokens[next]
  if (!token) return undefined
  // "A hundred thousand million" is not said.
  const word = scaleWords.get(token.text)
  if (word !== undefined) return { scale: word, next: next + 1 }
  if (token.text === '-' && scaleWords.has(tokens[next + 1]?.text ?? ''))
    return { scale: scaleWords.get(tokens[next + 1]?.text ?? '') ?? 1, next: next + 2 }
  const letter = token.isAttached && tokens[next - 1]?.number ? scaleLetters.get(token.text) : undefined
  return letter === undefined ? undefined : { scale: letter, next: next + 1 }
}

/** "Three hundred million four hundred thousand": smaller scales that follow a larger one. `unclear`: digits without a scale follow. */
function composedAt(
  tokens: readonly Token[],
  at: number,
  whole: Cardinal,
  scaled: { scale: number; next: number },
): { value: number; step: number; next: number; scale: number } | 'unclear' | undefined {
  const from = lowerScaleAt(tokens, at, whole, scaled)
  if (from === 'unclear') return 'unclear'
  // "A billion a hundred fifty million".
  const isHundred = tokens[from]?.text === 'a' && tokens[from + 1]?.text === 'hundred'
  if (!isNumberToken(tokens[from]) && !isHundred) return undefined
  const more = cardinalAt(tokens, from)
  const lower = more && scaleAt(tokens, more)
  const isEnd = !more || isNumberToken(tokens[lower?.next ?? more.next])
  if (isEnd || more.isArticle || (lower && lower.scale >= scaled.scale)) return 'unclear'
  if (!lower && scaled.scale > 1e3) return 'unclear'
  const unit = lower?.scale ?? 1
  return {
    value: whole.value + (more.value * unit) / scaled.scale,
    step: (more.step * unit) / scaled.scale,
    next: lower?.next ?? more.next,
    scale: scaled.scale,
  }
}

/**
 * Where the smaller scale of "one billion, three hundred seventy million" begins, with a comma or an "and" between. `unclear`: it
 * could be an amount of its own.
 */
function lowerScaleAt(
  tokens: readonly Token[],
  at: number,
  { value }: Cardinal,
  { scale, next }: { scale: number; next: number },
): number | 'unclear' {
  const link = tokens[next]?.text
  const behind = link === ',' || link === 'and' ? cardinalAt(tokens, next + 1) : undefined
  const lower = behind && !behind.isArticle ? scaleAt(tokens, behind) : undefined
  if (!behind || !lower || lower.scale >= scale) return next
  const isRest = lower.scale * 1e3 === scale && behind.value < 1e3 && behind.value >= 10 && Number.isInteger(value)
  // "Revenue and profit were two billion and 90 million, respectively".
  const isOfTwo = tokens.slice(lower.next, lower.next + 4).some(({ text }) => text === 'respectively')
  if (isOfTwo || isTakenUp(tokens, lower.next)) return next
  if (link === 'and' && (isBehindTwo(tokens, at) || !endsAmount(tokens, lower.next))) return 'unclear'
  // "A billion, 165 million" in words and digits may be one amount or two; with an "and" it is one.
  if (tokens[next + 1]?.number && (link === ',' || !isRest))
    return isRest && Number.isInteger(behind.value) ? 'unclear' : next
  return isRest ? next + 1 : 'unclear'
}

/** "Revenue was two billion and 300 million of that came from abroad": a second amount. */
function isTakenUp(tokens: readonly Token[], next: number): boolean {
  return tokens[next]?.text === 'of' && /^(that|this|which|it|these|those)$/.test(tokens[next + 1]?.text ?? '')
}

const wordsOfSubject = 10

/** "Profit and debt were one billion and 400 million": one amount for each, or one for both. */
function isBehindTwo(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - wordsOfSubject), at)
  const clause = before.slice(before.findLastIndex(({ text }) => /^[,.;:]$/.test(text)) + 1)
  return clause.some(({ text }, place) => text === 'and' && !isNumberToken(clause[place + 1]))
}

/** Whether an amount ends before a token: what else follows could make a sentence of its second half. */
function endsAmount(tokens: readonly Token[], next: number): boolean {
  const text = tokens[next]?.text ?? ''
  // "Revenue was two billion and 300 million, or 15 percent, came from abroad".
  if (text === ',' && tokens[next + 1]?.text === 'or') return false
  return !/^\p{L}/u.test(text) || behindSums.has(text) || currencyAt(tokens, next) !== undefined
}

const behindSums: ReadonlySet<string> = new Set(
  'in for at during compared versus against up down reaching leading shares inaudible'.split(' '),
)

function single(
  tokens: readonly Token[],
  amount: Amount,
  { unit, factor, next, noun, currency, isPoints }: Unit,
): Quantity {
  const scale = (amount.scale ?? 1) * factor
  const { bound: behind, from } = boundBefore(tokens, amount.first)
  const isNegative = isMinus(tokens, from)
  const bound = isNegative ? boundOfNegative(tokens, from - 1, behind) : behind
  const value = tidy(amount.value * scale) * (isNegative ? -1 : 1)
  const step = tidy(amount.step * scale)
  const zeros = Number.isInteger(amount.value) && amount.step === 1 ? trailingZeros(amount.value) : 0
  return {
    first: amount.first,
    next,
    value: {
      unit,
      currency: currency ?? amount.currency,
      low: value,
      high: value,
      step,
      bound: bound !== 'exact' ? bound : (amount.loosely ?? (amount.isArticle ? 'about' : 'exact')),
    },
    coarseStep: tidy(step * 10 ** zeros),
    significant: significantDigits(amount, zeros),
    noun: noun ?? null,
    isOrigin: false,
    isPoints: isPoints ?? false,
  }
}

/** Without the last digits of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}

function trailingZeros(value: number): number {
  const zeros = /0+$/.exec(String(value))?.[0].length ?? 0
  return Math.min(zeros, String(value).length - 1)
}

function significantDigits({ value, step }: Cardinal, zeros: number): number {
  return value === 0 ? 1 : Math.max(1, Math.floor(Math.log10(value / step) + 1e-9) + 1 - zeros)
}

function isMinus(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  if (before?.text === 'minus' || before?.text === 'negative') return true
  return before?.text === '-' && !before.isAttached && tokens[at]?.isAttached === true
}

function previous(tokens: readonly Token[], at: number): string | undefined {
  return tokens[boundBefore(tokens, at).from - 1]?.text
}
