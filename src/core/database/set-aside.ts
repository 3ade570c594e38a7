/**
 * Moves a database together with its journal files, or only a log that belongs to another file, to
 * a folder of `set-aside/`.
 */

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Failure } from '#contract/failure.ts'

/** A database and its journal files always move together: a stale log would be replayed into the replacing file. */
export function setAside(file: string): Failure {
  return moveAside(file, [file, `${file}-wal`, `${file}-shm`, `${file}-journal`])
}

/** A log that is not the database's own, with its index; the database stays. */
export function setLogAside(file: string): Failure {
  return moveAside(file, [`${file}-wal`, `${file}-shm`])
}

function moveAside(file: string, files: readonly string[]): Failure {
  const name = basename(file)
  const quarantine = join(dirname(file), 'set-aside', `${name}-${randomBytes(6).toString('hex')}`)
  for (const each of files.filter((path) => existsSync(path))) {
    mkdirSync(quarantine, { recursive: true, mode: 0o700 })
    renameSync(each, join(quarantine, basename(each)))
  }
  return { kind: 'damaged', detail: basename(files[0] ?? name) }
}
