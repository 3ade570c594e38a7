/** Tells numbers that a speaker broke off or took back, and those that speech recognition divided: they are not read. */

import { isDecimalRest, isNumberToken, scaleWords, startsNumberWord } from './spoken-cardinals.ts'
import { endsSentence, tokensOf, type Token } from './tokens.ts'

/** Words whose number is a name, such as that of a slide, and counts nothing. */
export const labels: ReadonlySet<string> = new Set([
  'h',
  'q',
  'slide',
  'slides',
  'page',
  'pages',
  'phase',
  'stage',
  'tier',
  'scope',
  'ifrs',
  'covid',
  'o',
])

/** Whether the number at a token began before it, so that what stands there is only a part. */
export function isBroken(tokens: readonly Token[], at: number): boolean {
  return isDivided(tokens, at) || isRestarted(tokens, at)
}

/** "One- uh, .1 billion", "13, 17%", "1. seven billion", "point €8 billion", "eighty one point, seven billion". */
function isDivided(tokens: readonly Token[], at: number): boolean {
  const [token, before] = [tokens[at], tokens[at - 1]?.text ?? '']
  let from = at - 1
  while (/^[-,.]$/.test(tokens[from]?.text ?? '')) from -= 1
  const isAfterMark = from < at - 1
  const isAfterNumber = isAfterMark && isNumberToken(tokens[from])
  const isAfterPoint = isAfterMark && tokens[from]?.text === 'point' && isNumberToken(tokens[from - 1])
  // "Five point three, four billion": another digit, and no other number.
  const isNextDigit =
    isAfterNumber && tokens[from - 1]?.text === 'point' && isDigit(token) && scaleWords.has(tokens[at + 1]?.text ?? '')
  const isPair = before === ',' && [token, tokens[at - 2]].every((each) => /^\d\d$/.test(each?.text ?? ''))
  const isSplit = before === '.' || isDecimalRest(token) || (isPair && !labels.has(tokens[at - 3]?.text ?? ''))
  // "2,5 million": a point in one language divides thousands in another.
  const isForeign =
    before === ',' && token?.isAttached === true && tokens[at - 1]?.isAttached === true && tokens[at - 2]?.number
  // "Point 85 point nine billion".
  const hasTwoPoints = before === 'point' && tokens[at + 1]?.text === 'point'
  if (isForeign || isAfterPoint || isNextDigit || hasTwoPoints) return true
  // "An increase in dollars, ten percent" begins another number.
  const isRest =
    /^(dollars?|euros?|point)$/.test(before) &&
    (before !== 'point' || !isNumberToken(token)) &&
    !isProportion(tokens, at)
  // "Twenty three for point, for four point four percent".
  // "Six, uh, under eighty two million", where a hundred was meant.
  if ([1, 2].some((back) => tokens[at - back]?.text === 'under' && isDigit(digitBefore(tokens, at - back)))) return true
  if ([2, 3].some((back) => tokens[at - back]?.text === ',' && tokens[at - back - 1]?.text === 'point')) return true
  return (isAfterNumber && isSplit) || isRest || isRestOfTens(tokens, at)
}

/** "Forty, three point five percent" is forty three, or begins again. */
function isRestOfTens(tokens: readonly Token[], at: number): boolean {
  const isBegun = tokens[at - 1]?.text === ',' && tens.test(tokens[at - 2]?.text ?? '')
  const before = tokens[at - 3]
  const isYearOrName = isNumberToken(before) || before?.text === 'thousand' || labels.has(before?.text ?? '')
  return isBegun && !isYearOrName && isDigit(tokens[at]) && tokens[at + 1]?.text === 'point'
}

const tens = /^(?:(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)$/

/** "The margin was 12." and "4 percent" in the next turn: whether a number is divided by the end of a turn. `turn`: the one that ends. */
export function isNumberDivided(text: readonly string[], turn: number): boolean {
  const before = (text[turn] ?? '').slice(-lettersOfNumber)
  const after = (text[turn + 1] ?? '').slice(0, lettersOfNumber)
  const spoken = tokensOf(before).filter((token) => !endsSentence(token))
  const [label, end] = spoken.slice(-2)
  const isWhole = (end?.number?.decimals ?? 0) > 0 || periodNames.has(label?.text ?? '') || endsInYear.test(before)
  return isNumberToken(end) && !isWhole && goesOn(tokensOf(after))
}

/** Words whose number is that of a period or a page: "sales fell in Q3." */
const periodNames: ReadonlySet<string> = new Set([...labels, 'y', 'fy', 'fiscal', 'year', 'quarter'])

/** Whether a number that begins a turn could be the rest of one: "one of the drivers" and "2021 was good" are not. */
function goesOn([first, ...rest]: readonly Token[]): boolean {
  if (!first || !isNumberToken(first)) return false
  if (first.number) return !/^(?:19|20)\d\d$/.test(first.text)
  const behind = rest.find((token) => !isNumberToken(token) && token.text !== '-')
  return !/^\p{L}/u.test(behind?.text ?? '') || endsNumber.test(behind?.text ?? '')
}

/** What is said behind a number in words: a point, a scale, a unit or a currency. */
const endsNumber =
  /^(point|hundred|thousand|millions?|billions?|trillions?|crores?|lakhs?|per|percent\w*|basis|cents?|dollars?|euros?|pounds?|pesos|reais|yen|yuan|rupees|rand|times|days|shares)$/

const endsInYear = /\b(?:(?:19|20)\d\d|twenty[ -](?:[a-z]+teen|twenty(?:[ -][a-z]+)?))\W*$/i

/** Enough for the longest end and beginning that are looked for: a year in words with its stop, a number in words with its unit. */
const lettersOfNumber = 24

/** Whether a number ends in percent within its next words. */
function isProportion(tokens: readonly Token[], at: number): boolean {
  let next = at
  while (isNumberToken(tokens[next]) || tokens[next]?.text === 'point') next += 1
  return /^(percent|%)$/.test(tokens[next]?.text ?? '')
}

function digitBefore(tokens: readonly Token[], at: number): Token | undefined {
  return tokens[at - 1]?.text === ',' ? tokens[at - 2] : tokens[at - 1]
}

function isDigit(token: Token | undefined): boolean {
  return /^(one|two|three|four|five|six|seven|eight|nine)$/.test(token?.text ?? '')
}

/** Words and dashes of a restart. */
const mostFragments = 5

/** "A hundred se seventy" and "two hundred and tw- twenty two": a word of the number broke off and was said again. */
function isRestarted(tokens: readonly Token[], at: number): boolean {
  let from = at - 1
  while (from >= 0 && from > at - mostFragments && isFragment(tokens[from])) from -= 1
  if (from === at - 1) return false
  const end = tokens[from]?.text === 'and' ? from - 1 : from
  return tokens[end]?.text === 'hundred'
}

function isFragment(token: Token | undefined): boolean {
  return token?.text === '-' || (token !== undefined && !isNumberToken(token) && startsNumberWord(token.text))
}

/** "75 billion, million euros", "14, sorry, 15 million" and "five percent… six": the number before `next` does not hold. */
export function isTakenBack(tokens: readonly Token[], next: number): boolean {
  if (tokens[next]?.text === '…') return isBegunAgain(tokens, next)
  if (tokens[next]?.text !== ',') return false
  const word = tokens[next + 1]?.text ?? ''
  if (scaleWords.has(word)) return true
  const again = tokens[next + 2]?.text === ',' ? next + 3 : next + 2
  return word === 'sorry' && (isNumberToken(tokens[again]) || /^[$€£¥₹₦₩₺₽]$/.test(tokens[again]?.text ?? ''))
}

/** Whether speech breaks off at "…" and begins again with a number: "five percent… sorry, six percent". */
export function isBegunAgain(tokens: readonly Token[], at: number): boolean {
  let next = at + 1
  while (/^(,|-|sorry)$/.test(tokens[next]?.text ?? '')) next += 1
  return isNumberToken(tokens[next])
}
