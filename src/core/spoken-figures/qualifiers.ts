/** Words that make a figure another one than the line of the statements: adjusted, at constant currency, of a part of the company. */

import type { UnjudgedReason } from '#contract/api/spoken-figures.ts'
import { oneOf, wholeWords } from './word-patterns.ts'

const countries =
  oneOf(`u s, united states, canada, mexico, brazil, argentina, colombia, chile, peru, ecuador, bolivia, uruguay, paraguay, venezuela,
  panama, costa rica, uk, united kingdom, ireland, germany, france, italy, spain, portugal, netherlands, belgium, switzerland, austria, sweden,
  norway, denmark, finland, greece, poland, hungary, romania, czech republic, slovakia, ukraine, belarus, serbia, croatia, bulgaria, russia,
  turkey, china, chinese, japan, india, korea, australia, new zealand, pakistan, bangladesh, indonesia, malaysia, singapore, thailand, vietnam,
  philippines, taiwan, hong kong, kazakhstan, uzbekistan, azerbaijan, iraq, iran, israel, saudi arabia, emirates, qatar, kuwait, egypt, morocco,
  nigeria, kenya, ghana, south africa`)
const continents =
  oneOf(`north america, latin america, south america, central america, americas?, europe, european, emea, asian?, apac, pacific, africa,
  middle east, scandinavia, nordics?, iberia, benelux`)

const ofPart = wholeWords(
  oneOf(
    'segments?, divisions?, business(?:es)? units?, subsidiar(?:y|ies), joint venture, jv, parent company, stand ?alone',
  ),
  String.raw`(?<!\b${oneOf('our, the, this, whole, total, entire, overall, of, in, your, and, a')} )(?<=[a-z] )business(?:es)?`,
  `our [a-z]+ ${oneOf('business(?:es)?, segment, division, unit, franchise, brands?, portfolio, platform, products?, stores, category')}`,
  oneOf('regions?, countr(?:y|ies), domestic, international, exports?, overseas, abroad, geograph(?:y|ies)'),
  countries,
  continents,
)

const qualifiers: readonly (readonly [UnjudgedReason, RegExp])[] = [
  ['segment', ofPart],
  [
    'part-unclear',
    wholeWords(
      `per ${oneOf('customer, user, employee, store, unit, ton, tonne, barrel, ounce, day, month, week, hour')}`,
    ),
  ],
  [
    'constant-currency',
    wholeWords(
      `constant ${oneOf('currency, currencies, exchange, fx, rates?')}`,
      '(?:in|at) (?:cc|c c)',
      oneOf(
        'at constant, local currenc(?:y|ies), currency neutral, fx neutral, currency adjusted, measured in, translated, converted',
      ),
      `in (?!${oneOf('absolute, relative, real, our, these, those, other, general, simple, percentage')})[a-z]+(?: [a-z]+)? terms`,
    ),
  ],
  [
    'adjusted',
    wholeWords(
      oneOf(`adjusted, adjusting, (?<!price )adjustments?, non gaap, non g a a p, non ifrs, non i f r s, gaap to non, underlying, core, normali[sz]ed, pro forma,
        headline, clean, restated, proportionate, replacement cost, run rate, annuali[sz]ed`),
      oneOf(`excluding, excludes?, excluded, exclusive of, ex [a-z]+, if you exclude, net of, without, special items, non recurring, one (?:offs?|time),
        recurring`),
      `before ${oneOf('special, exceptional, one, non, items, the (?:effects?|impacts?|impairments?|charges?|costs?)')}`,
      oneOf('organic, organically, inorganic, like for like, like to like, same stores?, comparables?, comps?'),
      `attributable(?! ${oneOf('attributable, net, profit, income, earnings, to (?:the |our )?(?:share|stock|equity|owners|common)')})`,
      String.raw`on (?:an?|the) (?!${oneOf('reported, gaap, consolidated, quarterly, sequential, annual, yearly, monthly, daily, year, net, group, y')}\b)[a-z]+(?: [a-z]+)? basis`,
    ),
  ],
  [
    'not-company',
    wholeWords(
      oneOf(
        "industry, competitors?, peers?, consensus, gdp, inflation, economy, the market, markets, our customers'?, analysts?, street",
      ),
    ),
  ],
]

/** What follows explains: "due to the power business" does not turn to it. */
export const explanation =
  /\b(?:due to|because|cuz|driven|thanks to|attributable|reflecting|as a result|supported|following|including|explained|offset|given|despite|related to|coming from)\b/

/** What is said of a figure behind an explanation, too: "due to prices, excluding the charge"; null: nothing. */
export function adjustmentIn(words: string): UnjudgedReason | null {
  if (/\b(constant|local currency|currency neutral)\b/.test(words)) return 'constant-currency'
  return /\b(adjusted for|adjusting|excluding|excludes|excluded|exclusive of|non gaap|non ifrs)\b/.test(words)
    ? 'adjusted'
    : null
}

/** Why a figure among these words is none of a line; null: nothing says so. */
export function qualifierIn(words: string): UnjudgedReason | null {
  return qualifiers.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}

/** Whether the words name a part of the company. */
export function namesAPart(words: string): boolean {
  return ofPart.test(words)
}
