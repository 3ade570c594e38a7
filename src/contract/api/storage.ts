/**
 * The API of storage: the space that a workspace takes on disk, and operations on its files (back
 * up, restore, move, compact, verify).
 */

import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { s3AddressRules } from '../s3-address-rules.ts'
import { query, change, exported, failureSchema, instant } from './base.ts'
import { numberFormats } from './number-format.ts'
import { storageOperation } from './storage-operation.ts'
import { requestedId } from './request-texts.ts'

/**
 * What takes space in a workspace's folder. `contents`: every record as received, with its versions; `responses`: which response
 * brought it; `free`: unused pages of the library, which compacting frees; `journals`: SQLite's files next to a database.
 */
const storageKinds = [
  'contents',
  'responses',
  'fundamentals',
  'calls',
  'full-text',
  'ratings',
  'news',
  'securities',
  'other',
  'free',
  'journals',
  'desk',
  'recordings',
  'set-aside',
  'files',
] as const
const storageKind = z.enum(storageKinds)
export type StorageKind = z.infer<typeof storageKind>

/** Bytes of one company: its records as received with all versions, its projections, its recordings. */
const companyStorage = z.object({
  symbol: z.string(),
  name: z.string().nullable(),
  fundamentals: z.number(),
  calls: z.number(),
  ratings: z.number(),
  news: z.number(),
  recordings: z.number(),
  total: z.number(),
})
export type CompanyStorage = z.infer<typeof companyStorage>

const storageReport = z.object({
  folder: z.string(),
  /** The folder of library and recordings after a move. */
  libraryFolder: z.string().nullable(),
  /** Size of all files in both folders: the sum of `kinds`. */
  bytes: z.number(),
  kinds: z.array(z.object({ kind: storageKind, bytes: z.number(), items: z.number().int().nullable() })),
  /** Largest first. */
  companies: z.array(companyStorage),
  /** Bytes shared by companies: indexes, the list of securities, free pages. `companies` and this add up to `bytes`. */
  shared: z.number(),
  /** Free space of the disk; null: the file system does not say. */
  bytesFree: z.number().nullable(),
})
export type StorageReport = z.infer<typeof storageReport>

/** Progress of a long operation, with the file at work. */
const storageProgress = z.object({
  kind: z.literal('progress'),
  message: z.string(),
  done: z.number(),
  total: z.number(),
  /** What `done` and `total` count; bytes where it does not say. */
  unit: z.literal('records').optional(),
  /** It is stored already and cannot be stopped any more. */
  isFinal: z.literal(true).optional(),
})
export type StorageProgress = z.infer<typeof storageProgress>

/** The operation that owns the files, whichever window requested it. */
const runningOperation = z.object({
  operation: storageOperation,
  /** Null before its first step. */
  progress: storageProgress.nullable(),
})
export type RunningOperation = z.infer<typeof runningOperation>

/** Long work on its way; ends with `done`, or with `failed` and all as it was. Who stops listening stops it. */
export const steps = <Done extends z.ZodRawShape>(done: Done) =>
  eventIterator(
    z.discriminatedUnion('kind', [
      storageProgress,
      z.object({ kind: z.literal('failed'), failure: failureSchema }),
      z.object({ kind: z.literal('done'), ...done }),
    ]),
  )

/** Something that is not as it was stored. */
const storageFault = z.object({
  kind: z.enum(['database', 'content', 'recording']),
  name: z.string(),
  message: z.string(),
  /** Only of a recording. */
  callId: z.string().nullable(),
  /** It can be requested from the service again. */
  fetchable: z.boolean(),
})
export type StorageFault = z.infer<typeof storageFault>

const storedRecording = z.object({
  callId: z.string(),
  title: z.string(),
  symbol: z.string().nullable(),
  /** When the call began. */
  startedAt: instant.nullable(),
  bytes: z.number(),
})

/** A backup as described in its file. */
const backupSummary = z.object({
  path: z.string(),
  bytes: z.number(),
  createdAt: instant,
  /** Version of the program that made it. */
  version: z.string(),
  workspaces: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      bytes: z.number(),
      /** The workspace that it replaces, which may have been renamed since; null: it is new in this profile. */
      replaces: z
        .object({
          name: z.string(),
          /** The folder outside of the profile that its library was moved to and stays in; null: its library is set aside with it. */
          libraryFolder: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
})

/** What a publication consists of. */
const publication = {
  createdAt: instant,
  files: z.number().int(),
  bytes: z.number(),
  /** In the order of docs/publish.md, also those without rows. */
  tables: z.array(z.object({ name: z.string(), rows: z.number().int() })),
}

export const publicationSummary = z.object(publication)
export type PublicationSummary = z.infer<typeof publicationSummary>

export const publicationTargets = ['folder', 's3'] as const

/** An absolute path on the machine of the core. */
const path = z.string().min(1).max(4096)

const part = ({ longest, pattern, problem }: (typeof s3AddressRules)[keyof typeof s3AddressRules]) =>
  z.string().max(longest).regex(pattern, problem)

/**
 * A place in an S3-compatible store. The credentials are no part of it: the core has them from the shell or the environment, or not
 * at all, and sends them to this endpoint only.
 */
export const s3Address = z.object({
  endpoint: part(s3AddressRules.endpoint),
  region: part(s3AddressRules.region),
  bucket: part(s3AddressRules.bucket),
  prefix: part(s3AddressRules.prefix),
})
export type S3Address = z.infer<typeof s3Address>

export const storage = {
  /** Space used by the active workspace, measured page by page and file by file. */
  report: query.meta({ operation: 'measure' }).output(storageReport),
  /** The long operation that owns the files; null: none. Announced as `storage` when it begins and ends, and once a second. */
  running: query.output(runningOperation.nullable()),
  /** Every recording on disk, parts included; oldest call first. */
  recordings: query.output(z.array(storedRecording)),
  /** Takes their files from the disk; calls, transcripts and notes stay. */
  removeRecordings: change
    .meta({ operation: 'remove-recordings' })
    .input(z.object({ callIds: z.array(requestedId).max(100_000) }))
    .output(z.object({ removed: z.number().int(), bytes: z.number() })),
  /**
   * Reads everything and reports what differs from what was stored; changes nothing. `numbers`: how the numbers in its sentences are
   * written; absent: `1,204`.
   */
  verify: query.input(z.object({ numbers: z.enum(numberFormats) }).optional()).output(
    steps({
      checked: z.object({ tables: z.number(), contents: z.number(), recordings: z.number() }),
      faults: z.array(storageFault),
    }),
  ),
  /**
   * Writes a copy of the library without free pages in the background, then replaces the library with it. Needs as much space as
   * the library meanwhile. Fails with `in-use` when the library is written to without end.
   */
  compact: query.output(steps({ before: z.number(), after: z.number() })),
  /**
   * Moves library and recordings into a new folder inside this one, whose name is one that is free, or back next to `desk.db` (null). The copy is verified first;
   * the old files are deleted when the new ones were opened.
   */
  move: query.input(z.object({ folder: path.nullable() })).output(steps({ folder: z.string(), bytes: z.number() })),
  /** The default folder of backups, its backups, latest first, and the space that a new one needs. */
  backups: query.output(
    z.object({
      folder: z.string(),
      needed: z.number(),
      bytesFree: z.number().nullable(),
      files: z.array(z.object({ path: z.string(), bytes: z.number(), changedAt: z.number() })),
    }),
  ),
  /**
   * Writes every workspace and the preferences to one file, never a key. It gets its name when it is complete and on disk.
   * `folder`: null is the default.
   */
  createBackup: query
    .input(z.object({ folder: path.nullable() }))
    .output(steps({ path: z.string(), bytes: z.number(), files: z.number().int() })),
  /** What a backup's file says about it. Fails with `invalid-backup`, `foreign-file`, `newer-version`. */
  inspectBackup: query.input(z.object({ path })).output(backupSummary),
  /**
   * Checks all of a backup, then puts it in place: each of its workspaces replaces the one of its id, whatever that is called now, which
   * goes into the profile's `set-aside`. The others stay. What cannot be used is refused before anything is touched.
   */
  restore: query.input(z.object({ path })).output(
    steps({
      workspaces: z.array(z.string()),
      /** Null: nothing stood in the way. */
      aside: z.string().nullable(),
      /** Folders outside of the profile with the libraries of replaced workspaces: they stay, and nothing uses them any more. */
      libraries: z.array(z.string()),
    }),
  ),
  /** Where the active workspace is published, and what is published there; null: nothing. */
  publication: query.output(
    z.object({
      to: z.enum(publicationTargets),
      /** The folder that it was last published into. */
      folder: z.string().nullable(),
      /** The address that it was last published to, without its keys. */
      s3: s3Address.nullable(),
      /** Of an S3 address: what this computer published there last. */
      published: publicationSummary.nullable(),
      /** Why that cannot be read, such as a disk that is not connected. */
      failure: failureSchema.nullable(),
      /** It is published there again after each refresh or download. */
      afterRefresh: z.boolean(),
    }),
  ),
  /** Where the active workspace was published before, it is published again after each refresh; a failure is a notice. */
  setPublishAfterRefresh: change.input(z.object({ on: z.boolean() })).output(z.object({})),
  /**
   * Publishes the active workspace as Parquet files into this folder (docs/publish.md): an empty one, or that of an earlier
   * publication. What did not change is not written again. Or to an S3 address, whose keys the core must have. Fails with
   * `invalid-folder`, `newer-version`, `not-published`, `publication-changed`, `by-policy`.
   */
  publish: exported.input(z.union([z.object({ folder: path }), z.object({ s3: s3Address })])).output(
    steps({
      /** The folder, or `s3://bucket/prefix`. */
      to: z.string(),
      ...publication,
      /** False: what was published is as it was, since nothing has changed. */
      isChanged: z.boolean(),
      /** False: files that it replaced could not be deleted, since the keys lack the permission; see `notClearedSentence`. */
      isCleared: z.boolean(),
      written: z.object({ files: z.number().int(), bytes: z.number() }),
    }),
  ),
}
