import Database from 'better-sqlite3'
import { join } from 'node:path'
import { openCore } from '#core/core.ts'

/** Makes a profile whose sample library was cancelled before anything came: its sample workspace stays empty. */
export async function makeEmptySample(profile: string): Promise<void> {
  const core = openCore({ profile, version: '0.0.0-test' })
  await core.close()
  const desk = new Database(join(profile, 'workspaces', 'sample', 'desk.db'))
  try {
    desk.exec("INSERT INTO sample_load (only, stage, started_at) VALUES (1, 'stopped', 0)")
  } finally {
    desk.close()
  }
}
