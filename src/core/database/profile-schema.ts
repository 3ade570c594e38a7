/** The schema of `profile.db`: settings of the profile outside any workspace. */

import type { DatabaseKind } from './database-kind.ts'
import type { Migration } from './migrations.ts'

/** Values of the profile, outside any workspace, as JSON. */
const preference: Migration = `
  CREATE TABLE preference (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
`

/** `application_id` is "TsPr". */
export const profileDatabase: DatabaseKind = {
  applicationId: 0x54735072,
  migrations: [preference],
  durability: 'full',
  alwaysCheck: true,
  salvage: { repair: '', asks: false },
}
