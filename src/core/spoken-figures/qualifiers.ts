/** Words that make a figure another one than the line of the statements: adjusted, at constant currency, of a part of the company. */

import type { UnjudgedReason } from '#contract/api/spoken-figures.ts'

const ofPart =
  /\b(segments?|divisions?|business(es)? units?|(?<!\b(our|the|this|whole|total|entire|overall|of|in|your|and|a) )(?<=[a-z] )business(es)?|our [a-z]+ (business|businesses|segment|division|unit|franchise|brand|brands|portfolio|platform|product|products|stores|category)|subsidiar(y|ies)|region|regions|countr(y|ies)|north america|latin america|south america|central america|america|americas|united states|u s|canada|mexico|brazil|argentina|colombia|chile|europe|european|emea|germany|france|italy|spain|portugal|poland|russia|turkey|uk|united kingdom|asia|asian|apac|pacific|china|chinese|japan|india|korea|australia|africa|middle east|pakistan|bangladesh|indonesia|malaysia|singapore|thailand|vietnam|philippines|taiwan|hong kong|kazakhstan|uzbekistan|azerbaijan|iraq|iran|israel|saudi arabia|emirates|qatar|kuwait|egypt|morocco|nigeria|kenya|ghana|south africa|ireland|netherlands|belgium|switzerland|austria|sweden|norway|denmark|finland|greece|hungary|romania|czech republic|slovakia|ukraine|belarus|serbia|croatia|bulgaria|peru|ecuador|bolivia|uruguay|paraguay|venezuela|panama|costa rica|new zealand|scandinavia|nordics?|iberia|benelux|domestic|international|export|exports|overseas|abroad|geograph(y|ies)|joint venture|jv|parent company|stand ?alone)\b/

const qualifiers: readonly (readonly [UnjudgedReason, RegExp])[] = [
  ['segment', ofPart],
  ['part-unclear', /\bper (customer|user|employee|store|unit|ton|tonne|barrel|ounce|day|month|week|hour)\b/],
  [
    'constant-currency',
    /\b(constant (currency|currencies|exchange|fx|rates?)|at constant|local currenc(y|ies)|currency neutral|fx neutral|currency adjusted|in (?!absolute|relative|real|our|these|those|other|general|simple|percentage)[a-z]+( [a-z]+)? terms|measured in|translated|converted)\b/,
  ],
  [
    'adjusted',
    /\b(adjusted|adjusting|(?<!price )adjustments?|non gaap|non g a a p|underlying|core|normali[sz]ed|pro forma|excluding|excludes?|excluded|exclusive of|ex [a-z]+|before (special|exceptional|one|non|items|the (effects?|impacts?|impairments?|charges?|costs?))|non recurring|one (offs?|time)|recurring|organic|organically|inorganic|like for like|like to like|same stores?|comparable|comparables|comp|comps|non ifrs|non i f r s|run rate|annualized|annualised|headline|clean|replacement cost|special items|gaap to non|restated|proportionate|attributable(?! (attributable|net|profit|income|earnings|to (the |our )?(share|stock|equity|owners|common)))|if you exclude|net of|without|on (an?|the) (?!(reported|gaap|consolidated|quarterly|sequential|annual|yearly|monthly|daily|year|net|group|y)\b)[a-z]+( [a-z]+)? basis)\b/,
  ],
  [
    'not-company',
    /\b(industry|competitors?|peers?|consensus|gdp|inflation|economy|the market|markets|our customers'?|analysts?|street)\b/,
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
