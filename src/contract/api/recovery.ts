/**
 * The API procedures of recovery: what was found wrong with a workspace's data, and the user's
 * choices.
 */

import { z } from 'zod'
import { query, change, instant } from './base.ts'

const table = z.string()

/** What was found wrong with the user's data of the active workspace, and the choices. */
const dataRecovery = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  /**
   * `damaged`: some of it could not be read; `missing`, `empty`: the file is gone, or has no bytes; `folder`: all of the workspace is
   * gone; `older`: changes that were stored are not in it any more; `replaced`: it is not the file that was used last.
   */
  found: z.enum(['damaged', 'missing', 'empty', 'folder', 'older', 'replaced']),
  /**
   * What each table of `desk.db` has now, and how much of it was read from the damaged file. `lost`: unreadable rows; null: some
   * may be missing.
   */
  tables: z.array(
    z.object({ table, rows: z.number().int(), recovered: z.number().int(), lost: z.number().int().nullable() }),
  ),
  /** Stored changes that the user's data no longer has; null: none, as far as is known. */
  missingChanges: z.number().int().nullable(),
  /** The folder that keeps what was found. */
  aside: z.string().nullable(),
  /** The latest backup that holds this workspace and can be used. */
  backup: z
    .object({
      path: z.string(),
      createdAt: instant,
      tables: z.array(z.object({ table, rows: z.number().int() })),
    })
    .nullable(),
})
export type DataRecovery = z.infer<typeof dataRecovery>

/** The active workspace's library is another file than was last used: what the present file contains. */
const replacedLibrary = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  companies: z.number().int(),
  calls: z.number().int(),
  ratings: z.number().int(),
  news: z.number().int(),
  /** When something was last downloaded into it; null: never. */
  latest: instant.nullable(),
  /** The folder that keeps the file when the user starts with an empty library. */
  aside: z.string(),
})
export type ReplacedLibrary = z.infer<typeof replacedLibrary>

/** Until the user has chosen, nothing of theirs is written. Every choice keeps the other data in the workspace's `set-aside`. */
export const recovery = {
  /** Null: there is no choice to make. */
  pending: query.output(dataRecovery.nullable()),
  /** Continues with what there is now. */
  keep: change.meta({ operation: 'recover' }).output(z.object({})),
  /** Continues with the user's own data of the latest backup; library and recordings stay. Fails with `invalid-backup`. */
  restore: change.meta({ operation: 'recover' }).output(z.object({})),
  /** Null: the library is the one that was used last. While it is not, nothing is stored in it. */
  replacedLibrary: query.output(replacedLibrary.nullable()),
  /** Continues with the present library. */
  useLibrary: change.meta({ operation: 'recover' }).output(z.object({})),
  /** Sets the present library aside and continues with an empty one. */
  startEmptyLibrary: change.meta({ operation: 'recover' }).output(z.object({})),
  /** Removes a workspace whose folder is missing from the list, and opens the sample. */
  removeWorkspace: change.meta({ operation: 'recover' }).output(z.object({})),
}
