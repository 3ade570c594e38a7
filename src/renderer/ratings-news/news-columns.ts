import type { ColumnKind } from '#contract/api/exports.ts'
import type { NewsEntry, NewsKind } from '#contract/api/news.ts'
import { formatInstantDay } from '../format/dates.ts'
import { absent } from '../format/figures.ts'
import type { Sheet, SheetCell } from '../format/copied-table.ts'
import type { Tone } from '../format/tone.ts'
import type { ListCell, ListColumn } from '../ui/list-table.ts'

export const newsKindLabels: Readonly<Record<NewsKind, string>> = {
  gainers: 'Gainers',
  losers: 'Losers',
  unknown: 'Other types',
}
const kindTones: Readonly<Record<NewsKind, Tone>> = { gainers: 'up', losers: 'down', unknown: '' }

export type NewsColumn = 'date' | 'symbol' | 'type' | 'catalyst' | 'headline' | 'links' | 'company'

/** The reason before the headline. */
export const newsColumns: readonly ListColumn<NewsColumn>[] = [
  { key: 'symbol', title: 'Symbol', width: 80 },
  { key: 'date', title: 'Date', width: 84, align: 'end' },
  { key: 'type', title: 'Type', width: 68 },
  { key: 'catalyst', title: 'Catalyst', width: 320, grows: true },
  { key: 'headline', title: 'Headline', width: 240, grows: true },
  { key: 'links', title: 'Links', width: 56, align: 'end' },
  { key: 'company', title: 'Company', width: 140 },
]

export function typeText({ kind, type }: Pick<NewsEntry, 'kind' | 'type'>): string {
  return kind === 'gainers' ? 'Gainer' : kind === 'losers' ? 'Loser' : (type ?? absent)
}

export function newsCells(entry: NewsEntry): Record<NewsColumn, ListCell> {
  return {
    date: entry.at === null ? (entry.createdAt ?? absent) : formatInstantDay(entry.at),
    symbol: entry.symbol ?? '',
    type: { text: typeText(entry), tone: kindTones[entry.kind] },
    catalyst: entry.catalyst ?? { text: '–', tone: 'third' },
    headline: entry.headline ?? '',
    links: entry.links === 0 ? '' : String(entry.links),
    company: entry.company ?? '',
  }
}

const heads = [
  'Date',
  'Time, UTC',
  'Symbol',
  'Company',
  'Type',
  'Catalyst',
  'Headline',
  'Securities',
  'Links',
  'id',
] as const

export function newsSheet(entries: readonly NewsEntry[]): Sheet {
  return {
    heads,
    rows: entries.map((entry): SheetCell[] => {
      const [day = null, clock] = entry.at === null ? [] : new Date(entry.at).toISOString().split('T')
      const { symbol, company, type, catalyst, headline, securities, links, id } = entry
      return [day, clock?.slice(0, 8) ?? null, symbol, company, type, catalyst, headline, securities, links, id]
    }),
  }
}

export const newsKinds: Readonly<Record<string, ColumnKind>> = { Date: 'day', id: 'id' }
