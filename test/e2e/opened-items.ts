import Database from 'better-sqlite3'
import { join } from 'node:path'

/** Keys of what was opened, as the sample's desk.db has them now. */
export function openedItems(profile: string): unknown[] {
  const desk = new Database(join(profile, 'workspaces', 'sample', 'desk.db'), { readonly: true })
  try {
    return desk.prepare('SELECT key FROM recent_item').pluck().all()
  } finally {
    desk.close()
  }
}
