/**
 * Rows and matrix cells of Home: the texts of each new item, its figures, and the location that it
 * opens.
 */

import type { ApiOutputs } from '#contract/api/api.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { figureLines, labelInSentence } from '#contract/api/figure-lines.ts'
import { countOf, publishedAt, type HomeKind } from '#contract/api/home-counts.ts'
import type { HomeCompany, HomeItem, HomeItemOf } from '#contract/api/home.ts'
import type { RatingKind } from '#contract/api/ratings.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { formatInstantDayOfYear } from '../format/dates.ts'
import {
  formatBasisPoints,
  formatChange,
  formatFigure,
  formatGrowth,
  formatPercent,
  formatRestatement,
  roundsToZero,
} from '../format/figures.ts'
import { targetText } from '../format/contract-texts.ts'
import type { Scale } from '../format/scale.ts'
import { toneOf, type Tone } from '../format/tone.ts'
import { showing, type TabLocation } from '../app/tab-locations.ts'
import { formatCounted, formatNumber } from '../format/counts.ts'

/** Head of a row of the matrix: what is counted, and what its cells show. */
export const homeKindLabels: Readonly<Record<HomeKind, readonly [counted: string, shown: string]>> = {
  restated: ['periods restated', ''],
  rating: ['ratings', 'latest target'],
  call: ['calls', ''],
  transcript: ['transcripts', 'sentiment'],
  period: ['periods', 'revenue y/y'],
  hits: ['search hits', ''],
  news: ['news', ''],
  withdrawn: ['periods with withdrawals', ''],
}

/** The same for an item in every reading of Home: a call keeps it when its transcript arrives. */
export function homeItemKey(item: HomeItem): string {
  const { symbol, kind } = item
  switch (kind) {
    case 'restated':
    case 'withdrawn':
      // One a company.
      return `${symbol} ${kind}`
    case 'rating':
    case 'news':
      return `${symbol} ${kind} ${item.recordId}`
    case 'call':
    case 'transcript':
      return `${symbol} call ${item.callId}`
    case 'period':
      return `${symbol} ${kind} ${item.period}`
    default:
      return item satisfies never
  }
}

export function countAll(companies: readonly HomeCompany[], kind: HomeKind): number {
  return companies.reduce((sum, { items }) => sum + items.reduce((own, item) => own + countOf(item, kind), 0), 0)
}

interface HomeCell {
  readonly text: string
  readonly tone: Tone | 'flag' | 'accent'
  readonly arrow: 'up' | 'down' | null
}

/** The one figure that matters of a kind at a company; null: nothing new. */
export function cellOf({ items }: HomeCompany, kind: HomeKind): HomeCell | null {
  const count = items.reduce((sum, item) => sum + countOf(item, kind), 0)
  if (count === 0) return null
  const plain = (text: string, tone: HomeCell['tone'] = ''): HomeCell => ({ text, tone, arrow: null })
  switch (kind) {
    case 'restated':
      return plain(`r ${count}`, 'flag')
    case 'withdrawn':
      return plain(`w ${count}`, 'flag')
    case 'hits':
      return plain(formatNumber(count))
    case 'rating':
      return ratingCell(items.filter((item) => item.kind === 'rating'))
    case 'call': {
      const calls = items.filter((item) => item.kind === 'call')
      if (calls.some(({ isInProgress }) => isInProgress)) return plain('now', 'accent')
      return plain(formatInstantDayOfYear(latestOf(calls)?.at ?? latestOf(calls)?.receivedAt ?? 0))
    }
    case 'transcript': {
      const { sentiment, previousSentiment } = latestOf(items.filter((item) => item.kind === 'transcript')) ?? {}
      const change = differenceOf(sentiment ?? null, previousSentiment ?? null)
      if (change === null) return plain(formatFigure(sentiment ?? null, 'score', 'units'))
      const text = formatChange(change, 'score')
      return plain(text, toneOf(change, 'up', text))
    }
    case 'period': {
      const { growth = null } = latestOf(items.filter((item) => item.kind === 'period')) ?? {}
      const text = formatGrowth(growth)
      return plain(text, toneOf(growth, 'up', text))
    }
    case 'news': {
      const latest = latestOf(items.filter((item) => item.kind === 'news'))
      if (latest?.newsKind === 'gainers') return plain('gainer', 'up')
      return latest?.newsKind === 'losers' ? plain('loser', 'down') : plain(String(count))
    }
    default:
      return kind satisfies never
  }
}

function ratingCell(ratings: readonly HomeItemOf<'rating'>[]): HomeCell {
  const latest = latestOf(ratings)
  const change = latest?.targetChange ?? null
  const arrow = arrowOf(latest?.ratingKind ?? 'unknown')
  if (change === null) return { text: arrow === null ? 'new' : '', tone: arrow ?? '', arrow }
  const text = wholePercent(change)
  return { text, tone: toneOf(change, 'up', text), arrow }
}

function arrowOf(kind: RatingKind): 'up' | 'down' | null {
  return kind === 'up' || kind === 'down' ? kind : null
}

function latestOf<Item extends HomeItem>(items: readonly Item[]): Item | undefined {
  return items.toSorted((left, right) => publishedAt(right) - publishedAt(left))[0]
}

function differenceOf(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before
}

function wholePercent(fraction: number): string {
  const text = `${Math.round(Math.abs(fraction) * 100)}%`
  if (roundsToZero(text)) return text
  return fraction < 0 ? `(${text})` : `+${text}`
}

/** An item in words and figures, for its row of the table. */
interface HomeRow {
  readonly label: string
  readonly tone: '' | 'flag' | 'accent'
  readonly arrow: 'up' | 'down' | null
  readonly what: string
  /** The measure of `now` and `before`; empty: the row has no figures. */
  readonly measure: string
  readonly now: string
  readonly before: string
  /** Why `before` is inferred; empty: it is not. */
  readonly inferred: string
  readonly change: string
  readonly changeTone: Tone
  /** Which figures spoken in its call are others than reported; empty: none. */
  readonly spoken: string
}

const withoutFigures = {
  measure: '',
  now: '',
  before: '',
  inferred: '',
  change: '',
  changeTone: '',
  spoken: '',
} as const
const plainLabel = { tone: '', arrow: null } as const

/** How many figures spoken in a call differ from what was reported, and how many agreed until a restatement. */
type SpokenCounts = Pick<ApiOutputs['calls']['differingFigures']['calls'][number], 'differ' | 'restated'>
const noneSpoken: SpokenCounts = { differ: 0, restated: 0 }

/** @param spoken of the call of the item; none where that is not known yet */
export function rowOf(item: HomeItem, scale: Scale, now: number, spoken: SpokenCounts = noneSpoken): HomeRow {
  switch (item.kind) {
    case 'restated':
    case 'withdrawn':
      return changedRow(item, scale)
    case 'rating':
      return ratingRow(item)
    case 'call':
      return callRow(item, now)
    case 'transcript':
      return transcriptRow(item, spoken)
    case 'period':
      return periodRow(item, scale, spoken)
    case 'news': {
      const sign = { gainers: 'Gainers: ', losers: 'Losers: ', unknown: '' }[item.newsKind]
      return { label: 'News', ...plainLabel, what: `${sign}${item.headline}`, ...withoutFigures }
    }
    default:
      return item satisfies never
  }
}

function changedRow(item: HomeItemOf<'restated' | 'withdrawn'>, scale: Scale): HomeRow {
  const { kind, label, period, figures, field, current, previous } = item
  const line = figureLines.get(field)
  const unit = line?.unit ?? 'count'
  const change = typeof current === 'number' && typeof previous === 'number' ? current - previous : null
  const changeText = change === null ? '' : formatRestatement(change, unit, scale)
  return {
    label: kind === 'restated' ? 'Restated' : 'Withdrawn',
    tone: 'flag',
    arrow: null,
    what: `${period} ${labelInSentence(label)}${figures > 1 ? ` and ${formatNumber(figures - 1)} more` : ''}`,
    measure: measureOf(unit, scale),
    now: formatFigure(current, unit, scale),
    before: formatFigure(previous, unit, scale),
    inferred: '',
    change: changeText,
    changeTone: toneOf(change, line?.favor ?? 'neither', changeText),
    spoken: '',
  }
}

function measureOf(unit: UnitKind, scale: Scale): string {
  if (unit === 'money' || unit === 'shares') return scale
  const names = {
    'per-share': 'per share',
    'per-employee': 'per employee',
    percent: 'percent',
    ratio: 'ratio',
    days: 'days',
    count: 'count',
  } as const
  return unit === 'score' ? 'score' : names[unit]
}

const ratingLabels: Readonly<Record<RatingKind, string>> = {
  up: 'Upgrade',
  down: 'Downgrade',
  initiated: 'Initiated',
  reiterated: 'Reiterated',
  unknown: 'Rating',
  note: 'Note',
}

function ratingRow(item: HomeItemOf<'rating'>): HomeRow {
  const { ratingKind, firm, rating, previousRating, target, previousTarget, targetChange } = item
  const isNewTarget = ratingKind === 'reiterated' && targetChange !== null && targetChange !== 0
  const isNewRating = rating !== null && previousRating !== null && rating !== previousRating
  const changeText = targetChange === null ? '' : formatGrowth(targetChange)
  const opinion = isNewRating ? `${previousRating} to ${rating}` : rating
  return {
    label: isNewTarget ? 'Target' : ratingLabels[ratingKind],
    tone: '',
    arrow: arrowOf(ratingKind),
    what: [firm, opinion].filter(Boolean).join(', '),
    measure: target === null ? '' : 'target',
    now: target === null ? '' : targetText(target),
    before: target === null || previousTarget === null ? '' : targetText(previousTarget),
    inferred: 'Inferred: the previous target from this firm in the library',
    change: changeText,
    changeTone: toneOf(targetChange, 'up', changeText),
    spoken: '',
  }
}

function callRow({ title, seconds, isInProgress, at }: HomeItemOf<'call'>, now: number): HomeRow {
  if (isInProgress) {
    const started = at === null || at > now ? '' : `, started ${minutesText((now - at) / 1000)} ago`
    return { label: 'In progress', tone: 'accent', arrow: null, what: `${title}${started}`, ...withoutFigures }
  }
  const length = seconds === null ? '' : `, ${minutesText(seconds)}`
  return { label: 'Call', ...plainLabel, what: `${title}${length}, transcript not downloaded`, ...withoutFigures }
}

function minutesText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

function transcriptRow(
  { title, quarter, sentiment, previousSentiment }: HomeItemOf<'transcript'>,
  spoken: SpokenCounts,
): HomeRow {
  const call = quarter === null ? title : `${fiscalPeriodName(quarter)} call`
  const change = differenceOf(sentiment, previousSentiment)
  const changeText = change === null ? '' : formatChange(change, 'score')
  return {
    label: 'Transcript',
    ...plainLabel,
    what: call,
    spoken: spokenCountsText(spoken),
    measure: sentiment === null ? '' : 'sentiment',
    now: sentiment === null ? '' : formatFigure(sentiment, 'score', 'units'),
    before: sentiment === null || previousSentiment === null ? '' : formatFigure(previousSentiment, 'score', 'units'),
    inferred: '',
    change: changeText,
    changeTone: toneOf(change, 'up', changeText),
  }
}

/** `1 spoken figure differs from reported, 2 restated since`; empty where neither is so. */
function spokenCountsText({ differ, restated }: SpokenCounts): string {
  const counted = (figures: number, isFirst: boolean) =>
    isFirst ? formatCounted(figures, 'spoken figure') : formatNumber(figures)
  return [
    differ === 0 ? '' : `${counted(differ, true)} ${differ === 1 ? 'differs' : 'differ'} from reported`,
    restated === 0 ? '' : `${counted(restated, differ === 0)} restated since`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function periodRow(item: HomeItemOf<'period'>, scale: Scale, spoken: SpokenCounts): HomeRow {
  const { period, revenue, revenueYearAgo, growth, margin, marginChange } = item
  const changeText = formatGrowth(growth)
  const change = typeof marginChange === 'number' ? `, ${formatBasisPoints(marginChange)} bps` : ''
  return {
    label: 'Period',
    ...plainLabel,
    what: typeof margin === 'number' ? `${period}, operating margin ${formatPercent(margin)}${change}` : period,
    spoken: spokenCountsText(spoken),
    measure: 'revenue',
    now: formatFigure(revenue, 'money', scale),
    before: formatFigure(revenueYearAgo, 'money', scale),
    inferred: '',
    change: changeText,
    changeTone: toneOf(growth, 'up', changeText),
  }
}

/** The stored call of an item whose spoken figures are counted; null: it has none. */
export function callOf(item: HomeItem): { readonly callId: string; readonly title: string } | null {
  if (item.kind === 'period') return item.call
  return item.kind === 'transcript' ? { callId: item.callId, title: item.title } : null
}

/** The figures spoken in the call of an item; null: it has no stored call. */
export function figuresLocationOf(item: HomeItem): TabLocation | null {
  const call = callOf(item)
  return call && { screen: 'call', ...call, turn: -1, panel: 'figures' }
}

/** The location of an item: its exact position if known. */
export function locationOf(item: HomeItem): TabLocation {
  const { symbol } = item
  switch (item.kind) {
    case 'restated':
      return { screen: 'company', symbol, view: 'restatements' }
    case 'withdrawn':
      return { screen: 'company', symbol, view: 'restatements', changes: 'withdrawn' }
    case 'rating':
    case 'news':
      return showing(item.kind, symbol, item.recordId)
    case 'call':
    case 'transcript':
      return { screen: 'call', callId: item.callId, title: item.title, turn: -1 }
    case 'period':
      return { screen: 'company', symbol, view: 'financials' }
    default:
      return item satisfies never
  }
}
