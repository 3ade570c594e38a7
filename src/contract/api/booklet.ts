/**
 * The API of booklets: tear sheets of several companies in one document with a table of contents.
 */

import { z } from 'zod'
import { failureSchema, instant, query, requestedInstant } from './base.ts'
import { mostBookletCompanies } from './paper-limits.ts'
import { requestedSymbol } from './request-texts.ts'

/** A part of a tear sheet for which nothing is stored. `transcript`: the latest call has none. */
const missingPart = z.enum(['quarters', 'years', 'calls', 'transcript', 'ratings', 'news', 'security'])
export type MissingPart = z.infer<typeof missingPart>

const bookletEntry = z.object({
  symbol: z.string(),
  /** Null: no name is stored. */
  name: z.string().nullable(),
  /** When the latest of its records was fetched; null: nothing is stored. */
  fetchedAt: instant.nullable(),
  /** In the order of the tear sheet. */
  missing: z.array(missingPart),
  /** Nothing is stored of the company. */
  isEmpty: z.boolean(),
  /** Why its tear sheet cannot be composed; null: it can. */
  failure: failureSchema.nullable(),
})
export type BookletEntry = z.infer<typeof bookletEntry>

const bookletContents = z.object({
  /** In the order of the request. */
  entries: z.array(bookletEntry),
  composedAt: instant,
})
export type BookletContents = z.infer<typeof bookletContents>

/** The tear sheets of several companies in one document. */
export const booklet = {
  /** Entries of the contents page, from the library alone. If one company fails, the others are still returned. */
  contents: query
    .input(
      z.object({
        symbols: z.array(requestedSymbol.min(1)).min(1).max(mostBookletCompanies),
        asOf: requestedInstant.optional(),
      }),
    )
    .output(bookletContents),
}
