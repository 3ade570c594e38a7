import { figureChangeKind, type ChangedFigure } from '#contract/api/comparisons.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { noNewItems } from '#contract/api/whats-new-kinds.ts'
import type { NewItemCounts, NewItem, Watched } from '#contract/api/watchlists.ts'
import type { Reader } from '../database/reader-writer.ts'
import { restatements } from '../fundamentals/restatements.ts'
import { firmName } from '../ratings/rating-actions.ts'
import { getNewItems, type NewItemRow } from './whats-new-store.ts'

/** What a saved search finds in one call, rating or news item that came after a moment. */
export interface SearchHit {
  readonly searchId: string
  readonly name: string
  readonly symbol: string
  readonly hits: number
  readonly storedAt: number
  /** The call that was searched, or that was summed up. */
  readonly callId: string | null
  /** Of the rating or news item; null of a transcript. */
  readonly recordId: number | null
}

export interface WhatsNewDependencies {
  readonly reader: Reader
  /** When the analyst last read a call, ms UTC; null: never. */
  readonly readAt: (callId: string) => number | null
  /** What saved searches find that came after a moment. */
  readonly searchHits: (since: number) => Promise<readonly SearchHit[]>
}

/** Changed figures of a kind that are counted of a list: beyond, the count is what is known of the newest. */
const mostChanged = 1000

/** What was published or changed of each company since it was seen, newest first, by symbol. */
export async function newItemsOf(
  { reader, readAt, searchHits }: WhatsNewDependencies,
  entries: readonly Watched[],
): Promise<ReadonlyMap<string, readonly NewItem[]>> {
  const bySymbol = new Map<string, NewItem[]>(entries.map(({ symbol }) => [symbol, []]))
  if (entries.length === 0) return bySymbol
  const seenAt = new Map(entries.map((entry) => [entry.symbol, entry.seenAt]))
  const since = Math.min(...seenAt.values())
  const add = (item: NewItem) => bySymbol.get(item.symbol)?.push(item)
  const rows = getNewItems(reader, entries)
  for (const row of rows) {
    const isCall = row.kind === 'call' || row.kind === 'transcript'
    if (isCall && (readAt(row.id) ?? 0) >= row.cameAt) continue
    const { kind, symbol, id, at, cameAt } = row
    add({ kind, symbol, id, title: titleOf(row), at, cameAt })
  }
  const isUnseen = (symbol: string, cameAt: number) => cameAt > (seenAt.get(symbol) ?? Infinity)
  for (const kind of figureChangeKind.options) {
    const changed = restatements(reader, { symbols: [...seenAt.keys()], kind, since, offset: 0, limit: mostChanged })
    for (const item of changedPeriods(changed.restatements.filter(({ symbol, seenAt: at }) => isUnseen(symbol, at))))
      add(item)
  }
  // What a search finds in an old call that was only downloaded now is not new either.
  const newTexts = new Set(
    rows.map(({ id, recordId }) => textKey(recordId === undefined ? id : null, recordId ?? null)),
  )
  for (const { searchId, name, symbol, hits, storedAt, callId, recordId } of await searchHits(since)) {
    if (!isUnseen(symbol, storedAt) || !newTexts.has(textKey(callId, recordId))) continue
    const title = `${name}: ${hits} ${hits === 1 ? 'hit' : 'hits'}`
    add({ kind: 'hits', symbol, id: searchId, title, at: null, cameAt: storedAt })
  }
  for (const items of bySymbol.values()) items.sort((left, right) => newness(right) - newness(left))
  return bySymbol
}

/** One for each period, whose figures mostly change together; newest first, as they come. All are of one kind. */
function changedPeriods(all: readonly ChangedFigure[]): readonly NewItem[] {
  const byPeriod = new Map<string, { latest: ChangedFigure; fields: Set<string> }>()
  for (const each of all) {
    const { symbol, quarter, year, endPeriod, field } = each
    const key = [symbol, quarter, year, endPeriod].join('\n')
    const period = byPeriod.get(key) ?? { latest: each, fields: new Set() }
    byPeriod.set(key, { ...period, fields: period.fields.add(field) })
  }
  return [...byPeriod.values()].map(({ latest, fields }) => {
    const { kind, symbol, quarter, year, endPeriod, label, seenAt: cameAt } = latest
    const period = fiscalPeriodName({ quarter, year })
    const title = fields.size === 1 ? `${label}, ${period}, ${kind}` : `${period}, ${fields.size} figures ${kind}`
    return { kind, symbol, id: `${quarter} ${year} ${endPeriod}`, title, at: cameAt, cameAt }
  })
}

/** A transcript and its summary are known by their call. */
function textKey(callId: string | null, recordId: number | null): string {
  return callId ?? `record ${recordId ?? 0}`
}

function newness({ at, cameAt }: NewItem): number {
  return at ?? cameAt
}

function titleOf({ kind, id, title, firm }: NewItemRow): string {
  if (kind === 'period') return `${periodName(id)} statements`
  return firm ? `${firmName(firm)}: ${title}` : title
}

function periodName(id: string): string {
  const [quarter = '', year = ''] = id.split(' ')
  return fiscalPeriodName({ quarter, year: Number(year) })
}

/** Each thing once, though several lists have its company. */
export function countNewItems(items: Iterable<NewItem>): NewItemCounts {
  const counts: NewItemCounts = { ...noNewItems }
  const counted = new Set<string>()
  for (const { kind, symbol, id, cameAt } of items) {
    const key = [kind, symbol, id, cameAt].join('\n')
    if (counted.has(key)) continue
    counted.add(key)
    counts[kind] += 1
  }
  return counts
}
