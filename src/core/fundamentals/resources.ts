/**
 * The two resource types of statements, enhanced and lite: how responses are stored in the library,
 * found again, and when they are stale.
 */

import type { Edition } from '#contract/api/financials.ts'
import type { EnhancedRecord, LiteRecord } from '#contract/service/fundamentals.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { hours } from '../duration.ts'
import { pagingOf, type RecordsPage, type ResourceType } from '../ledger/resource-type.ts'
import { figureFields } from './figure-fields.ts'
import { countRevisions } from '../ledger/ledger-store.ts'
import { shownHistory } from '../ledger/shown-records.ts'
import { figureChanges, restatedFields, storeFigureChanges } from './figure-changes.ts'
import { findPeriods, storePeriod } from './fundamentals-store.ts'
import { readFigures } from './read-figures.ts'

/** Statements of the enhanced edition in the library. */
export const enhancedResource: ResourceType<'fundamentals.enhanced'> = {
  operation: 'fundamentals.enhanced',
  figures: figureFields,
  holdsBack: true,
  age: 24 * hours,
  identity: (record) => identityOf(record.symbol, record),
  updatedAt: (record) => record.updated_at ?? null,
  project: (db, recordId, record) => project(db, 'enhanced', recordId, record.symbol, record),
  find: (db, parameters) => find(db, 'enhanced', parameters),
  announcement: ({ symbol }) => ({ kind: 'fundamentals', symbol }),
}

/** Statements of the lite edition in the library. */
export const liteResource: ResourceType<'fundamentals.lite'> = {
  operation: 'fundamentals.lite',
  figures: figureFields,
  holdsBack: true,
  age: 24 * hours,
  identity: (record) => identityOf(record.ticker, record),
  updatedAt: () => null,
  project: (db, recordId, record) => project(db, 'lite', recordId, record.ticker, record),
  find: (db, parameters) => find(db, 'lite', parameters),
  announcement: ({ symbol }) => ({ kind: 'fundamentals', symbol: symbol ?? '' }),
}

/**
 * A period is identified by its label and end date together: a service that changes one of them sends another period, which the
 * period guard reports, instead of silently replacing the first one.
 */
function identityOf(symbol: string | null | undefined, record: EnhancedRecord | LiteRecord): string | null {
  const { Quarter, Year } = record
  const end = dayOf(record.EndPeriod)
  if (!symbol || !end || !Quarter || Year === null || Year === undefined) return null
  return `${symbol} ${Year} ${Quarter} ${end}`
}

/** The day of a period's end, also where it came as a time: the same day is the same period. */
function dayOf(end: string | null | undefined): string | null {
  return end ? (/^(\d{4}-\d\d-\d\d)[T ]/.exec(end)?.[1] ?? end) : null
}

function project(
  db: Writer,
  edition: Edition,
  recordId: number,
  symbol: string | null | undefined,
  record: EnhancedRecord | LiteRecord,
): void {
  const { Quarter, Year } = record
  const EndPeriod = dayOf(record.EndPeriod)
  if (!symbol || !EndPeriod || !Quarter || Year === null || Year === undefined) return
  const isRevised = countRevisions(db, recordId) > 1
  const resource = edition === 'enhanced' ? enhancedResource : liteResource
  const changes = isRevised ? figureChanges(shownHistory(db, resource, recordId, null)) : []
  if (isRevised) storeFigureChanges(db, recordId, changes)
  storePeriod(db, {
    recordId,
    edition,
    symbol,
    cik: textOf(record['cik']),
    Quarter,
    Year,
    EndPeriod,
    updated_at: textOf(record['updated_at']),
    restated: isRevised ? restatedFields(changes) : null,
    figures: readFigures(record),
  })
}

function find(
  db: Reader,
  edition: Edition,
  requested: { symbol?: string | undefined; fiscal_year?: number | undefined; fiscal_period?: string | undefined } & {
    page?: number | undefined
    page_size?: number | undefined
  },
): RecordsPage {
  const { page, pageSize, limit, offset } = pagingOf(requested.page, requested.page_size)
  const { symbol = null, fiscal_year: year = null, fiscal_period: quarter = null } = requested
  return { ...findPeriods(db, { edition, symbol, year, quarter }, { limit, offset }), page, pageSize }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
