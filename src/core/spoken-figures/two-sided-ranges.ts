/**
 * Reads ranges by their two sides: "flat to up two percent", "down one to up two percent", "between negative 5 million and positive 2 million",
 * "28 billion, plus or minus two percent".
 */

import { directionOf } from './directions.ts'
import { boundBefore } from './number-bounds.ts'
import { unitAt, type Amount, type Unit } from './number-units.ts'
import { scaleWords } from './spoken-cardinals.ts'
import type { Quantity, Reading } from './quantity.ts'
import type { Token } from './tokens.ts'

/** How numbers are read that are no end of such a range. */
export interface NumberReaders {
  readonly quantityAt: (tokens: readonly Token[], at: number) => Reading | undefined
  readonly amountAt: (tokens: readonly Token[], at: number) => Amount | undefined
  readonly single: (tokens: readonly Token[], amount: Amount, unit: Unit) => Quantity
}

/**
 * The range that begins with the number here. Undefined: none does; no quantities: its ends are not clear.
 * @param single the number as it would be read alone
 */
export function twoSidedAt(
  tokens: readonly Token[],
  at: number,
  single: Reading | undefined,
  readers: NumberReaders,
): Reading | undefined {
  return (
    fromZeroAt(tokens, at, single, readers) ??
    betweenSidesAt(tokens, at, readers) ??
    withToleranceAt(tokens, single, readers.quantityAt)
  )
}

const adverb = /^(slightly|modestly|about|around|roughly|approximately|maybe|perhaps|potentially|possibly)$/
const signs: ReadonlyMap<string, 1 | -1> = new Map([
  ['plus', 1],
  ['positive', 1],
  ['minus', -1],
  ['negative', -1],
])
/** What money is that was earned or lost, before an "of". */
const results: ReadonlyMap<string, 1 | -1> = new Map([
  ['profit', 1],
  ['gain', 1],
  ['inflow', 1],
  ['loss', -1],
  ['outflow', -1],
  ['use', -1],
])
const movements = /^(growth|increase|decline|decrease|reduction|drop)$/

/** On which side of zero a number is, and by which words; `from`: where they begin. */
interface Side {
  readonly side: 1 | -1 | 0
  /** `sign`: "minus two percent"; `movement`: "down two percent", "a decline of two percent"; `result`: "a loss of two million". */
  readonly by: 'sign' | 'movement' | 'result' | null
  readonly from: number
}

function sideBefore(tokens: readonly Token[], at: number): Side {
  let behind = boundBefore(tokens, at).from
  while (adverb.test(tokens[behind - 1]?.text ?? '')) behind -= 1
  const said = sideEndingAt(tokens, behind)
  let { from } = said
  while (/^(a|an|the)$/.test(tokens[from - 1]?.text ?? '') || adverb.test(tokens[from - 1]?.text ?? '')) from -= 1
  return { ...said, from }
}

function sideEndingAt(tokens: readonly Token[], behind: number): Side {
  const word = tokens[behind - 1]?.text ?? ''
  const ofWord = word === 'of' ? (tokens[behind - 2]?.text ?? '') : ''
  const sign = isMinusSign(tokens, behind - 1) ? -1 : signs.get(word)
  if (sign !== undefined) return { side: sign, by: 'sign', from: behind - 1 }
  if (movements.test(ofWord)) return { side: directionOf(ofWord), by: 'movement', from: behind - 2 }
  const result = results.get(ofWord)
  if (result !== undefined) return { side: result, by: 'result', from: behind - 2 }
  const direction = directionOf(word)
  return { side: direction, by: direction === 0 ? null : 'movement', from: direction === 0 ? behind : behind - 1 }
}

function isMinusSign(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === '-' && !tokens[at].isAttached && tokens[at + 1]?.isAttached === true
}

/** "A two percent decline". */
function sideBehind(tokens: readonly Token[], unit: Unit | undefined): 1 | -1 | 0 {
  const word = unit?.unit === 'percent' ? (tokens[unit.next]?.text ?? '') : ''
  return movements.test(word) ? directionOf(word) : 0
}

/** Where "flat" or "breakeven" ends that begins at a token; undefined: none does. */
function endOfZero(tokens: readonly Token[], at: number): number | undefined {
  if (/^(flat|breakeven|zero)$/.test(tokens[at]?.text ?? '')) return at + 1
  if (tokens[at]?.text !== 'break') return undefined
  const even = tokens[at + 1]?.text === '-' ? at + 2 : at + 1
  return tokens[even]?.text === 'even' ? even + 1 : undefined
}

/** Where "flat" or "breakeven" begins that ends before a token; undefined: none does. */
function startOfZero(tokens: readonly Token[], next: number): number | undefined {
  return [next - 3, next - 2, next - 1].find((at) => endOfZero(tokens, at) === next)
}

const isProportion = ({ unit }: Unit) => unit === 'percent' || unit === 'basis-points'

/** "Flat to up two percent", "between breakeven and positive five million". */
function fromZeroAt(
  tokens: readonly Token[],
  at: number,
  single: Reading | undefined,
  { amountAt, single: quantityOf }: NumberReaders,
): Reading | undefined {
  const { side, by, from } = sideBefore(tokens, at)
  const link = from - 1
  const zero = startOfZero(tokens, link)
  if (!single || !/^(to|or|and)$/.test(tokens[link]?.text ?? '') || zero === undefined) return undefined
  if (tokens[link]?.text === 'and' && tokens[zero - 1]?.text !== 'between') return undefined
  const amount = amountAt(tokens, at)
  const unit = amount && unitAt(tokens, amount)
  const isClear = side !== 0 && unit && (isProportion(unit) || by !== 'movement')
  if (!isClear || isMovedFrom(tokens, zero - 1)) return { ...single, quantities: [] }
  const end = quantityOf(tokens, amount, unit)
  // The words of "flat to up" say that it is a change of the measure; "breakeven to" is part of the figure.
  const first = tokens[zero]?.text === 'flat' ? at : zero
  return rangeOf({ first, next: end.next }, withValue(end, 0), withSide(end, side))
}

/** "Down one percent to up two percent", "down three percent to flat", "between negative five million and positive two million". */
function betweenSidesAt(tokens: readonly Token[], at: number, readers: NumberReaders): Reading | undefined {
  const amount = readers.amountAt(tokens, at)
  if (!amount || amount.isArticle) return undefined
  const own = unitAt(tokens, amount)
  const before = sideBefore(tokens, at)
  const suffix = before.side === 0 ? sideBehind(tokens, own) : 0
  const first = suffix === 0 ? before : ({ ...before, side: suffix, by: 'movement' } as const)
  const link = (own?.next ?? amount.next) + (suffix === 0 ? 0 : 1)
  const isBetween = /^(between|within|somewhere)$/.test(tokens[first.from - 1]?.text ?? '')
  const isJoined = tokens[link]?.text === 'to' || (tokens[link]?.text === 'and' && isBetween)
  const end = isJoined ? endAt(tokens, link + 1, readers) : undefined
  const unread = (next: number) => ({ quantities: [], next })
  if (!end) return isBetween && first.side < 0 ? unread(own?.next ?? amount.next) : undefined
  const isMoved = isMovedFrom(tokens, first.from - 1)
  if (!end.amount) {
    if (first.side === 0) return isBetween ? unread(end.next) : undefined
    if (!own || isMoved) return own && !isProportion(own) && isMoved ? undefined : unread(end.next)
    if (!isProportion(own) && (first.by === 'movement' || turnsBefore(tokens, first.from))) return undefined
    const left = withSide(readers.single(tokens, amount, own), first.side)
    return rangeOf(placeOf(tokens, at, first, own, end.next), left, withValue(left, 0))
  }
  if (first.side === 0 && end.side === 0) return undefined
  const { unit } = end
  if (!unit) return first.side !== 0 && end.side !== 0 ? unread(end.next) : undefined
  if (own && own.unit !== unit.unit) return isBetween && first.side !== 0 ? unread(own.next) : undefined
  const isOtherMoney = isMoved || turnsBefore(tokens, first.from) || first.by === 'movement' || end.by === 'movement'
  if (!isProportion(unit) && isOtherMoney) return undefined
  // "Negative $20 to negative $10 million": the scale of both is said once.
  const isScaled = amount.scale === null && (!own || amount.hasCurrency)
  const bare = isScaled ? { ...amount, scale: end.amount.scale } : amount
  const left = readers.single(tokens, bare, own ?? unit)
  const right = readers.single(tokens, end.amount, unit)
  if (first.side === 0 && !isBetween)
    return end.by === 'sign' && !isMoved && !movesBefore(tokens, first.from) ? unread(end.next) : undefined
  // "Between five and negative seven million": the first end may be below zero as well. "Between 8 and 10% growth" is above it as a whole.
  if (first.side === 0 && end.side < 0) return unread(end.next)
  if (end.side === 0) {
    if (first.by !== 'sign' || first.side > 0) return undefined
    // "Negative five to two percent" may end below zero or above it.
    const isWritten = own !== undefined && tokens[at - 1]?.text === '-'
    if (!isWritten && Math.abs(left.value.low) !== right.value.low) return unread(end.next)
  }
  const [low, high] = [withSide(left, first.side || 1), withSide(right, end.side || 1)]
  if (isMoved)
    return {
      quantities: [
        { ...low, isOrigin: true },
        { ...high, first: link + 1 },
      ],
      next: end.next,
    }
  return rangeOf(placeOf(tokens, at, first, own ?? unit, unit.next), low, high)
}

/** The second end of a range, without an amount where it is zero. */
interface End extends Omit<Side, 'from'> {
  readonly amount: Amount | null
  readonly unit: Unit | undefined
  readonly next: number
}

function endAt(tokens: readonly Token[], from: number, { amountAt }: NumberReaders): End | undefined {
  const start = skipAdverbs(tokens, from)
  const zero = endOfZero(tokens, start)
  const isCounted = /^(percent|%|million|billion|point|basis)$/.test(tokens[zero ?? -1]?.text ?? '')
  if (zero !== undefined && !isCounted) return { side: 0, by: null, amount: null, unit: undefined, next: zero }
  // Behind its own words, an end is on the side that they name.
  const length = [2, 1].find((words) => sideEndingAt(tokens, start + words).from === start) ?? 0
  const { side, by } = length === 0 ? { side: 0 as const, by: null } : sideEndingAt(tokens, start + length)
  const at = skipAdverbs(tokens, start + length)
  const amount = amountAt(tokens, at)
  if (!amount || amount.isArticle) return undefined
  const unit = unitAt(tokens, amount)
  const next = unit?.next ?? amount.next
  if (amount.value === 0) return { side: 0, by: null, amount: null, unit, next }
  const suffix = side === 0 ? sideBehind(tokens, unit) : 0
  return suffix === 0 ? { side, by, amount, unit, next } : { side: suffix, by: 'movement', amount, unit, next }
}

function skipAdverbs(tokens: readonly Token[], from: number): number {
  const isArticle = (at: number) =>
    /^(a|an)$/.test(tokens[at]?.text ?? '') &&
    !scaleWords.has(tokens[at + 1]?.text ?? '') &&
    tokens[at + 1]?.text !== 'hundred'
  let at = from
  while (adverb.test(tokens[at]?.text ?? '') || isArticle(at)) at += 1
  return at
}

/** "From minus two percent to plus three percent" is a movement, and no range. */
function isMovedFrom(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === 'from' && !/^rang(e|es|ed|ing)$/.test(tokens[at - 1]?.text ?? '')
}

/** "Rose five million to negative two million". */
function movesBefore(tokens: readonly Token[], from: number): boolean {
  const isMovement = (back: number) =>
    directionOf(tokens[from - back]?.text ?? '') !== 0 || tokens[from - back]?.text === 'to'
  return turnsBefore(tokens, from) || [1, 2, 3].some(isMovement)
}

/** "Turned a loss of five million to a profit of two million". */
function turnsBefore(tokens: readonly Token[], from: number): boolean {
  return [1, 2, 3].some((back) => /^(went|gone|moved|swung|turned|changed)$/.test(tokens[from - back]?.text ?? ''))
}

function withSide(quantity: Quantity, side: 1 | -1): Quantity {
  return withValue(quantity, side * Math.abs(quantity.value.low))
}

function withValue(quantity: Quantity, value: number): Quantity {
  return { ...quantity, value: { ...quantity.value, low: value, high: value } }
}

/** Words for a loss or a profit are part of the figure: its measure stands before them. */
function placeOf(
  tokens: readonly Token[],
  at: number,
  { by, from }: Side,
  unit: Unit,
  next: number,
): { first: number; next: number } {
  // "A net loss of" names the measure as well.
  const isOwn = [from, from - 1].some((word) => /^(a|an|the|between|to|of|be|at)$/.test(tokens[word]?.text ?? ''))
  return { first: by === 'result' && isOwn && !isProportion(unit) ? from : at, next }
}

function rangeOf(place: { first: number; next: number }, one: Quantity, other: Quantity): Reading {
  const ends = [one.value.low, one.value.high, other.value.low, other.value.high]
  const step = Math.min(one.value.step, other.value.step)
  const currency = other.value.currency ?? one.value.currency
  const value = {
    ...other.value,
    currency,
    low: Math.min(...ends),
    high: Math.max(...ends),
    step,
    bound: 'range',
  } as const
  return { quantities: [{ ...other, ...place, value, coarseStep: step, significant: 1 }], next: place.next }
}

/** "28 billion, plus or minus two percent", "45 percent, plus or minus 50 basis points". */
function withToleranceAt(
  tokens: readonly Token[],
  single: Reading | undefined,
  read: NumberReaders['quantityAt'],
): Reading | undefined {
  const [quantity] = single?.quantities ?? []
  if (!single || !quantity || single.quantities.length > 1) return undefined
  const from = tokens[single.next]?.text === ',' ? single.next + 1 : single.next
  const words = [0, 1, 2].map((ahead) => tokens[from + ahead]?.text ?? '').join(' ')
  if (!/^((plus|\+) (or|\/) (minus|-)|give or take)$/.test(words)) return undefined
  const behind = read(tokens, from + 3)
  const [tolerance] = behind?.quantities ?? []
  const by = tolerance && distanceOf(quantity, tolerance)
  if (!by || quantity.value.bound === 'range') return { quantities: [], next: behind?.next ?? from + 3 }
  const { value } = quantity
  const range = {
    ...value,
    low: tidy(value.low - by.distance),
    high: tidy(value.high + by.distance),
    step: Math.min(value.step, by.step),
    bound: 'range',
  } as const
  return { quantities: [{ ...quantity, next: tolerance.next, value: range }], next: tolerance.next }
}

/** Undefined: the tolerance is of something else. */
function distanceOf({ value }: Quantity, { value: behind }: Quantity): { distance: number; step: number } | undefined {
  const { unit, low, step } = behind
  const distance = Math.abs(low)
  if (unit === value.unit || (isForShare(value) && isForShare(behind))) return { distance, step }
  if (value.unit === 'percent')
    return unit === 'basis-points' ? { distance: distance / 1e4, step: step / 1e4 } : undefined
  const whole = Math.abs(value.low)
  return unit === 'percent' ? { distance: distance * whole, step: step * whole } : undefined
}

/** Money that may be for each share: cents, or dollars of which there are few. "$3.20, plus or minus five cents". */
function isForShare({ unit, high }: Quantity['value']): boolean {
  return unit === 'per-share' || (unit === 'amount' && Math.abs(high) < mostForShare)
}

const mostForShare = 1000

/** Without the last digits of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}
