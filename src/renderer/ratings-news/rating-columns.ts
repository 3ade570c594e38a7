import type { ColumnKind } from '#contract/api/exports.ts'
import type { PriceTarget, RatingEntry, RatingKind } from '#contract/api/ratings.ts'
import { formatInstantDay } from '../format/dates.ts'
import { absent, formatGrowth } from '../format/figures.ts'
import { targetText } from '../format/price-target.ts'
import type { Sheet, SheetCell } from '../format/copied-table.ts'
import type { Tone } from '../format/tone.ts'
import type { ListCell, ListColumn } from '../ui/list-table.ts'

export const ratingKindLabels: Readonly<Record<RatingKind, string>> = {
  up: 'Upgrades',
  down: 'Downgrades',
  initiated: 'Initiations',
  reiterated: 'Reiterations',
  unknown: 'Other actions',
  note: 'Notes',
}

const tones: Partial<Readonly<Record<RatingKind, Tone>>> = { up: 'up', down: 'down' }
export const toneOfKind = (kind: RatingKind): Tone => tones[kind] ?? ''

export type RatingColumn =
  | 'written'
  | 'symbol'
  | 'firm'
  | 'action'
  | 'rating'
  | 'was'
  | 'target'
  | 'targetBefore'
  | 'change'
  | 'company'
  | 'exchange'

export const ratingColumns: readonly ListColumn<RatingColumn>[] = [
  { key: 'symbol', title: 'Symbol', width: 80 },
  { key: 'written', title: 'Date', width: 84, align: 'end' },
  { key: 'firm', title: 'Firm', width: 148 },
  { key: 'action', title: 'Action', width: 100 },
  { key: 'rating', title: 'Rating', width: 112 },
  { key: 'was', title: 'Previous rating', width: 112, unsorted: true },
  { key: 'target', title: 'Target', width: 88, align: 'end', unsorted: true },
  { key: 'targetBefore', title: 'Previous target', width: 100, align: 'end', unsorted: true },
  { key: 'change', title: 'Change', width: 68, align: 'end', unsorted: true },
  { key: 'company', title: 'Company', width: 140, grows: true },
  { key: 'exchange', title: 'Exchange', width: 152 },
]

function targetCell(target: PriceTarget | null): ListCell {
  if (target === null) return { text: absent, tone: 'third' }
  if (target.amount === null) return { text: target.raw, tone: 'third', says: `As received: ${target.reason ?? ''}` }
  if (target.currency !== null) return targetText(target)
  return { text: targetText(target), tone: '', says: 'Currency not stated' }
}

export function ratingCells(entry: RatingEntry): Record<RatingColumn, ListCell> {
  return {
    written: entry.at === null ? (entry.createdAt ?? absent) : formatInstantDay(entry.at),
    symbol: entry.symbol ?? '',
    firm: entry.firmName ?? '',
    action:
      entry.kind === 'note'
        ? { text: 'Note', tone: 'third' }
        : { text: entry.action ?? '', tone: toneOfKind(entry.kind) },
    rating: entry.rating ?? '',
    was: { text: entry.previous?.rating ?? '', tone: 'third' },
    target: targetCell(entry.target),
    targetBefore: entry.previousTarget ? targetCell(entry.previousTarget.target) : '',
    change: changeCell(entry.targetChange),
    company: entry.company ?? '',
    exchange: entry.exchange ?? '',
  }
}

function changeCell(change: number | null): ListCell {
  if (change === null) return ''
  return { text: formatGrowth(change), tone: change > 0 ? 'up' : change < 0 ? 'down' : '' }
}

const heads = [
  'Date',
  'Time, UTC',
  'Symbol',
  'Company',
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
  'id',
] as const

/** Ratings for a spreadsheet: amounts as numbers beside the text as received, and the ids that identify each at the service. */
export function ratingSheet(entries: readonly RatingEntry[]): Sheet {
  return {
    heads,
    rows: entries.map((entry): SheetCell[] => {
      const [day = null, clock] = entry.at === null ? [] : new Date(entry.at).toISOString().split('T')
      const before = entry.previousTarget?.target ?? null
      return [
        day,
        clock?.slice(0, 8) ?? null,
        entry.symbol,
        entry.company,
        entry.exchange,
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
        entry.firm,
        entry.id,
      ]
    }),
  }
}

export const ratingKinds: Readonly<Record<string, ColumnKind>> = { Date: 'day', Change: 'percent', id: 'id' }
