/**
 * The API of the combined list of ratings and news: its filter, its rows, and counts by facet and
 * by calendar quarter.
 */

import { z } from 'zod'
import { instant, listGap, query, requestedInstant, requestedYear } from './base.ts'
import { locate, positions } from './list-positions.ts'
import { newsEntry } from './news.ts'
import { facetGroups } from './ratings-news-facets.ts'
import { ratingEntry, uncountedListState } from './ratings.ts'
import { requestedSymbol } from './request-texts.ts'

/**
 * Values of each group as the list counts them: kinds of actions, ratings and firms in lower case. Within a group any of its values
 * matches; an empty group matches everything.
 */
const chosenFacets = z.partialRecord(z.enum(facetGroups), z.array(z.string().max(120)).max(1000))
export type ChosenFacets = z.infer<typeof chosenFacets>

const calendarQuarter = z.object({ year: z.number().int(), quarter: z.number().int().min(1).max(4) })
export type CalendarQuarter = z.infer<typeof calendarQuarter>

const ratingsNewsFilter = z.object({
  /** Absent: all companies. */
  symbols: z.array(requestedSymbol.min(1)).max(5000).optional(),
  /** Both ends included, ms UTC. */
  from: requestedInstant.optional(),
  to: requestedInstant.optional(),
  /** A calendar quarter, UTC. */
  quarter: calendarQuarter.extend({ year: requestedYear }).optional(),
  /** Words of symbol, company, firm, action, rating, headline and catalyst. */
  text: z.string().max(200).optional(),
  /** New since the analyst last marked the company as seen, on any watchlist. */
  unseen: z.boolean().optional(),
  chosen: chosenFacets.optional(),
  /** Parameters of the service: each narrows the records that have the field. */
  id: z.number().int().optional(),
  exchange: z.string().max(120).optional(),
  company: z.string().max(200).optional(),
  shareClassFigi: z.string().max(40).optional(),
})
export type RatingsNewsFilter = z.infer<typeof ratingsNewsFilter>

const ratingsNewsOrder = z.object({
  by: z.enum(['date', 'symbol', 'company', 'action', 'firm', 'rating', 'change']),
  descending: z.boolean(),
})
export type RatingsNewsOrder = z.infer<typeof ratingsNewsOrder>

const ratingsNewsEntry = z.discriminatedUnion('sort', [
  ratingEntry.extend({ sort: z.literal('rating') }),
  newsEntry.extend({ sort: z.literal('news') }),
])
export type RatingsNewsEntry = z.infer<typeof ratingsNewsEntry>

/** How many records match the filters of all other groups. */
const facetCount = z.object({ value: z.string(), label: z.string(), count: z.number().int() })
export type FacetCount = z.infer<typeof facetCount>

/** Ratings of a calendar quarter (UTC): actions, and targets compared with the firm's previous one. */
const quarterCounts = calendarQuarter.extend({
  up: z.number().int(),
  down: z.number().int(),
  raised: z.number().int(),
  cut: z.number().int(),
})
export type QuarterCounts = z.infer<typeof quarterCounts>

/** Analyst ratings and curated news as one list, from the library. */
export const ratingsNews = {
  list: query
    .input(
      z.object({
        filter: ratingsNewsFilter,
        order: ratingsNewsOrder,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        /** Records whose row in the whole list is returned. */
        locate: locate(z.number().int()),
      }),
    )
    .output(
      z.object({
        entries: z.array(ratingsNewsEntry),
        /** Those of `entries` that are new. */
        unseenRecords: z.array(z.number().int()),
        total: z.number().int(),
        positions,
        /** Actions, target moves, topics and sorts are all listed; opinions and firms where a stored record has them, most records first. */
        facets: z.object({
          sort: z.array(facetCount),
          action: z.array(facetCount),
          opinion: z.array(facetCount),
          target: z.array(facetCount),
          firm: z.array(facetCount),
          news: z.array(facetCount),
        }),
        /** Without `unseen`, and with the new ones alone. */
        all: z.number().int(),
        unseen: z.number().int(),
        /** Oldest first, none left out between the first and the last; the range of time and the chosen quarter do not narrow it. */
        quarters: z.array(quarterCounts),
        /** Listed targets without a currency. */
        unstatedCurrencies: z.number().int(),
        /** Exchanges of stored ratings. */
        exchanges: z.array(z.string()),
        /** When everything in the list was last requested from the service; null: never. */
        requestedAt: instant.nullable(),
        more: z.boolean(),
        gap: listGap,
        stale: z.boolean(),
        /** How many requests fetching the latest page takes. */
        requests: z.number().int(),
        /** How many companies exceed the number whose news is requested. */
        notRequested: z.number().int(),
      }),
    ),
  /** Requests the latest page, or the next older one: of the ratings, and of each chosen company's news. */
  fetchPage: query
    .input(z.object({ filter: ratingsNewsFilter, page: z.enum(['latest', 'older']) }))
    .output(uncountedListState),
}
