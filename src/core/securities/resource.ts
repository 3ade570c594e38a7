/** Securities as a resource of the service: how a record is identified, stored in its table and found again. */

import type { SecurityRecord } from '#contract/service/securities.ts'
import { days } from '../duration.ts'
import { pagingOf, type ResourceType } from '../ledger/resource-type.ts'
import { oneLine } from './single-line-name.ts'
import { findByType, storeSecurity, type SecurityRow } from './securities-store.ts'

/** The service's page of a search (docs/interface.md, Operations). */
const servicePageSize = 100

/** Maximum number of stored matches of one type. */
const mostMatches = 10_000

export const securitiesResource: ResourceType<'securities'> = {
  operation: 'securities',
  age: 7 * days,
  identity: (record) => record.id ?? null,
  updatedAt: (record) => record.updated_at ?? null,
  project: (db, recordId, record) => {
    if (record.id) storeSecurity(db, recordId, rowOf(record.id, record))
  },
  find: (db, parameters) => {
    const { page, pageSize, offset } = pagingOf(parameters.page, servicePageSize)
    const all = findByType(db, parameters.type, parameters.query, mostMatches)
    return { recordIds: all.slice(offset, offset + pageSize), hits: all.length, page, pageSize }
  },
  announcement: () => ({ kind: 'securities' }),
}

/** Null: the record names none. */
export function symbolOf(record: SecurityRecord): string | null {
  return record.symbol ?? record['ticker_meta.ticker'] ?? null
}

/** A row of the table, without its ledger id. */
export function rowOf(id: string, record: SecurityRecord): SecurityRow {
  return {
    id,
    symbol: symbolOf(record) ?? '',
    name: oneLine(record.name ?? ''),
    exchange: record['exchange_info.exchange_name'] ?? null,
    mic: record['exchange_info.mic_code'] ?? null,
    country: record['exchange_info.exchange_country'] ?? null,
    type: record['classification.security_type'] ?? record['ticker_meta.type'] ?? null,
    sector: record['classification.gics'] ?? null,
    gics_code: record['classification.gics_code'] ?? null,
    currency: record['ticker_meta.currency_name'] ?? null,
    status: record.status ?? null,
    market_cap: record['financials.market_cap'] ?? null,
    isin: record['identifiers.isin'] ?? null,
    cusip: record['identifiers.cusip'] ?? null,
    figi: record['identifiers.figi'] ?? null,
    figi_composite: record['identifiers.figi_composite'] ?? null,
    figi_share_class: record['identifiers.figi_share_class'] ?? null,
    cik: record['identifiers.cik'] ?? null,
    opol: record['identifiers.opol'] ?? null,
  }
}
