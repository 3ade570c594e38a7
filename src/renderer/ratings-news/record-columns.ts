/**
 * The columns of the list of ratings and news, the texts of their cells, and the list as a
 * spreadsheet.
 */

import type { ColumnKind } from '#contract/api/exports.ts'
import type { RatingsNewsEntry, RatingsNewsOrder } from '#contract/api/ratings-news.ts'
import type { PriceTarget, RatingEntry } from '#contract/api/ratings.ts'
import type { SpreadsheetTable, SpreadsheetCell } from '../format/copied-table.ts'
import { absent, formatGrowth } from '../format/figures.ts'
import { targetText } from '../format/contract-texts.ts'
import type { HeadColumn } from '../ui/column-heads.ts'
import { toneOf } from '../format/tone.ts'
import type { TonedCell } from '../ui/list-table.ts'

export type RecordColumn =
  | 'date'
  | 'symbol'
  | 'company'
  | 'action'
  | 'firm'
  | 'was'
  | 'rating'
  | 'previousTarget'
  | 'target'
  | 'change'
  | 'headline'
  | 'type'
  | 'links'

export interface RecordHead extends HeadColumn<RecordColumn> {
  /** Takes the room that is left. */
  readonly grows?: boolean
  /** Only where the list is wide. */
  readonly wide?: boolean
}

/** For ratings, and for ratings and news in one list: there a headline spans the columns from `action` to `previousTarget`. */
const ratingColumns: readonly RecordHead[] = [
  { key: 'date', title: 'Date', width: 78, align: 'end' },
  { key: 'symbol', title: 'Symbol', width: 60 },
  { key: 'company', title: 'Company', width: 168, wide: true },
  { key: 'action', title: 'Action', width: 106 },
  { key: 'firm', title: 'Firm', width: 98, grows: true },
  { key: 'was', title: 'Previous rating', width: 114, align: 'end', unsorted: true },
  { key: 'rating', title: 'Rating', width: 102 },
  { key: 'previousTarget', title: 'Previous target', width: 104, align: 'end', unsorted: true },
  { key: 'target', title: 'Target', width: 88, align: 'end', unsorted: true },
  { key: 'change', title: 'Change', width: 66, align: 'end' },
  { key: 'links', title: 'Links', width: 60, align: 'end', wide: true, unsorted: true },
]

const newsColumns: readonly RecordHead[] = [
  { key: 'date', title: 'Date', width: 84, align: 'end' },
  { key: 'symbol', title: 'Symbol', width: 60 },
  { key: 'company', title: 'Company', width: 168, wide: true },
  { key: 'headline', title: 'Headline', width: 240, grows: true, unsorted: true },
  { key: 'type', title: 'Type', width: 120, unsorted: true },
  { key: 'links', title: 'Links', width: 60, align: 'end', unsorted: true },
]

export function recordColumns(isNewsOnly: boolean): readonly RecordHead[] {
  return isNewsOnly ? newsColumns : ratingColumns
}

/** Sort order of a click on a head; undefined: none. */
export const orderOf: Readonly<Partial<Record<RecordColumn, RatingsNewsOrder['by']>>> = {
  date: 'date',
  symbol: 'symbol',
  company: 'company',
  action: 'action',
  firm: 'firm',
  rating: 'rating',
  change: 'change',
}

export function targetCell(target: PriceTarget | null): TonedCell {
  if (target === null) return { text: absent, tone: 'third', says: 'No target stated' }
  if (target.amount === null) return { text: target.raw, tone: 'third', says: `As received: ${target.reason ?? ''}` }
  return {
    text: targetText(target),
    tone: '',
    ...(target.currency === null && { says: 'Currency not stated' }),
  }
}

/** The previous rating, where this one changed it. A record without a rating changes none. */
export function ratingBefore({ previous, rating }: Pick<RatingEntry, 'previous' | 'rating'>): string {
  const was = previous?.rating ?? ''
  return (rating ?? '') === '' || was.toLowerCase() === rating?.toLowerCase() ? '' : was
}

/** The rating of a record; for a note without one, the firm's current rating. */
export function ratingCell({ kind, previous, rating }: Pick<RatingEntry, 'kind' | 'previous' | 'rating'>): TonedCell {
  if ((rating ?? '') !== '') return { text: rating ?? '', tone: '' }
  const standing = kind === 'note' ? (previous?.rating ?? '') : ''
  if (standing === '') return { text: '', tone: '' }
  return { text: standing, tone: 'third', says: 'The firm’s current rating; this note states none' }
}

/** The targets of a record, `from` only where it states one to follow; for a note without one, the firm's current target. */
export function targetCells({
  kind,
  target,
  previousTarget,
}: Pick<RatingEntry, 'kind' | 'target' | 'previousTarget'>): {
  readonly from: string
  readonly to: TonedCell
} {
  const was = previousTarget === null ? '' : targetText(previousTarget.target)
  if (target !== null) return { from: was, to: targetCell(target) }
  if (kind !== 'note' || was === '') return { from: '', to: targetCell(null) }
  return { from: '', to: { text: was, tone: 'third', says: 'The firm’s current target; this note states none' } }
}

/** The change of the target; `new` for the firm's first. */
export function changeCell(entry: Pick<RatingEntry, 'kind' | 'target' | 'previousTarget' | 'targetChange'>): TonedCell {
  const { kind, target, previousTarget, targetChange } = entry
  if (targetChange !== null) {
    const text = formatGrowth(targetChange)
    return { text, tone: toneOf(targetChange, 'up', text) }
  }
  if (kind === 'initiated' && previousTarget === null) return { text: 'new', tone: 'third' }
  if (target === null && kind === 'note') return { text: '', tone: '' }
  if (target === null || target.amount === null) return { text: absent, tone: 'third', says: 'No target to compare' }
  if (previousTarget === null) return { text: absent, tone: 'third', says: 'No earlier target of this firm is stored' }
  if (previousTarget.target.amount === null)
    return { text: absent, tone: 'third', says: 'The previous target is not a number' }
  return { text: absent, tone: 'third', says: 'The targets are in different currencies' }
}

const heads = [
  'Date',
  'Time, UTC',
  'Symbol',
  'Company',
  'Exchange',
  'Record',
  'Firm',
  'Action',
  'Rating',
  'Previous rating',
  'Target',
  'Currency',
  'Target as received',
  'Previous target',
  'Previous currency',
  'Change',
  'News type',
  'Catalyst',
  'Headline',
  'Securities',
  'Links',
  'firm',
  'id',
] as const

/** Columns that only records of the other kind have something in. */
const onlyOf: Readonly<Record<RatingsNewsEntry['sort'], ReadonlySet<string>>> = {
  rating: new Set<(typeof heads)[number]>([
    'Exchange',
    'Firm',
    'Action',
    'Rating',
    'Previous rating',
    'Target',
    'Currency',
    'Target as received',
    'Previous target',
    'Previous currency',
    'Change',
    'firm',
  ]),
  news: new Set<(typeof heads)[number]>(['News type', 'Catalyst', 'Headline', 'Securities', 'Links']),
}

/**
 * For a spreadsheet: amounts as numbers next to the text as received, and the ids that identify each record at the service. Where all
 * records are ratings, or all are news, the columns of the others are left out.
 */
export function recordSheet(entries: readonly RatingsNewsEntry[]): SpreadsheetTable {
  const sorts = new Set(entries.map(({ sort }) => sort))
  const other = sorts.size !== 1 ? undefined : onlyOf[sorts.has('news') ? 'rating' : 'news']
  const kept = [...heads.keys()].filter((at) => other?.has(heads[at] ?? '') !== true)
  return {
    heads: kept.map((at) => heads[at] ?? ''),
    rows: entries.map((entry) => {
      const row = rowOf(entry)
      return kept.map((at) => row[at] ?? null)
    }),
  }
}

function rowOf(entry: RatingsNewsEntry): SpreadsheetCell[] {
  const [day = null, clock] = entry.at === null ? [] : new Date(entry.at).toISOString().split('T')
  const common = [day, clock?.slice(0, 8) ?? null, entry.symbol, entry.company]
  if (entry.sort === 'news') {
    const ratingCells = Array.from({ length: 10 }, () => null)
    const { type, catalyst, headline, securities, links, id } = entry
    return [...common, null, 'News', ...ratingCells, type, catalyst, headline, securities, links, null, id]
  }
  const before = entry.previousTarget?.target ?? null
  return [
    ...common,
    entry.exchange,
    'Rating',
    entry.firmName,
    entry.action,
    entry.rating,
    entry.previous?.rating ?? null,
    entry.target?.amount ?? null,
    entry.target?.currency ?? null,
    entry.target?.raw ?? null,
    before?.amount ?? null,
    before?.currency ?? null,
    entry.targetChange,
    null,
    null,
    null,
    null,
    null,
    entry.firm,
    entry.id,
  ]
}

export const recordKinds: Readonly<Record<string, ColumnKind>> = {
  Date: 'day',
  Target: 'per-share',
  'Previous target': 'per-share',
  Change: 'percent',
  id: 'id',
}
