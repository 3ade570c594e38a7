/** Names, headlines and locations of timeline events. */

import type { Preferences } from '#contract/api/api.ts'
import type { Figure } from '#contract/api/financials.ts'
import { unitOf } from '#contract/api/figure-lines.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type {
  FigureChangeOnTimeline,
  FigureStep,
  RatingOnTimeline,
  TimelineEntry,
  TimelineKind,
} from '#contract/api/timeline.ts'
import { formatCallDay } from '../format/call-dates.ts'
import { formatCallTime, formatDay, formatInstantDay } from '../format/dates.ts'
import { formatFigure, formatGrowth, formatMoney, formatPercent, formatPerShare } from '../format/figures.ts'
import { targetText } from '../format/contract-texts.ts'
import { formatCounted } from '../format/counts.ts'
import { toneOf, type Tone } from '../format/tone.ts'
import { showing, type TabLocation } from '../app/tab-locations.ts'

/** What a timeline shows, in the order of its filter. */
export const timelineKinds = [
  'call',
  'rating',
  'news',
  'period',
  'restated',
  'withdrawn',
] as const satisfies readonly TimelineKind[]
export const kindNames: Readonly<Record<TimelineKind, string>> = {
  call: 'Calls',
  rating: 'Ratings',
  news: 'News',
  period: 'Period ends',
  restated: 'Restatements',
  withdrawn: 'Withdrawals',
}
/** The same entry in another response has the same key. */
export function keyOf(entry: TimelineEntry): string {
  if (entry.kind === 'call') return `call ${entry.callId}`
  if (entry.kind === 'restated' || entry.kind === 'withdrawn') return `${entry.kind} ${entry.recordId} ${entry.at}`
  return `${entry.kind} ${entry.recordId}`
}

/** The page that shows the event. */
export function locationOf(entry: TimelineEntry): TabLocation {
  const { kind, symbol } = entry
  switch (kind) {
    case 'call':
      return { screen: 'call', callId: entry.callId, title: entry.title, turn: -1 }
    case 'rating':
    case 'news':
      return showing(kind, symbol, entry.recordId)
    case 'period':
      return { screen: 'company', symbol, view: 'financials' }
    case 'restated':
      return { screen: 'company', symbol, view: 'restatements' }
    case 'withdrawn':
      return { screen: 'company', symbol, view: 'restatements', changes: 'withdrawn' }
    default:
      return kind satisfies never
  }
}

type Scale = Preferences['scale']

/** The event in short: next to a mark, and where another event refers to it. */
export function whatOf(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'call':
      return entry.quarter === null ? entry.title : `${fiscalPeriodName(entry.quarter)} earnings call`
    case 'rating':
      return ratingText(entry)
    case 'news':
      return entry.headline ?? entry.catalyst ?? 'News item'
    case 'period':
      return `${fiscalPeriodName(entry)} ends`
    case 'restated':
    case 'withdrawn':
      return `${fiscalPeriodName(entry)} ${entry.kind}`
  }
}

/** `North Quay raises target, reiterates Buy`; `Castell & Rowe upgrades to Buy`. */
function ratingText({ firm, ratingKind, action, rating, target, targetChange }: RatingOnTimeline): string {
  const name = firm ?? 'Firm not named'
  const opinion = rating?.trim() ?? ''
  const moved = targetChange === null || targetChange === 0 ? '' : targetChange > 0 ? 'raises target' : 'cuts target'
  const on = (preposition: string) => (opinion === '' ? '' : ` ${preposition} ${opinion}`)
  switch (ratingKind) {
    case 'up':
      return `${name} upgrades${on('to')}`
    case 'down':
      return `${name} downgrades${on('to')}`
    case 'initiated':
      return `${name} initiates${on('at')}${target === null ? '' : `, target ${targetText(target)}`}`
    case 'reiterated':
      return `${name} ${[moved, opinion === '' ? 'reiterates' : `reiterates ${opinion}`].filter((part) => part !== '').join(', ')}`
    case 'note':
      return `${name} publishes a note`
    case 'unknown':
      return [name, moved, action, opinion].filter((part) => part).join(', ')
    default:
      return ratingKind satisfies never
  }
}

/** The event with its figures: the list's headline. */
export function headlineOf(entry: TimelineEntry, scale: Scale): string {
  switch (entry.kind) {
    case 'period': {
      const { revenue, operatingMargin, earningsPerShare } = entry
      const figures = [
        revenue === null ? '' : `revenue ${formatMoney(revenue, scale)}`,
        operatingMargin === null ? '' : `operating margin ${formatPercent(operatingMargin)}`,
        earningsPerShare === null ? '' : `diluted EPS ${formatPerShare(earningsPerShare)}`,
      ].filter((part) => part !== '')
      return figures.length === 0 ? whatOf(entry) : `${whatOf(entry)}: ${figures.join(', ')}`
    }
    case 'restated':
    case 'withdrawn':
      return `${whatOf(entry)}: ${entry.first
        .slice(0, 2)
        .map((step) => stepText(step, scale, entry.kind))
        .join(', ')}`
    default:
      return whatOf(entry)
  }
}

function stepText(
  { field, label, previous, current }: FigureStep,
  scale: Scale,
  kind: FigureChangeOnTimeline['kind'],
): string {
  const text = (figure: Figure) => formatFigure(figure, unitOf(field), scale)
  const line = label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  return kind === 'withdrawn' ? `${line} ${text(previous)}` : `${line} ${text(previous)} → ${text(current)}`
}

export function dayOfEntry(entry: TimelineEntry): string {
  if (entry.kind === 'period') return formatDay(entry.end)
  return entry.kind === 'call' ? formatCallDay(entry.at) : formatInstantDay(entry.at)
}

/** The status of a call; one that is not documented is shown as received. */
const statusText: Readonly<Record<string, string>> = {
  COMPLETED: '',
  IN_PROGRESS: 'In progress',
  FAILED: 'Failed',
}
const newsTypes = { gainers: 'News, day’s gainer', losers: 'News, day’s loser', unknown: 'News' } as const

/** The list's third column: the opinion, or what it is. */
export function kindText(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'call': {
      const { seconds, stored, status } = entry
      const state = statusText[status ?? ''] ?? status ?? ''
      if (state !== '') return state
      const length = seconds === null ? '' : formatCallTime(seconds)
      return stored ? length || 'Call' : [length, 'not downloaded'].filter((part) => part !== '').join(', ')
    }
    case 'rating': {
      const [was, now] = [entry.previousRating?.trim() ?? '', entry.rating?.trim() ?? '']
      const isChanged = (entry.ratingKind === 'up' || entry.ratingKind === 'down') && was !== '' && was !== now
      return isChanged ? `${was} → ${now}` : now
    }
    case 'news':
      return newsTypes[entry.newsKind]
    case 'period':
      return 'Period end'
    case 'restated':
    case 'withdrawn':
      return formatCounted(entry.figures, 'figure')
  }
}

export function targetOf(entry: TimelineEntry): string {
  return entry.kind === 'rating' && entry.target !== null ? targetText(entry.target) : ''
}

export interface ChangeText {
  readonly text: string
  readonly tone: Tone
  readonly says: string
}

const noChange: ChangeText = { text: '', tone: '', says: '' }

/** Target against the firm's previous target, revenue growth at a period end, the first figure of a restatement. */
export function changeOf(entry: TimelineEntry): ChangeText {
  switch (entry.kind) {
    case 'rating':
      return change(entry.targetChange, 'Target vs. the firm’s previous target', true)
    case 'period':
      return change(entry.growth, 'Revenue y/y', true)
    case 'restated': {
      const { label = '', previous = null, current = null } = entry.first[0] ?? {}
      const isRatio = typeof previous !== 'number' || typeof current !== 'number' || previous <= 0
      // A correction is neither good nor bad.
      return change(isRatio ? null : current / previous - 1, `${label}, restated vs. previous`, false)
    }
    default:
      return noChange
  }
}

function change(of: Figure, says: string, colored: boolean): ChangeText {
  if (of === null || of === 0) return noChange
  const text = formatGrowth(of)
  return { text, tone: toneOf(of, colored ? 'up' : 'neither', text), says }
}

/** What a screen reader says of an event. */
export function sentenceOf(entry: TimelineEntry, scale: Scale): string {
  const { text } = changeOf(entry)
  const target = targetOf(entry)
  return [
    dayOfEntry(entry),
    entry.symbol,
    headlineOf(entry, scale),
    kindText(entry),
    target === '' ? '' : `target ${target}`,
    text === '' ? '' : `change ${text}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** The button that opens an event's source. */
export const openText: Readonly<Record<TimelineKind, string>> = {
  call: 'Open call',
  rating: 'Open rating',
  news: 'Open news',
  period: 'Open figures',
  restated: 'Open restatements',
  withdrawn: 'Open restatements',
}
