/** Reads percentages that are spoken without a number: "mid-single digits", "low double-digit", "high teens". */

import { isLinked } from './linking-words.ts'
import type { Token } from './tokens.ts'

/** The two or three values that each part of ten is said for. */
const parts: ReadonlyMap<string, readonly [low: number, high: number]> = new Map([
  ['low', [0.01, 0.03]],
  ['mid', [0.04, 0.06]],
  ['high', [0.07, 0.09]],
  ['upper', [0.07, 0.09]],
])
const decades: ReadonlyMap<string, number> = new Map([
  ['teens', 0.1],
  ['twenties', 0.2],
  ['thirties', 0.3],
  ['forties', 0.4],
  ['fifties', 0.5],
  ['sixties', 0.6],
  ['seventies', 0.7],
  ['eighties', 0.8],
  ['nineties', 0.9],
])

export function vagueAt(tokens: readonly Token[], at: number): { low: number; high: number; next: number } | undefined {
  const own = parts.get(tokens[at]?.text ?? '')
  if (!own) return undefined
  // "Mid to high single digits".
  const to = skipDash(tokens, at + 1)
  const end = tokens[to]?.text === 'to' ? skipDash(tokens, to + 1) : -1
  const until = parts.get(tokens[end]?.text ?? '')
  const part = until ? ([own[0], until[1]] as const) : own
  const first = skipDash(tokens, until ? end + 1 : at + 1)
  const text = tokens[first]?.text ?? ''
  const [low, high] = part
  const isRecord = ofRecord.test(tokens[at - 1]?.text ?? '')
  const inDigits = decadeInDigits(tokens, first)
  const named = decades.get(text) ?? inDigits
  if (named !== undefined && text !== 'teens' && !isProportion(tokens, at, first + (inDigits === undefined ? 1 : 2)))
    return undefined
  const decade = named ?? (isRecord ? undefined : decadeBefore(tokens, first))
  if (decade !== undefined) {
    const next = inDigits === undefined ? first + 1 : first + 2
    return { low: tidy(decade + low), high: tidy(decade + high), next: withPercent(tokens, next) }
  }
  if (text !== 'single' && text !== 'double') return undefined
  const digits = skipDash(tokens, first + 1)
  if (!/^digits?$/.test(tokens[digits]?.text ?? '')) return undefined
  // Low double digits begin with ten itself. High ones may be seventeen or eighty.
  if (text === 'double' && (own !== parts.get('low') || until)) return undefined
  const base = text === 'single' ? 0 : 0.09
  const next = withPercent(tokens, digits + 1)
  // "Mid single digit to high single digit".
  const second = !until && tokens[next]?.text === 'to' ? vagueAt(tokens, next + 1) : undefined
  const upper = second && second.high > tidy(base + high) ? second : undefined
  return { low: tidy(base + low), high: upper?.high ?? tidy(base + high), next: upper?.next ?? next }
}

/** "Since the mid-seventies", "Brent in the low 70s" and "in her mid-thirties" are no percentages: their measure or a sign must say so. */
function isProportion(tokens: readonly Token[], at: number, next: number): boolean {
  if (withPercent(tokens, next) > next || tokens[next]?.text === 'margin' || isAfterPercent(tokens, at)) return true
  for (let place = at - 1; place >= Math.max(0, at - wordsToMeasure); place -= 1) {
    const [before = '', word = ''] = [tokens[place - 1]?.text, tokens[place]?.text]
    if (proportions.test(word)) return true
    if (/^ratios?$/.test(word)) return !multiples.test(before)
    if (/^rates?$/.test(word)) return ratesInPercent.test(before)
    if (!isLinked([word])) return false
  }
  return false
}

/** "A little under 50 percent and in the upper 40s"; "Brent rose 5 percent to the low 70s" is a price. */
function isAfterPercent(tokens: readonly Token[], at: number): boolean {
  let place = at - 1
  while (place > at - wordsToPercent && /^(the|in|at|around)$/.test(tokens[place]?.text ?? '')) place -= 1
  return /^(and|or)$/.test(tokens[place]?.text ?? '') && /^(percent|%)$/.test(tokens[place - 1]?.text ?? '')
}

const wordsToPercent = 4
const wordsToMeasure = 12
const proportions = /^(margins?|percentage|growth|occupancy|utilization|churn|payout|penetration|roe|roic)$/
/** Ratios that are stated in times. */
const multiples = /^(earnings|e|coverage|leverage|debt|ebitda|current|sharpe)$/
const ratesInPercent =
  /^(tax|statutory|effective|growth|retention|renewal|churn|occupancy|utilization|recapture|capture|conversion|win|success|vacancy|attrition)$/

/** "Upper 40s"; the eighties and nineties may be years. */
function decadeInDigits(tokens: readonly Token[], at: number): number | undefined {
  const [ten, plural] = [tokens[at], tokens[at + 1]]
  const isDecade = /^[2-7]0$/.test(ten?.text ?? '') && plural?.text === 's' && plural.isAttached
  return isDecade ? Number(ten?.text) / 100 : undefined
}

/** "High ninety percent": the decade is named by its number. */
function decadeBefore(tokens: readonly Token[], at: number): number | undefined {
  const { text = '', number } = tokens[at] ?? {}
  const ten = number ? tensInDigits.exec(text)?.[0] : tens.get(text)
  return ten !== undefined && withPercent(tokens, at + 1) > at + 1 ? Number(ten) / 100 : undefined
}

/** "A record high 30 percent" and "a low 20 percent" are these percents. */
const ofRecord = /^(record|time|historic|historical|historically|new|multi|year|years|a|an)$/

const tensInDigits = /^[2-9]0$/
const tens: ReadonlyMap<string, number> = new Map([
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety', 90],
])

/** "Mid fourteen percent" says neither fourteen nor a range that is known. */
export function isPartOf(tokens: readonly Token[], at: number): boolean {
  return tokens[skipDash(tokens, at - 1) === at - 1 ? at - 1 : at - 2]?.text === 'mid'
}

function skipDash(tokens: readonly Token[], at: number): number {
  return tokens[at]?.text === '-' ? at + 1 : at
}

function withPercent(tokens: readonly Token[], at: number): number {
  const text = tokens[at]?.text
  return text === 'percent' || text === '%' || text === 'percentage' ? at + 1 : at
}

function tidy(value: number): number {
  return Number(value.toFixed(2))
}
