/** The securities search: matches in the library and, when requested, at the service, as one list. */

import type { Failure } from '#contract/failure.ts'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { Recognised, SecurityHit } from '#contract/api/securities.ts'
import { isOnMarket, readTerminalSymbol } from '#contract/api/terminal-symbols.ts'
import type { SearchType, SecurityRecord } from '#contract/service/securities.ts'
import type { Reader } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { isStale } from '../ledger/fetch-through-library.ts'
import { requestAndStore, failureOrThrow } from '../ledger/request-and-store.ts'
import { getRecords } from '../ledger/ledger-store.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { readShown } from '../ledger/shown-records.ts'
import { countFacets, isChosen } from './facets.ts'
import { normalForm, recognise } from './identifiers.ts'
import { oneLine } from './single-line-name.ts'
import * as store from './securities-store.ts'
import { rowOf, securitiesResource } from './resource.ts'

type Input = ApiInputs['securities']['find']
type Output = ApiOutputs['securities']['find']
type Candidate = store.SecurityFound | store.SecurityCandidate

/** Maximum number of stored candidates per kind of match; counts and facets cover these candidates. */
const mostCandidates = 500

/**
 * Finds securities by symbol, name or identifier. The library is searched while the user types; a request is sent only when
 * `freshness` requires it, its response is stored, and then both are one list. A failure of the service never hides what is
 * stored. Without a text: the companies whose fundamentals are stored, most recently fetched first.
 */
export async function searchSecurities(library: LibraryContext, question: Input, signal: AbortSignal): Promise<Output> {
  const { reader } = library
  // Composed, as keyboards and services write it: a combining accent would split a word in two.
  const query = question.query.trim().normalize('NFC')
  const recognised = recognise(query)
  const fromService =
    question.freshness === 'library' || query === ''
      ? null
      : await fetchFromService(library, requestsFor(query, question.type, recognised), signal)
  // Results of the service are shown even when the library would not match the same text.
  const candidates = unique([
    ...(fromService?.recordIds ?? []),
    ...(query === ''
      ? store.findLastFetchedCompanies(reader, mostCandidates)
      : findCandidates(reader, query, question.type, recognised)),
  ])
  const stored = store.getCandidates(reader, candidates)
  const rows = [...withoutStored(fromService?.unstored ?? [], stored), ...stored]
  const kept = rows.filter((row) => isChosen(row, question.facets))
  const ordered = query === '' ? kept : inOrderOfFit(kept, query)
  const first = question.offset ?? 0
  const shown = withFetchTimes(reader, ordered.slice(first, first + (question.limit ?? 50)))
  return {
    hits: shown.map((row) => asHit(row, fromService?.ids.has(row.id) ?? false)),
    found: kept.length,
    atLeast: candidates.length >= mostCandidates,
    recognised,
    facets: countFacets(rows, question.facets),
    outOf: store.countSecurities(reader),
    service: fromService && {
      type: fromService.type,
      value: fromService.value,
      found: fromService.found,
      fetched: fromService.fetched,
      unidentified: fromService.unidentified,
      failure: fromService.failure,
    },
  }
}

/** A text as one kind writes it. */
type ServiceRequest = Pick<Recognised, 'type' | 'value'>

interface ServiceHits extends ServiceRequest {
  readonly found: number | null
  readonly fetched: number
  readonly unidentified: number
  readonly failure: Failure | null
  /** The service's own. */
  readonly ids: ReadonlySet<string>
  readonly recordIds: readonly number[]
  /** Results that could not be stored (read-only profile or full disk); they are shown anyway. */
  readonly unstored: readonly store.SecurityFound[]
}

/**
 * What a text may be, most likely first, or as the chosen kind writes it; a wrong check digit counts only when nothing else matches.
 */
function requestsFor(
  query: string,
  chosen: SearchType | undefined,
  recognised: readonly Recognised[],
): readonly [ServiceRequest, ...ServiceRequest[]] {
  const possible = recognised.filter(({ type }) => chosen === undefined || type === chosen)
  const likely = possible.filter(({ checkDigit }) => checkDigit !== false)
  const type = chosen ?? 'symbol'
  const [first = { type, value: normalForm(type, query) }, ...others] = likely.length > 0 ? likely : possible
  return [first, ...others]
}

/** Tries one after another until one has results: XRAY is a symbol, XNAS is a market. */
async function fetchFromService(
  library: LibraryContext,
  [request, ...others]: readonly [ServiceRequest, ...ServiceRequest[]],
  signal: AbortSignal,
): Promise<ServiceHits> {
  const fromService = await searchByKind(library, request, signal)
  const [next, ...rest] = others
  if (next === undefined || fromService.failure !== null || fromService.found !== 0) return fromService
  const other = await fetchFromService(library, [next, ...rest], signal)
  return other.failure !== null || other.found !== 0 ? other : fromService
}

async function searchByKind(
  library: LibraryContext,
  { type, value }: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceHits> {
  try {
    const { response, recorded } = await requestAndStore(library, securitiesResource, {
      parameters: { query: value, type },
      signal,
    })
    const found = response.extent.hits ?? (response.records.length === 0 ? 0 : null)
    const records = response.records.flatMap(({ record }) => (record === null ? [] : [record]))
    return {
      type,
      value,
      found,
      fetched: response.records.length,
      unidentified: recorded?.unidentified ?? response.records.filter(({ record }) => !record?.id).length,
      failure: null,
      ids: new Set(records.flatMap(({ id }) => id ?? [])),
      recordIds: recorded?.recordIds ?? [],
      unstored: recorded ? [] : records.flatMap((record) => unstoredRow(library.reader, record, response.fetchedAt)),
    }
  } catch (error) {
    const failure = failureOrThrow(error)
    if (failure.kind === 'cancelled') throw error
    const nothing = { fetched: 0, unidentified: 0, ids: new Set<string>(), recordIds: [], unstored: [] }
    return { type, value, found: null, failure, ...nothing }
  }
}

/** A security as the library would show it after storing it. */
function unstoredRow(db: Reader, record: SecurityRecord, lastSeenAt: number): store.SecurityFound[] {
  if (!record.id) return []
  const row = rowOf(record.id, record)
  return [{ ...row, lastSeenAt, hasFundamentals: store.hasFundamentals(db, row.symbol) ? 1 : 0 }]
}

function withoutStored<Row extends { readonly id: string }>(
  rows: readonly Row[],
  stored: readonly { readonly id: string }[],
): Row[] {
  const known = new Set(stored.map(({ id }) => id))
  return rows.filter(({ id }) => !known.has(id))
}

/** The shown ones, of which those of the library get the times at which they were last fetched. */
function withFetchTimes(db: Reader, rows: readonly Candidate[]): store.SecurityFound[] {
  const stored = store.getSecurities(
    db,
    rows.flatMap((row) => ('recordId' in row ? row.recordId : [])),
  )
  const byRecord = new Map(stored.map((row) => [row.recordId, row]))
  return rows.flatMap((row) => ('recordId' in row ? (byRecord.get(row.recordId) ?? []) : row))
}

/** With a type: only that field. Without: every recognized kind, symbols that begin with it, names. */
function findCandidates(
  db: Reader,
  query: string,
  type: SearchType | undefined,
  recognised: readonly Recognised[],
): number[] {
  const exact = recognised
    .filter((each) => type === undefined || each.type === type)
    .flatMap((each) => store.findByType(db, each.type, each.value, mostCandidates))
  if (type !== undefined && type !== 'symbol') {
    return unique(exact.length > 0 ? exact : store.findByType(db, type, normalForm(type, query), mostCandidates))
  }
  const bySymbol = store.findByStart(db, 'symbol', query, mostCandidates)
  if (type === 'symbol') return unique([...exact, ...bySymbol])
  const byName = store.findByStart(db, 'name', query, mostCandidates)
  return unique([...exact, ...bySymbol, ...byName, ...store.findByWords(db, query, mostCandidates)])
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)]
}

function inOrderOfFit(rows: readonly Candidate[], query: string): Candidate[] {
  const terminal = readTerminalSymbol(query)
  const rank = (row: Candidate) =>
    terminal === undefined
      ? rankOf(row, query.toUpperCase())
      : rankOf(row, terminal.symbol) - (isOnMarket(row, terminal) ? 0 : otherMarket)
  return rows
    .map((row) => ({ row, rank: rank(row) }))
    .toSorted((left, right) => right.rank - left.rank || left.row.symbol.localeCompare(right.row.symbol))
    .map(({ row }) => row)
}

/** More than an exact symbol is worth: `BA LN` is not the company that is called BA in New York. */
const otherMarket = 50

/**
 * Exact symbol or identifier, then what begins with the text, then what holds it; larger companies and known ones first, and of a
 * company's listings the one at its official place of listing (OPOL).
 */
function rankOf(row: Candidate, query: string): number {
  const name = row.name.toUpperCase()
  const symbol = row.symbol.toUpperCase()
  const fit =
    symbol === query || row.isin === query || row.figi === query || row.cusip === query
      ? 40
      : symbol.startsWith(query)
        ? 24 - Math.min(8, symbol.length - query.length)
        : name.startsWith(query)
          ? 20
          : 0
  const size = row.market_cap === null ? 0 : Math.log10(Math.max(1, row.market_cap)) / 4
  const home = row.mic !== null && row.mic === row.opol ? 1 : 0
  return fit + size + home + row.hasFundamentals * 6
}

export function asHit(row: store.SecurityFound, fromService: boolean): SecurityHit {
  return {
    id: row.id,
    symbol: row.symbol,
    // Earlier versions stored names with line breaks.
    name: oneLine(row.name),
    exchange: row.exchange,
    mic: row.mic,
    country: row.country,
    type: row.type,
    sector: row.sector,
    currency: row.currency,
    status: row.status,
    marketCap: row.market_cap,
    isin: row.isin,
    cusip: row.cusip,
    figi: row.figi,
    cik: row.cik,
    source: fromService ? 'service' : 'library',
    fetchedAt: row.lastSeenAt,
    hasFundamentals: row.hasFundamentals === 1,
  }
}

/** The stored record of one security. Throws `not-in-library`. */
export function openProfile(
  library: LibraryContext,
  wanted: ApiInputs['securities']['profile'],
): ApiOutputs['securities']['profile'] {
  return profileOf(library, wanted) ?? fail({ kind: 'not-in-library' })
}

/** The same; null when it is not stored. */
function profileOf(
  library: LibraryContext,
  wanted: ApiInputs['securities']['profile'],
): ApiOutputs['securities']['profile'] | null {
  const { reader, clock } = library
  const listings = wanted.symbol === undefined ? [] : store.getBySymbol(reader, wanted.symbol)
  const row = wanted.id === undefined ? listings[0] : store.getByServiceId(reader, wanted.id)
  const [stored] = row ? getRecords(reader, [row.recordId]) : []
  if (!row || !stored) return null
  const { record } = readShown('securities', stored)
  if (!record) return null
  const others = wanted.symbol === undefined ? store.getBySymbol(reader, row.symbol) : listings
  return {
    record,
    fetchedAt: stored.lastSeenAt,
    stale: isStale(stored.lastSeenAt, securitiesResource.age, clock.now()),
    recordId: row.recordId,
    others: others.filter((each) => each.recordId !== row.recordId).map((each) => asHit(each, false)),
  }
}
