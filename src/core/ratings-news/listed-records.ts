/**
 * Holds the fields of all ratings and news in memory, by which the combined list is filtered and
 * sorted.
 */

import type { NewsTopic, TargetMove } from '#contract/api/ratings-news-facets.ts'
import type { RatingKind } from '#contract/api/ratings.ts'
import type { Reader } from '../database/reader-writer.ts'
import { readPriceTarget, targetChange } from '../ratings/price-target.ts'

interface Listed {
  readonly recordId: number
  readonly id: number
  /** Own company first; of news also the others that it names. */
  readonly symbols: readonly string[]
  readonly company: string
  /** ms UTC. */
  readonly at: number | null
  /** The text that is searched, in lower case. */
  readonly words: string
}

/** The fields of a rating by which the list is filtered, counted and ordered. */
export interface ListedRating extends Listed {
  readonly sort: 'rating'
  readonly kind: RatingKind
  readonly action: string
  /** As received. */
  readonly rating: string
  readonly firm: string
  readonly exchange: string
  /** Change from the same firm's previous target, as a fraction; null: not comparable. */
  readonly change: number | null
  /** The target is a number without a currency. */
  readonly isCurrencyUnstated: boolean
}

interface ListedNews extends Listed {
  readonly sort: 'news'
  readonly topics: readonly NewsTopic[]
  readonly shareClassFigi: string
}

export type ListedRecord = ListedRating | ListedNews

interface RatingRow {
  readonly recordId: number
  readonly id: number
  readonly firm: string | null
  readonly symbol: string | null
  readonly exchange: string | null
  readonly company: string | null
  readonly action: string | null
  readonly kind: RatingKind
  readonly rating: string | null
  readonly target: string | null
  readonly at: number | null
}

/** Every stored rating, compared with the firm's previous target of the same share. */
function readListedRatings(db: Reader): ListedRating[] {
  const rows = db.all<RatingRow>(
    `SELECT record_id AS recordId, id, firm, ticker AS symbol, exchange, company, action, kind, rating, price_target AS target,
       created_ms AS at FROM rating ORDER BY ticker, firm, exchange, created_ms, id`,
  )
  let former: { readonly row: RatingRow; readonly target: ReturnType<typeof readPriceTarget> } | null = null
  return rows.map((row): ListedRating => {
    const target = readPriceTarget(row.target)
    const previous = former !== null && isSameCoverage(former.row, row) ? former.target : null
    if (row.at !== null && target !== null) former = { row, target }
    return {
      sort: 'rating',
      recordId: row.recordId,
      id: row.id,
      symbols: row.symbol === null ? [] : [row.symbol],
      company: row.company ?? '',
      at: row.at,
      words: wordsOf([row.symbol, row.company, row.firm, row.firm?.replaceAll('-', ' '), row.action, row.rating]),
      kind: row.kind,
      action: row.action ?? '',
      rating: row.rating ?? '',
      firm: row.firm ?? '',
      exchange: row.exchange ?? '',
      change: row.at === null ? null : targetChange(previous, target),
      isCurrencyUnstated: target !== null && target.amount !== null && target.currency === null,
    }
  })
}

/** One firm's ratings of one listing; a rating without a firm or a symbol has no previous one. */
function isSameCoverage(one: RatingRow, other: RatingRow): boolean {
  return (
    one.symbol !== null &&
    one.firm !== null &&
    one.symbol === other.symbol &&
    one.firm === other.firm &&
    one.exchange === other.exchange
  )
}

interface NewsRow {
  readonly recordId: number
  readonly id: number
  readonly symbol: string | null
  readonly company: string | null
  readonly type: string | null
  readonly headline: string | null
  readonly catalyst: string | null
  readonly shareClassFigi: string | null
  readonly at: number | null
}

/** Every stored news item, with what it refers to. */
function readListedNews(db: Reader): ListedNews[] {
  const named = groupByRecord(
    db.all<{ recordId: number; value: string }>('SELECT record_id AS recordId, ticker AS value FROM news_security'),
  )
  const links = groupByRecord(
    db.all<{ recordId: number; value: string }>(
      "SELECT DISTINCT record_id AS recordId, of AS value FROM news_link WHERE of IN ('transcript', 'rating')",
    ),
  )
  const rows = db.all<NewsRow>(
    `SELECT record_id AS recordId, id, ticker AS symbol, company, type, headline, catalyst, share_class_figi AS shareClassFigi,
       created_ms AS at FROM news_item`,
  )
  return rows.map((row): ListedNews => {
    const linked = links.get(row.recordId) ?? []
    return {
      sort: 'news',
      recordId: row.recordId,
      id: row.id,
      symbols: [...(row.symbol === null ? [] : [row.symbol]), ...(named.get(row.recordId) ?? [])],
      company: row.company ?? '',
      at: row.at,
      words: wordsOf([row.symbol, row.company, row.headline, row.catalyst]),
      topics: [
        ...(row.type === 'gainers' || row.type === 'losers' ? ([row.type] as const) : []),
        ...(linked.includes('transcript') ? (['call'] as const) : []),
        ...(linked.includes('rating') ? (['rating'] as const) : []),
      ],
      shareClassFigi: row.shareClassFigi ?? '',
    }
  })
}

function groupByRecord(
  rows: readonly { readonly recordId: number; readonly value: string }[],
): Map<number, readonly string[]> {
  const groups = new Map<number, string[]>()
  for (const { recordId, value } of rows) {
    const group = groups.get(recordId)
    if (group) group.push(value)
    else groups.set(recordId, [value])
  }
  return groups
}

function wordsOf(parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(' ')
    .toLowerCase()
}

/** Minimum change that counts as large. */
const largeChange = 0.1
/** 45.00 to 49.50 is 10%, though the quotient of the two is a little less in binary. */
const tolerance = 1e-9

export function targetMovesOf({ change }: ListedRating): TargetMove[] {
  if (change === null || change === 0) return []
  const moves: TargetMove[] = [change > 0 ? 'raised' : 'cut']
  if (Math.abs(change) >= largeChange - tolerance) moves.push('large')
  return moves
}

/**
 * The two lists, read again after any write to the library: 100,000 records take about half a second. Between writes, each
 * keystroke in the filter reuses them.
 */
export class ListedRecords {
  readonly #reader: Reader
  #changes = -1
  #records: readonly ListedRecord[] = []

  constructor(reader: Reader) {
    this.#reader = reader
  }

  all(): readonly ListedRecord[] {
    const { changes } = this.#reader
    if (changes !== this.#changes) {
      this.#records = [...readListedRatings(this.#reader), ...readListedNews(this.#reader)]
      this.#changes = changes
    }
    return this.#records
  }
}
