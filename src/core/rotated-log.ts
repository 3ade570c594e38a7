/** Log files that several processes share, of which full ones are set aside. */

import { randomUUID } from 'node:crypto'
import { appendFileSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { codeOf } from './system-error.ts'

/** Bytes of a file that is full. */
const largest = 1024 * 1024
/** Milliseconds. A lock is there for the time of a few renamings; an older one was left by a process that was killed. */
const staleAfter = 60_000

interface RotatedLog {
  readonly file: string
  /** How many full files are kept beside it, as `.1` (the latest), `.2` and so on. */
  readonly kept: number
}

/** Adds the text at the end of the file, readable by the user alone. A full one is set aside first. Throws where it cannot be written. */
export function appendToLog(log: RotatedLog, text: string, now: number): void {
  if (isFull(log.file)) rotateLog(log, now)
  appendFileSync(log.file, text, { mode: 0o600 })
}

/**
 * Sets a full file aside. The caller has found it full, but another process may have set it aside since, or be doing so: under the lock
 * only one of them does, and only with a file that is still full. Otherwise a few lines would replace the megabyte before them.
 */
export function rotateLog({ file, kept }: RotatedLog, now: number): void {
  const lock = `${file}.lock`
  try {
    closeSync(openSync(lock, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    // The next line sets the file aside then.
    if (isStale(lock, now)) removeStale(lock, now)
    return
  }
  try {
    if (!isFull(file)) return
    for (let number = kept; number > 0; number -= 1) {
      const from = number === 1 ? file : `${file}.${number - 1}`
      if (existsSync(from)) renameSync(from, `${file}.${number}`)
    }
  } finally {
    rmSync(lock, { force: true })
  }
}

function isFull(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= largest
}

/**
 * Another process may have removed the stale lock since, and a third one taken its own: renaming shows whose lock it was, and one that is
 * in use is put back.
 */
function removeStale(lock: string, now: number): void {
  const removed = `${lock}.${randomUUID()}`
  try {
    renameSync(lock, removed)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return
  }
  if (isStale(removed, now)) rmSync(removed, { force: true })
  else renameSync(removed, lock)
}

function isStale(lock: string, now: number): boolean {
  const taken = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? now
  // A lock from the future was left while the clock was ahead.
  return Math.abs(now - taken) > staleAfter
}
