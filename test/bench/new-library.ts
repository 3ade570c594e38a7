import { join } from 'node:path'
import { openCore } from '#core/core.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import type { OpenDatabase } from '#core/database/database-kind.ts'
import { openDatabase } from '#core/database/open-database.ts'

/** The sample workspace's library in a new profile, opened once by the core: what a bench stores in it is not projected again. */
export async function newLibrary(profile: string): Promise<OpenDatabase> {
  const core = openCore({ profile, version: '0.0.0-bench' })
  await core.close()
  return openDatabase(join(profile, 'workspaces', 'sample', 'library.db'), libraryDatabase)
}
