import type { Reader } from '../database/reader-writer.ts'
import { getKnownAsOf } from '../ledger/ledger-store.ts'
import { readShownAsOf } from '../ledger/shown-records.ts'
import type { NewsRow } from './news-store.ts'
import { newsResource, rowOf } from './resource.ts'

/** The news among these rows that were stored at the moment `asOf`, with their content of that moment, latest first. */
export function newsAsOf(db: Reader, rows: readonly NewsRow[], asOf: number): NewsRow[] {
  const known = new Map(
    getKnownAsOf(
      db,
      rows.map(({ recordId }) => recordId),
      asOf,
    ).map((record) => [record.recordId, record]),
  )
  const changed = rows.flatMap(({ recordId, versions }) => {
    const then = known.get(recordId)
    return then && then.versions < versions ? recordId : []
  })
  const former = new Map(readShownAsOf(db, newsResource, changed, asOf).map(({ id, record }) => [id, record]))
  return rows
    .flatMap((row): NewsRow[] => {
      const then = known.get(row.recordId)
      if (!then) return []
      const { versions, seenAt } = then
      const record = former.get(row.recordId)
      return [{ ...row, ...(record && columnsOf(row.id, record)), versions, seenAt }]
    })
    .toSorted((one, other) => (other.at ?? -Infinity) - (one.at ?? -Infinity) || other.id - one.id)
}

function columnsOf(id: number, record: Parameters<typeof rowOf>[1]): Partial<NewsRow> {
  const { headline, catalyst, type, ticker, company, securities, links, created_at, created_ms } = rowOf(id, record)
  return {
    headline,
    catalyst,
    type,
    symbol: ticker,
    company,
    securities,
    links,
    at: created_ms,
    createdAt: created_at,
  }
}
