/**
 * The API of the service's operations, a procedure for each: its records from the library or the
 * service, at the freshness that the caller wants.
 */

import { z } from 'zod'
import { callDetail, callParameters, callRecord, callsParameters } from '../service/calls.ts'
import { enhancedParameters, enhancedRecord, liteParameters, liteRecord } from '../service/fundamentals.ts'
import { newsItem, newsParameters } from '../service/news.ts'
import { ratingRecord, ratingsParameters } from '../service/ratings.ts'
import { securitiesParameters, securityRecord } from '../service/securities.ts'
import { query } from './base.ts'
import { freshness, provenance } from './provenance.ts'
import { requestedId, requestedName, requestedSymbol } from './request-texts.ts'

/** Totals as far as they are known: the service's own, or the library's count of what matches. */
const extent = z.object({
  hits: z.number().int().nullable(),
  page: z.number().int(),
  pageSize: z.number().int(),
  pageCount: z.number().int().nullable(),
})
export type ResponseExtent = z.infer<typeof extent>

/** One page of records, as the service delivers them, with where they come from. */
function fetcher<Parameters extends z.ZodType, Kept extends z.ZodType>(parameters: Parameters, record: Kept) {
  return query
    .input(z.object({ parameters, freshness }))
    .output(z.object({ records: z.array(record), extent, provenance }))
}

const symbol = requestedSymbol.min(1)
const fiscalPeriod = requestedName.optional()

/** The seven operations, each with exactly its parameters (the key is the core's business). */
export const fetchers = {
  enhancedFundamentals: fetcher(enhancedParameters.extend({ symbol, fiscal_period: fiscalPeriod }), enhancedRecord),
  liteFundamentals: fetcher(
    liteParameters.extend({ symbol: symbol.optional(), fiscal_period: fiscalPeriod }),
    liteRecord,
  ),
  calls: fetcher(
    callsParameters.extend({ symbol: requestedSymbol.optional(), status: requestedName.optional() }),
    callRecord,
  ),
  call: query
    .input(z.object({ parameters: callParameters.extend({ call_id: requestedId.min(1) }), freshness }))
    .output(z.object({ record: callDetail, provenance })),
  ratings: fetcher(
    ratingsParameters.extend({
      id: requestedId.optional(),
      exchange: requestedName.optional(),
      company: requestedName.optional(),
      firm: requestedName.optional(),
      symbol: requestedSymbol.optional(),
      page: requestedId.optional(),
      page_size: requestedId.optional(),
    }),
    ratingRecord,
  ),
  news: fetcher(
    newsParameters.extend({ symbol, share_class_figi: requestedId.optional(), type: requestedName.optional() }),
    newsItem,
  ),
  securities: fetcher(securitiesParameters.extend({ query: requestedName.min(1) }), securityRecord),
}
