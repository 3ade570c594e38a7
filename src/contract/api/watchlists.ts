/**
 * The API of watchlists: lists of companies with their columns, cells, notes and counts of new
 * items, and adding companies from pasted text.
 */

import { z } from 'zod'
import { query, change, instant, jsonText, requestedInstant } from './base.ts'
import { savedDraft } from './drafts.ts'
import type { Figure } from './financials.ts'
import type { PriceTarget } from './ratings.ts'
import { newItemKinds } from './whats-new-kinds.ts'
import { securityHit } from './securities.ts'
import { requestedId, requestedSymbol } from './request-texts.ts'

const newItemKind = z.enum(newItemKinds)

export const newItemCounts = z.record(newItemKind, z.number().int())
export type NewItemCounts = z.infer<typeof newItemCounts>

const name = z.string().trim().min(1).max(120)

export const watchlistView = z.object({
  /** Ids of columns, from left to right: see `watchlist-columns.ts`. */
  columns: z.array(z.string()).max(80),
  /** Null: the analyst's own order. */
  sort: z.object({ column: z.string(), descending: z.boolean() }).nullable(),
  /** A column of text whose values group the rows. */
  group: z.string().nullable(),
  /** Only companies with something new of one of these kinds; empty: all. */
  unseen: z.array(newItemKind).max(100),
  /** Columns that the user resized, in pixels. */
  widths: z.record(z.string(), z.number().int().min(40).max(640)),
})
export type WatchlistView = z.infer<typeof watchlistView>

/** Only the values of a view to change: another window may change the others. `patchedView` merges it into what is stored. */
const watchlistViewPatch = watchlistView
  .extend({
    columns: z.array(requestedId).max(80),
    sort: z.object({ column: requestedId, descending: z.boolean() }).nullable(),
    group: requestedId.nullable(),
    widths: z.record(requestedId, z.number().int().min(40).max(640).nullable()),
  })
  .partial()
export type WatchlistViewPatch = z.infer<typeof watchlistViewPatch>

const watchlist = z.object({
  id: z.string(),
  name: z.string(),
  companies: z.number().int(),
  unseen: newItemCounts,
  /** Since when what came counts as new, of the company that was looked at longest ago; null for an empty list. */
  since: instant.nullable(),
})
export type Watchlist = z.infer<typeof watchlist>

/** A company on a list, as `restoreCompanies` puts it back after a removal. */
export const watched = z.object({
  symbol: z.string().min(1).max(40),
  /** The service's `id` of the listing that was chosen; null: the largest one of the symbol. */
  securityId: z.string().nullable(),
  position: z.number().int(),
  note: z.string().max(10_000),
  addedAt: requestedInstant,
  seenAt: requestedInstant,
})
export type Watched = z.infer<typeof watched>

/** One new item. */
const newItemSchema = z.object({
  kind: newItemKind,
  symbol: z.string(),
  /** Id of the call, number of the rating or news item, `Q3 2025 2025-09-30` of a period, id of the saved search. */
  id: z.string(),
  title: z.string(),
  /** When it happened, as far as that is known; when the library received it. */
  at: instant.nullable(),
  receivedAt: instant,
})
export type NewItem = z.infer<typeof newItemSchema>

/** A company of a table. */
export interface WatchlistRow {
  readonly symbol: string
  /** Name in its listing; null: none is stored. */
  readonly name: string | null
  readonly note: string
  /** Only kinds with a count. */
  readonly unseen: Readonly<Partial<NewItemCounts>>
  /** The latest stored quarter, from which the figures are. */
  readonly period: {
    readonly quarter: string
    readonly year: number
    readonly endPeriod: string
    readonly recordId: number
  } | null
  /** The last one that has begun. */
  readonly call: { readonly callId: string; readonly title: string } | null
}

/** Words, `n.m.`; a figure, count or instant; the figures of a trend; a price target. */
export type WatchlistCell = string | number | null | readonly Figure[] | PriceTarget

const table = z.object({
  list: watchlist,
  view: watchlistView,
  /** In the analyst's own order. */
  rows: jsonText<readonly WatchlistRow[]>(),
  /** One list of cells per column of the view, a cell per row. */
  columns: z.array(z.object({ id: z.string(), cells: jsonText<readonly WatchlistCell[]>() })),
})
export type WatchlistTable = z.infer<typeof table>

const toAdd = z.object({
  symbol: z.string().trim().min(1).max(40),
  securityId: requestedId.nullable().optional(),
  note: z.string().max(10_000).optional(),
})

/** What one part of a pasted text or file stands for. */
const resolvedCompany = z.object({
  text: z.string(),
  /** Line of the pasted text, from 1. */
  line: z.number().int(),
  /** What it was read as: symbol, ISIN, name …; without a match, the kind its shape suggests, or `unknown`. */
  interpretedAs: z.string(),
  security: securityHit.nullable(),
  /** Other symbols that it may mean as well. */
  alternatives: z.number().int(),
  /** The listings that it may mean, the likeliest, which is `security`, first; a few at most. */
  listings: z.array(securityHit),
  note: z.string(),
  /** Already on the list. */
  onList: z.boolean(),
})
export type ResolvedCompany = z.infer<typeof resolvedCompany>

const ofList = z.object({ listId: requestedId })
const symbols = z.array(requestedSymbol.min(1)).max(20_000)

export const watchlists = {
  /** In the analyst's order. `unseen`: over all lists, each item counted once. */
  all: query.output(z.object({ lists: z.array(watchlist), unseen: newItemCounts })),
  /** The lists that a company is on. */
  listsOf: query.input(z.object({ symbol: requestedSymbol })).output(z.object({ listIds: z.array(z.string()) })),
  /** In the analyst's order, without what is new on them. */
  names: query.output(z.object({ lists: z.array(z.object({ id: z.string(), name: z.string() })) })),
  /** The companies of each list. */
  members: query.output(z.object({ lists: z.array(z.object({ listId: z.string(), symbols: z.array(z.string()) })) })),
  /** The companies of a list, in the analyst's order. */
  symbols: query.input(ofList).output(z.object({ symbols: z.array(z.string()) })),
  /** `copyOf`: with the companies, notes and view of another list. */
  create: change.input(z.object({ name, copyOf: requestedId.optional() })).output(watchlist),
  rename: change.input(ofList.extend({ name })).output(watchlist),
  /** Kept for a day, so that `restore` can bring it back. */
  remove: change.input(ofList).output(z.object({})),
  restore: change.input(ofList).output(watchlist),
  reorder: change.input(z.object({ listIds: z.array(requestedId).max(10_000) })).output(z.object({})),
  /** Adds them at the end. A company that is already on the list keeps its position and note. */
  addCompanies: change
    .input(ofList.extend({ securities: z.array(toAdd).max(20_000), ...savedDraft.shape }))
    .output(z.object({ added: z.array(z.string()), alreadyListed: z.array(z.string()) })),
  /** Returns what `restoreCompanies` takes. */
  removeCompanies: change.input(ofList.extend({ symbols })).output(z.object({ removed: z.array(watched) })),
  restoreCompanies: change
    .input(ofList.extend({ entries: z.array(watched.extend({ securityId: requestedId.nullable() })).max(20_000) }))
    .output(z.object({})),
  /** Moves them before another company; null: to the end. */
  moveCompanies: change.input(ofList.extend({ symbols, before: requestedSymbol.nullable() })).output(z.object({})),
  setNote: change
    .input(ofList.extend({ symbol: requestedSymbol, note: z.string().max(10_000), ...savedDraft.shape }))
    .output(z.object({})),
  setView: change.input(ofList.extend({ change: watchlistViewPatch })).output(z.object({})),
  /** Marks everything until now as seen; `symbols` null: of the whole list. Gives the former moments, for `restoreSeen`. */
  markSeen: change
    .input(ofList.extend({ symbols: symbols.nullable() }))
    .output(z.object({ previous: z.array(z.object({ symbol: z.string(), seenAt: instant })) })),
  restoreSeen: change
    .input(
      ofList.extend({ previous: z.array(z.object({ symbol: requestedSymbol, seenAt: requestedInstant })).max(20_000) }),
    )
    .output(z.object({})),
  /** From the library alone. */
  /** `columns`: instead of those of the list's view. */
  table: query.input(ofList.extend({ columns: z.array(requestedId).max(60).optional() })).output(table),
  /** New items, latest first; `symbols` null: of the whole list. */
  unseen: query
    .input(ofList.extend({ symbols: symbols.nullable(), limit: z.number().int().min(1).max(1000).default(200) }))
    .output(z.object({ items: z.array(newItemSchema), more: z.boolean() })),
  /** Symbols, identifiers and names out of a pasted text or a CSV file with or without a head, looked up in the library. */
  resolveCompanies: query.input(z.object({ listId: requestedId.nullable(), text: z.string().max(2_000_000) })).output(
    z.object({
      companies: z.array(resolvedCompany),
      /** Entries for a company of an earlier line, by lines from 1; they are left out of `companies`. */
      duplicates: z.array(z.object({ line: z.number().int(), sameAs: z.number().int() })),
    }),
  ),
}
