/**
 * The API of Home, the first page: what is new for the companies on watchlists, recent calls, what
 * needs attention, and saved items.
 */

import { z } from 'zod'
import { change, failureSchema, instant, query, requestedInstant } from './base.ts'
import { inferredQuarter } from './calls.ts'
import { newsKind } from './news.ts'
import { authorship } from './notes.ts'
import { priceTarget, ratingKind } from './ratings.ts'
import { syncKinds } from './sync-kinds.ts'
import { requestedId, requestedSymbol } from './request-texts.ts'

/** A figure of a statement, a count in days, a ratio; `n.m.`; null: n/a. */
const figure = z.union([z.number(), z.literal('n.m.')]).nullable()

const common = {
  symbol: z.string(),
  /** When it was published, as far as that is known; when the library received it. */
  at: instant.nullable(),
  receivedAt: instant,
  /** The saved searches with hits in it. */
  hits: z.array(z.object({ searchId: z.string(), name: z.string(), hits: z.number().int() })),
}

/**
 * One row of Home: what is new at a company on a watchlist since it was last marked as seen, with its most important figure. Tearsheet
 * derives the previous figure next to it; the service does not state it.
 */
const homeItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['restated', 'withdrawn']),
    ...common,
    /** Period of the figure at the top of its statement. */
    period: z.string(),
    recordId: z.number().int(),
    field: z.string(),
    label: z.string(),
    current: figure,
    previous: figure,
    /** All that changed of the company: figures, and the periods they are of. */
    figures: z.number().int(),
    periods: z.number().int(),
  }),
  z.object({
    kind: z.literal('rating'),
    ...common,
    recordId: z.number().int(),
    ratingKind,
    action: z.string().nullable(),
    firm: z.string(),
    rating: z.string().nullable(),
    previousRating: z.string().nullable(),
    target: priceTarget.nullable(),
    previousTarget: priceTarget.nullable(),
    /** Change from the same firm's previous target, as a fraction; null unless both are amounts in one currency. */
    targetChange: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('call'),
    ...common,
    callId: z.string(),
    title: z.string(),
    seconds: z.number().nullable(),
    isInProgress: z.boolean(),
  }),
  z.object({
    kind: z.literal('transcript'),
    ...common,
    callId: z.string(),
    title: z.string(),
    /** The quarter that the call is about. */
    quarter: inferredQuarter.nullable(),
    /** The service's scores of the summaries of this call and of the company's previous one. */
    sentiment: z.number().nullable(),
    previousSentiment: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('period'),
    ...common,
    period: z.string(),
    /** The company's call about it, whose transcript is stored; null: none. */
    call: z.object({ callId: z.string(), title: z.string() }).nullable(),
    revenue: figure,
    revenueYearAgo: figure,
    growth: figure,
    margin: figure,
    /** Change of the margin on a year ago, as a fraction. */
    marginChange: figure,
  }),
  z.object({
    kind: z.literal('news'),
    ...common,
    recordId: z.number().int(),
    newsKind,
    headline: z.string(),
  }),
])
export type HomeItem = z.infer<typeof homeItem>
export type HomeItemOf<Kind extends HomeItem['kind']> = Extract<HomeItem, { kind: Kind }>

const company = z.object({ symbol: z.string(), name: z.string().nullable(), items: z.array(homeItem) })
export type HomeCompany = z.infer<typeof company>

/** A call that was begun, or that is new. */
const homeCall = z.object({
  callId: z.string(),
  symbol: z.string().nullable(),
  title: z.string(),
  quarter: inferredQuarter.nullable(),
  startedAt: instant.nullable(),
  seconds: z.number().nullable(),
  isInProgress: z.boolean(),
  /** Null: the transcript is not stored. */
  turns: z.number().int().nullable(),
  /** Where reading and playback stopped; null: never opened. */
  position: z.object({ seconds: z.number(), turn: z.number().int() }).nullable(),
})
export type HomeCall = z.infer<typeof homeCall>

/** What a refresh or download of a company failed to fetch, and has not been fetched since. */
const attention = z.object({
  jobId: z.number().int(),
  symbol: z.string(),
  kinds: z.array(z.enum(syncKinds)).min(1),
  failure: failureSchema,
  at: instant,
  /** When what is shown instead was received; null: nothing is stored. */
  storedAt: instant.nullable(),
})
export type AttentionItem = z.infer<typeof attention>

const home = z.object({
  lists: z.number().int(),
  /** Companies on lists, each once. */
  watched: z.number().int(),
  /** The earliest moment since which something counts as new; null: no company is on a list. */
  since: instant.nullable(),
  /** Companies with something new, by the importance of its kind, then by the number of items, then by time. */
  companies: z.array(company),
  unchanged: z.array(z.string()),
  calls: z.array(homeCall),
  attention: z.array(attention),
})
export type Home = z.infer<typeof home>

const seenMoment = z.object({ listId: z.string(), symbol: z.string(), seenAt: requestedInstant })
const seen = z.array(seenMoment).max(100_000)
const requestedSeen = z.array(seenMoment.extend({ listId: requestedId, symbol: requestedSymbol })).max(100_000)
export type SeenMoments = z.infer<typeof seen>

const longestLocation = 20_000

/** Something that was opened, with its location as the window writes it. */
const recentItem = z.object({
  key: z.string().min(1).max(400),
  location: z.string().max(longestLocation),
  openedAt: instant,
})

const named = z.object({ id: z.string(), name: z.string() })

/** What the user saved under a name, and notes. */
const savedItems = z.object({
  watchlists: z.array(named),
  comparisons: z.array(named),
  screens: z.array(named),
  searches: z.array(named.extend({ query: z.string() })),
  /** `turn`: position of the turn in its transcript. */
  notes: z.array(authorship.extend({ id: z.string(), callId: z.string(), turn: z.number().int(), note: z.string() })),
})
export type SavedItems = z.infer<typeof savedItems>

/** What the first tab shows, from the library alone: none of these procedures sends a request. */
export const homePage = {
  read: query.output(home),
  /** Marks companies as seen on every list they are on; `symbols` null: all. Gives the former moments, for `restoreSeen`. */
  markSeen: change
    .input(z.object({ symbols: z.array(requestedSymbol).max(20_000).nullable() }))
    .output(z.object({ previous: seen })),
  restoreSeen: change.input(z.object({ previous: requestedSeen })).output(z.object({})),
  /** Most recently opened first. */
  recent: query.output(z.object({ items: z.array(recentItem) })),
  /** Forgets all of them: on Home, in the command field and on the program's icon. Gives what `restoreRecent` takes. */
  clearRecent: change.output(z.object({ cleared: z.array(recentItem) })),
  /** Puts them back below what was opened since. */
  restoreRecent: change
    .input(z.object({ items: z.array(recentItem.extend({ openedAt: requestedInstant })).max(100) }))
    .output(z.object({})),
  /** Saved items whose name or note contains a text, which may begin with the word for their kind (`watchlist optics`); a few of each kind, for the command field. Latest notes first. */
  findSaved: query.input(z.object({ text: z.string().trim().min(1).max(200) })).output(savedItems),
  /** Another location under the same key replaces the former. Not announced. */
  recordOpened: change
    .input(z.object({ key: z.string().min(1).max(400), location: z.string().max(longestLocation) }))
    .output(z.object({})),
}
