/** The format of a backup file, with the schemas of its description and its manifest. */

import { z } from 'zod'
import { preferences } from '#contract/api/api.ts'
import { deskDatabase } from '../database/desk-schema.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import { isWorkspaceId } from '../profile.ts'

/**
 * A backup is one tar file: `about.json`, then of each workspace `workspaces/<id>/desk.db`, `library.db` and `recordings/…`, then
 * `manifest.json` with the sha256 of all of these, then `manifest.sha256`. Never a key.
 */
export const formatNow = 1
export const schemasNow = { desk: deskDatabase.migrations.length, library: libraryDatabase.migrations.length }

export const about = z.object({
  tearsheet: z.literal('back-up'),
  format: z.number().int(),
  version: z.string(),
  madeAt: z.number().int(),
  schemas: z.object({ desk: z.number().int(), library: z.number().int() }),
})
export type About = z.infer<typeof about>

/** A folder is named after it: what is no id must not get as far as a path. */
const workspaceId = z.string().refine(isWorkspaceId)

export const manifest = z.object({
  workspaces: z.array(z.object({ id: workspaceId, name: z.string() })),
  activeWorkspace: workspaceId.nullable(),
  /** Without the proxy: it belongs to the computer, and a backup may be restored on another. */
  preferences: preferences.omit({ proxy: true }).partial(),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifest>

/** A file of a workspace in a backup: the workspace's id and the path in its folder. */
export const workspaceFile =
  /^workspaces\/(?<id>[a-z0-9][a-z0-9-]{0,63})\/(?<inside>desk\.db|library\.db|recordings\/[\w-]+\.[a-z\d]+)$/
