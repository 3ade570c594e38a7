/** SQL of unsaved drafts, in `desk.db`. */

import type { Draft } from '#contract/api/drafts.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'

/** Unsaved drafts, latest first. */
export function getDrafts(db: Reader): Draft[] {
  return db.all('SELECT key, text, title, location, saved_at AS savedAt FROM draft ORDER BY saved_at DESC, key')
}

export function putDraft(db: Writer, { key, text, title, location, savedAt }: Draft): void {
  db.run('INSERT OR REPLACE INTO draft (key, text, title, location, saved_at) VALUES (?, ?, ?, ?, ?)', [
    key,
    text,
    title,
    location,
    savedAt,
  ])
}

export function deleteDraft(db: Writer, key: string): void {
  db.run('DELETE FROM draft WHERE key = ?', [key])
}
