/**
 * SQL that reads the stored formats and earlier versions of a call's transcript from the ledger.
 */

import type { Reader } from '../database/reader-writer.ts'

export interface StoredForm {
  readonly recordId: number
  readonly lastSeenAt: number
}

/** The record of one form of a call. */
export function findForm(db: Reader, identity: string): StoredForm | undefined {
  return db.get(
    "SELECT id AS recordId, last_seen_at AS lastSeenAt FROM ledger_record WHERE kind = 'calls.one' AND identity = ?",
    [identity],
  )
}

export interface Version {
  /** sha256 of the content, hex. */
  readonly hash: string
  readonly contentId: number
  readonly knownFrom: number
  readonly lastSeen: number
}

/** Latest first. A content that was replaced and came back counts as another version. */
export function getVersions(db: Reader, recordId: number): Version[] {
  return db.all(
    `SELECT lower(hex(content.hash)) AS hash, content.id AS contentId, revision.known_from AS knownFrom,
       coalesce(revision.last_seen_at, record.last_seen_at) AS lastSeen
     FROM ledger_revision AS revision JOIN ledger_content AS content ON content.id = revision.content_id
     JOIN ledger_record AS record ON record.id = revision.record_id
     WHERE revision.record_id = ? ORDER BY revision.known_from DESC`,
    [recordId],
  )
}

export function getBody(db: Reader, contentId: number): string {
  return db.get<{ body: string }>('SELECT body FROM ledger_content WHERE id = ?', [contentId])?.body ?? 'null'
}

/** Number of segments of the longest transcript of a content, read without parsing the whole content. */
export function countSegments(db: Reader, contentId: number): number {
  return (
    db.get<{ turns: number | null }>(
      `SELECT max(coalesce(json_array_length(transcript.value, '$.segments'), 0)) AS turns
       FROM ledger_content AS content, json_each(content.body, '$.transcripts') AS transcript
       WHERE content.id = ? AND transcript.type = 'object'`,
      [contentId],
    )?.turns ?? 0
  )
}
