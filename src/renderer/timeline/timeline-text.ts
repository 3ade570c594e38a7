import type { Preferences } from '#contract/api/api.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { TimelineEntry, TimelineKind } from '#contract/api/timeline.ts'
import { formatDay, formatInstantDay } from '../format/dates.ts'
import { formatGrowth, formatMoney, formatPerShare, formatScore } from '../format/figures.ts'
import { targetText } from '../format/price-target.ts'
import type { Sheet, SheetCell } from '../format/copied-table.ts'
import { formatCounted } from '../format/sizes.ts'
import type { Tone } from '../format/tone.ts'
import type { ListCell, ListColumn } from '../ui/list-table.ts'
import type { TabLocation } from '../app/tab-locations.ts'

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
const oneOf: Readonly<Record<TimelineKind, string>> = {
  call: 'Call',
  rating: 'Rating',
  news: 'News',
  period: 'Period end',
  restated: 'Restated',
  withdrawn: 'Withdrawn',
}

/** The same entry in another response has the same key. */
export function keyOf(entry: TimelineEntry): string {
  if (entry.kind === 'call') return `call ${entry.callId}`
  if (entry.kind === 'restated' || entry.kind === 'withdrawn') return `${entry.kind} ${entry.recordId} ${entry.at}`
  return `${entry.kind} ${entry.recordId}`
}

/** Where it is looked at. */
export function locationOf(entry: TimelineEntry): TabLocation {
  const { kind, symbol } = entry
  switch (kind) {
    case 'call':
      return { screen: 'call', callId: entry.callId, title: entry.title, turn: -1 }
    case 'rating':
    case 'news':
      return { screen: kind === 'rating' ? 'ratings' : 'news', symbol, record: entry.recordId }
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

/** Up or down of a rating or of the shares, and how a call sounded. */
export function toneOf(entry: TimelineEntry): Tone {
  switch (entry.kind) {
    case 'call':
      return (entry.sentiment ?? 0) > 0 ? 'up' : (entry.sentiment ?? 0) < 0 ? 'down' : ''
    case 'rating':
      return entry.ratingKind === 'up' || entry.ratingKind === 'down' ? entry.ratingKind : ''
    case 'news':
      return entry.newsKind === 'gainers' ? 'up' : entry.newsKind === 'losers' ? 'down' : ''
    default:
      return ''
  }
}

export function whatOf(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'call':
      return entry.quarter === null ? entry.title : `${fiscalPeriodName(entry.quarter)} call`
    case 'rating': {
      const said = [entry.action, entry.rating].filter((part) => part).join(', ')
      return `${entry.firm ?? 'Firm not named'}: ${entry.ratingKind === 'note' ? 'note' : said}`
    }
    case 'news':
      return entry.catalyst ?? entry.headline ?? 'News item'
    case 'period':
      return `${fiscalPeriodName(entry)} ends`
    case 'restated':
    case 'withdrawn':
      return `${fiscalPeriodName(entry)}: ${formatCounted(entry.figures, 'figure')} ${entry.kind}`
  }
}

function dayOfEntry(entry: TimelineEntry): string {
  return entry.kind === 'period' ? formatDay(entry.end) : formatInstantDay(entry.at)
}

const scaleMarks: Readonly<Record<Preferences['scale'], string>> = {
  units: '',
  thousands: 'k',
  millions: 'm',
  billions: 'bn',
}

/** Of a call; one that nobody has described is shown as received. */
const statusText: Readonly<Record<string, string>> = {
  COMPLETED: '',
  IN_PROGRESS: 'in progress',
  FAILED: 'failed',
}

function detailOf(entry: TimelineEntry, scale: Preferences['scale']): string {
  switch (entry.kind) {
    case 'call': {
      const status = statusText[entry.status ?? ''] ?? entry.status ?? ''
      const downloaded = entry.recording === 'on-disk' ? 'transcript and recording downloaded' : 'transcript downloaded'
      return [status, entry.stored ? downloaded : 'not downloaded'].filter((part) => part !== '').join(', ')
    }
    case 'rating':
      return entry.previousRating === null || entry.previousRating === entry.rating
        ? ''
        : `previously ${entry.previousRating}`
    case 'news':
      return entry.catalyst === null ? '' : (entry.headline ?? '')
    case 'period': {
      const { revenue, earningsPerShare } = entry
      return [
        revenue === null ? '' : `revenue ${formatMoney(revenue, scale)}${scaleMarks[scale]}`,
        earningsPerShare === null ? '' : `EPS ${formatPerShare(earningsPerShare)}`,
      ]
        .filter((part) => part !== '')
        .join(', ')
    }
    case 'restated':
    case 'withdrawn':
      return `${entry.labels.join(', ')}${entry.figures > entry.labels.length ? ' …' : ''}`
  }
}

function valueCell(entry: TimelineEntry): ListCell {
  switch (entry.kind) {
    case 'call':
      return entry.sentiment === null
        ? ''
        : { text: formatScore(entry.sentiment), tone: toneOf(entry), says: 'Sentiment of the summary, −1 to 1' }
    case 'rating': {
      if (entry.target === null) return ''
      const { targetChange: change } = entry
      const tone = change === null || change === 0 ? '' : change > 0 ? 'up' : 'down'
      return {
        text: `${targetText(entry.target)}${change === null || change === 0 ? '' : ` ${formatGrowth(change)}`}`,
        tone: entry.target.amount === null ? 'third' : tone,
        says: 'Price target and its change from the firm’s previous target',
      }
    }
    case 'news':
      return entry.newsKind === 'unknown'
        ? ''
        : { text: entry.newsKind === 'gainers' ? 'Gainer' : 'Loser', tone: toneOf(entry) }
    default:
      return ''
  }
}

/** What news name, and which news name it. */
export interface Links {
  readonly named: readonly TimelineEntry[]
  readonly naming: readonly TimelineEntry[]
}

function linksText({ named, naming }: Links): string {
  const calls = named.filter(({ kind }) => kind === 'call')
  const ratings = named.length - calls.length
  const [call] = calls
  const parts = [
    calls.length === 1 && call ? whatOf(call) : calls.length > 1 ? formatCounted(calls.length, 'call') : '',
    ratings === 0 ? '' : formatCounted(ratings, 'rating'),
  ].filter((part) => part !== '')
  const references = parts.length === 0 ? '' : `refers to ${parts.join(', ')}`
  return naming.length === 0 ? references : `in ${formatCounted(naming.length, 'news item')}`
}

export type TimelineColumn = 'date' | 'symbol' | 'kind' | 'what' | 'value' | 'detail' | 'links'

export const timelineColumns: readonly ListColumn<TimelineColumn>[] = [
  { key: 'date', title: 'Date', width: 92, align: 'end' },
  { key: 'symbol', title: 'Symbol', width: 72 },
  { key: 'kind', title: 'Kind', width: 88 },
  { key: 'what', title: 'Headline', width: 260, grows: true },
  { key: 'value', title: 'Target or sentiment', width: 132, align: 'end' },
  { key: 'detail', title: 'Detail', width: 220, grows: true },
  { key: 'links', title: 'Links', width: 208 },
]

export function timelineCells(
  entry: TimelineEntry,
  links: Links,
  scale: Preferences['scale'],
): Record<TimelineColumn, ListCell> {
  return {
    date: dayOfEntry(entry),
    symbol: entry.symbol,
    kind: { text: oneOf[entry.kind], tone: 'third' },
    what: { text: whatOf(entry), tone: entry.kind === 'rating' ? toneOf(entry) : '' },
    value: valueCell(entry),
    detail: { text: detailOf(entry, scale), tone: 'third' },
    links: { text: linksText(links), tone: 'third' },
  }
}

/** What a screen reader says of an entry. */
export function sentenceOf(entry: TimelineEntry, scale: Preferences['scale']): string {
  const value = valueCell(entry)
  const said = typeof value !== 'string' && 'text' in value ? value.text : ''
  return [dayOfEntry(entry), entry.symbol, oneOf[entry.kind], whatOf(entry), said, detailOf(entry, scale)]
    .filter((part) => part !== '')
    .join(', ')
}

/** For a spreadsheet, with the ids by which each is found at the service. */
export function timelineSheet(
  entries: readonly TimelineEntry[],
  linksOf: (entry: TimelineEntry) => Links,
  scale: Preferences['scale'],
): Sheet {
  return {
    heads: [
      'Date',
      'Symbol',
      'Kind',
      'Headline',
      'Sentiment',
      'Target',
      'Currency',
      'Target change',
      'Detail',
      'Links',
      'Id',
    ],
    rows: entries.map((entry): SheetCell[] => [
      entry.kind === 'period' ? entry.end : new Date(entry.at).toISOString().slice(0, 10),
      entry.symbol,
      oneOf[entry.kind],
      whatOf(entry),
      entry.kind === 'call' ? entry.sentiment : null,
      ...(entry.kind === 'rating'
        ? [entry.target?.amount ?? null, entry.target?.currency ?? null, entry.targetChange]
        : [null, null, null]),
      detailOf(entry, scale),
      linksText(linksOf(entry)),
      entry.kind === 'call' ? entry.callId : entry.recordId,
    ]),
  }
}
