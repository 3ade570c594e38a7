/** Composes the sentences at the head of an earnings brief from its figures. */

import type { BriefFigures, BriefLine, CallTone, EarningsBrief } from '#contract/api/brief.ts'
import type { Figure } from '#contract/api/financials.ts'
import type { RatingEntry } from '#contract/api/ratings.ts'
import { isPrintedAsZero } from '#contract/api/sentence-text.ts'
import type { Sentence, SentencePart } from '#contract/api/sentences.ts'
import { by, changedLittle, growthOf, isElided, moved, type Growth } from '../overview/growth-clauses.ts'
import type { FiguresOfCall } from './brief-figures.ts'

interface LeadInputs {
  /** Undefined: no statements, or not of the call's own period. */
  readonly figures: FiguresOfCall | undefined
  readonly sentiment: EarningsBrief['sentiment']
  /** Tone of the company's previous stored call. */
  readonly previous: CallTone | null
  readonly ratings: readonly RatingEntry[]
  /** They end with the next call. */
  readonly isEarlier: boolean
}

/**
 * The sentences at the head of the page. Each pattern names a line, its figure and a comparison; there are no adjectives and no causes.
 * A pattern whose inputs are missing is left out.
 */
export function leadSentences({ figures, sentiment, previous, ratings, isEarlier }: LeadInputs): Sentence[] {
  return [
    ...(figures ? figureSentences(figures) : []),
    ...sentence(sentimentClauses(sentiment, previous)),
    ...ratingsSentence(ratings, isEarlier),
  ]
}

type Clause = readonly SentencePart[]

function figureSentences({ figures, history }: FiguresOfCall): Sentence[] {
  const line = (field: string) => figures.lines.find((each) => each.field === field)
  const [revenue, earnings] = [line('Revenue'), line('DilutedEarningsPerShare')]
  const margin = line('calculated.operating_margin')
  const cash = line('calculated.free_cash_flow')
  return [
    ...sentence(growthClauses(revenue, earnings)),
    ...sentence(margin ? marginClause(margin, history.get(margin.field) ?? [], figures.basis) : []),
    ...sentence(cash ? levelClause('free cash flow', cash) : []),
  ]
}

/** "Revenue rose 9.4% to 1,318.4 and diluted EPS 27.9% to 0.78." */
function growthClauses(revenue: BriefLine | undefined, earnings: BriefLine | undefined): Clause {
  const [one, other] = [revenue && growthIn(revenue), earnings && growthIn(earnings)]
  if (one && other && isElided(one, other)) return ['revenue ', ...moved(one), ' and diluted EPS ', ...by(other)]
  const first = revenue ? growthClause('revenue', revenue) : []
  const second = earnings ? growthClause('diluted EPS', earnings) : []
  return [...first, ...(first.length > 0 && second.length > 0 ? ['; '] : []), ...second]
}

function growthIn(line: BriefLine): Growth | null {
  // There is no change across a share split.
  if (typeof line.yearOverYear !== 'number') return null
  return growthOf({ now: line.current.value, yearAgo: line.yearAgo.value }, unitIn(line))
}

/** "revenue rose 9.4% to 1,318.4"; where growth has no meaning, "free cash flow was 0.1, up from (0.2) a year ago", or "diluted EPS was 0.10". */
function growthClause(name: string, line: BriefLine): Clause {
  const growth = growthIn(line)
  return growth ? [`${name} `, ...moved(growth)] : levelClause(name, line)
}

/** "Free cash flow was 145.6, up from 127.1 a year ago." */
function levelClause(name: string, line: BriefLine): Clause {
  const { current, yearOverYear } = line
  if (typeof current.value !== 'number') return []
  const before = line.yearAgo.value
  // A loss per share a year ago may count other shares, which is not known here.
  const isComparable = line.unit !== 'per-share' || typeof yearOverYear === 'number'
  if (
    typeof before === 'number' &&
    isComparable &&
    isPrintedAsZero({ figure: current.value - before, as: unitIn(line) })
  )
    return [`${name} was ${changedLittle(current.value - before)} at `, { figure: current.value, as: unitIn(line) }]
  return [
    `${name} was `,
    { figure: current.value, as: unitIn(line) },
    ...(typeof before === 'number' && isComparable
      ? [changedFrom(current.value, before), { figure: before, as: unitIn(line) }, ' a year ago']
      : []),
  ]
}

function changedFrom(now: number, before: number): string {
  return now > before ? ', up from ' : ', down from '
}

function unitIn({ unit }: BriefLine): Growth['as'] {
  return unit === 'per-share' ? 'per-share' : 'money'
}

/** "Operating margin was 16.5%, up 186 bps from a year ago, the highest in 12 quarters." */
function marginClause(
  { current, yearOverYear }: BriefLine,
  history: readonly Figure[],
  basis: BriefFigures['basis'],
): Clause {
  const { value } = current
  if (typeof value !== 'number') return []
  const unit = basis === 'quarterly' ? 'quarters' : 'years'
  return [
    'operating margin was ',
    { figure: value, as: 'percent' },
    ...beside(yearOverYear),
    ...extremeOf(value, history, unit),
  ]
}

function beside(change: Figure): Clause {
  if (typeof change !== 'number') return []
  if (Math.round(change * 1e4) === 0) return [', flat year over year']
  return [`, ${change > 0 ? 'up' : 'down'} `, { figure: Math.abs(change), as: 'bps' }, ' from a year ago']
}

/** Fewer figures have no highest one worth naming. */
const leastForExtreme = 8

function extremeOf(value: number, history: readonly Figure[], unit: string): Clause {
  const earlier = history.slice(0, -1).filter((figure) => typeof figure === 'number')
  const count = earlier.length + 1
  if (count < leastForExtreme || count < history.length) return []
  if (earlier.every((figure) => figure < value)) return [`, the highest in ${count} ${unit}`]
  return earlier.every((figure) => figure > value) ? [`, the lowest in ${count} ${unit}`] : []
}

/** "Sentiment in the prepared remarks was 0.31, up from 0.29; in the answers it turned from 0.11 to (0.02)." */
function sentimentClauses(now: EarningsBrief['sentiment'], previous: CallTone | null): Clause {
  const prepared = scoreClause(now.prepared, previous?.prepared ?? null)
  const qa = scoreClause(now.qa, previous?.qa ?? null)
  if (prepared.length === 0) return qa.length === 0 ? [] : ['sentiment in the answers ', ...qa]
  return [
    'sentiment in the prepared remarks ',
    ...prepared,
    ...(qa.length === 0 ? [] : ['; in the answers it ', ...qa]),
  ]
}

function scoreClause(now: number | null, before: number | null): Clause {
  if (now === null) return []
  const score = (figure: number): SentencePart => ({ figure, as: 'score' })
  if (before === null) return ['was ', score(now)]
  const isNought = (figure: number) => isPrintedAsZero({ figure, as: 'score' })
  if (isNought(now - before)) return [`was ${changedLittle(now - before)} at `, score(now)]
  const hasTurned = Math.sign(now) * Math.sign(before) < 0 && !isNought(now) && !isNought(before)
  return hasTurned
    ? ['turned from ', score(before), ' to ', score(now)]
    : ['was ', score(now), changedFrom(now, before), score(before)]
}

/** "Since the call: one upgrade, five of six targets raised, one cut." */
function ratingsSentence(entries: readonly RatingEntry[], isEarlier: boolean): Sentence[] {
  const upgrades = entries.filter(({ kind }) => kind === 'up').length
  const downgrades = entries.filter(({ kind }) => kind === 'down').length
  const compared = entries.flatMap(({ targetChange }) => targetChange ?? [])
  const raised = compared.filter((change) => change > 0).length
  const cut = compared.filter((change) => change < 0).length
  const parts = [
    ...(upgrades > 0 ? [counted(upgrades, 'upgrade')] : []),
    ...(downgrades > 0 ? [counted(downgrades, 'downgrade')] : []),
    ...targetParts(compared.length, raised, cut),
  ]
  return parts.length === 0 ? [] : [[`${isEarlier ? 'Before the next call' : 'Since the call'}: ${parts.join(', ')}.`]]
}

function targetParts(compared: number, raised: number, cut: number): string[] {
  if (raised === 0 && cut === 0) return []
  const share = (count: number) =>
    count === compared ? counted(compared, 'target') : `${number(count)} of ${number(compared)} targets`
  if (raised === 0) return [`${share(cut)} cut`]
  return [`${share(raised)} raised`, ...(cut > 0 ? [`${number(cut)} cut`] : [])]
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function number(count: number): string {
  return numbers[count] ?? String(count)
}

function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** The clause with a capital and a stop; none of an empty one. */
function sentence(clause: Clause): Sentence[] {
  const [first = '', ...others] = clause
  const opening = typeof first === 'string' ? `${first.charAt(0).toUpperCase()}${first.slice(1)}` : first
  return clause.length === 0 ? [] : [[opening, ...others, '.']]
}
