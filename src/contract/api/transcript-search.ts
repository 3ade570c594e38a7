/**
 * The API of full-text search: queries, hits with snippets, facets, saved searches, synonyms, the
 * term grid and questioners.
 */

import { z } from 'zod'
import { query, change, instant, lookup, statedLanguage } from './base.ts'
import { callEntry, section, side } from './calls.ts'
import { savedDraft } from './drafts.ts'
import { queryError } from './query-error.ts'
import { requestedId, requestedName, requestedSymbol } from './request-texts.ts'

/** An operator, bracket or field of a query, by its characters: from and to, the end excluded. What is not among them is text. */
const queryToken = z.object({
  from: z.number().int(),
  to: z.number().int(),
  kind: z.enum(['operator', 'bracket', 'field']),
})
export type QueryToken = z.infer<typeof queryToken>

export const hitKinds = ['turn', 'summary', 'rating', 'news'] as const

/** A text cut around its hits; pieces alternate freely. */
const snippet = z.array(z.object({ text: z.string(), hit: z.boolean() }))
export type Snippet = z.infer<typeof snippet>

const hit = z.object({
  kind: z.enum(hitKinds),
  /** Position of the turn; −1 for anything else. */
  turn: z.number().int(),
  /** The rating or news item that it is in; null: it is in a call. */
  recordId: z.number().int().nullable(),
  segmentId: z.number().int().nullable(),
  /** Seconds from the start, as the reader shows it. */
  start: z.number().nullable(),
  /** Where the turn ends, in seconds. */
  end: z.number().nullable(),
  speaker: z.string().nullable(),
  role: z.string().nullable(),
  organization: z.string().nullable(),
  side,
  section,
  /** The call does not announce where its questions begin: the section follows from the speakers' roles. */
  sectionInferred: z.boolean(),
  sentiment: z.number().nullable(),
  confidence: z.number().nullable(),
  /** The text is the user's correction of what the service sent. */
  corrected: z.boolean(),
  snippet,
  /** Of the transcript or summary; null of a rating or news item too. */
  language: statedLanguage,
})
export type Hit = z.infer<typeof hit>

/** Hits of one call, rating or news item. */
const hitGroup = z.object({
  /** Null for ratings and news. */
  call: callEntry.nullable(),
  title: z.string(),
  symbol: z.string().nullable(),
  at: instant.nullable(),
  /** How many there are; `hits` has the three best, in the order of the call. */
  count: z.number().int(),
  hits: z.array(hit),
})
export type HitGroup = z.infer<typeof hitGroup>

/** A hit with the facts of its group. */
const hitRow = hit.extend({
  callId: z.string().nullable(),
  title: z.string(),
  symbol: z.string().nullable(),
  company: z.string().nullable(),
  at: instant.nullable(),
})
export type HitRow = z.infer<typeof hitRow>

export const facetNames = ['company', 'section', 'side', 'role', 'sentiment', 'year', 'kind'] as const
const facet = z.object({
  name: z.enum(facetNames),
  values: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      count: z.number().int(),
      /** Only of a section: hits in calls whose sections are inferred from roles. */
      inferred: z.number().int(),
    }),
  ),
  /** Values that are not listed: the list ends at the 200 with the most hits. */
  more: z.number().int(),
})
export type Facet = z.infer<typeof facet>
/** Chosen values by facet: any within a facet, all across facets. */
export const facetChoice = z.partialRecord(z.enum(facetNames), z.array(z.string()).max(1000))
export type FacetChoice = z.infer<typeof facetChoice>
const requestedFacets = z.partialRecord(z.enum(facetNames), z.array(requestedName).max(1000))

const hitOrders = ['best', 'newest', 'most-hits'] as const

/** Which hits, and the order of their groups. */
const hitsQuery = z.object({
  query: z.string().max(2000),
  chosen: requestedFacets,
  /** Only the turns of these calls: what a cell of the term grid counts. */
  calls: z.array(requestedId).max(1000).optional(),
  order: z.enum(hitOrders),
})
export type HitsQuery = z.infer<typeof hitsQuery>

const fullTextQuery = hitsQuery.extend({
  /** How many groups to skip, and how many to return. */
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(100),
})
export type FullTextQuery = z.infer<typeof fullTextQuery>

/** What was searched through. */
const searchScope = z.object({
  calls: z.number().int(),
  companies: z.number().int(),
  turns: z.number().int(),
  /** Summaries, ratings and news. */
  others: z.number().int(),
  /** First and last day of the calls. */
  from: instant.nullable(),
  to: instant.nullable(),
  /** Stored calls, ratings and news that are not indexed yet, after an update of the program or from a pack: hits in them may be missing. */
  unread: z.number().int(),
  /** They stay so: the profile is read-only. */
  staysUnread: z.boolean(),
})
export type SearchScope = z.infer<typeof searchScope>

const fullTextResult = z.object({
  hits: z.number().int(),
  calls: z.number().int(),
  companies: z.number().int(),
  groups: z.array(hitGroup),
  /** Counted over the query alone, each facet without its own choice. */
  facets: z.array(facet),
  /** How each plain word was expanded: by its stem, by the user's synonyms. */
  widened: z.array(z.object({ word: z.string(), forms: z.array(z.string()) })),
  searched: searchScope,
})
export type FullTextResult = z.infer<typeof fullTextResult>

const savedSearch = z.object({
  id: z.string(),
  name: z.string().min(1).max(120),
  query: z.string().max(2000),
  chosen: requestedFacets,
  savedAt: instant,
  /** Hits now, and those in texts that came after it was last looked at. Null: the query can no longer be run. */
  hits: z.number().int().nullable(),
  unseen: z.number().int().nullable(),
})
export type SavedSearch = z.infer<typeof savedSearch>

/** The user's synonyms: words that match each other in a search. */
export const synonymSet = z.array(z.string().min(1).max(60)).min(2).max(40)

const termGrid = z.object({
  /** Calendar quarters of the calls' dates on this machine's clock, one after the other, oldest first. */
  quarters: z.array(z.object({ quarter: z.enum(['Q1', 'Q2', 'Q3', 'Q4']), year: z.number().int() })),
  /** The last quarter is not over. */
  isToDate: z.boolean(),
  /** Calls that are counted, and their words. */
  calls: z.number().int(),
  words: z.number().int(),
  /** Calls of the same companies, in the latest requested quarters, whose transcript is not stored. */
  notDownloaded: z.number().int(),
  /** The latest of them, 200 at most. */
  callsToDownload: z.array(z.string()),
  /** The rows of every term, in the same order: as requested, else those with mentions, most first; 200 at most. */
  companies: z.array(z.object({ symbol: z.string(), company: z.string().nullable() })),
  /** Companies that mention a term, of which `companies` has 200 at most. */
  mentioning: z.number().int(),
  terms: z.array(
    z.object({
      term: z.string(),
      error: queryError.nullable(),
      /** Word forms that its plain words match. */
      forms: z.array(z.string()),
      /** One for each of `companies`. */
      rows: z.array(
        z.object({
          symbol: z.string(),
          company: z.string().nullable(),
          /** One per quarter of `quarters`; null: no call of that quarter in the library. */
          cells: z.array(
            /** How often the term is said, also for 1,000 words of those calls, and in how many turns: what the cell opens. */
            z
              .object({
                mentions: z.number().int(),
                words: z.number().int(),
                per1000: z.number(),
                turns: z.number().int(),
                calls: z.array(z.string()),
              })
              .nullable(),
          ),
        }),
      ),
    }),
  ),
})
export type TermGrid = z.infer<typeof termGrid>

const questioner = z.object({
  name: z.string(),
  organization: z.string().nullable(),
  calls: z.number().int(),
  companies: z.array(z.string()),
  questions: z.number().int(),
  words: z.number().int(),
  /** Mean words a question. */
  length: z.number(),
  sentiment: z.number().nullable(),
  firstSeen: instant.nullable(),
  lastSeen: instant.nullable(),
  /** The latest question, which opens from the list. */
  latest: z.object({ callId: z.string(), turn: z.number().int() }),
})
export type Questioner = z.infer<typeof questioner>

/** Full-text search of everything stored. Sends no request. */
export const search = {
  run: lookup.input(fullTextQuery).output(
    z.discriminatedUnion('understood', [
      z.object({ understood: z.literal(true), tokens: z.array(queryToken), result: fullTextResult }),
      z.object({
        understood: z.literal(false),
        error: queryError,
        /** Those before the error. */
        tokens: z.array(queryToken),
        searched: searchScope,
      }),
    ]),
  ),
  /** The same hits one by one, group after group: for a table, and for a file. Empty for a refused query. */
  hits: query
    .input(hitsQuery.extend({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(1000) }))
    .output(z.object({ total: z.number().int(), rows: z.array(hitRow) })),
  /** Every hit of one call, in the order of its turns, those of its summary last. Empty for a refused query. */
  inCall: query
    .input(z.object({ query: z.string().max(2000), chosen: requestedFacets, callId: requestedId }))
    .output(z.object({ hits: z.array(hit), error: queryError.nullable() })),
  saved: query.output(z.object({ searches: z.array(savedSearch) })),
  save: change
    .input(z.object({ name: z.string().min(1).max(120), query: z.string().max(2000), chosen: requestedFacets }))
    .output(savedSearch),
  rename: change.input(z.object({ id: requestedId, name: z.string().min(1).max(120) })).output(savedSearch),
  remove: change.input(z.object({ id: requestedId })).output(z.object({})),
  /** Marks the present hits as seen. */
  markSeen: change.input(z.object({ id: requestedId })).output(savedSearch),
  synonyms: query.output(z.object({ sets: z.array(synonymSet) })),
  setSynonyms: change
    .input(z.object({ sets: z.array(synonymSet).max(500), ...savedDraft.shape }))
    .output(z.object({ sets: z.array(synonymSet) })),
  /** How often each term is said, by company and calendar quarter of the call. */
  termGrid: query
    .input(
      z.object({
        terms: z.array(z.string().min(1).max(200)).min(1).max(20),
        symbols: z.array(requestedSymbol).max(200).optional(),
        /** Latest so many. */
        quarters: z.number().int().min(1).max(40),
      }),
    )
    .output(termGrid),
  /** Analysts across the stored calls: who asks questions, for whom, how often. */
  questioners: query
    .input(z.object({ symbols: z.array(requestedSymbol).max(5000).optional(), text: z.string().max(200).optional() }))
    .output(z.object({ questioners: z.array(questioner) })),
}
