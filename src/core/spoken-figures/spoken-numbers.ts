/** Finds quantities in the tokens of a sentence: what they count, in which currency, how precisely, and whether they are bounds or ranges. */

import type { SpokenUnit, SpokenValue } from '#contract/api/spoken-figures.ts'
import { cardinalAt, isDecimalRest, isNumberWord, scaleLetters, scaleWords, type Cardinal } from './spoken-cardinals.ts'
import { currencyAt, currencyBefore } from './currencies.ts'
import { directionOf } from './directions.ts'
import type { Token } from './tokens.ts'
import { vagueAt } from './vague-percents.ts'

/** A quantity with the tokens that state it: `first` to before `next`. */
export interface Quantity {
  readonly first: number
  readonly next: number
  readonly value: SpokenValue
  /** The coarsest step that it may have been rounded to: of 600 million a hundred million, of 618 a million. */
  readonly coarseStep: number
  /** Digits that it states: 3 of 1.32, 1 of 600. */
  readonly significant: number
  /** The noun that is counted, where the unit is one of things ("barrels"); null: none. */
  readonly noun: string | null
  /** The first of two values between which something moved: "from 45 to 50 million". */
  readonly isOrigin: boolean
  /** A difference of percentages, said in points. */
  readonly isPoints: boolean
}

interface Amount extends Cardinal {
  readonly scale: number | null
  readonly currency: string | null
  readonly hasCurrency: boolean
  readonly first: number
}

interface Unit {
  readonly unit: SpokenUnit
  readonly factor: number
  readonly next: number
  readonly currency?: string | null
  readonly noun?: string
  readonly isPoints?: boolean
}

export function quantitiesIn(tokens: readonly Token[]): Quantity[] {
  const found: Quantity[] = []
  for (let at = 0; at < tokens.length;) {
    const quantity = vagueQuantity(tokens, at) ?? quantityAt(tokens, at)
    if (quantity) {
      found.push(...quantity)
      at = quantity.at(-1)?.next ?? at + 1
      continue
    }
    at = isNumberWord(tokens[at]) ? endOfRun(tokens, at) : at + 1
  }
  return found
}

/** The words of a number that could not be read are not read from their middle. */
function endOfRun(tokens: readonly Token[], at: number): number {
  let next = at + 1
  if (tokens[at]?.number) return isDecimalRest(tokens[next]) ? next + 1 : next
  while (isNumberWord(tokens[next]) || scaleWords.has(tokens[next]?.text ?? '') || tokens[next]?.text === 'point')
    next += 1
  return next
}

function vagueQuantity(tokens: readonly Token[], at: number): Quantity[] | undefined {
  const vague = vagueAt(tokens, at)
  if (!vague) return undefined
  const { low, high, next } = vague
  const value = { unit: 'percent', currency: null, low, high, step: 0.01, bound: 'range' } as const
  return [{ ...plain, first: at, next, value, coarseStep: 0.01, significant: 1 }]
}

const plain = { noun: null, isOrigin: false, isPoints: false }

function quantityAt(tokens: readonly Token[], at: number): Quantity[] | undefined {
  const start = amountAt(tokens, at)
  if (!start) return undefined
  const unit = unitAt(tokens, start)
  const second = secondAt(tokens, start, unit)
  if (second) {
    const { amount, unit: its, link } = second
    const low = { ...start, scale: start.scale ?? (unit && !start.hasCurrency ? null : amount.scale) }
    const currency = start.currency ?? amount.currency ?? its.currency ?? null
    const before = previous(tokens, at)
    if (before === 'from' || (unit && link === 'to' && isMovement(tokens, at))) {
      const own = unit ?? { ...its, next: second.startsAt, currency }
      return [
        { ...single(tokens, low, own), isOrigin: before === 'from' },
        single(tokens, amount, { ...its, currency }),
      ]
    }
    const [left, right] = [single(tokens, low, its), single(tokens, amount, its)]
    // "900 to 1.1 billion": the scale of the first is not said.
    if (left.value.low >= right.value.high) return []
    const step = Math.min(left.value.step, right.value.step)
    const value = {
      ...right.value,
      currency,
      low: left.value.low,
      high: right.value.high,
      step,
      bound: 'range',
    } as const
    return [{ ...right, first: left.first, value }]
  }
  return unit && [single(tokens, start, unit)]
}

/** Words before an amount by which something moved: "rose 5 million to 50 million" is no range. */
function isMovement(tokens: readonly Token[], at: number): boolean {
  const { from } = boundBefore(tokens, at)
  return [1, 2].some((back) => directionOf(tokens[from - back]?.text ?? '') !== 0)
}

/** A second amount of a range: "1.34 to 1.37 billion", "between 1.34 and 1.37 billion", "12 percent to 13 percent". */
function secondAt(
  tokens: readonly Token[],
  start: Amount,
  unit: Unit | undefined,
): { amount: Amount; unit: Unit; link: string; startsAt: number } | undefined {
  const linkAt = unit?.next ?? start.next
  const link = tokens[linkAt]?.text
  if (link !== 'to' && link !== 'and' && link !== '-' && link !== '–' && link !== '—') return undefined
  if (link === 'and' && previous(tokens, start.first) !== 'between') return undefined
  const amount = amountAt(tokens, linkAt + 1)
  if (!amount || amount.isArticle) return undefined
  const its = unitAt(tokens, amount)
  if (!its) return undefined
  const isSame = unit === undefined || (unit.unit === its.unit && unit.noun === its.noun)
  const isBare = start.scale === null && !start.hasCurrency && unit?.unit !== its.unit
  if (!isSame && !isBare) return undefined
  // "$1.34 to $1.37 billion" has its scale at the end, "$900 to $1,100" has none.
  return { amount, unit: its, link, startsAt: linkAt }
}

function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  const sign = currencyBefore(tokens, at)
  const cardinalStart = sign?.next ?? at
  const whole = cardinalAt(tokens, cardinalStart)
  if (!whole) return undefined
  const scaled = scaleAt(tokens, whole)
  if (whole.isArticle && !scaled) return undefined
  const composed = scaled && composedAt(tokens, whole, scaled)
  if (composed === 'unclear') return undefined
  const { value, step, next, scale } = composed ?? {
    value: whole.value,
    step: whole.step,
    next: scaled?.next ?? whole.next,
    scale: scaled?.scale ?? null,
  }
  const { isArticle } = whole
  return { value, step, next, isArticle, scale, currency: sign?.currency ?? null, hasCurrency: !!sign, first: at }
}

function scaleAt(tokens: readonly Token[], { next }: Cardinal): { scale: number; next: number } | undefined {
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
  whole: Cardinal,
  scaled: { scale: number; next: number },
): { value: number; step: number; next: number; scale: number } | 'unclear' | undefined {
  if (isListOfScales(tokens, scaled)) return 'unclear'
  if (!isNumberWord(tokens[scaled.next])) return undefined
  const more = cardinalAt(tokens, scaled.next)
  const lower = more && scaleAt(tokens, more)
  const isEnd = !more || isNumberWord(tokens[lower?.next ?? more.next])
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

/** "One billion, three hundred seventy million" with a comma between. */
function isListOfScales(tokens: readonly Token[], { scale, next }: { scale: number; next: number }): boolean {
  const behind = tokens[next]?.text === ',' ? cardinalAt(tokens, next + 1) : undefined
  const lower = behind && !behind.isArticle && !tokens[next + 1]?.number ? scaleAt(tokens, behind) : undefined
  return lower !== undefined && lower.scale < scale
}

/** What is counted, by the words that follow; undefined: the number counts nothing that is known. */
function unitAt(tokens: readonly Token[], amount: Amount): Unit | undefined {
  const { next, scale, hasCurrency } = amount
  const [one, two, three] = [tokens[next]?.text ?? '', tokens[next + 1]?.text ?? '', tokens[next + 2]?.text ?? '']
  if (one === 'percentage' && two.startsWith('point')) return points(next + 2)
  if (one === 'percent' || one === '%') {
    // "Two percent points" are said for percentage points.
    if (two === 'points' || two === 'point') return points(next + 2)
    return { unit: 'percent', factor: 0.01, next: next + 1 }
  }
  if (one === 'per' && two === 'cent') return { unit: 'percent', factor: 0.01, next: next + 2 }
  if ((one === 'basis' || one === 'base' || one === 'bps') && scale === null) {
    if (one === 'bps') return { unit: 'basis-points', factor: 1, next: next + 1 }
    return two.startsWith('point') ? { unit: 'basis-points', factor: 1, next: next + 2 } : undefined
  }
  if (one === 'bp' || one === 'bips') return { unit: 'basis-points', factor: 1, next: next + 1 }
  if (one === 'b' && two === 'p' && three === 's') return { unit: 'basis-points', factor: 1, next: next + 3 }
  if (scale === null && !hasCurrency) {
    if (one === 'cents' || one === 'cent' || one === 'pence')
      return perShare(tokens, {
        unit: 'per-share',
        factor: 0.01,
        next: next + 1,
        currency: one === 'pence' ? 'GBP' : null,
      })
    if (one === 'days' && !amount.isArticle) return { unit: 'days', factor: 1, next: next + 1 }
    if (one === 'times' || (one === 'x' && tokens[next]?.isAttached === true))
      return { unit: 'ratio', factor: 1, next: next + 1 }
  }
  const named = hasCurrency ? { currency: amount.currency, next } : currencyAt(tokens, next)
  if (named) {
    // A dollar sign is written before the amounts of other currencies, too.
    const behindIt = hasCurrency ? currencyAt(tokens, next) : undefined
    const behind = behindIt?.next ?? named.next
    const currency = behindIt?.currency ?? named.currency
    if (tokens[behind]?.text === 'and' && tokens[behind + 2]?.text === 'cents') return undefined
    return perShare(tokens, { unit: 'amount', factor: 1, next: behind, currency })
  }
  return countAt(tokens, amount)
}

const points = (next: number): Unit => ({ unit: 'basis-points', factor: 100, next, isPoints: true })

/** Money right before "a share" is money for each. */
function perShare(tokens: readonly Token[], unit: Unit): Unit {
  const [per, diluted, share] = [0, 1, 2].map((ahead) => tokens[unit.next + ahead]?.text ?? '')
  const isEach = per === 'per' || per === 'a'
  if (isEach && diluted === 'share') return { ...unit, unit: 'per-share', next: unit.next + 2 }
  if (isEach && (diluted === 'diluted' || diluted === 'basic') && share === 'share')
    return { ...unit, unit: 'per-share', next: unit.next + 3 }
  return unit
}

const people: ReadonlySet<string> = new Set(['people', 'employees', 'colleagues', 'staff', 'associates'])
const shares: ReadonlySet<string> = new Set(['shares', 'share'])
/** Words between a number and "shares" or "employees". */
const ofCount: ReadonlySet<string> = new Set([
  'diluted',
  'basic',
  'common',
  'ordinary',
  'outstanding',
  'of',
  'our',
  'own',
])
/** Words behind an amount that are no noun it would count. */
const behindAmounts: ReadonlySet<string> = new Set(
  `of in for at on to from by with and or but so as up down over under above below versus vs against compared which that
   this these those we i you they it he she our your their its the a an is was were are be been has had have will would
   last year quarter while when than because due driven including excluding before after across during through per net
   positive negative lower higher more less compared relative plus minus if not only also now all respectively overall
   increase decrease growth decline improvement loss revenue revenues sales ebitda ebit profit earnings income cash
   capex capital debt dividend dividends buyback buybacks free operating gross range mark level run annual annually
   sequentially year-over-year into within between both about around mainly mostly primarily, thanks there where what
   yesterday today currently already still just gain charge impairment credit facility loan bond investment program
   approximately quarterly ahead adjusted reported out each total worth stemming coming resulting since until related
   attributable available equity yes okay right again even then here`.split(/\s+/),
)

function countAt(tokens: readonly Token[], { next, scale, isArticle }: Amount): Unit | undefined {
  let noun = next
  while (ofCount.has(tokens[noun]?.text ?? '') && noun < next + 3) noun += 1
  const text = tokens[noun]?.text ?? ''
  if (shares.has(text) && scale !== null) return { unit: 'shares', factor: 1, next: noun + 1, noun: 'shares' }
  if (noun === next && people.has(text) && !isArticle)
    return { unit: 'count', factor: 1, next: noun + 1, noun: 'people' }
  if (scale === null || scale < 1e6) return undefined
  const token = tokens[next]
  const isNoun = token !== undefined && /^\p{L}/u.test(token.text) && !behindAmounts.has(token.text)
  return isNoun ? undefined : { unit: 'amount', factor: 1, next }
}

function single(
  tokens: readonly Token[],
  amount: Amount,
  { unit, factor, next, noun, currency, isPoints }: Unit,
): Quantity {
  const scale = (amount.scale ?? 1) * factor
  const { bound, from } = boundBefore(tokens, amount.first)
  const isNegative = isMinus(tokens, from)
  const value = tidy(amount.value * scale) * (isNegative ? -1 : 1)
  const step = tidy(amount.step * scale)
  const zeros = Number.isInteger(amount.value) && amount.step === 1 ? trailingZeros(amount.value) : 0
  return {
    first: amount.first,
    next,
    value: {
      unit,
      currency: amount.currency ?? currency ?? null,
      low: value,
      high: value,
      step,
      bound: amount.isArticle && bound === 'exact' ? 'about' : bound,
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

type Bound = SpokenValue['bound']

/** Words right before a number that say how it is meant, the longest first. */
const bounds: readonly (readonly [string, Bound])[] = [
  ['in the range of', 'about'],
  ['in the order of', 'about'],
  ['somewhere around', 'about'],
  ['a bit more than', 'over'],
  ['a little more than', 'over'],
  ['slightly more than', 'over'],
  ['a bit less than', 'under'],
  ['a little less than', 'under'],
  ['slightly less than', 'under'],
  ['a little over', 'over'],
  ['a little above', 'over'],
  ['a little under', 'under'],
  ['a little below', 'under'],
  ['a bit over', 'over'],
  ['a bit under', 'under'],
  ['a touch over', 'over'],
  ['a touch under', 'under'],
  ['slightly over', 'over'],
  ['slightly above', 'over'],
  ['slightly under', 'under'],
  ['slightly below', 'under'],
  ['just shy of', 'under'],
  ['just over', 'over'],
  ['just above', 'over'],
  ['just under', 'under'],
  ['just below', 'under'],
  ['well over', 'over'],
  ['well above', 'over'],
  ['well below', 'under'],
  ['in excess of', 'over'],
  ['north of', 'over'],
  ['south of', 'under'],
  ['not more than', 'under'],
  ['no more than', 'under'],
  ['more than', 'over'],
  ['greater than', 'over'],
  ['higher than', 'over'],
  ['less than', 'under'],
  ['lower than', 'under'],
  ['fewer than', 'under'],
  ['at least', 'over'],
  ['at most', 'under'],
  ['up to', 'under'],
  ['as much as', 'under'],
  ['close to', 'about'],
  ['something like', 'about'],
  ['kind of', 'about'],
  ['sort of', 'about'],
  ['or so', 'about'],
  ['over', 'over'],
  ['above', 'over'],
  ['exceeding', 'over'],
  ['exceeded', 'over'],
  ['passed', 'over'],
  ['surpassed', 'over'],
  ['under', 'under'],
  ['below', 'under'],
  ['nearly', 'under'],
  ['almost', 'under'],
  ['about', 'about'],
  ['around', 'about'],
  ['roughly', 'about'],
  ['approximately', 'about'],
  ['circa', 'about'],
  ['some', 'about'],
  ['like', 'about'],
  ['say', 'about'],
]
const boundWords = bounds.map(([words, bound]) => [words.split(' '), bound] as const)

/** The bound of the number that begins at a token, and where the words for it begin. */
export function boundBefore(tokens: readonly Token[], at: number): { bound: Bound; from: number } {
  for (const [words, bound] of boundWords) {
    const from = at - words.length
    // "Cash was up to 3.5 million" is a movement.
    const isMovement = words[0] === 'up' && /^(was|were|is|are|went|goes)$/.test(tokens[from - 1]?.text ?? '')
    if (from >= 0 && !isMovement && words.every((word, ahead) => tokens[from + ahead]?.text === word))
      return { bound, from }
  }
  return { bound: 'exact', from: at }
}
