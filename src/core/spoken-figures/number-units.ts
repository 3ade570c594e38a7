/** Tells what a spoken number counts, by the words behind it: money, a percentage, basis points, shares, people, days. */

import type { SpokenUnit } from '#contract/api/spoken-figures.ts'
import { currencyAt } from './currencies.ts'
import type { Cardinal } from './spoken-cardinals.ts'
import type { Token } from './tokens.ts'

export interface Amount extends Cardinal {
  readonly scale: number | null
  readonly currency: string | null
  readonly hasCurrency: boolean
  readonly first: number
  /** "Two hundred plus million", "seven ish percent". */
  readonly loosely: 'over' | 'about' | null
}

export interface Unit {
  readonly unit: SpokenUnit
  readonly factor: number
  readonly next: number
  readonly currency?: string | null
  readonly noun?: string
  readonly isPoints?: boolean
}

/** What is counted, by the words that follow; undefined: the number counts nothing that is known. */
export function unitAt(tokens: readonly Token[], amount: Amount): Unit | undefined {
  const { scale, hasCurrency } = amount
  // A hesitation may divide a number from its unit: "20, uh, percent".
  const next =
    tokens[amount.next]?.text === ',' && isProportion(tokens, amount.next + 1) ? amount.next + 1 : amount.next
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
  // Recognition hears "basic points"; a speaker who makes basic points makes few of them.
  if (one === 'basic' && two === 'points' && scale === null && amount.value >= leastBasicPoints)
    return { unit: 'basis-points', factor: 1, next: next + 2 }
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
    return eachOf(tokens, amount, { unit: 'amount', factor: 1, next: behind, currency })
  }
  const cost =
    scale === null && !amount.isArticle ? eachOf(tokens, amount, { unit: 'amount', factor: 1, next }) : undefined
  if (cost?.unit === 'per-share' && isOfCost(tokens, amount.first)) return cost
  return countAt(tokens, amount)
}

const leastBasicPoints = 5

function isProportion(tokens: readonly Token[], at: number): boolean {
  const text = tokens[at]?.text ?? ''
  return /^(percent|percentage|basis)$/.test(text)
}

const points = (next: number): Unit => ({ unit: 'basis-points', factor: 100, next, isPoints: true })

/** What commodities are sold by: such a price is of the market. What it costs the company is a figure of its own. */
const commodityUnits: ReadonlySet<string> = new Set(
  'ounce ounces ton tons tonne tonnes pound barrel barrels boe bushel bag mmbtu'.split(' '),
)
const pricedUnits: ReadonlySet<string> = new Set(
  'gallon liter litre kilogram kilo kg mwh kwh megawatt mw gigawatt room night seat visitor passenger mile kilometer'.split(
    ' ',
  ),
)
const shareNames: ReadonlySet<string> = new Set(['share', 'unit', 'ads', 'adr'])

/** Money right before "a share" is money for each, as is "a megawatt". */
function perShare(tokens: readonly Token[], unit: Unit): Unit {
  // A speaker may say the word twice: "58 euro per, per megawatt".
  const again = [1, 2].find((ahead) => tokens[unit.next]?.text === 'per' && tokens[unit.next + ahead]?.text === 'per')
  const at = unit.next + (again ?? 0)
  const [per, diluted, share] = [0, 1, 2].map((ahead) => tokens[at + ahead]?.text ?? '')
  const isEach = per === 'per' || per === 'a' || per === 'an'
  if (!isEach) return unit
  if (shareNames.has(diluted ?? '')) return { ...unit, unit: 'per-share', next: at + 2 }
  const isOfCount = diluted === 'diluted' || diluted === 'basic'
  if (isOfCount && shareNames.has(share ?? '')) return { ...unit, unit: 'per-share', next: at + 3 }
  // "$0.61 per basic and $0.58 per diluted share".
  if (isOfCount && (share === 'and' || share === 'or') && leadsToShare(tokens, at + 3))
    return { ...unit, unit: 'per-share', next: at + 2 }
  const isOfOil = diluted === 'b' && share === 'o'
  const isPriced =
    isOfOil || pricedUnits.has(diluted ?? '') || commodityUnits.has(diluted ?? '') || commodityUnits.has(share ?? '')
  return isPriced ? { ...unit, unit: 'per-share' } : unit
}

const wordsToShare = 10

/** Whether a diluted or basic share follows: "$9.99 per basic and $14.99 per premium subscriber" are prices of something else. */
function leadsToShare(tokens: readonly Token[], from: number): boolean {
  const ahead = tokens.slice(from, from + wordsToShare)
  return ahead.some(({ text }, at) => /^(diluted|basic)$/.test(text) && shareNames.has(singular(ahead[at + 1]?.text)))
}

/** Money, or money for each; undefined: the price of a commodity. */
function eachOf(tokens: readonly Token[], { first }: Amount, amount: Unit): Unit | undefined {
  const unit = perShare(tokens, amount)
  const isOfCommodity = [1, 2].some((ahead) => commodityUnits.has(tokens[unit.next + ahead]?.text ?? ''))
  return unit.unit === 'per-share' && unit.next === amount.next && isOfCommodity && !isOfCost(tokens, first)
    ? undefined
    : unit
}

const wordsOfCost = 14

function isOfCost(tokens: readonly Token[], first: number): boolean {
  return tokens
    .slice(Math.max(0, first - wordsOfCost), first)
    .some(({ text }) => /^(costs?|sustaining|opex)$/.test(text))
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
   next first second third fourth fiscal full fy same early late costs expenses savings backlog order orders bookings billings
   goodwill inventory inventories tax taxes interest restructuring recurring organic pretax diluted deferred depreciation
   posted spent recorded booked received collected raised invested generated achieved paid proceeds provision provisions
   reserve reserves payment payments impact effect benefit figure shortfall surplus writedown write-off
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
  return countsThings(tokens, next) ? undefined : { unit: 'amount', factor: 1, next }
}

/** Of things that are counted in millions, and not money. */
const things: ReadonlySet<string> = new Set(
  `ton tonne barrel ounce unit user member customer subscriber passenger visitor square sq cubic metric foot feet meter hectare acre
   gallon liter litre bushel bag scf scuf mcf standard gigawatt megawatt kilowatt kwh mwh gwh mw gw boe vehicle car milestone tree job player download copy view viewer
   household home person people active unique paying case mobile year plus-year man day hour mile kilometer`.split(
    /\s+/,
  ),
)
/** Plural nouns that money is spent on, or that are money. */
const moneys: ReadonlySet<string> = new Set(
  `sales revenues expenses costs savings charges earnings proceeds payments dividends buybacks repurchases synergies investments
   assets liabilities loans deposits bonds notes provisions reserves orders bookings billings taxes losses gains fees premiums claims
   inflows outflows benefits impairments acquisitions disposals items profits cashflows flows receivables payables inventories
   adjustments contracts notes credits grants subsidies facilities borrowings commitments headwinds tailwinds was is this as us its
   plus gross less versus across previous various always perhaps towards bonus stimulus`.split(/\s+/),
)
const wordsOfThings = 3

/** "Five million new customers" are counted; what follows an amount of money is a preposition, a verb or one noun. */
function countsThings(tokens: readonly Token[], next: number): boolean {
  const start = tokens[next]?.text === ',' && things.has(singular(tokens[next + 1]?.text)) ? next + 1 : next
  for (let at = start; at < start + wordsOfThings; at += 1) {
    const text = tokens[at]?.text ?? ''
    if (!/^\p{L}/u.test(text) || behindAmounts.has(text)) return false
    if (things.has(singular(text))) return true
    if (moneys.has(text)) return false
    if (/\p{L}{3}s$/u.test(text) && !isSingular(text, tokens[at]) && !text.includes("'")) return true
  }
  return false
}

/** A word that ends in "s" and is no plural: "business", "analysis", "continuous", and the name "Cyprus"; "menus" and "SKUs" are plurals. */
function isSingular(text: string, token: Token | undefined): boolean {
  return /(?:s|si|ou)s$/.test(text) || (/[ui]s$/.test(text) && token?.isCapitalized === true)
}

/** "Subscribers grew by 1.2 million": the words before a number say what is counted. */
export function countsThingsBefore(tokens: readonly Token[], first: number): boolean {
  for (let at = first - 1; at >= Math.max(0, first - wordsOfSubject); at -= 1) {
    const text = tokens[at]?.text ?? ''
    if (/^[;:]$/.test(text) || behindAmountsOfMoney.test(text)) return false
    if (subjectsCounted.test(text)) return true
  }
  return false
}

const wordsOfSubject = 9
const subjectsCounted =
  /^(subscribers?|users?|customers?|members?|clients?|visitors?|passengers?|downloads|players|tons|tonnes|barrels|ounces|vehicles|people|trees|households|homes)$/
const behindAmountsOfMoney =
  /^(revenues?|sales|ebitda|profits?|income|loss|losses|costs?|expenses?|cash|debt|investments?|invested|capex|prices?|dividends?|worth|value|valued|loans?|deposits?|provisions?|charges?|benefits?|fees?|spend|spent|paid|raised|bookings|orders|backlog|savings|impact)$/

function singular(text = ''): string {
  return text.endsWith('s') ? text.slice(0, -1) : text
}
