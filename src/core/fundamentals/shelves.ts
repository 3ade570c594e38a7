import type { Edition } from '#contract/desk/financials.ts'
import type { EnhancedRecord, LiteRecord } from '#contract/service/fundamentals.ts'
import type { Writer } from '../database/handles.ts'
import { hours, pageOf, type Found, type Shelf } from '../ledger/shelf.ts'
import type { Reader } from '../database/handles.ts'
import { figureFields } from './figure-fields.ts'
import { countRevisions, getRevisions } from '../ledger/ledger-store.ts'
import { findPeriods, storePeriod } from './fundamentals-store.ts'
import { restatedFields } from './restated.ts'

export const enhancedShelf: Shelf<'fundamentals.enhanced'> = {
  operation: 'fundamentals.enhanced',
  age: 24 * hours,
  identity: (record) => identityOf(record.symbol, record),
  updatedAt: (record) => record.updated_at ?? null,
  project: (db, recordId, record) => project(db, 'enhanced', recordId, record.symbol, record),
  find: (db, parameters) => find(db, 'enhanced', parameters),
  announcement: ({ symbol }) => ({ kind: 'fundamentals', symbol }),
}

export const liteShelf: Shelf<'fundamentals.lite'> = {
  operation: 'fundamentals.lite',
  age: 24 * hours,
  identity: (record) => identityOf(record.ticker, record),
  updatedAt: () => null,
  project: (db, recordId, record) => project(db, 'lite', recordId, record.ticker, record),
  find: (db, parameters) => find(db, 'lite', parameters),
  announcement: ({ symbol }) => ({ kind: 'fundamentals', symbol: symbol ?? '' }),
}

/**
 * A period is known by its label and its end date together: a service that moves one of them tells of another period, which the
 * period guard then names, rather than silently taking the first one's place.
 */
function identityOf(symbol: string | null | undefined, record: EnhancedRecord | LiteRecord): string | null {
  const { EndPeriod, Quarter, Year } = record
  if (!symbol || !EndPeriod || !Quarter || Year === null || Year === undefined) return null
  return `${symbol} ${Year} ${Quarter} ${EndPeriod}`
}

/** `working_capital_days.dso` is two steps down; a plain name is one. */
const figurePaths = figureFields.map((field): [first: string, second: string | undefined] => {
  const [first = field, second] = field.split('.')
  return [first, second]
})

/** Every figure of a record in the order of `figureFields`; null where it has none. */
export function figuresOf(record: Readonly<Record<string, unknown>>): (number | null)[] {
  const figures: (number | null)[] = []
  for (const [first, second] of figurePaths) figures.push(numberOf(atPath(record, first, second)))
  return figures
}

function project(
  db: Writer,
  edition: Edition,
  recordId: number,
  symbol: string | null | undefined,
  record: EnhancedRecord | LiteRecord,
): void {
  const { EndPeriod, Quarter, Year } = record
  if (!symbol || !EndPeriod || !Quarter || Year === null || Year === undefined) return
  storePeriod(db, {
    recordId,
    edition,
    symbol,
    cik: textOf(record['cik']),
    Quarter,
    Year,
    EndPeriod,
    updated_at: textOf(record['updated_at']),
    restated: restatedIn(db, recordId),
    figures: figuresOf(record),
  })
}

function restatedIn(db: Reader, recordId: number): string[] | null {
  if (countRevisions(db, recordId) < 2) return null
  return restatedFields(getRevisions(db, recordId).map(({ body }) => body))
}

function find(
  db: Reader,
  edition: Edition,
  asked: { symbol?: string | undefined; fiscal_year?: number | undefined; fiscal_period?: string | undefined } & {
    page?: number | undefined
    page_size?: number | undefined
  },
): Found {
  const { page, pageSize, limit, offset } = pageOf(asked.page, asked.page_size)
  const { symbol = null, fiscal_year: year = null, fiscal_period: quarter = null } = asked
  return { ...findPeriods(db, { edition, symbol, year, quarter }, { limit, offset }), page, pageSize }
}

function atPath(record: Readonly<Record<string, unknown>>, first: string, second: string | undefined): unknown {
  const value = record[first]
  if (second === undefined) return value
  return typeof value === 'object' && value !== null ? Reflect.get(value, second) : undefined
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
