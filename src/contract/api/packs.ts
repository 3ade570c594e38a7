/**
 * The API of packs: one file with chosen companies of the library, for a colleague. Previews and makes one, shows what one contains,
 * and opens one.
 */

import { z } from 'zod'
import { exported, failureSchema, instant, query } from './base.ts'
import { packKinds } from './pack-kinds.ts'
import { requestedId, requestedSymbol } from './request-texts.ts'
import { hiddenCharacters, isShownName } from '../shown-name.ts'
import { steps } from './storage.ts'
import { workspace } from './workspaces.ts'

export const packKind = z.enum(packKinds)

/** How many items of each kind. */
export const packCounts = z.object({
  companies: z.number().int(),
  /** Listings that the securities search returned. */
  securities: z.number().int(),
  periods: z.number().int(),
  calls: z.number().int(),
  transcripts: z.number().int(),
  recordings: z.number().int(),
  ratings: z.number().int(),
  news: z.number().int(),
  /** Highlights, with or without a note. */
  notes: z.number().int(),
  searches: z.number().int(),
  comparisons: z.number().int(),
  watchlists: z.number().int(),
  /** Own metrics that these comparisons and watchlists use. */
  metrics: z.number().int(),
  /** Corrected turns of transcripts. */
  corrections: z.number().int(),
})
export type PackCounts = z.infer<typeof packCounts>

/** How many items of each kind a pack has added. `times`: calls that had no timestamp settings and have those of the pack. */
const addedCounts = packCounts.extend({ times: z.number().int() })
export type AddedCounts = z.infer<typeof addedCounts>

/**
 * First and last day, YYYY-MM-DD, both included; null: no limit. A fiscal period belongs to it by its last day, a call by its start, a
 * rating and a news item by when it was created.
 */
export const packPeriods = z
  .object({ from: z.iso.date().max(10).nullable(), to: z.iso.date().max(10).nullable() })
  .refine(({ from, to }) => (from ?? to) !== null && (from === null || to === null || from <= to))
export type PackPeriods = z.infer<typeof packPeriods>

/** What goes into a pack: these companies and those of the watchlists, which come along in this order. */
const choice = {
  companies: z.array(requestedSymbol).max(5000),
  watchlistIds: z.array(requestedId).max(10_000),
  kinds: z.array(packKind).max(100),
  /** Absent: all. */
  periods: packPeriods.optional(),
}

/** An absolute path on the machine of the core. */
const path = z.string().min(1).max(4096)
const passphrase = z.string().min(1).max(1000).nullable()
const sha256 = z
  .string()
  .length(64)
  .regex(/^[\da-f]+$/)

/** The host of a pack's service, null of the built-in one, and that of its recordings where it is another. */
const packHosts = z.object({ service: z.string().nullable(), recordings: z.string().nullable() })
export type PackHosts = z.infer<typeof packHosts>

/** What a pack says about itself; checked against its contents. */
const packSummary = z.object({
  author: z.string(),
  madeAt: instant,
  /** Name of the workspace that it was made of. */
  workspace: z.string(),
  /** Version of the program that made it. */
  version: z.string(),
  kinds: z.array(packKind),
  companies: z.array(z.string()),
  /** Null: all that its author had. */
  periods: packPeriods.nullable(),
  counts: packCounts,
  bytes: z.number(),
  isEncrypted: z.boolean(),
  /** The service that its data came from, as a workspace has it; without a key. */
  service: workspace.pick({ kind: true, baseUrl: true, recordingsBase: true, search: true }),
  hosts: packHosts,
  /** SHA-256 of the pack's description, in hex. The description has the hashes of all else: `open` takes this pack and no other. */
  sha256,
  /** The workspace of the same service in this profile, which for the sample there always is; null: there is none. */
  workspaceId: z.string().nullable(),
  /** Whether that workspace is the sample and was deleted: activating it restores it. */
  isDeleted: z.boolean(),
  /** Whether that workspace is open. */
  isOpen: z.boolean(),
})

export const packs = {
  /**
   * What a pack would contain now, and the size of its contents in bytes. Companies are found whatever the case of their symbols. Fails with `bad-request` when no company is chosen, and with
   * `pack-not-made` when there are more companies or watchlists than a pack may have, or two watchlists of the same name.
   */
  preview: query
    .meta({ operation: 'measure' })
    .input(z.object(choice))
    .output(
      z.object({
        counts: packCounts,
        bytes: z.number(),
        /** Entered companies that the library does not have. No pack is made while there are any. */
        unknownSymbols: z.array(z.string()),
        /** Companies of the watchlists of which the library has nothing: a pack lists them without data. */
        missing: z.array(z.string()),
      }),
    ),
  /**
   * Writes `NAME.tearsheet-pack` into an existing folder; where that exists, a number follows the name. Fails with `invalid-folder`,
   * `not-enough-space`, `disk-full`, with `pack-not-made` for entered companies that the library does not have and for what no program
   * would open, and leaves no file then.
   */
  make: exported
    .input(
      z.object({
        ...choice,
        author: z.string().trim().min(1).max(120).refine(isShownName, hiddenCharacters),
        name: z
          .string()
          .trim()
          .max(100)
          .regex(/^[^\\/:*?"<>|\p{Cc}]+$/u),
        folder: path,
        passphrase,
      }),
    )
    .output(steps({ path: z.string(), bytes: z.number(), counts: packCounts })),
  /**
   * Checks all of a pack and says what is in it; changes nothing. `locked`: it is encrypted, and no passphrase was given. Fails with
   * `invalid-pack`, `wrong-passphrase`, `foreign-file`, `newer-version`.
   */
  inspect: query
    .input(z.object({ path, passphrase }))
    .output(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('locked') }),
        z.object({ kind: z.literal('pack'), ...packSummary.shape }),
      ]),
    ),
  /**
   * Checks all of a pack, then stores what is new in the open workspace, all or nothing; recordings follow. Nothing that is stored is
   * overwritten. Fails as `inspect` does, and with `read-only`; `invalid-pack` also where the workspace is of another service, or where the
   * file is not the pack that was inspected. Without `sha256` it opens whichever the file is.
   */
  open: query.input(z.object({ path, passphrase, sha256: sha256.optional() })).output(
    steps({
      author: z.string(),
      /** Those that the pack holds; null: all that its author had. */
      periods: packPeriods.nullable(),
      /** Items that were not stored before. */
      added: addedCounts,
      /** Records of which the pack has contents that were not stored. */
      changed: z.number().int(),
      /** Records of which something newer is shown than the pack has. */
      older: z.number().int(),
      /** Whole sentences on items of your own that differ from those of the pack: both are kept. */
      conflicts: z.array(z.string()),
      /** What failed once records and own data were stored: recordings or the index lack something. Null: nothing. */
      failure: failureSchema.nullable(),
    }),
  ),
}
