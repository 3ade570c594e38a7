/** What several companies lack of an offline download, in total. */

import type { MissingItem, OfflineChoice, OfflineStatus } from '#contract/api/sync.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import { companyCompleteness, type CompanyCompleteness } from './completeness.ts'
import { yieldingToRequests } from './yielding-iteration.ts'
import type { CompletenessSources } from './sync-sources.ts'

type Completeness = Pick<OfflineStatus, 'asOf' | 'missing' | 'absent'>

/** What the library has of a choice for some companies. Yields to requests in between. */
export async function completenessOfCompanies(
  sources: CompletenessSources,
  symbols: readonly string[],
  choice: OfflineChoice,
  now: number,
): Promise<ReadonlyMap<string, CompanyCompleteness>> {
  const companies = new Map<string, CompanyCompleteness>()
  for await (const symbol of yieldingToRequests(symbols)) {
    companies.set(symbol, companyCompleteness(sources, symbol, choice, now))
  }
  return companies
}

/** What some companies lack of a choice, in total. */
export async function checkCompleteness(
  sources: CompletenessSources,
  symbols: readonly string[],
  choice: OfflineChoice,
  now: number,
): Promise<Completeness> {
  const missing: MissingItem[] = []
  const absent = new Map<SyncKind, number>()
  let asOf: number | null = Infinity
  for (const company of (await completenessOfCompanies(sources, symbols, choice, now)).values()) {
    missing.push(...company.missing)
    for (const kind of company.absent) absent.set(kind, (absent.get(kind) ?? 0) + 1)
    asOf = asOf === null || company.asOf === null ? null : Math.min(asOf, company.asOf)
  }
  return {
    asOf: asOf === Infinity ? null : asOf,
    missing,
    absent: [...absent].map(([kind, items]) => ({ kind, items })),
  }
}
