import { z } from 'zod'

/**
 * What was found of a precious database, beside it in `<name>.recovery` until the user has chosen what to keep. `damaged`: what could be
 * read was written into a new file; `missing`, `empty`, `folder`: there was nothing to read, and no folder either; `older`: changes that were committed are
 * not in it any more; `replaced`: it is another file than the one that was used last.
 */
export const recoverySchema = z.object({
  found: z.enum(['damaged', 'missing', 'empty', 'folder', 'older', 'replaced']),
  /** Of `damaged`. */
  tables: z.array(z.object({ table: z.string(), rows: z.number().int(), lost: z.number().int().nullable() })),
  /** How many changes that were committed are not in it; null: none, as far as is known. */
  missing: z.number().int().nullable(),
  /** A folder of `set-aside/` with what was found; null when there was nothing. */
  aside: z.string().nullable(),
  /** A file that is to take the place of the database, in `aside`: put there at the next start, even after a crash. */
  coming: z.string().nullable(),
  /** With `coming` in its place nothing is left to choose. */
  isChosen: z.boolean(),
})
export type Recovery = z.infer<typeof recoverySchema>
