/** What the service would send, as small as a test needs it. */

interface PeriodLabel {
  readonly symbol?: string
  readonly quarter?: string
  readonly year?: number
  readonly end?: string
}

/** One enhanced record; figures are the wire's fields. */
export function enhanced(
  { symbol = 'ACME', quarter = 'FY', year = 2024, end = `${year}-12-31` }: PeriodLabel,
  figures: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { symbol, cik: '0000001234', EndPeriod: end, Quarter: quarter, Year: year, ...figures }
}

export function lite(
  { symbol = 'ACME', quarter = 'FY', year = 2024, end = `${year}-12-31` }: PeriodLabel,
  figures: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { ticker: symbol, EndPeriod: end, Quarter: quarter, Year: year, ...figures }
}

/** The wrapper of enhanced fundamentals and of the calls list. */
export function paged(data: readonly unknown[], pagination: Readonly<Record<string, unknown>> = {}): unknown {
  const counts = { hits: data.length, page: 1, page_count: 1, page_size: 100, ...pagination }
  return { data, message: 'ok', pagination: counts }
}

/** The wrapper of ratings and news. */
export function listed(data: readonly unknown[]): unknown {
  return { data, message: 'ok' }
}

/** The wrapper of the securities search. */
export function hits(documents: readonly unknown[], query: string): unknown {
  const found = documents.map((document) => ({ document, highlight: {}, highlights: [] }))
  return {
    data: {
      facet_counts: [],
      found: documents.length,
      hits: found,
      out_of: 62_901,
      page: 1,
      request_params: { collection_name: 'securities', per_page: 100, q: query },
      search_cutoff: false,
      search_time_ms: 1,
    },
    message: 'ok',
  }
}
