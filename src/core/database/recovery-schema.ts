/**
 * The schema of the `.recovery` file next to a database, which says what happened to it until the
 * user has chosen what to do. `recovery.ts` reads and writes the file.
 */

import { z } from 'zod'

/**
 * What happened to the user's database, stored next to it in `<name>.recovery` until the user has chosen. `damaged`: readable
 * rows were written into a new file; `missing`, `empty`, `folder`: there was nothing to read, or not even a folder; `older`:
 * committed changes are no longer in it; `replaced`: it is another file than was last used.
 */
export const recoverySchema = z.object({
  found: z.enum(['damaged', 'missing', 'empty', 'folder', 'older', 'replaced']),
  /** Only for `damaged`. */
  tables: z.array(z.object({ table: z.string(), rows: z.number().int(), lost: z.number().int().nullable() })),
  /** How many committed changes are missing; null: none known. */
  missing: z.number().int().nullable(),
  /** A folder of `set-aside/` with the file that was found; null: there was none. */
  aside: z.string().nullable(),
  /** A file in `aside` that replaces the database at the next start, even after a crash. */
  coming: z.string().nullable(),
  /** Nothing is left to choose once `coming` is in place. */
  isChosen: z.boolean(),
})
export type Recovery = z.infer<typeof recoverySchema>
