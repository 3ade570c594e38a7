/** The format of a pack, with the schemas of its entries (docs/packs.md). */

import { z } from 'zod'
import { packCounts, packKind, packPeriods } from '#contract/api/packs.ts'
import { calendarLimits } from '#contract/api/calendar-limits.ts'
import { workspace } from '#contract/api/workspaces.ts'
import { operationNames } from '#contract/service/operations.ts'
import { isShownName } from '#contract/shown-name.ts'

/**
 * A pack is one tar file: `pack.json`, which lists every other entry with its size and sha256, then these entries. With a passphrase the
 * whole tar file is encrypted by age. Never a key.
 */
export const formatNow = 3

/**
 * The first format that has all that a pack has. A program that reads only an earlier one would call the entries of a later one damage, and
 * would take a pack of some periods for one of all; it refuses a later format as made by a later version. A pack that needs none of it is
 * written for that program too.
 */
export function formatOf(paths: readonly string[], hasPeriods: boolean): number {
  if (paths.includes(entryNames.watchlists)) return 3
  return hasPeriods || paths.some((path) => secondEntries.includes(path)) ? 2 : 1
}

/** Most companies of a pack, and most watchlists. */
export const mostCompanies = 5000
export const mostWatchlists = 200

/** Most bytes of one entry of text. */
export const mostTextBytes = 64 * 1024 * 1024

/** Most contents of one record: more take long to compare and to read at once. A pack that is made has the latest. */
export const mostRevisions = 2000

/** Most acceptances of one record by its user. */
export const mostAcceptances = 1000

/** The description, and the first entry. */
export const headName = 'pack.json'

/** Entries of text, by their part of a pack; those of `responses` and `records` are numbered. */
export const entryNames = {
  recordings: 'recordings.json',
  notes: 'notes.json',
  saved: 'saved.json',
  /** Of a pack with one list, as the first format has it. */
  watchlist: 'watchlist.json',
  /** Of a pack with several. */
  watchlists: 'watchlists.json',
  metrics: 'metrics.json',
  corrections: 'corrections.json',
  times: 'times.json',
} as const

/** Entries of the second format. */
const secondEntries: readonly string[] = [entryNames.metrics, entryNames.corrections, entryNames.times]

export function responsesName(number: number): string {
  return `responses/${padded(number)}.json`
}

export function recordsName(number: number): string {
  return `records/${padded(number)}.json`
}

export function recordingName(number: number): string {
  return `recordings/${padded(number)}.bin`
}

function padded(number: number): string {
  return String(number).padStart(6, '0')
}

/** Nothing else may be in a pack. */
export const entryPath =
  /^(?:(?:responses|records)\/\d{6}\.json|recordings\/\d{6}\.bin|(?:recordings|notes|saved|watchlists?|metrics|corrections|times)\.json)$/

const sha256 = z.string().regex(/^[\da-f]{64}$/)
const instant = z.number().int().min(0).max(calendarLimits.last)
const index = z.number().int().min(0)
const count = z.number().int()
const shortText = z.string().max(300)
/** Shown wherever a source is stated. */
export const shownName = shortText.refine(isShownName)

const packOrigin = z.object({ author: shownName, madeAt: instant, workspace: shownName, host: shortText })

export const packHead = z.object({
  tearsheet: z.literal('pack'),
  format: z.number().int(),
  /** Version of the program that made it. */
  version: shortText,
  madeAt: instant,
  author: shownName.max(120),
  workspace: shownName,
  service: workspace.pick({ kind: true, baseUrl: true, recordingsBase: true, search: true }),
  kinds: z.array(packKind).max(100),
  companies: z.array(shownName).max(mostCompanies),
  /** Absent: all that the author had. */
  periods: packPeriods.optional(),
  /** The first format has no metrics and corrections. */
  counts: packCounts.extend({ metrics: count.default(0), corrections: count.default(0) }),
  /** Earlier packs in which some of its responses had come. */
  origins: z.array(packOrigin).max(1000),
  files: z.array(z.object({ path: z.string().max(100), bytes: z.number().int().min(0), sha256 })).max(30_000),
})
export type PackHead = z.infer<typeof packHead>

/** A response: its request, when it was received, and its records by their place in the pack. */
const packedResponse = z.object({
  operation: z.enum(operationNames),
  /** Canonical JSON, without the API key. */
  parameters: z.string().max(10_000),
  path: z.string().max(2000),
  fetchedAt: instant,
  message: z.string().max(1000).nullable(),
  hits: z.number().int().nullable(),
  pageCount: z.number().int().nullable(),
  unidentified: index,
  /** Place in `origins`; null: it was received from the service by the author. */
  origin: index.nullable(),
  records: z.array(index),
  /** It had more records than the pack has. */
  isPartial: z.boolean(),
})
export type PackedResponse = z.infer<typeof packedResponse>
export const packedResponses = z.array(packedResponse)

const packedRevision = z.object({
  knownFrom: instant,
  lastSeenAt: instant,
  /** Places of the responses that had it first and last. */
  response: index,
  lastResponse: index,
  sha256,
  /** The record as received. */
  body: z.string(),
})

/** A record with all of its contents, oldest first. */
const packedRecord = z.object({
  kind: z.enum(operationNames),
  identity: z.string().min(1).max(1000),
  firstSeenAt: instant,
  revisions: z.array(packedRevision).min(1).max(mostRevisions),
  acceptances: z.array(z.object({ sha256, acceptedAt: instant })).max(mostAcceptances),
})
export type PackedRecord = z.infer<typeof packedRecord>
export const packedRecords = z.array(packedRecord)

/** A record of a checked pack, with the service's own time of change of each content; null where it has none. */
const checkedRecord = packedRecord.extend({ updateTimes: z.array(z.string().nullable()) })
export type CheckedRecord = z.infer<typeof checkedRecord>

/** Entries of records as a check leaves them, a record a line: the core reads one after the other, and all of an entry at once takes longer. */
export function checkedLines(records: readonly CheckedRecord[]): string {
  return records.map((record) => JSON.stringify(record)).join('\n')
}

export function readCheckedLine(line: string): CheckedRecord {
  return checkedRecord.parse(JSON.parse(line))
}

/** A recording and the entry with its bytes. */
const packedRecording = z.object({
  callId: shortText,
  title: z.string().max(2000),
  entry: z.string().regex(/^recordings\/\d{6}\.bin$/),
  format: z.number().int(),
  contentType: z.string().max(200).nullable(),
  /** As its author's program found: where it is opened, the file is verified again. */
  verified: z.enum(['size', 'length', 'differs', 'no']),
  finishedAt: instant,
  stated: z.number().nullable(),
})
export type PackedRecording = z.infer<typeof packedRecording>
export const packedRecordings = z.array(packedRecording)
