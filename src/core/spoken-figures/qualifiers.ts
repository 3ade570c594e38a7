/** Words that make a figure another one than the line of the statements: adjusted, at constant currency, of a part of the company. */

import type { UnjudgedReason } from '#contract/api/spoken-figures.ts'

const ofPart =
  /\b(segments?|divisions?|business(es)? units?|(?<!\b(our|the|this|whole|total|entire|overall|of|in|your|and|a) )(?<=[a-z] )business(es)?|our [a-z]+ (business|businesses|segment|division|unit|franchise|brand|brands|portfolio|platform|product|products|stores|category)|subsidiar(y|ies)|region|regions|countr(y|ies)|north america|latin america|south america|central america|america|americas|united states|u s|canada|mexico|brazil|argentina|colombia|chile|europe|european|emea|germany|france|italy|spain|portugal|poland|russia|turkey|uk|united kingdom|asia|asian|apac|pacific|china|chinese|japan|india|korea|australia|africa|middle east|pakistan|bangladesh|indonesia|malaysia|singapore|thailand|vietnam|philippines|taiwan|hong kong|kazakhstan|uzbekistan|azerbaijan|iraq|iran|israel|saudi arabia|emirates|qatar|kuwait|egypt|morocco|nigeria|kenya|ghana|south africa|ireland|netherlands|belgium|switzerland|austria|sweden|norway|denmark|finland|greece|hungary|romania|czech republic|slovakia|ukraine|belarus|serbia|croatia|bulgaria|peru|ecuador|bolivia|uruguay|paraguay|venezuela|panama|costa rica|new zealand|scandinavia|nordics?|iberia|benelux|domestic|international|export|exports|overseas|abroad|geograph(y|ies)|joint venture|jv|parent company|stand ?alone|per (customer|user|employee|store|unit|ton|tonne|barrel|ounce|day|month|week|hour))\b/

const qualifiers: readonly (readonly [UnjudgedReason, RegExp])[] = [
  ['segment', ofPart],
  [
    'constant-currency',
    /\b(constant (currency|currencies|exchange|fx|rates?)|at constant|local currenc(y|ies)|currency neutral|fx neutral|currency adjusted|in (?!absolute|relative|real|our|these|those|other|general|simple|percentage)[a-z]+( [a-z]+)? terms|measured in|translated|converted)\b/,
  ],
  [
    'adjusted',
    /\b(adjusted|adjusting|adjustments?|non gaap|non g a a p|underlying|core|normali[sz]ed|pro forma|excluding|excludes?|excluded|exclusive of|ex [a-z]+|before (special|exceptional|one|non|items|the)|non recurring|one (offs?|time)|recurring|organic|organically|inorganic|like for like|like to like|same stores?|comparable|comparables|comp|comps|run rate|annualized|annualised|headline|clean|replacement cost|special items|gaap to non|restated|proportionate|attributable|if you exclude|net of|without|on (an?|the) (?!(reported|gaap|consolidated|quarterly|sequential|year|net|group|y)\b)[a-z]+( [a-z]+)? basis)\b/,
  ],
  [
    'not-company',
    /\b(industry|competitors?|peers?|consensus|gdp|inflation|economy|the market|markets|our customers'?|analysts?|street)\b/,
  ],
]

/** Why a figure among these words is none of a line; null: nothing says so. */
export function qualifierIn(words: string): UnjudgedReason | null {
  return qualifiers.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}

/** Whether the words name a part of the company. */
export function namesAPart(words: string): boolean {
  return ofPart.test(words)
}

const adjustedThroughout =
  /\b(all|these|following|today s|our|unless otherwise)\b.{0,80}\b(figures|numbers|results|comments|comparisons|references|amounts|metrics|remarks|noted|stated|indicated|specified)\b.{0,80}\b(are|is|be|on|to|refer|reflect|exclude)\b.{0,40}\b(adjusted|non gaap|underlying|pro forma|constant currency|like for like|comparable|exclud\w+|core)\b/

const adjusting = /adjusted|gaap|underlying|pro forma|constant currency|like for like|comparable|exclud|core/

/** Whether a sentence says that the figures of the whole call are adjusted ones. */
export function adjustsTheCall(plain: string): boolean {
  return adjusting.test(plain) && adjustedThroughout.test(plain) && !/\breconcil/.test(plain)
}
