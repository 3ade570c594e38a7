import type { ComparedCompany, PeriodColumnRecords } from '#contract/api/comparisons.ts'

/** A fiscal year that ends then, as it was filed, with nothing to say about it. */
export function filedYear(endPeriod: string): PeriodColumnRecords {
  return {
    recordIds: [1],
    yearAgo: [],
    prior: [],
    how: 'filed',
    quarter: 'FY',
    year: 2025,
    endPeriod,
    stale: false,
    fetchedAt: Date.UTC(2026, 0, 5, 9, 30),
    restated: [],
    breaks: [],
    knownBreaks: [],
    unreadable: [],
    converted: [],
    imprecise: [],
    kept: [],
    withdrawn: [],
    remarks: [],
    outdated: false,
  }
}

/** A company with years that end then. */
export function comparedCompany(symbol: string, ...ends: readonly string[]): ComparedCompany {
  return {
    symbol,
    name: `${symbol} Inc`,
    edition: 'enhanced',
    yearEnd: 12,
    missing: [],
    periods: ends.map(filedYear),
  }
}
