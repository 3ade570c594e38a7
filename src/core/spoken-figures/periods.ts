/** Finds phrases that name a period, and resolves them for a call about a fiscal quarter. */

import type { SpokenFigures } from '#contract/api/spoken-figures.ts'
import { placesOf, type SpokenSentence, type TokenSpan } from './spoken-sentence.ts'

export type CallQuarter = NonNullable<SpokenFigures['quarter']>
export type SpokenPeriod = CallQuarter

type Quarter = CallQuarter['quarter']

/**
 * What a phrase names. `this`: the quarter of the call; `year-ago`: the same quarter of the year before; `before`, `after`: the quarters next to it;
 * `last-year`: a year before, of whichever length; `year`: a fiscal year; `yoy`, `qoq`: with what a change is compared; `unclear`: another period.
 */
export type PeriodPhrase = TokenSpan &
  (
    | { readonly kind: 'this' | 'before' | 'after' | 'last-year' | 'yoy' | 'qoq' | 'next-year' }
    /** `year`: the one that is named, which may be another than the year before. */
    | { readonly kind: 'year-ago'; readonly year: number | null }
    /** `isSpan`: months that were counted together, which what is said next may be about as well. */
    | { readonly kind: 'unclear'; readonly isSpan: boolean }
    | { readonly kind: 'quarter'; readonly quarter: Quarter; readonly year: number | 'last' | 'next' | null }
    | { readonly kind: 'year'; readonly year: number | null; readonly isFiscal: boolean }
  )

const ordinal = String.raw`(?<ordinal>first|second|third|fourth|1 st|2 nd|3 rd|4 th)`
const small = 'one|two|three|four|five|six|seven|eight|nine'
const spoken = `ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty(?: (?:${small}))?|thirty(?: (?:${small}))?`
const year = String.raw`(?<year>20[0-4]\d|twenty (?:${spoken})|two thousand(?: and)? (?:${spoken}|${small}))`
/** "Twenty one", "two one" and "21" right behind a quarter, where no number goes on. */
const short = String.raw`(?: of| in)? (?<short>twenty(?: (?:${small}))?|two (?:zero|oh|${small})|nineteen|eighteen|(?:1[5-9]|2\d))(?! ?(?:percent|%|million|billion|thousand|hundred|trillion|basis|bps|point|\.(?: ?\d| (?:${small})\b)|,? ?\d|times|cents|dollars|euros|days|${small}))`
const fiscal = String.raw`(?:, )?(?:(?:fiscal|financial|calendar|full|fy|f y|year) )*`
const ofThis = String.raw`(?: (?:of |in )(?:this|the current|the same|the) (?:fiscal |financial )?year)?`
const ofWhichYear = String.raw`(?:(?:the|this|our|current|full|fiscal|financial|calendar|fy|f y) )*(?:${year}|year|quarter)`
const ofLast = String.raw`(?: (?:of |in |from )?(?:the )?(?<last>last|prior|previous|preceding) (?:fiscal |financial )?year| a year (?:ago|earlier)(?<ago>)| (?:of )?(?<upcoming>next) (?:fiscal )?year)`

/** The most specific first; what one names is not looked at again. `words`: one of them is in every text that has the phrase. */
const phrases: readonly (readonly [
  words: string,
  pattern: string,
  read: (groups: Partial<Record<string, string>>) => Named,
])[] = [
  [
    'month',
    String.raw`(?:(?:first|last|past|next|trailing|previous|prior) )?(?:six|nine|three|twelve|eighteen|6|9|3|12) months?(?: of| ended)?(?: (?:${year}|(?:this|the|last) (?:fiscal )?year))?`,
    span,
  ],
  [
    'half|h 1|h 2|h1|h2|semester|to da|y t d|ytd|so far|last twelve|trailing|period',
    String.raw`(?:first|second|1 st|2 nd) half(?: of)?(?: (?:${year}|(?:this|the|last) (?:fiscal )?year))?|h ?[12]\b(?: ${year})?|half year|semester|year to da(?:te|y)|y t d|ytd|so far|last twelve|trailing|(?:for|in|during) the period|(?:previous|prior|last) period`,
    span,
  ],
  // What is left of a year is no year.
  [
    'rest of|remainder of|balance of|end of|remaining',
    String.raw`(?:through|thru|until|till) (?:the )?end of ${ofWhichYear}|(?:(?:rest|remainder)|(?<=\b(?:for|in|over|during|through|throughout) the )balance) of ${ofWhichYear}|remaining (?:(?:${small}|[2-9]) )?(?:fiscal )?(?:quarters?|months?|half|part|portion)(?: (?:of|in) ${ofWhichYear})?`,
    span,
  ],
  // "Through the third quarter" is the year to date.
  [
    'through|thru|up to|quarters',
    String.raw`(?:through|thru|up to)(?: (?:the|our|end of|end))* (?:(?:first|second|third|fourth|1 st|2 nd|3 rd|4 th) (?:fiscal )?quarter|q ?(?:[1-4]|one|two|three|four)\b|[1-4] ?q\b|(?:two|three|four|[234]) quarters)|first (?:two|three|four|[234]) (?:fiscal )?quarters(?: of)?(?: (?:this|the|last) (?:fiscal )?year)?`,
    span,
  ],
  [
    'quarter',
    String.raw`(?:last|prior|previous) year (?:'?s )?(?:fiscal )?${ordinal} (?:fiscal )?quarter`,
    ({ ordinal: said }) => ({ kind: 'quarter', quarter: quarterOf(said), year: 'last' }),
  ],
  [
    'quarter',
    String.raw`${ordinal} (?:fiscal )?quarter(?: results?)?(?: of| in)?(?: the)? ${fiscal}${year}`,
    quarterAndYear,
  ],
  ['quarter', String.raw`${ordinal} (?:fiscal )?quarter${ofLast}`, quarterAndRelative],
  ['quarter', String.raw`${ordinal} (?:fiscal )?quarter${short}`, quarterAndShort],
  ['quarter', String.raw`${ordinal} (?:fiscal )?quarter${ofThis}`, quarterAndYear],
  ['q', String.raw`\bq ?(?<number>[1-4]|one|two|three|four)(?: of| in)? ${fiscal}${year}`, quarterAndYear],
  ['q', String.raw`\bq ?(?<number>[1-4]|one|two|three|four)${ofLast}`, quarterAndRelative],
  ['q', String.raw`\bq ?(?<number>[1-4]|one|two|three|four)\b${short}`, quarterAndShort],
  ['q', String.raw`\b(?<number>[1-4]) ?q${short}`, quarterAndShort],
  ['q', String.raw`\bq ?(?<number>[1-4]|one|two|three|four)\b${ofThis}`, quarterAndYear],
  ['q', String.raw`\b(?<number>[1-4]) ?q(?: ${year})?\b`, quarterAndYear],
  [
    'quarter|period',
    String.raw`(?:the )?(?:same|comparable|corresponding|equivalent|year ago|prior year|last year s|last year 's) (?:quarter|period)(?: (?:of |in |from )?(?:the )?(?:last|prior|previous|preceding) (?:fiscal )?(?:year|quarter)| a year (?:ago|earlier)| (?:of|in) ${fiscal}${year})?|prior year s? ?(?:quarter|period)`,
    ({ year: its }) => ({ kind: 'year-ago', year: its === undefined ? null : yearOf(its) }),
  ],
  ['y', String.raw`year over year|year on year|years over years|y o y|yoy|y y|y on y`, () => ({ kind: 'yoy' })],
  [
    'quarter|q o|qoq|sequential',
    String.raw`quarter over quarter|quarter on quarter|quarter to quarter|q o q|qoq|q on q|sequential(?:ly)?`,
    () => ({ kind: 'qoq' }),
  ],
  ['year', String.raw`(?:a|one) year (?:ago|earlier|before)|year ago`, () => ({ kind: 'year-ago', year: null })],
  ['quarter', String.raw`(?:the )?(?:previous|prior|preceding) quarter`, () => ({ kind: 'before' })],
  ['quarter', String.raw`(?:the )?(?:next|coming|following) quarter`, () => ({ kind: 'after' })],
  // "In the three years till fiscal 2026" is of all of them.
  [
    'years',
    String.raw`(?:${small}|[2-9]|ten|\d\d) years (?:till|until|to|up to|through|ending|ended)(?: in| with| the end of)? (?:fiscal |calendar |f ?y )?(?:year )?${year}`,
    unclear,
  ],
  [
    'quarter|years|months|weeks|days|decade',
    String.raw`last quarter|quarters?(?= ago)|(?:last|past|next|previous|prior) (?:\w+ )?(?:quarters|years|months|weeks|days|decade)`,
    unclear,
  ],
  ['quarter', String.raw`(?:this|the|current|our|reported|for) quarter(?: ended)?`, () => ({ kind: 'this' })],
  [
    'year',
    String.raw`(?:the )?(?:last|prior|previous|preceding) (?:fiscal |financial |full )?year(?: s| 's)?`,
    () => ({ kind: 'last-year' }),
  ],
  ['year', String.raw`next (?:fiscal |financial )?year|coming year|following year`, () => ({ kind: 'next-year' })],
  [
    'fy|f y',
    String.raw`\bf ?y ?(?<year>20[0-4]\d|[0-4]\d)\b`,
    ({ year: said }) => ({ kind: 'year', year: yearOf(said), isFiscal: true }),
  ],
  [
    'fiscal|financial|fy|f y',
    String.raw`(?<fiscal>(?:fiscal|financial|f ?y) )(?:year )?${year}`,
    ({ year: said }) => ({ kind: 'year', year: yearOf(said), isFiscal: true }),
  ],
  [
    'fiscal|financial|fy|f y|year',
    String.raw`(?:\bf ?y|(?:fiscal|financial|full) year|fiscal)${short}`,
    ({ short: said }) => ({ kind: 'year', year: shortYear(said), isFiscal: true }),
  ],
  [
    '20|twenty|two thousand',
    String.raw`(?:full |calendar |whole |entire )*(?:year )?(?:of )?${year}`,
    ({ year: said }) => ({ kind: 'year', year: yearOf(said), isFiscal: false }),
  ],
  [
    'year',
    String.raw`(?:this|(?:the |our )?current) (?:fiscal |financial )?year`,
    () => ({ kind: 'year', year: null, isFiscal: false }),
  ],
  [
    'year',
    String.raw`full (?:fiscal )?year|fiscal year|financial year|whole year|entire year|(?:the|our|for) (?:fiscal |financial |full )?year`,
    () => ({ kind: 'year', year: null, isFiscal: true }),
  ],
  [
    '',
    String.raw`\b(?:january|february|march|april|june|july|august|september|october|november|december|month|months|monthly|weeks?|weekly|daily|decade|per annum|annual|annually|since|cagr|compound|compounded|cumulative|cumulatively|pre covid|pre pandemic|per year|a year|per day|today|to date|currently)\b`,
    unclear,
  ],
]

type Named = Omitted<PeriodPhrase>
type Omitted<Each> = Each extends unknown ? Omit<Each, keyof TokenSpan> : never

function span(): Named {
  return { kind: 'unclear', isSpan: true }
}

function unclear(): Named {
  return { kind: 'unclear', isSpan: false }
}

function quarterAndYear({ ordinal: said, number, year: its }: Partial<Record<string, string>>): Named {
  return { kind: 'quarter', quarter: quarterOf(said ?? number), year: its === undefined ? null : yearOf(its) }
}

function quarterAndShort({ ordinal: said, number, short: its }: Partial<Record<string, string>>): Named {
  return { kind: 'quarter', quarter: quarterOf(said ?? number), year: shortYear(its) }
}

function quarterAndRelative({ ordinal: said, number, upcoming }: Partial<Record<string, string>>): Named {
  return { kind: 'quarter', quarter: quarterOf(said ?? number), year: upcoming === undefined ? 'last' : 'next' }
}

const quarters: Readonly<Record<string, Quarter>> = {
  first: 'Q1',
  second: 'Q2',
  third: 'Q3',
  fourth: 'Q4',
  one: 'Q1',
  two: 'Q2',
  three: 'Q3',
  four: 'Q4',
}

function quarterOf(said = ''): Quarter {
  return quarters[said] ?? quarters[['first', 'second', 'third', 'fourth'][Number(said[0]) - 1] ?? ''] ?? 'Q1'
}

const numbers: ReadonlyMap<string, number> = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
    .split(' ')
    .map((word, at) => [word, at]),
)

/** "Twenty" is 2020, "two one" 2021. */
function shortYear(said = ''): number {
  const [first = '', second = ''] = said.split(' ')
  if (/^\d+$/.test(said)) return 2000 + Number(said)
  const tens = first === 'twenty' || first === 'two' ? 20 : 0
  return 2000 + tens + (tens === 0 ? (numbers.get(first) ?? 0) : (numbers.get(second) ?? 0))
}

function yearOf(said = ''): number {
  if (/^\d+$/.test(said)) return Number(said) + (said.length === 2 ? 2000 : 0)
  const words = said.replace(/^two thousand(?: and)? |^twenty /, '').split(' ')
  const rest = words.reduce(
    (sum, word) => sum + (word === 'twenty' ? 20 : word === 'thirty' ? 30 : (numbers.get(word) ?? 0)),
    0,
  )
  return 2000 + rest
}

const patterns = phrases.map(([words, source, read]) => ({
  words: words.split('|'),
  pattern: new RegExp(String.raw`(?<![\w.])(?:${source})(?!\w)`, 'g'),
  read,
}))

export function periodsIn(sentence: SpokenSentence): PeriodPhrase[] {
  const found: PeriodPhrase[] = []
  for (const { words, pattern, read } of patterns) {
    if (!words.some((word) => sentence.plain.includes(word))) continue
    for (const place of placesOf(sentence, pattern)) {
      if (found.some(({ first, next }) => place.first < next && place.next > first)) continue
      found.push({ first: place.first, next: place.next, ...read(place.found.groups ?? {}) })
    }
  }
  return found.toSorted((one, other) => one.first - other.first)
}

export interface ResolvedPeriod {
  /** Null: the phrase names no period of the statements. */
  readonly period: SpokenPeriod | null
  /** It is named so that no other one could be meant. */
  readonly isSure: boolean
}

const none: ResolvedPeriod = { period: null, isSure: false }

/** The period that a phrase names in a call. `isAhead`: the speaker looks forward. */
export function resolvePeriod(phrase: PeriodPhrase, call: CallQuarter, isAhead: boolean): ResolvedPeriod {
  const isYearly = call.quarter === 'FY'
  const own: SpokenPeriod = isYearly ? { quarter: 'Q4', year: call.year } : call
  switch (phrase.kind) {
    case 'this':
      return { period: isAhead ? following(own) : own, isSure: !isAhead && !isYearly }
    case 'year-ago':
      return { period: { ...own, year: phrase.year ?? own.year - 1 }, isSure: !isYearly }
    case 'before':
      return { period: preceding(own), isSure: !isYearly }
    case 'after':
      return { period: following(own), isSure: true }
    case 'quarter':
      return namedQuarter(phrase, own, isAhead)
    case 'year':
      if (phrase.year !== null) return { period: { quarter: 'FY', year: phrase.year }, isSure: phrase.isFiscal }
      // Early in a year, "this year" is the new one or the one that is reported.
      if (!phrase.isFiscal && own.quarter === 'Q4') return none
      // Of a year that is not over, what is said is expected.
      return { period: { quarter: 'FY', year: own.year }, isSure: !isAhead && own.quarter === 'Q4' }
    case 'next-year':
      return { period: { quarter: 'FY', year: own.year + 1 }, isSure: true }
    case 'last-year':
      // Its length is known only from the figure that it is compared with.
      return none
    case 'yoy':
    case 'qoq':
    case 'unclear':
      return none
  }
}

function namedQuarter(
  { quarter, year: said }: Extract<PeriodPhrase, { kind: 'quarter' }>,
  own: SpokenPeriod,
  isAhead: boolean,
): ResolvedPeriod {
  if (typeof said === 'number') return { period: { quarter, year: said }, isSure: true }
  if (said === 'last') return { period: { quarter, year: own.year - 1 }, isSure: true }
  if (said === 'next') return { period: { quarter, year: own.year + 1 }, isSure: true }
  if (quarter === own.quarter && !isAhead) return { period: own, isSure: true }
  // "Would have been higher in the third quarter" may be of the one that is reported, or of the next.
  if (quarter === own.quarter) return none
  const isLater = quarter > own.quarter
  if (isAhead) return { period: { quarter, year: isLater ? own.year : own.year + 1 }, isSure: true }
  // A later quarter of the same year did not end yet: it is the one before this year, or what is ahead.
  return isLater
    ? { period: { quarter, year: own.year - 1 }, isSure: false }
    : { period: { ...own, quarter }, isSure: true }
}

export function preceding({ quarter, year: its }: SpokenPeriod): SpokenPeriod {
  if (quarter === 'FY') return { quarter, year: its - 1 }
  const number = Number(quarter.slice(1))
  return number === 1 ? { quarter: 'Q4', year: its - 1 } : { quarter: quarterOf(String(number - 1)), year: its }
}

function following({ quarter, year: its }: SpokenPeriod): SpokenPeriod {
  if (quarter === 'FY') return { quarter, year: its + 1 }
  const number = Number(quarter.slice(1))
  return number === 4 ? { quarter: 'Q1', year: its + 1 } : { quarter: quarterOf(String(number + 1)), year: its }
}

/** Whether a period ends after another one. */
export function isAfter(one: SpokenPeriod, other: SpokenPeriod): boolean {
  const end = ({ quarter, year: its }: SpokenPeriod) => its * 4 + (quarter === 'FY' ? 4 : Number(quarter.slice(1)))
  return end(one) > end(other)
}
