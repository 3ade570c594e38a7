import Database from 'better-sqlite3'
import { join } from 'node:path'

/** What is saved of the open tabs in the profile: the text of the latest set. */
export function savedTabs(profile: string): string {
  const desk = new Database(join(profile, 'workspaces', 'sample', 'desk.db'), { readonly: true })
  try {
    return desk.prepare<[], string>('SELECT tabs FROM window_tabs ORDER BY saved_at DESC').pluck().get() ?? ''
  } finally {
    desk.close()
  }
}
