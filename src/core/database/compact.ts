/** Writes a compacted copy of a database, checks it, and replaces the original with it. */

import Database from 'better-sqlite3'
import { closeSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs'
import { fail } from '../failure-error.ts'
import { differenceOf } from './compare-databases.ts'
import { examine } from './integrity-check.ts'
import type { DatabaseKind } from './database-kind.ts'

/** A database written again: checked, compared with the original, and on the disk. */
export interface Compacted {
  readonly file: string
  readonly bytes: number
}

/**
 * Writes a copy of a database without its free pages, as of one moment: readers and writers continue. The copy is checked page by
 * page and compared with the original. Null when the original was written to meanwhile. Runs in a worker thread. Throws
 * `copy-differs`, and SQLite's error for damage.
 */
export function writeCompacted(file: string, target: string, kind: DatabaseKind): Compacted | null {
  const original = new Database(file)
  try {
    const before = dataVersion(original)
    // Synced once, below.
    original.pragma('synchronous = OFF')
    original.prepare('VACUUM INTO ?').run(target)
    examine(target, kind)
    const copy = new Database(target, { readonly: true })
    try {
      const difference = differenceOf(original, copy)
      if (dataVersion(original) !== before) return null
      if (difference !== null) fail({ kind: 'copy-differs', detail: 'the library' })
    } finally {
      copy.close()
    }
  } finally {
    original.close()
  }
  const descriptor = openSync(target, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return { file: target, bytes: statSync(target).size }
}

/** Changes whenever another connection has written (sqlite.org/pragma.html#pragma_data_version). */
function dataVersion(database: Database.Database): number {
  return Number(database.pragma('data_version', { simple: true }))
}

/**
 * Replaces a closed database atomically with its compacted copy. False when another program still has it open, whose log would be
 * read as the new one's. Throws when the copy is not the one that was checked.
 */
export function replaceWithCompacted(file: string, { file: compacted, bytes }: Compacted): boolean {
  if (statSync(compacted, { throwIfNoEntry: false })?.size !== bytes)
    fail({ kind: 'copy-differs', detail: 'the library' })
  const isOpen = ['-wal', '-shm'].some(
    (ending) => statSync(`${file}${ending}`, { throwIfNoEntry: false }) !== undefined,
  )
  if (!isOpen) renameSync(compacted, file)
  return !isOpen
}
