/** Copies library and recordings to another folder and verifies the copy; `switch-library-location.ts` then switches to it. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fail } from '../failure-error.ts'
import { examine } from '../database/integrity-check.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import { takeReadSnapshot } from '../database/read-snapshot.ts'
import { copyHashed, hashOf } from './copy-file.ts'
import { syncFolder } from '../database/fsync.ts'
import type { Report } from './run-storage-worker.ts'
import { namesIn } from './folder-checks.ts'

export interface MoveRequest {
  readonly job: 'move'
  readonly library: string
  /** File descriptor for reading it; see `SnapshotFiles`. */
  readonly descriptor: number
  readonly recordings: string
  /** The folder to copy into. A file that an earlier pass copied is kept when it has not changed since. */
  readonly target: string
  /** The library was written to since the pass before. */
  readonly isLibraryNew: boolean
}

/** Bytes that a move writes. */
export function movedBytes(libraryBytes: number, recordings: string): number {
  return namesIn(recordings).reduce((sum, name) => sum + sizeOf(join(recordings, name)), libraryBytes)
}

/**
 * Copies library and recordings, reads back what was written, and checks every page. The first pass runs while the
 * program is in use; the second, with the databases closed, copies what has changed meanwhile. Gives the bytes of both.
 */
export async function moveLibrary(order: MoveRequest, report: Report): Promise<number> {
  const { library, descriptor, recordings, target, isLibraryNew } = order
  const recordingsTarget = join(target, 'recordings')
  mkdirSync(recordingsTarget, { recursive: true, mode: 0o700 })
  const names = existsSync(recordings) ? readdirSync(recordings) : []
  const total = names.reduce((sum, name) => sum + sizeOf(join(recordings, name)), sizeOf(library))
  let done = 0
  const reportBytes = (bytes: number) => {
    done += bytes
    report({ message: 'Copying and verifying', done, total: Math.max(done, total) })
  }
  if (isLibraryNew) {
    const copy = join(target, 'library.db')
    const pinned = takeReadSnapshot(library)
    try {
      await copyChecked(descriptor, pinned.bytes, copy, reportBytes)
    } finally {
      pinned.release()
    }
    report({ message: 'Checking every page of library.db', done, total })
    examine(copy, libraryDatabase)
  }
  for (const name of names) await copyRecording(join(recordings, name), join(recordingsTarget, name), reportBytes)
  for (const name of readdirSync(recordingsTarget)) if (!names.includes(name)) rmSync(join(recordingsTarget, name))
  for (const folder of [recordingsTarget, target]) syncFolder(folder)
  return total
}

async function copyRecording(from: string, to: string, reportBytes: (bytes: number) => void): Promise<void> {
  const existing = statSync(to, { throwIfNoEntry: false })
  const stat = statSync(from, { throwIfNoEntry: false })
  if (!stat?.isFile() || (existing?.size === stat.size && existing.mtimeMs === stat.mtimeMs)) return
  const descriptor = openSync(from, 'r')
  try {
    await copyChecked(descriptor, stat.size, to, reportBytes)
  } finally {
    closeSync(descriptor)
  }
  utimesSync(to, stat.atimeMs / 1000, stat.mtimeMs / 1000)
}

async function copyChecked(
  from: number,
  bytes: number,
  to: string,
  reportBytes: (bytes: number) => void,
): Promise<void> {
  rmSync(to, { force: true })
  const target = openSync(to, 'wx+', 0o600)
  try {
    const taken = await copyHashed({ descriptor: from, at: 0 }, { descriptor: target, at: 0 }, bytes, reportBytes)
    fsyncSync(target)
    if (hashOf(target, bytes) !== taken) fail({ kind: 'copy-differs', detail: basename(to) })
  } finally {
    closeSync(target)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
