/**
 * The API of analyst ratings: rows with price targets, the filter and order of their list, and the
 * range of current targets.
 */

import { z } from 'zod'
import { query, instant, listGap, requestedInstant } from './base.ts'
import { locate, positions } from './list-positions.ts'
import { mark } from './provenance.ts'
import { requestedSymbol } from './request-texts.ts'

/** What an action means for the shares; `unknown`: any other action, shown as received; `note`: a text without an opinion. */
export const ratingKinds = ['up', 'down', 'initiated', 'reiterated', 'unknown', 'note'] as const
export const ratingKind = z.enum(ratingKinds)
export type RatingKind = z.infer<typeof ratingKind>

export const priceTarget = z.object({
  /** As received. */
  raw: z.string(),
  /** In units of `currency`. Null: the text states none. */
  amount: z.number().nullable(),
  /** ISO 4217; `GBX`, `ZAc`, `ILA` for hundredths; a sign that several currencies share (`$`, `kr`, `¥`) as received. Null: none stated. */
  currency: z.string().nullable(),
  /** Why there is no amount. */
  reason: z.string().nullable(),
})
export type PriceTarget = z.infer<typeof priceTarget>

export const ratingEntry = z.object({
  recordId: z.number().int(),
  /** The service's own number. */
  id: z.number().int(),
  /** Its lower-case identifier, as received. */
  firm: z.string().nullable(),
  /** The identifier as a name. */
  firmName: z.string().nullable(),
  symbol: z.string().nullable(),
  exchange: z.string().nullable(),
  company: z.string().nullable(),
  action: z.string().nullable(),
  kind: ratingKind,
  rating: z.string().nullable(),
  /** Null: not stated. */
  target: priceTarget.nullable(),
  /** The same firm's previous opinion of the same share, and its last target, as far as they are stored. */
  previous: z
    .object({
      recordId: z.number().int(),
      at: instant.nullable(),
      action: z.string().nullable(),
      rating: z.string().nullable(),
    })
    .nullable(),
  previousTarget: z.object({ recordId: z.number().int(), at: instant.nullable(), target: priceTarget }).nullable(),
  /** The change from the firm's previous target, as a fraction; null unless both are amounts in the same currency. */
  targetChange: z.number().nullable(),
  /** `created_at`: as an instant, and as received. */
  at: instant.nullable(),
  createdAt: z.string().nullable(),
  /** Contents that the library keeps of it. */
  versions: z.number().int(),
  /** When the service last sent it. */
  seenAt: instant,
})
export type RatingEntry = z.infer<typeof ratingEntry>

const ratingFilter = z.object({
  symbols: z.array(requestedSymbol).max(5000).optional(),
  id: z.string().max(40).optional(),
  exchange: z.string().max(120).optional(),
  /** Letters of the company's name. */
  company: z.string().max(200).optional(),
  /** A firm's identifier. */
  firm: z.string().max(120).optional(),
  /** Both ends included, ms UTC. */
  from: requestedInstant.optional(),
  to: requestedInstant.optional(),
  /** A filter of stored ratings only, like `text`, which is searched in symbol, company, firm, action and rating. */
  kinds: z.array(ratingKind).max(100).optional(),
  text: z.string().max(200).optional(),
})
export type RatingFilter = z.infer<typeof ratingFilter>

const ratingOrder = z.object({
  by: z.enum(['written', 'symbol', 'company', 'firm', 'action', 'rating']),
  descending: z.boolean(),
})
export type RatingOrder = z.infer<typeof ratingOrder>

/** The current price targets of the firms, in one currency. */
export const targetRange = z.object({
  /** Null: not stated. */
  currency: z.string().nullable(),
  /** Each firm's, ascending. */
  targets: z.array(
    z.object({ recordId: z.number().int(), firm: z.string(), firmName: z.string(), at: instant, amount: z.number() }),
  ),
  /** Null below three targets. */
  median: z.number().nullable(),
})
export type TargetRange = z.infer<typeof targetRange>

/** The last request for a list for which the service gives no total. */
export const uncountedListState = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  /** The service may have older ones. */
  more: z.boolean(),
})

/** Analyst ratings: the library's, merged with what the service lists. */
export const ratings = {
  /** From the library alone. */
  list: query
    .input(
      z.object({
        filter: ratingFilter,
        order: ratingOrder,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        /** Records whose position in the whole list is returned, so that the visible part stays in place. */
        locate: locate(z.number().int()),
      }),
    )
    .output(
      z.object({
        entries: z.array(ratingEntry),
        total: z.number().int(),
        positions,
        /** How many ratings of each kind match the other filters. */
        kinds: z.array(z.object({ kind: ratingKind, ratings: z.number().int() })),
        /** Firms and exchanges that occur in the library, for choosing one. */
        firms: z.array(z.object({ firm: z.string(), firmName: z.string() })),
        exchanges: z.array(z.string()),
        /** When this filter was last requested from the service; null: never. */
        requestedAt: instant.nullable(),
        more: z.boolean(),
        gap: listGap,
        stale: z.boolean(),
      }),
    ),
  /** Asks the service's list: its latest page, or the next older one beyond what is known for this filter. */
  fetchPage: query
    .input(z.object({ filter: ratingFilter, page: z.enum(['latest', 'older']) }))
    .output(uncountedListState),
  /** One rating by its record, from the library. Fails with `not-in-library`. */
  open: query.input(z.object({ recordId: z.number().int() })).output(
    z.object({
      entry: ratingEntry,
      story: z.string(),
      /** `updated_at` as received. */
      updatedAt: z.string().nullable(),
      /** All of the firm's ratings of this share, latest first, including this one. */
      firmHistory: z.array(ratingEntry),
      /** Each firm's latest rating of this listing, latest first. */
      latest: z.array(ratingEntry),
      /** The targets of this listing that are current. */
      ranges: z.array(targetRange),
      marks: z.array(mark),
    }),
  ),
}
