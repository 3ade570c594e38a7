/** Reads ranges by their two sides: "flat to up two percent", "down one to up two percent", "28 billion, plus or minus two percent". */

import { directionOf } from './directions.ts'
import { cardinalAt } from './spoken-cardinals.ts'
import type { Quantity, Reading } from './quantity.ts'
import type { Token } from './tokens.ts'

type ReadQuantity = (tokens: readonly Token[], at: number) => Reading | undefined

/**
 * The range that begins with the number here. Undefined: none does; no quantities: its ends are not clear.
 * @param single the number as it would be read alone
 */
export function twoSidedAt(
  tokens: readonly Token[],
  at: number,
  single: Reading | undefined,
  read: ReadQuantity,
): Reading | undefined {
  return (
    fromFlatAt(tokens, at, single) ?? betweenSidesAt(tokens, at, single, read) ?? withToleranceAt(tokens, single, read)
  )
}

const adverb = /^(slightly|modestly|about|around|roughly|approximately|maybe|perhaps|potentially|possibly)$/
const signs: ReadonlyMap<string, 1 | -1> = new Map([
  ['plus', 1],
  ['positive', 1],
  ['minus', -1],
  ['negative', -1],
])

/** 1: above zero, −1: below; 0: it says neither. */
function sideOf(token: Token | undefined): 1 | -1 | 0 {
  return token ? (signs.get(token.text) ?? directionOf(token.text)) : 0
}

/** "Flat to up two percent". */
function fromFlatAt(tokens: readonly Token[], at: number, single: Reading | undefined): Reading | undefined {
  const side = sideOf(tokens[at - 1])
  let link = side === 0 ? at - 1 : at - 2
  while (adverb.test(tokens[link]?.text ?? '')) link -= 1
  if (!/^(to|or)$/.test(tokens[link]?.text ?? '') || tokens[link - 1]?.text !== 'flat' || !single) return undefined
  const end = percentAt(tokens, at)
  return end && side !== 0 && end.isNamed && !isMovedFrom(tokens, link - 2)
    ? rangeOf(at, end.next, [0, side * end.value], end.step)
    : { ...single, quantities: [] }
}

/** "Down one percent to up two percent", "down three percent to flat". */
function betweenSidesAt(
  tokens: readonly Token[],
  at: number,
  single: Reading | undefined,
  read: ReadQuantity,
): Reading | undefined {
  const side = sideOf(tokens[at - 1])
  const from = side === 0 ? undefined : percentAt(tokens, at)
  if (!from || tokens[from.next]?.text !== 'to') return undefined
  let next = from.next + 1
  while (adverb.test(tokens[next]?.text ?? '')) next += 1
  let before = at - 2
  while (adverb.test(tokens[before]?.text ?? '')) before -= 1
  const isMoved = isMovedFrom(tokens, before)
  if (tokens[next]?.text === 'flat')
    return rangeOf(at, next + 1, [side * from.value, 0], from.step, from.isNamed && !isMoved)
  const other = sideOf(tokens[next])
  const to = other === 0 ? undefined : percentAt(tokens, next + 1)
  if (!to) return undefined
  if (!isMoved)
    return rangeOf(at, to.next, [side * from.value, other * to.value], Math.min(from.step, to.step), to.isNamed)
  const [origin] = single?.quantities ?? []
  const [end] = read(tokens, next + 1)?.quantities ?? []
  if (!origin || !end) return { quantities: [], next: to.next }
  const moved = [
    { ...withSide(origin, side), isOrigin: true },
    { ...withSide(end, other), first: next },
  ]
  return { quantities: moved, next: to.next }
}

/** "From minus two percent to plus three percent" is a movement, and no range. */
function isMovedFrom(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === 'from' && !/^rang(e|es|ed|ing)$/.test(tokens[at - 1]?.text ?? '')
}

function withSide(quantity: Quantity, side: 1 | -1 | 0): Quantity {
  const value = side * Math.abs(quantity.value.low)
  return { ...quantity, value: { ...quantity.value, low: value, high: value } }
}

/** A number with or without the percent sign behind it. */
function percentAt(
  tokens: readonly Token[],
  at: number,
): { value: number; step: number; next: number; isNamed: boolean } | undefined {
  const found = cardinalAt(tokens, at)
  if (!found || found.isArticle) return undefined
  const isNamed = /^(percent|%)$/.test(tokens[found.next]?.text ?? '')
  return { value: found.value / 100, step: found.step / 100, next: isNamed ? found.next + 1 : found.next, isNamed }
}

function rangeOf(first: number, next: number, ends: readonly [number, number], step: number, isNamed = true): Reading {
  const low = Math.min(...ends)
  const high = Math.max(...ends)
  const value = { unit: 'percent', currency: null, low, high, step, bound: 'range' } as const
  const words = { first, next, noun: null, isOrigin: false, isPoints: false }
  return { quantities: isNamed ? [{ ...words, value, coarseStep: step, significant: 1 }] : [], next }
}

/** "28 billion, plus or minus two percent", "45 percent, plus or minus 50 basis points". */
function withToleranceAt(
  tokens: readonly Token[],
  single: Reading | undefined,
  read: ReadQuantity,
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
