/** Generates the ratings of the sample companies. */

import firmSeeds from '../../../resources/sample/firms.json' with { type: 'json' }
import stories from '../../../resources/sample/rating-stories.json' with { type: 'json' }
import type { CallFacts } from '../calls/call-facts.ts'
import { callFacts } from '../calls/call-facts.ts'
import { addDays, timeOf, weekdayFrom } from '../data/calendar.ts'
import type { Random } from '../data/random.ts'
import { randomFor } from '../data/random.ts'
import { exchangeOf, sampleToday } from '../data/seeds.ts'
import type { CompanyStatements, StatementPeriod } from '../statements/company-statements.ts'
import { publishedAt } from '../statements/records.ts'

/** Rating record as docs/interface.md has it. */
export interface RatingWire {
  id: number
  firm: string
  ticker: string
  exchange: string
  company: string
  action: string
  rating: string
  price_target: string
  story: string
  is_rating: boolean
  created_at: string
  updated_at: string
}

type Firm = (typeof firmSeeds)[number]
type Action = 'Initiates' | 'Reiterates' | 'Upgrades' | 'Downgrades'

/** Best first: every house has its own words for the same three opinions. */
const scales: Readonly<Record<string, readonly [string, string, string]>> = {
  buy: ['Buy', 'Hold', 'Sell'],
  outperform: ['Outperform', 'Market Perform', 'Underperform'],
  weight: ['Overweight', 'Equal Weight', 'Underweight'],
}

const quartersOfOpinion = 12
/** Nobody writes about it. */
const uncovered = 'KLNC'
const firstId = 410_001

/** All ratings, latest first; ids rise with time. */
export function allRatings(companies: readonly CompanyStatements[]): RatingWire[] {
  const drafts = companies.flatMap((company) => (company.seed.symbol === uncovered ? [] : ratingsOf(company)))
  return drafts
    .sort(
      (one, other) => one.created_at.localeCompare(other.created_at, 'en') || one.firm.localeCompare(other.firm, 'en'),
    )
    .map((draft, at) => ({ id: firstId + at, ...draft }))
    .reverse()
}

function ratingsOf(company: CompanyStatements): Omit<RatingWire, 'id'>[] {
  const random = randomFor('coverage', company.seed.symbol)
  const firms = random.shuffled(firmSeeds).slice(0, random.whole(5, 7))
  const quarters = company.quarters.slice(-quartersOfOpinion)
  const reported = quarters.map((period) => ({ period, facts: callFacts(company, period, 12) }))
  return firms.flatMap((firm) => opinionsOf(company, firm, reported))
}

/** One house on one company: it begins, repeats itself after results, and changes its mind now and then. */
function opinionsOf(
  company: CompanyStatements,
  firm: Firm,
  reported: readonly { period: StatementPeriod; facts: CallFacts }[],
): Omit<RatingWire, 'id'>[] {
  const random = randomFor('opinion', company.seed.symbol, firm.id)
  const scale = scales[firm.scale] ?? (['Buy', 'Hold', 'Sell'] as const)
  const beginsAt = random.whole(0, 7)
  const written: Omit<RatingWire, 'id'>[] = []
  let stance: number | undefined
  for (const [at, { period, facts }] of reported.entries()) {
    if (at < beginsAt) continue
    const date = weekdayFrom(addDays(publishedAt(company.seed, period).slice(0, 10), random.whole(1, 3)))
    if (date > sampleToday) continue
    const view = viewOf(company, period) + 0.7 * random.normal()
    const wanted = view > 0.55 ? 0 : view < -0.75 ? 2 : 1
    const write = (action: Action, now: number, before: number) =>
      written.push(
        rating(
          company,
          period,
          firm,
          random,
          facts,
          date,
          action,
          scale[now] ?? scale[1],
          scale[before] ?? scale[1],
          now,
        ),
      )
    if (stance === undefined) {
      stance = wanted
      write('Initiates', stance, stance)
    } else if (wanted !== stance && random.chance(0.4)) {
      // one step at a time
      const next: number = stance + Math.sign(wanted - stance)
      write(next < stance ? 'Upgrades' : 'Downgrades', next, stance)
      stance = next
    } else if (random.chance(0.5)) {
      write('Reiterates', stance, stance)
    } else if (random.chance(0.08)) {
      written.push(note(company, firm, random, facts, date))
    }
  }
  return written
}

/** Growth and margin against a year before, in about the units of an analyst's mood. */
function viewOf({ quarters }: CompanyStatements, period: StatementPeriod): number {
  const before = quarters.find((each) => each.quarter === period.quarter && each.fiscalYear === period.fiscalYear - 1)
  const margin = ({ figures }: StatementPeriod) => figures.OperatingIncome / figures.Revenue
  const wider = before === undefined ? 0 : Math.max(-0.05, Math.min(0.05, margin(period) - margin(before)))
  return Math.max(-1.2, Math.min(1.2, period.growth * 9)) + wider * 14
}

/** Firms write a target in different ways, and the exchange decides the currency: 154.00, USD 45, €45.00, 3160p, or nothing. */
function targetText(firm: Firm, mic: string, target: number): string {
  const place = exchangeOf(mic)
  const signs: Readonly<Record<string, string>> = { usd: '$', gbp: '£', eur: '€', cad: 'C$' }
  if (firm.target === 'none') return ''
  if (firm.target === 'code') return `${place.currency.toUpperCase()} ${target.toFixed(target >= 100 ? 0 : 2)}`
  if (place.currency === 'gbp' && firm.target === 'plain') return `${Math.round(target * 100)}p`
  if (firm.target === 'sign')
    return `${signs[place.currency] ?? `${place.currency.toUpperCase()} `}${target.toFixed(2)}`
  return target.toFixed(2)
}

function rating(
  company: CompanyStatements,
  period: StatementPeriod,
  firm: Firm,
  random: Random,
  facts: CallFacts,
  date: string,
  action: Action,
  rated: string,
  before: string,
  stance: number,
): Omit<RatingWire, 'id'> {
  const { seed } = company
  const upside = [0.19, 0.04, -0.12][stance] ?? 0
  const raw = period.price * (1 + upside + 0.05 * random.normal())
  // targets are round: halves below thirty, whole numbers above
  const target = raw < 30 ? Math.round(raw * 2) / 2 : Math.round(raw)
  const price = targetText(firm, seed.exchange, target)
  const targetWords = price === '' ? '' : ` and a target of ${price}`
  const words = { ...facts.words, symbol: seed.symbol, firm: firm.name, rating: rated, before, targetWords }
  return {
    ...common(company, firm, random, date),
    action,
    rating: rated,
    price_target: price,
    story: storyOf(random, stories[action], facts, words),
    is_rating: true,
  }
}

/** A text without an opinion: `is_rating` false, the fields of a rating empty. */
function note(
  company: CompanyStatements,
  firm: Firm,
  random: Random,
  facts: CallFacts,
  date: string,
): Omit<RatingWire, 'id'> {
  const words = { ...facts.words, symbol: company.seed.symbol, firm: firm.name }
  return {
    ...common(company, firm, random, date),
    action: '',
    rating: '',
    price_target: '',
    story: storyOf(random, stories.note, facts, words),
    is_rating: false,
  }
}

function common({ seed }: CompanyStatements, firm: Firm, random: Random, date: string) {
  const written = timeOf(date) + random.whole(9 * 3600, 15 * 3600) * 1000
  const microseconds = (at: number) =>
    `${new Date(at).toISOString().slice(0, 19)}.${String(random.whole(0, 999_999)).padStart(6, '0')}Z`
  return {
    firm: firm.id,
    ticker: seed.symbol,
    exchange: exchangeOf(seed.exchange).name,
    company: seed.name,
    created_at: microseconds(written),
    updated_at: microseconds(written + random.whole(60, 5400) * 1000),
  }
}

/** A text that fits the quarter, its places filled. */
function storyOf(
  random: Random,
  texts: readonly { readonly on: readonly string[]; readonly text: string }[],
  facts: CallFacts,
  words: Readonly<Record<string, string>>,
): string {
  const fitting = texts.filter(({ on }) => on.every((each) => facts.tags.has(each)))
  return filled(random.pick(fitting).text, words)
}

export function filled(text: string, words: Readonly<Record<string, string>>): string {
  const plain = text.replaceAll(/\{(\w+)\}/g, (place, name: string) => words[name] ?? place)
  return plain.replaceAll(
    /(^|[.?!] )([a-z])/g,
    (_whole, before: string, letter: string) => before + letter.toUpperCase(),
  )
}
