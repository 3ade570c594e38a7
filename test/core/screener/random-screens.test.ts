import Database from 'better-sqlite3'
import fc from 'fast-check'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ScreenCondition, ScreenGroup } from '#contract/api/screens.ts'
import { enhanced } from '../records.ts'
import { callOf, day, ratingOf, securityOf, watchlistSetup } from '../watchlists/watchlist-setup.ts'
import * as facts from './facts-in-sql.ts'
import { before, latest, sumOf, yearBefore } from './quarters-in-sql.ts'
import { figure, group, quartersTo, screen, symbolsIn } from './screen-setup.ts'

const operators = { 'at-least': '>=', 'at-most': '<=', above: '>', below: '<' } as const
type Operator = keyof typeof operators

/** A condition as the screener takes it, and as SQL says it: true, false, or null where a figure is missing. */
interface Condition {
  readonly asked: ScreenCondition
  readonly sql: string
}

const ofQuarter = (sql: string) => `(SELECT ${sql} FROM q WHERE q.symbol = company.symbol)`
const ofYear = (sql: string) => `(SELECT ${sql} FROM y WHERE y.symbol = company.symbol)`
/** A growth on nothing or on a loss, or to a loss, has no meaning: it is judged, and does not meet. */
const grows = (now: string, then: string, met: string) =>
  `CASE WHEN ${now} IS NULL OR ${then} IS NULL THEN NULL WHEN ${then} <= 0 OR ${now} < 0 THEN 0
    ELSE ${now} * 1.0 / ${then} - 1 ${met} END`
/** By a rate a year. */
const growsYearly = (now: string, then: string, years: number, met: string) =>
  `CASE WHEN ${now} IS NULL OR ${then} IS NULL THEN NULL WHEN ${then} <= 0 OR ${now} < 0 THEN 0
    ELSE pow(${now} * 1.0 / ${then}, 1.0 / ${years}) - 1 ${met} END`

const field = fc.constantFrom('Revenue', 'OperatingIncome')
const operator = fc.constantFrom<Operator[]>('at-least', 'at-most', 'above', 'below')
/** Amounts are whole numbers of a narrow range, so that values are often met exactly. */
const amount = fc.integer({ min: -12, max: 130 })
/** Of rates, that no quotient of the library equals: the last digit of a quotient is not what is tested. */
const rate = fc.integer({ min: -60, max: 90 }).map((percent) => percent / 100 + 0.000_123)

const years = fc.integer({ min: 1, max: 3 })

const figureCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(field, operator, amount).map(([line, by, value]) => ({
    asked: figure(line, by, value),
    sql: ofQuarter(`"${line}" ${operators[by]} ${value}`),
  })),
  fc.tuple(field, operator, amount).map(([line, by, value]) => ({
    asked: figure(line, by, value * 4, { period: 'ltm' }),
    sql: ofQuarter(`${sumOf(line)} ${operators[by]} ${value * 4}`),
  })),
  fc.tuple(field, operator, amount).map(([line, by, value]) => ({
    asked: figure(line, by, value * 4, { period: 'year' }),
    sql: ofYear(`"${line}" ${operators[by]} ${value * 4}`),
  })),
  fc.tuple(field, operator, rate).map(([line, by, value]) => ({
    asked: figure(line, by, value, { measure: 'change' }),
    sql: ofQuarter(grows(`"${line}"`, before(line, 4), `${operators[by]} ${value}`)),
  })),
  fc.tuple(field, operator, rate).map(([line, by, value]) => ({
    asked: figure(line, by, value, { period: 'ltm', measure: 'change' }),
    sql: ofQuarter(grows(sumOf(line), sumOf(line, 4), `${operators[by]} ${value}`)),
  })),
  fc.tuple(field, operator, rate, fc.integer({ min: 1, max: 9 })).map(([line, by, value, over]) => ({
    asked: figure(line, by, value, { measure: 'growth', over }),
    sql: ofQuarter(grows(`"${line}"`, before(line, over), `${operators[by]} ${value}`)),
  })),
  fc.tuple(field, operator, amount, fc.integer({ min: 2, max: 9 })).map(([line, by, value, over]) => ({
    asked: figure(line, by, value, { measure: 'average', over }),
    sql: ofQuarter(`(SELECT CASE WHEN count("${line}") = ${over} THEN avg("${line}") END FROM quarters AS each
      WHERE each.symbol = q.symbol AND each.n BETWEEN q.n - ${over - 1} AND q.n) ${operators[by]} ${value}`),
  })),
  fc.tuple(field, operator, rate, years).map(([line, by, value, over]) => ({
    asked: figure(line, by, value, { measure: 'cagr', over }),
    sql: ofQuarter(growsYearly(`"${line}"`, before(line, 4 * over), over, `${operators[by]} ${value}`)),
  })),
  fc.tuple(field, operator, rate, years).map(([line, by, value, over]) => ({
    asked: figure(line, by, value, { period: 'ltm', measure: 'cagr', over }),
    sql: ofQuarter(growsYearly(sumOf(line), sumOf(line, 4 * over), over, `${operators[by]} ${value}`)),
  })),
  fc.tuple(field, operator, rate, years).map(([line, by, value, over]) => ({
    asked: figure(line, by, value, { period: 'year', measure: 'cagr', over }),
    sql: ofYear(growsYearly(`"${line}"`, yearBefore(line, over), over, `${operators[by]} ${value}`)),
  })),
  fc.tuple(field, operator, fc.integer({ min: 1, max: 12 })).map(([line, by, value]) => ({
    asked: figure(line, by, value, { measure: 'rank' }),
    sql: ofQuarter(`${facts.rankInSector(line)} ${operators[by]} ${value}`),
  })),
  fc.tuple(operator, rate).map(([by, value]) => ({
    asked: figure('calculated.operating_margin', by, value),
    sql: ofQuarter(`OperatingIncome * 1.0 / Revenue ${operators[by]} ${value}`),
  })),
  fc.tuple(operator, rate).map(([by, value]) => ({
    asked: figure('calculated.operating_margin', by, value / 10, { measure: 'change' }),
    sql: ofQuarter(
      `OperatingIncome * 1.0 / Revenue - ${before('OperatingIncome', 4)} * 1.0 / ${before('Revenue', 4)} ${operators[by]} ${value / 10}`,
    ),
  })),
)

let conditions = 0
/** No two conditions of a screen have one. */
const nextId = () => `fact-${(conditions += 1)}`

/** Of listings, calls and ratings. */
const factCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.subarray(['Industrials', 'Information Technology', 'Energy'], { minLength: 1 }).map((values) => ({
    asked: { kind: 'security' as const, id: nextId(), field: 'sector' as const, values },
    sql: facts.sectorAmong(values),
  })),
  fc.subarray(['US', 'CA', 'DE'], { minLength: 1 }).map((values) => ({
    asked: { kind: 'security' as const, id: nextId(), field: 'country' as const, values },
    sql: facts.countryAmong(values),
  })),
  fc.tuple(operator, fc.integer({ min: 0, max: 200 })).map(([by, value]) => ({
    asked: { kind: 'call' as const, id: nextId(), attribute: 'days-since' as const, operator: by, value },
    sql: `${facts.daysSinceCall} ${operators[by]} ${value}`,
  })),
  fc.tuple(operator, rate).map(([by, value]) => ({
    asked: { kind: 'call' as const, id: nextId(), attribute: 'sentiment' as const, operator: by, value },
    sql: `${facts.sentiment} ${operators[by]} ${value}`,
  })),
  fc.tuple(operator, rate).map(([by, value]) => ({
    asked: { kind: 'call' as const, id: nextId(), attribute: 'sentiment-change' as const, operator: by, value },
    sql: `${facts.sentiment} - ${facts.previousSentiment} ${operators[by]} ${value}`,
  })),
  fc
    .tuple(fc.constantFrom('up', 'down', 'any'), fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 3 }))
    .map(([action, days, value]) => ({
      asked: { kind: 'rating' as const, id: nextId(), action, days, value },
      sql: facts.ratedAtLeast(action, days, value),
    })),
)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  { arbitrary: figureCondition, weight: 2 },
  { arbitrary: factCondition, weight: 1 },
)

interface Group {
  readonly asked: ScreenGroup
  readonly sql: string
}

/** SQL has the three-valued logic of the screener: AND, OR and NOT of what is null. */
const written = {
  all: (parts: readonly string[]) => `(${parts.join(' AND ')})`,
  any: (parts: readonly string[]) => `(${parts.join(' OR ')})`,
  none: (parts: readonly string[]) => `NOT (${parts.join(' OR ')})`,
} as const

const groupOf: fc.Arbitrary<Group> = fc
  .tuple(fc.constantFrom('all', 'any', 'none'), fc.array(condition, { minLength: 1, maxLength: 4 }))
  .map(([kind, conditions]) => ({
    asked: group(kind, ...conditions.map(({ asked }) => asked)),
    sql: written[kind](conditions.map(({ sql }) => sql)),
  }))
/** Of one line between two amounts. */
const between: fc.Arbitrary<Group> = fc.tuple(field, amount, amount).map(([line, one, other]) => {
  const [low, high] = [Math.min(one, other), Math.max(one, other)]
  return {
    asked: group('all', figure(line, 'at-least', low), figure(line, 'at-most', high)),
    sql: ofQuarter(`"${line}" BETWEEN ${low} AND ${high}`),
  }
})
/** It stands in the screen and takes no part. */
const bypassed: fc.Arbitrary<Group> = groupOf.map(({ asked }) => ({ asked: { ...asked, bypassed: true }, sql: '1' }))

const groups = fc
  .tuple(fc.oneof(groupOf, between), fc.array(fc.oneof(groupOf, between, bypassed), { maxLength: 2 }))
  .map(([first, others]) => [first, ...others])

/** Whole numbers from 0, the same in each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Twelve quarters of whole numbers, of which some are missing, and years of half of the companies. */
function companies(count: number): Record<string, unknown>[] {
  const random = randomFrom(20_261_124)
  const orMissing = (value: number) => (random(12) === 0 ? null : value)
  const lines = (times: number) => ({
    Revenue: orMissing(times * (20 + random(100))),
    OperatingIncome: orMissing(times * (random(40) - 12)),
  })
  return Array.from({ length: count }, (_, company) => {
    const symbol = `C${company + 10}`
    // Some have only years, and the latest quarter of others is of long ago.
    const quarters = random(9) === 0 ? 0 : 2 + random(12)
    const end = random(8) === 0 ? ([2024, 3] as const) : ([2025, 3] as const)
    const all = quartersTo(
      symbol,
      end,
      Array.from({ length: quarters }, () => lines(1)),
    ).filter((_record, at) => at === quarters - 1 || random(14) > 0)
    if (quarters > 0 && random(2) === 0) return all
    const earlier = [2021, 2022, 2023].filter(() => random(5) > 0)
    return [...all, ...[...earlier, 2024].map((year) => enhanced({ symbol, year }, lines(4)))]
  }).flat()
}

/** Of some companies a listing, with or without a sector; earnings calls and conferences, with or without a score; ratings. */
function factsOf(symbols: readonly string[]) {
  const random = randomFrom(16)
  const listed = symbols.filter(() => random(7) > 0)
  const securities = listed.map((symbol) =>
    securityOf(symbol, {
      'classification.gics_code': [null, '20106010', '45203010', '45203010', '20106020'][random(5)],
      'exchange_info.exchange_country': [null, 'US', 'US', 'CA', 'DE'][random(5)],
    }),
  )
  const calls = symbols.flatMap((symbol) =>
    Array.from({ length: random(4) }, (_, at) => {
      const isConference = random(4) === 0
      const title = isConference ? `${symbol} at an industry forum` : `${symbol} Q${3 - at} 2025 results`
      const score = random(5) === 0 ? null : (random(19) - 9) / 10
      const fields = { call_title: title, summary: { summary: 'Better.', sentiment: score } }
      return callOf(symbol, `${symbol}-${at}`, 5 - random(40) - 60 * at, fields)
    }),
  )
  const ratings = symbols.flatMap((symbol, company) =>
    Array.from({ length: random(4) }, (_, at) => {
      const created = new Date(Date.UTC(2025, 11, 31 - random(200))).toISOString()
      return ratingOf(symbol, company * 10 + at, created, { action: random(2) === 0 ? 'Upgrades' : 'Downgrades' })
    }),
  )
  return { securities, calls, ratings, rated: symbols.filter(() => random(4) > 0) }
}

/** A library of them. */
async function storedCompanies(count: number) {
  const fundamentals = companies(count)
  const symbols = [...new Set(fundamentals.map((record) => String(record['symbol'])))]
  const { rated, ...world } = factsOf(symbols)
  const setup = await watchlistSetup({ fundamentals, ...world })
  const { api } = setup
  const freshness = 'service' as const
  for (const symbol of symbols) {
    await api.fetch.enhancedFundamentals({ parameters: { symbol }, freshness })
    await api.fetch.calls({ parameters: { symbol }, freshness })
    if (rated.includes(symbol)) await api.fetch.ratings({ parameters: { symbol }, freshness })
    await setup.search(symbol)
  }
  for (const { call_id } of world.calls) await api.fetch.call({ parameters: { call_id }, freshness })
  return setup
}

test('finds with random conditions what SQL written by hand finds, and evaluates no company that SQL cannot evaluate', async () => {
  const { api, profile, clock } = await storedCompanies(36)
  const file = readdirSync(profile, { recursive: true, encoding: 'utf8' })
    .map((name) => join(profile, name))
    .find((name) => name.endsWith('library.db') && !name.includes('sample'))
  const database = new Database(file, { readonly: true })
  onTestFinished(() => void database.close())
  const seen = { matches: 0, unjudged: 0, neither: 0 }
  await fc.assert(
    fc.asyncProperty(groups, async (asked) => {
      const verdicts = database
        .prepare<{ now: number; day: number }, { symbol: string; met: number | null }>(
          `${latest} SELECT company.symbol, ${asked.map(({ sql }) => sql).join(' AND ')} AS met
           FROM (SELECT DISTINCT symbol FROM fundamental_period) AS company ORDER BY 1`,
        )
        .all({ now: clock.now(), day })
      const where = (is: (met: number | null) => boolean) =>
        verdicts.filter(({ met }) => is(met)).map(({ symbol }) => symbol)
      const spec = { ...screen(...asked.map((each) => each.asked)), oneCurrency: true }
      const result = await api.screens.run({ spec })
      expect({
        refusals: result.conditions.flatMap(({ refusal }) => refusal ?? []),
        matches: symbolsIn(result).toSorted(),
        unjudged: result.unjudged.map(({ symbol }) => symbol).toSorted(),
      }).toEqual({ refusals: [], matches: where((met) => met === 1), unjudged: where((met) => met === null) })
      seen.matches += where((met) => met === 1).length
      seen.unjudged += where((met) => met === null).length
      seen.neither += where((met) => met === 0).length
    }),
    { seed: 16, numRuns: 200 },
  )
  // Screens that everybody or nobody meets would prove little.
  const shares = Object.values(seen).map((count) => count / (seen.matches + seen.unjudged + seen.neither))
  expect(Math.min(...shares)).toBeGreaterThan(0.05)
})
