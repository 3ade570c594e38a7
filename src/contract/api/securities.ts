/**
 * The API of the securities search: how a typed text was recognised, the hits with their facets,
 * and the record of a security.
 */

import { z } from 'zod'
import { searchTypes, securityRecord } from '../service/securities.ts'
import { failureSchema, instant, lookup, query } from './base.ts'
import { freshness } from './provenance.ts'
import { requestedId, requestedName, requestedSymbol } from './request-texts.ts'

/** How an identifier was recognised: by its shape, and by its check digit where the kind has one. */
const recognised = z.object({
  type: z.enum(searchTypes),
  /** As analysts call it: ISIN, CUSIP, FIGI, CIK, MIC, GICS, country, symbol. */
  label: z.string(),
  /** Upper case, without spaces, zero-padded where the kind wants it. */
  value: z.string(),
  /** `false`: the shape fits and the check digit does not. `null`: the kind has no check digit. */
  checkDigit: z.boolean().nullable(),
})
export type Recognised = z.infer<typeof recognised>

export const securityHit = z.object({
  /** The service's `id`: FIGI and exchange code. */
  id: z.string(),
  symbol: z.string(),
  name: z.string(),
  exchange: z.string().nullable(),
  mic: z.string().nullable(),
  country: z.string().nullable(),
  type: z.string().nullable(),
  sector: z.string().nullable(),
  currency: z.string().nullable(),
  status: z.string().nullable(),
  marketCap: z.number().nullable(),
  isin: z.string().nullable(),
  cusip: z.string().nullable(),
  figi: z.string().nullable(),
  cik: z.string().nullable(),
  /** `service`: in the response that just came. `library`: stored before. */
  source: z.enum(['service', 'library']),
  fetchedAt: instant,
  /** Fundamentals of this symbol are in the library. */
  hasFundamentals: z.boolean(),
})
export type SecurityHit = z.infer<typeof securityHit>

export const facetNames = ['exchange', 'country', 'type', 'sector'] as const
export type FacetName = (typeof facetNames)[number]
const facet = z.array(z.object({ value: z.string(), count: z.number().int() }))

export const securities = {
  /**
   * One box for all eleven search types: by symbol, name or identifier in the library, or by one type at the service. An empty
   * query returns the companies whose fundamentals are stored, most recently fetched first.
   */
  find: lookup
    .input(
      z.object({
        query: z.string().max(200),
        /** Absent: recognised from the query. */
        type: z.enum(searchTypes).optional(),
        facets: z.partialRecord(z.enum(facetNames), z.array(requestedName).max(1000)).optional(),
        limit: z.number().int().min(1).max(500).default(50),
        /** How many hits to skip. Absent: none. */
        offset: z.number().int().min(0).optional(),
        freshness,
      }),
    )
    .output(
      z.object({
        hits: z.array(securityHit),
        /** Matches in the library, which may be more than the hits shown; `atLeast` when the count was cut short. */
        found: z.number().int(),
        atLeast: z.boolean(),
        recognised: z.array(recognised),
        /** Each value with how many securities it would show beside the choices in the other facets. */
        facets: z.record(z.enum(facetNames), facet),
        /** Securities in the library. */
        outOf: z.number().int(),
        /** The service's result for the same query, if it was requested. */
        service: z
          .object({
            type: z.enum(searchTypes),
            /** The text that was requested: of `HLDN US Equity`, the symbol. */
            value: z.string(),
            /** How many matches the service reports; null: it does not say. */
            found: z.number().int().nullable(),
            /** Securities that came: its first page. `fetch.securities` gets the others. */
            fetched: z.number().int(),
            /** How many of those could not be identified, and are in no list. */
            unidentified: z.number().int(),
            failure: failureSchema.nullable(),
          })
          .nullable(),
      }),
    ),
  /** Symbols as the library has them, whatever their case. From the library alone. */
  knownSymbols: query.input(z.object({ symbols: z.array(requestedSymbol.min(1)).max(100) })).output(
    z.object({
      /** In the order of the request; null: the library has nothing of it. */
      known: z.array(z.string().nullable()),
      /** Every symbol of the library, to find the nearest; empty where all are known. */
      all: z.array(z.string()),
    }),
  ),
  /** How many securities the service has for an exchange, and how large their names are as a download. Sends one request. */
  measureExchange: lookup
    .input(
      z.object({
        mic: z
          .string()
          .length(4)
          .regex(/^[A-Z0-9]{4}$/),
      }),
    )
    .output(
      z.object({
        mic: z.string(),
        /** The service's name for it; null: it has no security there, or does not say. */
        name: z.string().nullable(),
        securities: z.number().int(),
        requests: z.number().int(),
        /** On disk, estimated from the first page. */
        bytes: z.number().int(),
      }),
    ),
  /** The stored record of one security, by the service's `id`, or the best one for a symbol. */
  profile: lookup.input(z.object({ id: requestedId.optional(), symbol: requestedSymbol.optional() })).output(
    z.object({
      record: securityRecord,
      fetchedAt: instant,
      stale: z.boolean(),
      /** Ledger number, which `source.record` opens. */
      recordId: z.number().int(),
      /** Other listings stored under the same symbol. */
      others: z.array(securityHit),
    }),
  ),
}
