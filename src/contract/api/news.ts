/**
 * The API of curated news: the list and its filters, an item with its securities and its links to
 * other records, and logos.
 */

import { z } from 'zod'
import { query, instant, listGap, requestedInstant } from './base.ts'
import { callEntry } from './calls.ts'
import { locate, positions } from './list-positions.ts'
import { mark } from './provenance.ts'
import { ratingEntry, uncountedListState } from './ratings.ts'
import { requestedId, requestedSymbol } from './request-texts.ts'

/** How the shares moved; `unknown`: no type, or one that is not shown in docs/interface.md. */
const newsKinds = ['gainers', 'losers', 'unknown'] as const
export const newsKind = z.enum(newsKinds)
export type NewsKind = z.infer<typeof newsKind>

export const newsEntry = z.object({
  recordId: z.number().int(),
  /** The service's own number. */
  id: z.number().int(),
  headline: z.string().nullable(),
  /** Why the shares moved. Null: not stated. */
  catalyst: z.string().nullable(),
  kind: newsKind,
  /** As received. */
  type: z.string().nullable(),
  symbol: z.string().nullable(),
  /** The name that its own security carries. */
  company: z.string().nullable(),
  /** How many securities the item names, and how many elements its `associated_*` fields have. */
  securities: z.number().int(),
  links: z.number().int(),
  /** `created_at`: as an instant, and as received. */
  at: instant.nullable(),
  createdAt: z.string().nullable(),
  versions: z.number().int(),
  /** When the service last sent it. */
  seenAt: instant,
})
export type NewsEntry = z.infer<typeof newsEntry>

const newsFilter = z.object({
  /** The service takes one symbol per request, so each company is requested separately. Absent: stored news only. */
  symbols: z.array(requestedSymbol.min(1)).max(5000).optional(),
  kind: newsKind.optional(),
  shareClassFigi: z.string().max(40).optional(),
  id: z.number().int().optional(),
  /** Handed on to the service: its purpose is not shown. */
  securities: z.boolean().optional(),
  /** Filters of stored news only. Both ends are included, ms UTC; `text` is searched in symbol, headline and catalyst. */
  from: requestedInstant.optional(),
  to: requestedInstant.optional(),
  text: z.string().max(200).optional(),
})
export type NewsFilter = z.infer<typeof newsFilter>

const newsSecurity = z.object({
  figi: z.string().nullable(),
  name: z.string().nullable(),
  mic: z.string().nullable(),
  exchangeCode: z.string().nullable(),
  ticker: z.string().nullable(),
  compositeFigi: z.string().nullable(),
  securityType: z.string().nullable(),
  marketSector: z.string().nullable(),
  shareClassFigi: z.string().nullable(),
})
export type NewsSecurity = z.infer<typeof newsSecurity>

/**
 * One element of associated_ratings, associated_transcripts or associated_press_releases: what the elements are is not shown.
 *  - `found`: the library has what it names; of a press release, other news that name it
 *  - `absent`: it names something that the library does not have
 *  - `unreadable`: nothing in it can be a number or an id
 */
const newsLink = z.object({
  of: z.enum(['rating', 'transcript', 'press-release']),
  /** As received, as JSON, cut to 200 characters. */
  received: z.string(),
  /** The names read from it. */
  names: z.string().nullable(),
  state: z.enum(['found', 'absent', 'unreadable']),
  rating: ratingEntry.nullable(),
  call: callEntry.nullable(),
  news: z.array(newsEntry),
})
export type NewsLink = z.infer<typeof newsLink>

const logo = z.object({
  type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  /** In base64. */
  bytes: z.string(),
})
export type Logo = z.infer<typeof logo>

/** Curated news: the library's, merged with what the service lists. */
export const news = {
  /** From the library alone, latest first. */
  list: query
    .input(
      z.object({
        filter: newsFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        /** Records whose position in the whole list is returned, so that the visible part stays in place. */
        locate: locate(z.number().int()),
      }),
    )
    .output(
      z.object({
        entries: z.array(newsEntry),
        total: z.number().int(),
        positions,
        /** How many items of each kind match the other filters. */
        kinds: z.array(z.object({ kind: newsKind, items: z.number().int() })),
        /** The earliest last request for any of these symbols; null: one was never requested, or there are none. */
        requestedAt: instant.nullable(),
        more: z.boolean(),
        gap: listGap,
        stale: z.boolean(),
        /** How many symbols exceed the limit of separate requests. */
        notRequested: z.number().int(),
      }),
    ),
  /** Asks the service for each symbol: its latest page, or the next older one. */
  fetchPage: query
    .input(z.object({ filter: newsFilter, page: z.enum(['latest', 'older']) }))
    .output(uncountedListState),
  /** One item by its record, from the library. Fails with `not-in-library`. */
  open: query.input(z.object({ recordId: z.number().int() })).output(
    z.object({
      entry: newsEntry,
      newsId: z.string().nullable(),
      shareClassFigi: z.string().nullable(),
      catalystCreated: z.boolean().nullable(),
      onAllTickers: z.boolean().nullable(),
      onEntities: z.boolean().nullable(),
      /** `updated_at` as received. */
      updatedAt: z.string().nullable(),
      securities: z.array(newsSecurity),
      links: z.array(newsLink),
      marks: z.array(mark),
    }),
  ),
  /**
   * The logo of an item, where logos are wanted (`preferences.logos`): the stored one, else fetched now. Null: not wanted, none,
   * or not a picture of at most 256 KB at an allowed address.
   */
  logo: query.input(z.object({ recordId: z.number().int() })).output(z.object({ logo: logo.nullable() })),
  /**
   * Stored news that refer to a rating, by the service's number, or to a call, by its id or its transcripts'; latest first. With them
   * the other stored calls that they refer to.
   */
  naming: query
    .input(
      z.discriminatedUnion('of', [
        z.object({ of: z.literal('rating'), id: z.number().int() }),
        z.object({ of: z.literal('call'), callId: requestedId }),
      ]),
    )
    .output(z.object({ entries: z.array(newsEntry), calls: z.array(callEntry) })),
}
