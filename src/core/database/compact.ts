import Database from 'better-sqlite3'
import { closeSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs'
import { examine } from './examine.ts'
import type { DatabaseKind } from './kind.ts'

/** Where a database is written anew before it takes the place of the old one. */
export function compactedFile(file: string): string {
  return `${file}.compact`
}

/**
 * Writes a database anew beside itself, without its free pages, as it is at one moment: readers and writers go on. What is written is
 * checked page by page and on the disk. For a thread of its own.
 */
export function writeCompacted(file: string, kind: DatabaseKind): number {
  const target = compactedFile(file)
  const database = new Database(file)
  try {
    // Synced once, below.
    database.pragma('synchronous = OFF')
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
  examine(target, kind)
  const descriptor = openSync(target, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return statSync(target).size
}

/**
 * Puts what was written anew in the place of a database that nobody has open, at one stroke. False when another program still has it
 * open, whose log would be taken for the new one's.
 */
export function takePlace(file: string): boolean {
  const isOpen = ['-wal', '-shm'].some(
    (ending) => statSync(`${file}${ending}`, { throwIfNoEntry: false }) !== undefined,
  )
  if (!isOpen) renameSync(compactedFile(file), file)
  return !isOpen
}
