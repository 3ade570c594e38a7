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

/** What a price is for: such a figure is of the market, or of the operations, and not of the statements. */
const physicalUnits: ReadonlySet<string> = new Set(
  'ounce ounces ton tons tonne tonnes pound barrel barrels boe gallon liter litre kilogram kilo kg mwh kwh megawatt mw gigawatt mmbtu room night seat mile kilometer'.split(
    ' ',
  ),
)

/** Money right before "a share" is money for each; money for a physical unit counts nothing that is known. */
function perShare(tokens: readonly Token[], unit: Unit): Unit | undefined {
  const [per, diluted, share] = [0, 1, 2].map((ahead) => tokens[unit.next + ahead]?.text ?? '')
  const isEach = per === 'per' || per === 'a' || per === 'an'
  if (isEach && (physicalUnits.has(diluted ?? '') || (diluted === 'metric' && physicalUnits.has(share ?? ''))))
    return undefined
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
  const token = tokens[next]
  const isNoun = token !== undefined && /^\p{L}/u.test(token.text) && !behindAmounts.has(token.text)
  return isNoun ? undefined : { unit: 'amount', factor: 1, next }
}
