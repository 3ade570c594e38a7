import { fiscalPeriodName } from '#contract/desk/fiscal-period-name.ts'
import { freshKinds } from '#contract/desk/fresh-kinds.ts'
import type { FreshCounts, FreshItem, Watched } from '#contract/desk/watchlists.ts'
import type { Reader } from '../database/handles.ts'
import { restatements } from '../fundamentals/restatements.ts'
import { firmName } from '../ratings/actions.ts'
import { getFresh, type FreshRow } from './fresh-store.ts'

/** What a saved search finds in one call, rating or news item that came after a moment. */
export interface SearchHit {
  readonly searchId: string
  readonly name: string
  readonly symbol: string
  readonly hits: number
  readonly storedAt: number
}

export interface FreshNeeds {
  readonly reader: Reader
  /** When the analyst last read a call, ms UTC; null: never. */
  readonly readAt: (callId: string) => number | null
  /** What saved searches find that came after a moment. */
  readonly searchHits: (since: number) => Promise<readonly SearchHit[]>
}

/** Restated figures that are counted of a list: beyond, the count is what is known of the newest. */
const mostRestated = 1000

/** What came of each company since it was seen, newest first, by symbol. */
export async function freshOf(
  { reader, readAt, searchHits }: FreshNeeds,
  entries: readonly Watched[],
): Promise<ReadonlyMap<string, readonly FreshItem[]>> {
  const bySymbol = new Map<string, FreshItem[]>(entries.map(({ symbol }) => [symbol, []]))
  if (entries.length === 0) return bySymbol
  const seenAt = new Map(entries.map((entry) => [entry.symbol, entry.seenAt]))
  const since = Math.min(...seenAt.values())
  const add = (item: FreshItem) => bySymbol.get(item.symbol)?.push(item)
  for (const row of getFresh(reader, entries)) {
    const isCall = row.kind === 'call' || row.kind === 'transcript'
    if (isCall && (readAt(row.id) ?? 0) >= row.cameAt) continue
    add({ ...row, title: titleOf(row) })
  }
  const isFresh = (symbol: string, cameAt: number) => cameAt > (seenAt.get(symbol) ?? Infinity)
  const changed = restatements(reader, { symbols: [...seenAt.keys()], since, offset: 0, limit: mostRestated })
  for (const { symbol, field, label, quarter, year, endPeriod, seenAt: cameAt } of changed.restatements) {
    if (!isFresh(symbol, cameAt)) continue
    const title = `${label}, ${fiscalPeriodName({ quarter, year })}, restated`
    add({ kind: 'restated', symbol, id: `${quarter} ${year} ${endPeriod} ${field}`, title, at: cameAt, cameAt })
  }
  for (const { searchId, name, symbol, hits, storedAt } of await searchHits(since)) {
    if (!isFresh(symbol, storedAt)) continue
    const title = `${name}: ${hits} ${hits === 1 ? 'hit' : 'hits'}`
    add({ kind: 'hits', symbol, id: searchId, title, at: null, cameAt: storedAt })
  }
  for (const items of bySymbol.values()) items.sort((left, right) => newness(right) - newness(left))
  return bySymbol
}

function newness({ at, cameAt }: FreshItem): number {
  return at ?? cameAt
}

function titleOf({ kind, id, title, firm }: FreshRow): string {
  if (kind === 'period') return `${periodName(id)} statements`
  return firm ? `${firmName(firm)}: ${title}` : title
}

function periodName(id: string): string {
  const [quarter = '', year = ''] = id.split(' ')
  return fiscalPeriodName({ quarter, year: Number(year) })
}

/** Each thing once, though several lists have its company. */
export function countFresh(items: Iterable<FreshItem>): FreshCounts {
  const counts = Object.fromEntries(freshKinds.map((kind) => [kind, 0])) as FreshCounts
  const told = new Set<string>()
  for (const { kind, symbol, id, cameAt } of items) {
    const key = [kind, symbol, id, cameAt].join('\n')
    if (told.has(key)) continue
    told.add(key)
    counts[kind] += 1
  }
  return counts
}
