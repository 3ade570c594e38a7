/** Deletes old crash dumps. */

import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface Dump {
  readonly file: string
  /** Milliseconds since 1970. */
  readonly at: number
}

const most = 5
const longestKept = 30 * 24 * 60 * 60 * 1000

/** A dump holds memory: at most five are kept, none for longer than 30 days (docs/promises.md L1). */
export function dumpsToRemove(dumps: readonly Dump[], now: number): readonly string[] {
  const latestFirst = [...dumps].sort((one, other) => other.at - one.at)
  return latestFirst.filter((dump, index) => index >= most || now - dump.at > longestKept).map((dump) => dump.file)
}

/** Does so in Electron's folder of dumps, whether they are being collected in this run or not. Never throws. */
export function removeOldDumps(folder: string, now: number): void {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const files = names.filter((name) => name.endsWith('.dmp')).map((name) => join(folder, name))
    const dumps = files.map((file) => ({ file, at: statSync(file).mtimeMs }))
    for (const file of dumpsToRemove(dumps, now)) rmSync(file, { force: true })
  } catch {
    // No folder: nothing has ever crashed.
  }
}
