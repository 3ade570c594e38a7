/** Finds and counts what is new for each company since the user last looked. */

import { figureChangeKind, type ChangedFigure } from '#contract/api/comparisons.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { noNewItems } from '#contract/api/whats-new-kinds.ts'
import type { NewItemCounts, NewItem, Watched } from '#contract/api/watchlists.ts'
import type { Reader } from '../database/reader-writer.ts'
import { isNotInFuture } from '../future-timestamps.ts'
import { restatements } from '../fundamentals/restatements.ts'
import { firmName } from '../ratings/rating-actions.ts'
import { getNewItems, type NewItemRow, type SeenUntil } from './whats-new-store.ts'

export type { NewItemRow }

/** A hit of a saved search in one call, rating or news item that arrived after a moment. */
export interface SearchHit {
  readonly searchId: string
  readonly name: string
  readonly symbol: string
  readonly hits: number
  readonly storedAt: number
  /** The call that was searched, or that was summed up. */
  readonly callId: string | null
  /** Of the rating or news item; null for a transcript. */
  readonly recordId: number | null
}

export interface WhatsNewDependencies {
  readonly reader: Reader
  /** ms UTC. */
  readonly now: number
  /** What came of some companies since each was seen, except changed figures and searches. */
  readonly newItems: (companies: readonly SeenUntil[]) => readonly NewItemRow[]
  /** When the analyst last read a call, ms UTC; null: never. */
  readonly readAt: (callId: string) => number | null
  /** Hits of saved searches that arrived after a moment. */
  readonly searchHits: (since: number) => Promise<readonly SearchHit[]>
  /** Changed figures of a kind that are read at most: beyond, what is known is of the latest. */
  readonly mostChanged?: number
}

const usuallyChanged = 1000

/** New items, read each time. */
export function readNewItems(reader: Reader): WhatsNewDependencies['newItems'] {
  return (companies) => getNewItems(reader, companies).flat()
}

/** What is new for some companies, as stored. */
export interface NewFindings {
  readonly rows: readonly NewItemRow[]
  readonly changedFigures: readonly ChangedFigure[]
  readonly hits: readonly SearchHit[]
}

/** What was published or changed for each company since it was seen. */
export async function findNew(
  { reader, now, newItems, readAt, searchHits, mostChanged = usuallyChanged }: WhatsNewDependencies,
  entries: readonly SeenUntil[],
): Promise<NewFindings> {
  if (entries.length === 0) return { rows: [], changedFigures: [], hits: [] }
  const seenAt = new Map(entries.map((entry) => [entry.symbol, entry.seenAt]))
  const since = Math.min(...seenAt.values())
  const isUnseen = (symbol: string, receivedAt: number) =>
    receivedAt > (seenAt.get(symbol) ?? Infinity) && isNotInFuture(receivedAt, now)
  const rows = newItems(entries).filter(({ receivedAt }) => isNotInFuture(receivedAt, now))
  const symbols = [...seenAt.keys()]
  const changedFigures = figureChangeKind.options.flatMap((kind) =>
    restatements(reader, { symbols, kind, since, offset: 0, limit: mostChanged }).restatements.filter((change) =>
      isUnseen(change.symbol, change.seenAt),
    ),
  )
  // A hit in an old call that was only downloaded now is not new either.
  const newTexts = new Set(rows.map(textOfRow))
  const hits = (await searchHits(since)).filter(
    (hit) => isUnseen(hit.symbol, hit.storedAt) && newTexts.has(textOfHit(hit)),
  )
  const isRead = ({ kind, id, receivedAt }: NewItemRow) =>
    (kind === 'call' || kind === 'transcript') && (readAt(id) ?? 0) >= receivedAt
  return { rows: rows.filter((row) => !isRead(row)), changedFigures, hits }
}

/** The same as one list per company, latest first, by symbol. */
export async function newItemsOf(
  dependencies: WhatsNewDependencies,
  entries: readonly Watched[],
): Promise<ReadonlyMap<string, readonly NewItem[]>> {
  const bySymbol = new Map<string, NewItem[]>(entries.map(({ symbol }) => [symbol, []]))
  const add = (item: NewItem) => bySymbol.get(item.symbol)?.push(item)
  const { rows, changedFigures, hits } = await findNew(dependencies, entries)
  for (const row of rows) {
    const { kind, symbol, id, at, receivedAt } = row
    add({ kind, symbol, id, title: titleOf(row), at, receivedAt })
  }
  for (const kind of figureChangeKind.options)
    for (const item of changedPeriods(changedFigures.filter((change) => change.kind === kind))) add(item)
  for (const { searchId, name, symbol, hits: count, storedAt } of hits) {
    const title = `${name}: ${count} ${count === 1 ? 'hit' : 'hits'}`
    add({ kind: 'hits', symbol, id: searchId, title, at: null, receivedAt: storedAt })
  }
  for (const items of bySymbol.values()) items.sort((left, right) => newness(right) - newness(left))
  return bySymbol
}

/** One per period, whose figures usually change together; latest first, as received. All are of one kind. */
function changedPeriods(all: readonly ChangedFigure[]): readonly NewItem[] {
  const byPeriod = new Map<string, { latest: ChangedFigure; fields: Set<string> }>()
  for (const each of all) {
    const { symbol, quarter, year, endPeriod, field } = each
    const key = [symbol, quarter, year, endPeriod].join('\n')
    const period = byPeriod.get(key) ?? { latest: each, fields: new Set() }
    byPeriod.set(key, { ...period, fields: period.fields.add(field) })
  }
  return [...byPeriod.values()].map(({ latest, fields }) => {
    const { kind, symbol, quarter, year, endPeriod, label, seenAt: receivedAt } = latest
    const period = fiscalPeriodName({ quarter, year })
    const title = fields.size === 1 ? `${label}, ${period}, ${kind}` : `${period}, ${fields.size} figures ${kind}`
    return { kind, symbol, id: `${quarter} ${year} ${endPeriod}`, title, at: receivedAt, receivedAt }
  })
}

/** Names a text that is searched: a transcript and its summary are one, known by their call. */
export function textOfHit({ callId, recordId }: Pick<SearchHit, 'callId' | 'recordId'>): string {
  return callId ?? `record ${recordId ?? 0}`
}

export function textOfRow({ id, recordId }: Pick<NewItemRow, 'id' | 'recordId'>): string {
  return textOfHit({ callId: recordId === undefined ? id : null, recordId: recordId ?? null })
}

function newness({ at, receivedAt }: NewItem): number {
  return at ?? receivedAt
}

function titleOf({ kind, id, title, firm }: NewItemRow): string {
  if (kind === 'period') return `${periodName(id)} statements`
  return firm ? `${firmName(firm)}: ${title}` : title
}

function periodName(id: string): string {
  const [quarter = '', year = ''] = id.split(' ')
  return fiscalPeriodName({ quarter, year: Number(year) })
}

/** Counts each item once, even if several lists have its company. */
export function countNewItems(items: Iterable<NewItem>): NewItemCounts {
  const counts: NewItemCounts = { ...noNewItems }
  const counted = new Set<string>()
  for (const { kind, symbol, id, receivedAt } of items) {
    const key = [kind, symbol, id, receivedAt].join('\n')
    if (counted.has(key)) continue
    counted.add(key)
    counts[kind] += 1
  }
  return counts
}
