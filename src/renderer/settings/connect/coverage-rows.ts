/**
 * What each line of a pasted coverage was recognized as, and the other listings that it may mean.
 */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { ResolvedCompany } from '#contract/api/watchlists.ts'
import { isMistyped } from './coverage-lookup.svelte.ts'

type Resolved = ApiOutputs['watchlists']['resolveCompanies']

/** The result of a line of the pasted text. */
export type CoverageRow =
  | { readonly is: 'empty' }
  /** Not looked up yet, or the head of a table. */
  | { readonly is: 'text' }
  | { readonly is: 'companies'; readonly companies: readonly ResolvedCompany[] }
  | { readonly is: 'duplicate'; readonly sameAs: number }
  | { readonly is: 'mistyped' | 'name' | 'unknown'; readonly company: ResolvedCompany }

/** A row for each line, in order. */
export function rowsOf(text: string, resolved: Resolved | null): readonly CoverageRow[] {
  const companies = Map.groupBy(resolved?.companies ?? [], ({ line }) => line)
  const duplicates = new Map(resolved?.duplicates.map(({ line, sameAs }) => [line, sameAs]))
  return text.split(/\r\n|\r|\n/).map((line, at): CoverageRow => {
    const found = companies.get(at + 1) ?? []
    const known = found.filter(({ security }) => security !== null)
    const [unknown] = found
    if (known.length > 0) return { is: 'companies', companies: known }
    if (unknown !== undefined) {
      return {
        is: isMistyped(unknown) ? 'mistyped' : unknown.interpretedAs === 'name' ? 'name' : 'unknown',
        company: unknown,
      }
    }
    const sameAs = duplicates.get(at + 1)
    if (sameAs !== undefined) return { is: 'duplicate', sameAs }
    return { is: line.trim() === '' ? 'empty' : 'text' }
  })
}

/**
 * Lines that stay as text after loading: those of companies that wait, which are names until their exchange is loaded and what was
 * not looked up. The head of their table stays above them.
 */
export function waitingLines(
  text: string,
  rows: readonly CoverageRow[],
  companies: readonly ResolvedCompany[],
  waits: (company: ResolvedCompany) => boolean,
): readonly string[] {
  const waiting = new Set(companies.filter(waits).map(({ line }) => line))
  if (waiting.size === 0) return []
  return text.split(/\r\n|\r|\n/).filter((_, at) => waiting.has(at + 1) || rows[at]?.is === 'text')
}

/** With the listings that the user chose, by the text of the line; the others are as recognized. */
export function withChosenListings(resolved: Resolved, chosen: ReadonlyMap<string, string>): Resolved {
  const companies = resolved.companies.map((company) => {
    const listing = company.listings.find(({ id }) => id === chosen.get(company.text))
    return listing ? { ...company, security: listing } : company
  })
  return { ...resolved, companies }
}

/** The possible meanings of a line, for its menu: the exchange, and the symbol if it differs. Empty: no choice. */
export function listingOptions({ security, listings }: ResolvedCompany): { value: string; label: string }[] {
  if (listings.length < 2) return []
  const isOneSymbol = listings.every(({ symbol }) => symbol === security?.symbol)
  return listings.map(({ id, symbol, mic, exchange }) => {
    const where = mic ?? exchange ?? 'exchange not stated'
    return { value: id, label: isOneSymbol ? where : `${where}, ${symbol}` }
  })
}

/** The next line from here that needs a correction, from 0; −1: none. `step` 1 or −1, round the ends. */
export function nextProblem(rows: readonly CoverageRow[], from: number, step: 1 | -1): number {
  for (let count = 1; count <= rows.length; count += 1) {
    const at = (((from + step * count) % rows.length) + rows.length) % rows.length
    const row = rows[at]
    if (row?.is === 'mistyped' || row?.is === 'unknown') return at
  }
  return -1
}
