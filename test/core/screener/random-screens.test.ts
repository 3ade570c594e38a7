import Database from 'better-sqlite3'
import fc from 'fast-check'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ScreenConditionOf, ScreenGroup } from '#contract/api/screens.ts'
import { enhanced } from '../records.ts'
import { watchlistSetup } from '../watchlists/watchlist-setup.ts'
import { before, latest, sumOf } from './quarters-in-sql.ts'
import { figure, group, quartersTo, screen, symbolsIn } from './screen-setup.ts'

const operators = { 'at-least': '>=', 'at-most': '<=', above: '>', below: '<' } as const
type Operator = keyof typeof operators

/** A condition as the screener takes it, and as SQL says it: true, false, or null where a figure is missing. */
interface Condition {
  readonly asked: ScreenConditionOf<'figure'>
  readonly sql: string
}

const ofQuarter = (sql: string) => `(SELECT ${sql} FROM q WHERE q.symbol = company.symbol)`
const ofYear = (sql: string) => `(SELECT ${sql} FROM y WHERE y.symbol = company.symbol)`
/** A growth on nothing or on a loss, or to a loss, has no meaning: it is judged, and does not meet. */
const grows = (now: string, then: string, met: string) =>
  `CASE WHEN ${now} IS NULL OR ${then} IS NULL THEN NULL WHEN ${then} <= 0 OR ${now} < 0 THEN 0
    ELSE ${now} * 1.0 / ${then} - 1 ${met} END`

const field = fc.constantFrom('Revenue', 'OperatingIncome')
const operator = fc.constantFrom<Operator[]>('at-least', 'at-most', 'above', 'below')
/** Amounts are whole numbers of a narrow range, so that values are often met exactly. */
const amount = fc.integer({ min: -12, max: 130 })
/** Of rates, that no quotient of the library equals: the last digit of a quotient is not what is tested. */
const rate = fc.integer({ min: -60, max: 90 }).map((percent) => percent / 100 + 0.000_123)

const condition: fc.Arbitrary<Condition> = fc.oneof(
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

/** Twelve quarters of whole numbers, of which some are missing, and years of half of the companies. */
function companies(count: number): Record<string, unknown>[] {
  let state = 20_261_124
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
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
    return quarters === 0 || random(2) === 0 ? [...all, enhanced({ symbol, year: 2024 }, lines(4))] : all
  }).flat()
}

test('finds with random conditions what SQL written by hand finds, and judges no company that SQL cannot judge', async () => {
  const fundamentals = companies(36)
  const { api, profile } = await watchlistSetup({ fundamentals })
  for (const symbol of new Set(fundamentals.map((record) => String(record['symbol']))))
    await api.fetch.enhancedFundamentals({ parameters: { symbol }, freshness: 'service' })
  const file = readdirSync(profile, { recursive: true, encoding: 'utf8' })
    .map((name) => join(profile, name))
    .find((name) => name.endsWith('library.db') && !name.includes('sample'))
  const database = new Database(file, { readonly: true })
  onTestFinished(() => void database.close())
  const seen = { matches: 0, unjudged: 0, neither: 0 }
  await fc.assert(
    fc.asyncProperty(groups, async (asked) => {
      const verdicts = database
        .prepare<[], { symbol: string; met: number | null }>(
          `${latest} SELECT company.symbol, ${asked.map(({ sql }) => sql).join(' AND ')} AS met
           FROM (SELECT DISTINCT symbol FROM fundamental_period) AS company ORDER BY 1`,
        )
        .all()
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
