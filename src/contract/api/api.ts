/**
 * The whole API that the core offers to the window: the procedures of every area in one contract,
 * with preferences, status and announcements of changes.
 */

import { eventIterator, type InferContractRouterInputs, type InferContractRouterOutputs } from '@orpc/contract'
import { z } from 'zod'
import { query, change, failureSchema, instant } from './base.ts'
import { alerts } from './alerts.ts'
import { assistants } from './assistants.ts'
import { booklet } from './booklet.ts'
import { brief } from './brief.ts'
import { calls } from './calls.ts'
import { comparisons } from './comparisons.ts'
import { clockFormats, dateFormats, weekStarts } from './date-format.ts'
import { drafts } from './drafts.ts'
import { exports } from './exports.ts'
import { fetchers } from './fetchers.ts'
import { financials } from './financials.ts'
import { recordings } from './recordings.ts'
import { search } from './transcript-search.ts'
import { homePage } from './home.ts'
import { sampleLibraryProcedures } from './sample-library.ts'
import { readKeyFile } from './shortcuts-file.ts'
import { metrics } from './metrics.ts'
import { network, proxySettings } from './network.ts'
import { news } from './news.ts'
import { notes } from './notes.ts'
import { turnChecks } from './turn-checks.ts'
import { numberFormats } from './number-format.ts'
import { longestTimeZone } from './time-zone.ts'
import { overview } from './overview.ts'
import { overviewParts } from './overview-parts.ts'
import { paperSizes } from './paper-size.ts'
import { longestPaperDisclaimer, longestPaperHeader } from './paper-limits.ts'
import { policy } from './policy.ts'
import { program } from './program.ts'
import { ratingsNews } from './ratings-news.ts'
import { ratings } from './ratings.ts'
import { screens } from './screens.ts'
import { recovery } from './recovery.ts'
import { securities } from './securities.ts'
import { source } from './source.ts'
import { packs } from './packs.ts'
import { storage } from './storage.ts'
import { sync } from './sync.ts'
import { tabs, windowId } from './tabs.ts'
import { tearSheet } from './tear-sheet.ts'
import { textSizes } from './text-sizes.ts'
import { timeline } from './timeline.ts'
import { watchlists } from './watchlists.ts'
import { library, workspaces } from './workspaces.ts'

/** Width of a column, in pixels. */
const columnWidth = z.number().int().min(40).max(640)

const longestCommandId = 64
/** The keys of one command: `Mod+Shift+F`, `G T`. */
const commandKeyList = z.array(z.string().min(1).max(40)).max(8)

/** How the window looks and behaves, whichever workspace is open. */
export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Which color is up: green/red, blue/orange, or red is up. */
  change: z.enum(['green-red', 'blue-orange', 'asian']),
  rows: z.enum(['dense', 'comfortable']),
  /** Divides money on screen. */
  scale: z.enum(['units', 'thousands', 'millions', 'billions']),
  order: z.enum(['oldest-first', 'newest-first']),
  /** Size of everything in the window, in percent. */
  textSize: z.number().int().min(textSizes.smallest).max(textSizes.largest),
  /** Null: where the window has room for them. */
  railLabels: z.boolean().nullable(),
  /** Text size of transcripts, in pixels. */
  readingSize: z.number().int().min(15).max(21),
  /** Words that the transcriber was not sure of are marked. */
  confidenceMarks: z.boolean(),
  /** Figures spoken in a call are marked, and listed beside the transcript. */
  figureMarks: z.boolean(),
  /** Logos that news items point to are fetched, without the key, from whoever serves them. */
  logos: z.boolean(),
  /** EPS and shares from before a split are shown in the shares after it. */
  adjustSplits: z.boolean(),
  /** Parts of a company's overview, in the order that the analyst chose; those that are not named follow in the usual one. */
  overviewParts: z.array(z.object({ part: z.enum(overviewParts), shown: z.boolean() })).max(100),
  /** Columns of the list of calls that the analyst resized, in pixels. */
  callWidths: z.record(z.string().max(64), columnWidth),
  /** How numbers are written. Null: as the system's region does. */
  numberFormat: z.enum(numberFormats).nullable(),
  /** Which part of a date comes first. Null: as the system's region does. */
  dateFormat: z.enum(dateFormats).nullable(),
  /** Null: as the system's region does. */
  clockFormat: z.enum(clockFormats).nullable(),
  /** The first day of the week. Null: the one of the system's region. */
  weekStart: z.enum(weekStarts).nullable(),
  /** The zone in which the times of calls are shown, by its IANA name. Null: the zone of the machine. */
  callTimeZone: z.string().max(longestTimeZone).nullable(),
  /** Paper of printed documents. Null: Letter where the system's region uses it, else A4. */
  paperSize: z.enum(paperSizes).nullable(),
  /** The user's own line at the head of each page, and the text at the foot of the last one. */
  paperHeader: z.string().max(longestPaperHeader),
  paperDisclaimer: z.string().max(longestPaperDisclaimer),
  /** Sections of printed documents that are left out: `tear-sheet.news`. */
  paperSectionsOff: z.array(z.string().max(64)).max(100),
  /** Keys that the user changed, by command id; an empty list: the command has no keys. Commands of other versions are kept. */
  commandKeys: z.record(z.string().max(longestCommandId), commandKeyList),
  /** Keys of letters, digits and signs alone are on (WCAG 2.1.4). */
  characterKeys: z.boolean(),
  /** How the service is reached. */
  proxy: proxySettings,
})
export type Preferences = z.infer<typeof preferences>

/**
 * Only the values to change, so that another window may change another key or column at the same time. `patched` merges it into
 * what is stored.
 */
const preferencePatch = preferences
  .omit({ callWidths: true, commandKeys: true })
  .partial()
  .extend({
    callWidths: z.record(z.string().max(64), columnWidth.nullable()).optional(),
    /** Null: the default keys. */
    commandKeys: z.record(z.string().max(longestCommandId), commandKeyList.nullable()).optional(),
  })
export type PreferencePatch = z.infer<typeof preferencePatch>

const status = z.object({
  network: z.enum(['unknown', 'online', 'offline']),
  inProgress: z.number().int(),
  waiting: z.number().int(),
  /** Requests, running or waiting, that the user waits for; those of jobs and background refreshes are not counted. */
  awaited: z.number().int(),
  /** The host requires a pause: no request before this moment. */
  pausedUntil: instant.nullable(),
  lastFailure: z.object({ failure: failureSchema, at: instant }).nullable(),
  /** Things the user must know about the profile: a damaged file set aside, a read-only folder. */
  notices: z.array(z.object({ failure: failureSchema, at: instant })),
  version: z.string(),
})
export type Status = z.infer<typeof status>

/** What changed, without the data: the window requests again what it shows. */
export const announcement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fundamentals'), symbol: z.string() }),
  z.object({ kind: z.literal('call'), id: z.string() }),
  z.object({ kind: z.literal('calls') }),
  z.object({ kind: z.literal('recording'), id: z.string() }),
  z.object({ kind: z.literal('recordings') }),
  z.object({ kind: z.literal('notes'), id: z.string() }),
  /** A draft was stored by a window, or it ended: it was discarded, or saved where it belongs. */
  z.object({ kind: z.literal('draft'), key: z.string(), ended: z.boolean() }),
  z.object({ kind: z.literal('searches') }),
  z.object({ kind: z.literal('comparisons') }),
  z.object({ kind: z.literal('metrics') }),
  z.object({ kind: z.literal('watchlists') }),
  z.object({ kind: z.literal('alerts') }),
  z.object({ kind: z.literal('screens') }),
  z.object({ kind: z.literal('sync') }),
  z.object({ kind: z.literal('synced'), jobId: z.number().int() }),
  z.object({ kind: z.literal('ratings') }),
  z.object({ kind: z.literal('news') }),
  z.object({ kind: z.literal('securities') }),
  /** The recent items were cleared or put back; a single one is not announced. */
  z.object({ kind: z.literal('recent') }),
  z.object({ kind: z.literal('workspaces') }),
  /** A restore, or a choice after damage, replaced what windows show: each loads its page once more. */
  z.object({ kind: z.literal('replaced') }),
  /** Another workspace is about to be opened: a window saves its unsaved changes, and confirms with `workspaces.left`. */
  z.object({ kind: z.literal('leaving') }),
  /** An operation on the profile's files began, ended, or went on. */
  z.object({ kind: z.literal('storage') }),
  z.object({ kind: z.literal('preferences') }),
  z.object({ kind: z.literal('status') }),
])
export type Announcement = z.infer<typeof announcement>

/** Everything the renderer may request from the core. */
export const api = {
  fetch: fetchers,
  securities,
  search,
  financials,
  comparisons,
  metrics,
  exports,
  calls,
  ratings,
  ratingsNews,
  news,
  timeline,
  turnChecks,
  notes,
  source,
  recordings,
  recovery,
  drafts,
  home: homePage,
  alerts,
  assistants,
  overview,
  tearSheet,
  brief,
  booklet,
  sampleLibrary: sampleLibraryProcedures,
  watchlists,
  screens,
  sync,
  tabs,
  workspaces,
  library,
  storage,
  packs,
  network,
  policy,
  program,
  preferences: {
    read: query.output(preferences),
    /** Returns all preferences, with this and earlier changes. */
    write: change.input(preferencePatch).output(preferences),
    readKeyFile,
  },
  status: {
    now: query.output(status),
    /** The one stream. Ends when the core closes; as long as it is read, the window is open. */
    changes: query.input(z.object({ window: windowId }).optional()).output(eventIterator(announcement)),
    /** A report that can be copied: versions, counts, failures. Holds no key, no URL's query, no record. */
    diagnostics: query.output(z.object({ text: z.string() })),
    ping: query.output(z.object({})),
    /**
     * Sends the service the smallest possible request, so that `now` shows whether it is available again and waiting requests
     * continue. Stores nothing. Fails as any request does.
     */
    checkConnection: query.output(z.object({})),
    /** Cancels the requests that the user waits for, whichever screen sent them: each fails as `cancelled`. Gives how many. */
    cancelAwaited: query.output(z.object({ requests: z.number().int() })),
  },
}
export type Api = typeof api
export type ApiInputs = InferContractRouterInputs<Api>
export type ApiOutputs = InferContractRouterOutputs<Api>
