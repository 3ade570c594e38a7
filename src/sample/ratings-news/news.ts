/** Generates the news of the sample companies. */

import exceptions from '../../../resources/sample/exceptions.json' with { type: 'json' }
import firmSeeds from '../../../resources/sample/firms.json' with { type: 'json' }
import stories from '../../../resources/sample/rating-stories.json' with { type: 'json' }
import type { CallFacts } from '../calls/call-facts.ts'
import { callFacts } from '../calls/call-facts.ts'
import type { PlannedCall } from '../calls/schedule.ts'
import { addDays, daysBetween, timeOf, weekdayFrom } from '../data/calendar.ts'
import type { Random } from '../data/random.ts'
import { hashOf, randomFor, uuidFor } from '../data/random.ts'
import type { CompanySeed } from '../data/seeds.ts'
import { sampleToday } from '../data/seeds.ts'
import { companyListings } from '../securities/company-listings.ts'
import type { CompanyStatements, StatementPeriod } from '../statements/company-statements.ts'
import { publishedAt } from '../statements/records.ts'
import type { RatingWire } from './ratings.ts'
import { filled } from './ratings.ts'

/** News item as docs/interface.md has it. */
export interface NewsWire {
  id: number
  news_id: string
  headline: string
  catalyst: string
  catalyst_created: boolean
  type: 'gainers' | 'losers'
  ticker: string
  share_class_figi: string
  logo_exists: boolean
  logo_thumbnail_url: string
  on_all_tickers: boolean
  on_entities: boolean
  associated_press_releases: number[]
  associated_ratings: number[]
  associated_transcripts: string[]
  securities: NewsSecurityWire[]
  created_at: string
  updated_at: string
}

interface NewsSecurityWire {
  figi: string
  name: string
  MIC: string
  exchcode: string
  ticker: string
  compositefigi: string
  securitytype: string
  marketsector: string
  shareclassfigi: string
}

/** An event, before it becomes an item. */
interface NewsEvent {
  readonly date: string
  readonly up: boolean
  readonly headline: string
  readonly catalyst: string
  readonly words: Readonly<Record<string, string>>
  readonly press: boolean
  readonly ratings: readonly RatingWire[]
  readonly calls: readonly PlannedCall[]
}

const quartersOfNews = 7
const firstId = 88_001

/** All news, latest first; ids rise with time. */
export function allNews(
  companies: readonly CompanyStatements[],
  ratings: readonly RatingWire[],
  calls: readonly PlannedCall[],
): NewsWire[] {
  return companies
    .flatMap((company) => {
      const { symbol } = company.seed
      const own = ratings.filter((each) => each.ticker === symbol)
      const held = calls.filter((each) => each.seed.symbol === symbol && each.kind === 'earnings')
      return happenings(company, own, held).map((each) => ({ each, seed: company.seed }))
    })
    .sort(
      (one, other) =>
        one.each.date.localeCompare(other.each.date, 'en') || one.seed.symbol.localeCompare(other.seed.symbol, 'en'),
    )
    .map(({ each, seed }, at) => item(seed, each, firstId + at))
    .reverse()
}

function happenings(
  company: CompanyStatements,
  ratings: readonly RatingWire[],
  calls: readonly PlannedCall[],
): NewsEvent[] {
  const { seed } = company
  const random = randomFor('news', seed.symbol)
  const found: NewsEvent[] = []
  for (const period of company.quarters.slice(-quartersOfNews)) {
    const facts = callFacts(company, period, 12)
    found.push(results(company, period, facts, random, ratings, calls))
    for (const rating of ratings) {
      const changed = rating.action === 'Upgrades' || rating.action === 'Downgrades'
      const near = daysBetween(publishedAt(seed, period).slice(0, 10), rating.created_at.slice(0, 10))
      // on the day after results the results are the news
      if (changed && near >= 2 && near <= 5) found.push(opinion(facts, rating, random))
    }
    if (random.chance(0.55)) found.push(other(seed, period, facts, random))
  }
  for (const restated of exceptions.restated.filter((each) => each.symbol === seed.symbol)) {
    const period = company.quarters.find((each) => `${each.fiscalYear}${each.quarter}` === restated.quarter)
    if (period !== undefined) found.push(restatement(callFacts(company, period, 12), restated, random))
  }
  return found.filter((each) => each.date <= sampleToday)
}

/** How far the shares moved, in words. */
function moved(up: boolean, random: Random, most: number) {
  return {
    rose: up ? random.pick(['rises', 'gains', 'climbs']) : random.pick(['falls', 'drops', 'slips']),
    move: `${random.between(1.8, most).toFixed(1)}%`,
    type: up ? 'gainers' : 'losers',
  }
}

function results(
  { seed }: CompanyStatements,
  period: StatementPeriod,
  facts: CallFacts,
  random: Random,
  ratings: readonly RatingWire[],
  calls: readonly PlannedCall[],
): NewsEvent {
  const up = random.chance(facts.tags.has('up') ? (facts.tags.has('narrower') ? 0.5 : 0.78) : 0.28)
  const date = weekdayFrom(addDays(publishedAt(seed, period).slice(0, 10), 1))
  const { words } = facts
  return {
    date,
    up,
    headline: random.pick(up ? stories.news.earningsUp : stories.news.earningsDown),
    catalyst: `Results for the ${words.quarter} of ${words.year}: revenue of ${words.revenue}, ${words.growthWords}; operating margin ${words.operating}, ${words.operatingWords}.`,
    words: { ...words, ...moved(up, random, 11) },
    press: true,
    ratings: ratings.filter((each) => {
      const days = daysBetween(date, each.created_at.slice(0, 10))
      return days >= -1 && days <= 3
    }),
    calls: calls.filter((each) => each.period.ends === period.ends),
  }
}

function opinion(facts: CallFacts, rating: RatingWire, random: Random): NewsEvent {
  const up = rating.action === 'Upgrades'
  const firm = firmSeeds.find((each) => each.id === rating.firm)?.name ?? rating.firm
  const target = rating.price_target === '' ? '' : ` with a target of ${rating.price_target}`
  return {
    date: rating.created_at.slice(0, 10),
    up,
    headline: random.pick(up ? stories.news.upgrade : stories.news.downgrade),
    catalyst: `${firm} changed its rating to ${rating.rating}${target}.`,
    words: { ...facts.words, firm, ...moved(up, random, 5) },
    press: false,
    ratings: [rating],
    calls: [],
  }
}

function other(seed: CompanySeed, period: StatementPeriod, facts: CallFacts, random: Random): NewsEvent {
  const up = random.chance(0.5)
  const text = random.pick(up ? stories.news.otherUp : stories.news.otherDown)
  return {
    date: weekdayFrom(addDays(publishedAt(seed, period).slice(0, 10), random.whole(12, 50))),
    up,
    ...text,
    words: { ...facts.words, ...moved(up, random, 6) },
    press: up,
    ratings: [],
    calls: [],
  }
}

function restatement(facts: CallFacts, restated: { filed: string; why: string }, random: Random): NewsEvent {
  return {
    date: weekdayFrom(restated.filed.slice(0, 10)),
    up: false,
    ...stories.news.restated,
    words: { ...facts.words, ...moved(false, random, 4), why: restated.why },
    press: true,
    ratings: [],
    calls: [],
  }
}

function item(seed: CompanySeed, event: NewsEvent, id: number): NewsWire {
  const random = randomFor('news item', seed.symbol, id)
  const listings = companyListings(seed)
  const catalyst = random.chance(0.93) ? filled(event.catalyst, event.words) : ''
  const created = timeOf(event.date) + random.whole(13 * 3600, 20 * 3600) * 1000
  const utc = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`
  return {
    id,
    news_id: uuidFor('news', id),
    headline: filled(event.headline, event.words),
    catalyst,
    catalyst_created: catalyst !== '',
    type: event.up ? 'gainers' : 'losers',
    ticker: seed.symbol,
    share_class_figi: listings[0]?.['identifiers.figi_share_class'] ?? '',
    logo_exists: false,
    logo_thumbnail_url: `https://logos.tearsheet-sample.example/${seed.symbol}.png`,
    on_all_tickers: random.chance(0.3),
    on_entities: true,
    associated_press_releases: event.press ? [2_000_000 + (hashOf(`${seed.symbol}${event.date}`) % 900_000)] : [],
    associated_ratings: event.ratings.map((each) => each.id),
    associated_transcripts: event.calls.map((each) => each.id),
    securities: listings.map((each) => ({
      figi: each['identifiers.figi'],
      name: each.name,
      MIC: each['exchange_info.mic_code'],
      exchcode: each['exchange_info.openfigi_exchange_code'],
      ticker: each.symbol,
      compositefigi: each['identifiers.figi_composite'],
      securitytype: each['classification.security_type'] ?? '',
      marketsector: each['classification.market_sector'] ?? '',
      shareclassfigi: each['identifiers.figi_share_class'],
    })),
    created_at: utc(created),
    updated_at: utc(created + random.whole(30, 4000) * 1000),
  }
}
