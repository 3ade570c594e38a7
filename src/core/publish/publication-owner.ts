/** Which library a publication belongs to: the one it was published from, whatever the workspace is called. */

import { z } from 'zod'
import { fail } from '../failure-error.ts'
import { readStoredJson } from '../stored-json.ts'

/** A random id of 16 bytes, for life; see the migration `libraryIdentity`. */
const libraryId = z.string().regex(/^[\da-f]{32}$/)

/** In the mark and the manifest of a publication. Those of schema versions 1 and 2 have none. */
export const ownerLibrary = libraryId.optional()

export interface PublicationOwner {
  readonly library: string
  /** Id of the workspace. Workspaces of the same name have the same, also those of other people. */
  readonly workspace: string
}

/** Says that a folder or an address is a publication, and whose, before it has a manifest. */
const publicationMark = z.object({
  tearsheet: z.literal('publication'),
  workspace: z.string(),
  library_id: ownerLibrary,
})
export type PublicationMark = z.infer<typeof publicationMark>

/** The mark with this text; null: it is damaged. */
export function markIn(text: string): PublicationMark | null {
  return readStoredJson(publicationMark, text) ?? null
}

export function markOf({ library, workspace }: PublicationOwner): PublicationMark {
  return { tearsheet: 'publication', workspace, library_id: library }
}

/**
 * `unclaimed`: it was marked by an earlier version of the program, which noted the workspace alone, and of that name. The first library
 * that publishes there again is its owner from then on.
 */
export function ownershipOf(mark: PublicationMark, owner: PublicationOwner): 'own' | 'unclaimed' | 'foreign' {
  if (mark.library_id !== undefined) return mark.library_id === owner.library ? 'own' : 'foreign'
  return mark.workspace === owner.workspace ? 'unclaimed' : 'foreign'
}

/** Throws `publication-changed`: what this program has written is not published, and what another one has is. */
export function failOvertaken(): never {
  fail({ kind: 'publication-changed', detail: 'another program has published there meanwhile' })
}
