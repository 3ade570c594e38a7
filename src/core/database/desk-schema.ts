import type { DatabaseKind } from './kind.ts'
import type { Migration } from './migrations.ts'

/** What the analyst made and cannot be fetched again: here a workspace's own settings. */
const workspace: Migration = `
  CREATE TABLE workspace (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('sample', 'live')),
    base_url TEXT NOT NULL,
    recordings_base TEXT NOT NULL,
    search_query TEXT NOT NULL,
    search_type TEXT NOT NULL,
    search_page TEXT NOT NULL,
    search_key TEXT NOT NULL CHECK (search_key IN ('unknown', 'none', 'wanted'))
  ) STRICT;
`

/** What the analyst made. `application_id` is "TsDe". */
export const deskDatabase: DatabaseKind = {
  applicationId: 0x54734465,
  migrations: [workspace],
  durability: 'full',
  alwaysCheck: true,
}
